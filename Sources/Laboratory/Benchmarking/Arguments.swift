import Foundation

/// What a command line says wrongly: the program ends with 64.
package struct Misuse: Error, CustomStringConvertible {
  let text: String
  package var description: String { text }
}

/// What keeps a program from ending well: it ends with 1.
package struct Complaint: Error, CustomStringConvertible {
  let text: String
  package var description: String { text }

  /// Throws what was found, a line each, if anything was.
  static func raise(_ complaints: [String]) throws {
    guard complaints.isEmpty else { throw Complaint(text: complaints.joined(separator: "\n")) }
  }
}

/// The words of a command line: options are taken out one by one, and what is left are filters.
package struct Arguments {
  private var words: [String]

  /// Makes arguments of the words after the program's name.
  package init(_ words: [String]) { self.words = words }

  /// Whether a word is among those that are left.
  func contains(_ word: String) -> Bool { words.contains(word) }

  /// Takes out the first word.
  mutating func next() -> String? { words.isEmpty ? nil : words.removeFirst() }

  /// Takes out an option without a value.
  ///
  /// - Returns: Whether it was there.
  package mutating func flag(_ name: String) -> Bool {
    guard let place = words.firstIndex(of: name) else { return false }
    words.remove(at: place)
    return true
  }

  /// Takes out an option with its value.
  ///
  /// - Throws: ``Misuse`` when the option is the last word.
  package mutating func value(_ name: String) throws -> String? {
    guard let place = words.firstIndex(of: name) else { return nil }
    guard place + 1 < words.count else { throw Misuse(text: "\(name) takes a value") }
    defer { words.removeSubrange(place...place + 1) }
    return words[place + 1]
  }

  /// Takes out an option with a whole number.
  ///
  /// - Throws: ``Misuse`` when the value is missing, no number, or outside `range`.
  package mutating func number(
    _ name: String,
    or standard: Int,
    in range: ClosedRange<Int> = 1...1_000_000
  ) throws -> Int {
    guard let text = try value(name) else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw Misuse(
        text: "\(name) takes a number of \(range.lowerBound) to \(range.upperBound), not \(text)"
      )
    }
    return number
  }

  /// The words that are left.
  ///
  /// - Throws: ``Misuse`` when one of them is an option.
  package func filters() throws -> [String] {
    if let option = words.first(where: { $0.hasPrefix("-") }) {
      throw Misuse(text: "there is no option \(option); see help")
    }
    return words
  }
}
