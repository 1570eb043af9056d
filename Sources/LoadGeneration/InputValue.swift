/// A value read from a file, with the place where it stands.
///
/// JSON lines and YAML both become this, so that one reader checks both and names line and column.
package struct InputValue: Sendable {
  /// What the value is.
  package indirect enum Kind: Sendable {
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
    /// The key.
    package var key: String
    /// Where the key stands: line, from 1.
    package var line: Int
    /// Where the key stands: column, from 1.
    package var column: Int
    /// The value.
    package var value: InputValue

    package init(key: String, line: Int, column: Int, value: InputValue) {
      self.key = key
      self.line = line
      self.column = column
      self.value = value
    }
  }

  package var kind: Kind
  /// The line, from 1.
  package var line: Int
  /// The column, from 1, in Unicode scalars.
  package var column: Int

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
}
