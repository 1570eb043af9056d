/// Writes the lines that open containers again, so that what follows them parses as if the containers had been
/// open all the time.
///
/// An item is opened by an empty heading: it is done at once, so it joins nothing that follows. A list that is
/// loose as far as its items go is given two of them with a blank line between.
package struct ContainerOpening {
  /// The lines that open the containers.
  package private(set) var lines: [UInt8] = []
  /// What begins the next line inside them.
  package private(set) var continuation: [UInt8] = []

  /// Makes an opening of no containers.
  package init() {}

  /// Opens a quote in what is open.
  package mutating func openQuote() { continuation.append(contentsOf: "> ".utf8) }

  /// Opens an item in what is open.
  ///
  /// - Parameters:
  ///   - sign: The bullet, or what ends the number.
  ///   - number: The number of a numbered item.
  ///   - column: In which column of the item's line its text begins.
  ///   - isLoose: Whether the items before it make its list loose.
  /// - Returns: Whether an item can be written so.
  package mutating func openItem(sign: UInt8, number: Int?, column: Int, isLoose: Bool) -> Bool {
    guard column >= 2 else { return false }
    if lines.isEmpty { lines.reserveCapacity(64) }
    if let number {
      let width = String(number).utf8.count
      guard number >= 0, width <= 9 else { return false }
      if width > column - 2 {
        // The number is wider than the item's marker: the item before it has the number less 1.
        lines += continuation
        lines.append(contentsOf: "\(number - 1)".utf8)
        lines.append(sign)
        lines.append(contentsOf: " #\n".utf8)
        guard write("1", sign, column: column) else { return false }
      } else {
        guard write(String(number), sign, column: column) else { return false }
      }
    } else {
      let after = min(4, column - 1)
      let before = column - 1 - after
      guard before <= 3 else { return false }
      lines += continuation
      lines += repeatElement(0x20, count: before)
      lines.append(sign)
      lines += repeatElement(0x20, count: after)
    }
    lines.append(contentsOf: "#\n".utf8)
    if isLoose {
      lines += continuation
      lines.append(0x0A)
    }
    continuation += repeatElement(0x20, count: column)
    if isLoose {
      lines += continuation
      lines.append(contentsOf: "#\n".utf8)
    }
    return true
  }

  /// Writes a number and the spaces behind it so that the text after them begins in a column.
  private mutating func write(_ number: String, _ sign: UInt8, column: Int) -> Bool {
    let digits = max(number.utf8.count, column - 5)
    guard digits <= 9 else { return false }
    lines += continuation
    lines += repeatElement(UInt8(ascii: "0"), count: digits - number.utf8.count)
    lines += number.utf8
    lines.append(sign)
    lines += repeatElement(0x20, count: column - digits - 1)
    return true
  }

  /// The line that opens fenced code in what is open.
  ///
  /// - Parameters:
  ///   - sign: What the fence is made of.
  ///   - length: How many of it.
  ///   - offset: How many spaces stand before it.
  package func fence(of sign: UInt8, length: Int, offset: Int) -> [UInt8] {
    var line = continuation
    line += repeatElement(0x20, count: offset)
    line += repeatElement(sign, count: length)
    line.append(0x0A)
    return line
  }

  /// The lines of a table's head in what is open.
  package func head(_ alignments: [TableRow.Alignment]) -> [UInt8] {
    var head: [UInt8] = []
    head.reserveCapacity(2 * continuation.count + 6 * alignments.count + 4)
    head += continuation
    head.append(UInt8(ascii: "|"))
    for _ in alignments { head.append(contentsOf: "x|".utf8) }
    head.append(0x0A)
    head += continuation
    head.append(UInt8(ascii: "|"))
    for alignment in alignments {
      switch alignment {
      case .none: head.append(contentsOf: "-|".utf8)
      case .left: head.append(contentsOf: ":-|".utf8)
      case .center: head.append(contentsOf: ":-:|".utf8)
      case .right: head.append(contentsOf: "-:|".utf8)
      }
    }
    head.append(0x0A)
    return head
  }
}
