/// Examples of our own, by construct: at least two of each, at least 300 in all.
enum MarkdownCatalog {
  /// One construct and texts that show it.
  struct Construct: Sendable, CustomStringConvertible {
    let name: String
    let examples: [[UInt8]]

    init(_ name: String, _ examples: [String]) {
      self.name = name
      self.examples = examples.map { Array($0.utf8) }
    }

    init(_ name: String, bytes: [[UInt8]]) {
      self.name = name
      examples = bytes
    }

    var description: String { name }
  }

  static let all = leaves + inlines + links + containers + tablesAndHTML + oddities

  static let examples: [[UInt8]] = all.flatMap(\.examples)
}
