import Records

/// A value of a JSON file, its object keys in the order of the file.
///
/// Numbers stay text, so that 64-bit seeds and shortest decimals survive reading and writing.
struct JSONValue: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])
  }

  struct Member: Hashable, Sendable {
    var key: String
    var value: JSONValue
  }

  var content: Content

  init(_ content: Content) { self.content = content }

  static let null = JSONValue(.null)
  static func string(_ text: String?) -> JSONValue { text.map { JSONValue(.string($0)) } ?? .null }
  static func bool(_ value: Bool?) -> JSONValue { value.map { JSONValue(.bool($0)) } ?? .null }
  static func number(_ value: Double?) -> JSONValue {
    value.flatMap(DecimalText.shortest).map { JSONValue(.number($0)) } ?? .null
  }
  static func number(decimal: String?) -> JSONValue {
    decimal.map { JSONValue(.number($0)) } ?? .null
  }
  static func number(_ value: some BinaryInteger) -> JSONValue { JSONValue(.number("\(value)")) }
  static func array(_ values: [JSONValue]) -> JSONValue { JSONValue(.array(values)) }
  static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    JSONValue(.object(members.map { Member(key: $0.0, value: $0.1) }))
  }
}

extension JSONValue {
  /// The value as JSON text: two spaces a level; what holds no other container stands on one line.
  func text() -> String {
    var text = ""
    write(to: &text, indent: 0)
    text.append("\n")
    return text
  }

  private var isLeaf: Bool {
    switch content {
    case .array, .object: false
    default: true
    }
  }

  private var isFlat: Bool {
    switch content {
    case .array(let values): values.allSatisfy(\.isLeaf)
    case .object(let members): members.count <= 8 && members.allSatisfy(\.value.isLeaf)
    default: true
    }
  }

  private func write(to text: inout String, indent: Int) {
    switch content {
    case .null: text.append("null")
    case .bool(let value): text.append(value ? "true" : "false")
    case .number(let digits): text.append(digits)
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      write(values.map { (nil, $0) }, between: "[", and: "]", to: &text, indent: indent)
    case .object(let members):
      write(
        members.map { ($0.key, $0.value) },
        between: "{",
        and: "}",
        to: &text,
        indent: indent
      )
    }
  }

  private func write(
    _ members: [(key: String?, value: JSONValue)],
    between open: String,
    and close: String,
    to text: inout String,
    indent: Int
  ) {
    let isOnOneLine = isFlat && indent > 0
    let pad = isOnOneLine ? "" : "\n" + String(repeating: "  ", count: indent + 1)
    text.append(open)
    for (index, member) in members.enumerated() {
      if index > 0 { text.append(isOnOneLine ? ", " : ",") }
      text.append(pad)
      if let key = member.key {
        Self.write(key, to: &text)
        text.append(": ")
      }
      member.value.write(to: &text, indent: indent + 1)
    }
    if !members.isEmpty, !isOnOneLine {
      text.append("\n" + String(repeating: "  ", count: indent))
    }
    text.append(close)
  }

  /// Writes a string literal; `<` and the line separators of JavaScript are escaped, so that the
  /// text may stand inside a script element.
  static func write(_ value: String, to text: inout String) {
    text.append("\"")
    defer { text.append("\"") }
    // Most are names and numbers, which stand as they are. E2 begins the separators among others.
    let isPlain = value.utf8.allSatisfy { byte in
      switch byte {
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), 0x7F, 0xE2: false
      default: true
      }
    }
    if isPlain { return text.append(value) }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text.append("\\\"")
      case "\\": text.append("\\\\")
      case "\n": text.append("\\n")
      case "\r": text.append("\\r")
      case "\t": text.append("\\t")
      case "\u{0}"..."\u{1F}", "<", "\u{2028}", "\u{2029}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text.append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
