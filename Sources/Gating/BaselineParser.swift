/// Reads the JSON of a baseline file: strict, whole numbers only, no key twice, and every value
/// knows its line.
struct BaselineParser {
  /// What is wrong, and where.
  struct Failure: Error {
    var line: Int
    var key: String
    var value: String
    var expected: String
  }

  /// No baseline nests deeper.
  static let deepest = 8

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var keys: [String] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads one value and nothing after it.
  static func parse(_ bytes: [UInt8]) throws(Failure) -> BaselineNode {
    var parser = BaselineParser(bytes)
    let node = try parser.value()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.failure("the end of the file") }
    return node
  }

  private mutating func value() throws(Failure) -> BaselineNode {
    skipSpace()
    let start = line
    switch peek {
    case UInt8(ascii: "{"): return BaselineNode(value: try object(), line: start)
    case UInt8(ascii: "["): return BaselineNode(value: try list(), line: start)
    case UInt8(ascii: "\""): return BaselineNode(value: .string(try string()), line: start)
    default: return BaselineNode(value: .number(try number()), line: start)
    }
  }

  private mutating func object() throws(Failure) -> BaselineNode.Value {
    try take(UInt8(ascii: "{"))
    var entries: [(key: String, node: BaselineNode)] = []
    skipSpace()
    if skip(UInt8(ascii: "}")) { return .object([]) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw failure("a key in quotes") }
      let key = try string()
      guard !key.isEmpty else { throw failure("a key that is not empty", "\"\"") }
      guard !entries.contains(where: { $0.key == key }) else {
        throw Failure(line: line, key: key, value: "there twice", expected: "each key once")
      }
      guard keys.count < Self.deepest else { throw failure("at most \(Self.deepest) levels") }
      keys.append(key)
      skipSpace()
      try take(UInt8(ascii: ":"))
      entries.append((key, try value()))
      keys.removeLast()
      skipSpace()
      if skip(UInt8(ascii: "}")) { return .object(entries) }
      guard skip(UInt8(ascii: ",")) else { throw failure("\",\" or \"}\"") }
    }
  }

  private mutating func list() throws(Failure) -> BaselineNode.Value {
    try take(UInt8(ascii: "["))
    var nodes: [BaselineNode] = []
    skipSpace()
    if skip(UInt8(ascii: "]")) { return .list([]) }
    guard keys.count < Self.deepest else { throw failure("at most \(Self.deepest) levels") }
    while true {
      keys.append("[\(nodes.count)]")
      nodes.append(try value())
      keys.removeLast()
      skipSpace()
      if skip(UInt8(ascii: "]")) { return .list(nodes) }
      guard skip(UInt8(ascii: ",")) else { throw failure("\",\" or \"]\"") }
    }
  }

  private mutating func number() throws(Failure) -> Int {
    let start = position
    while let byte = peek, !Self.endsNumber.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 }
    guard isPlain, let number = Int(text) else {
      position = start
      throw failure("a whole number, a string, an object or a list", text.isEmpty ? nil : text)
    }
    return number
  }

  private mutating func string() throws(Failure) -> String {
    try take(UInt8(ascii: "\""))
    let start = position
    while let byte = peek, byte != UInt8(ascii: "\"") {
      // Names of scenarios, devices and toolchains need no escapes.
      guard byte != UInt8(ascii: "\\"), byte >= 32 else {
        throw failure("a string without escapes")
      }
      position += 1
    }
    guard let text = String(validating: bytes[start..<position], as: UTF8.self) else {
      throw failure("UTF-8")
    }
    try take(UInt8(ascii: "\""))
    return text
  }

  private static let endsNumber: [UInt8] = Array(" \t\r\n,]}{[:\"".utf8)

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = peek, [32, 9, 13, 10].contains(byte) {
      if byte == 10 { line += 1 }
      position += 1
    }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func take(_ byte: UInt8) throws(Failure) {
    guard skip(byte) else { throw failure("\"\(Character(UnicodeScalar(byte)))\"") }
  }

  private func failure(_ expected: String, _ value: String? = nil) -> Failure {
    let found = peek.map { byte in
      (33...126).contains(byte)
        ? "\"\(Character(UnicodeScalar(byte)))\"" : "the byte \(byte)"
    }
    return Failure(
      line: line,
      key: keys.isEmpty ? "the file" : keys.joined(separator: "."),
      value: value ?? found ?? "at its end",
      expected: expected
    )
  }
}
