/// A value read from a file, with the place where it stands.
///
/// JSON lines and YAML both become this, so that one reader checks both and names line and column.
package struct InputValue: Sendable {
  /// What the value is.
  package enum Kind: Sendable {
    case null
    case bool(Bool)
    /// A number as written, in JSON's grammar.
    case number(String)
    case string(String)
    case list([InputValue])
    case fields([Field])
  }

  /// A key with its value.
  package struct Field: Sendable {
    package var key: String
    /// Where the key stands: line, from 1.
    package var line: Int
    /// Where the key stands: column, from 1.
    package var column: Int
    package var value: InputValue
  }

  package var kind: Kind
  /// The line, from 1.
  package var line: Int
  /// The column, from 1, in Unicode scalars.
  package var column: Int

  /// Makes a value that stands at `line` and `column`.
  package init(_ kind: Kind, line: Int, column: Int) {
    self.kind = kind
    self.line = line
    self.column = column
  }

  /// The value as it is shown in a message.
  package var excerpt: String {
    switch kind {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text
    case .string(let text): "\"\(text)\""
    case .list(let values): "a list of \(values.count)"
    case .fields(let fields): "{\(fields.map(\.key).joined(separator: ", "))}"
    }
  }

  /// What a word without quotes means, in YAML's core schema less its odder spellings of numbers.
  package static func kind(ofPlainWord word: String) -> Kind {
    switch word {
    case "", "~", "null": .null
    case "true": .bool(true)
    case "false": .bool(false)
    default: isNumber(word) ? .number(word) : .string(word)
    }
  }

  private static func isNumber(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    let start = bytes.first == UInt8(ascii: "-") ? 1 : 0
    guard bytes.count > start, isDigit(bytes[start]), isDigit(bytes[bytes.count - 1]) else {
      return false
    }
    let hasLeadingZero =
      bytes[start] == UInt8(ascii: "0") && bytes.count > start + 1 && isDigit(bytes[start + 1])
    return !hasLeadingZero && Double(word) != nil
      && bytes.allSatisfy { isDigit($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
      && !word.contains(".e") && !word.contains(".E")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
