/// Reads JSON (RFC 8259) and keeps the line of every value.
struct JSONReader {
  private let path: String
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// Containers inside each other; more are refused.
  private static let deepest = 64

  /// Reads the only value of a file.
  ///
  /// - Throws: `ReportError.invalid` with the line of what is wrong.
  static func read(_ bytes: [UInt8], path: String) throws(ReportError) -> JSONValue {
    var reader = JSONReader(path: path, bytes: bytes)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.unexpected("the end of the file") }
    return value
  }

  private init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func unexpected(_ expected: String) -> ReportError {
    let found = next.map { byte in
      byte > 32 && byte < 127 ? "\"\(Character(Unicode.Scalar(byte)))\"" : "the byte \(byte)"
    }
    return .invalid(
      path: path,
      line: line,
      key: "JSON",
      value: found ?? "the end of the file",
      expected: expected
    )
  }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
      if byte == 0x0A { line += 1 }
      position += 1
    }
  }

  private mutating func value(depth: Int) throws(ReportError) -> JSONValue {
    skipSpace()
    let start = line
    guard depth <= Self.deepest else { throw unexpected("at most \(Self.deepest) levels") }
    switch next {
    case UInt8(ascii: "{"): return JSONValue(.object(try members(depth: depth)), line: start)
    case UInt8(ascii: "["): return JSONValue(.array(try elements(depth: depth)), line: start)
    case UInt8(ascii: "\""): return JSONValue(.string(try string()), line: start)
    case UInt8(ascii: "t"): return JSONValue(try word("true", .bool(true)), line: start)
    case UInt8(ascii: "f"): return JSONValue(try word("false", .bool(false)), line: start)
    case UInt8(ascii: "n"): return JSONValue(try word("null", .null), line: start)
    default: return JSONValue(.number(try number()), line: start)
    }
  }

  private mutating func word(
    _ text: String,
    _ content: JSONValue.Content
  ) throws(ReportError) -> JSONValue.Content {
    guard bytes[position...].starts(with: text.utf8) else { throw unexpected("a value") }
    position += text.utf8.count
    return content
  }

  private mutating func number() throws(ReportError) -> String {
    let start = position
    while let byte = next, "+-.eE0123456789".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard Double(text) != nil, let first = text.first, first == "-" || first.isNumber else {
      position = start
      throw unexpected("a value")
    }
    return text
  }

  private mutating func elements(depth: Int) throws(ReportError) -> [JSONValue] {
    var values: [JSONValue] = []
    position += 1
    skipSpace()
    if next == UInt8(ascii: "]") {
      position += 1
      return values
    }
    while true {
      values.append(try value(depth: depth + 1))
      skipSpace()
      switch next {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "]"):
        position += 1
        return values
      default: throw unexpected("a comma or ]")
      }
    }
  }

  private mutating func members(depth: Int) throws(ReportError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    position += 1
    skipSpace()
    if next == UInt8(ascii: "}") {
      position += 1
      return members
    }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
      let key = try string()
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw unexpected("a colon") }
      position += 1
      members.append(.init(key: key, value: try value(depth: depth + 1)))
      skipSpace()
      switch next {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "}"):
        position += 1
        return members
      default: throw unexpected("a comma or }")
      }
    }
  }

  private mutating func string() throws(ReportError) -> String {
    var text: [UInt8] = []
    position += 1
    while true {
      guard let byte = next, byte >= 0x20 else { throw unexpected("the end of a string") }
      position += 1
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        text.append(contentsOf: String(try escape()).utf8)
      } else {
        text.append(byte)
      }
    }
    guard let valid = String(validating: text, as: UTF8.self) else {
      throw unexpected("valid UTF-8 before this")
    }
    return valid
  }

  private mutating func escape() throws(ReportError) -> Unicode.Scalar {
    guard let byte = next else { throw unexpected("an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"):
      let unit = try hexadecimal()
      if let scalar = Unicode.Scalar(unit) { return scalar }
      guard unit < 0xDC00, bytes[position...].starts(with: "\\u".utf8) else {
        throw unexpected("the second half of a surrogate pair")
      }
      position += 2
      let second = try hexadecimal()
      let joined = 0x10000 + ((unit & 0x3FF) << 10) + (second & 0x3FF)
      guard (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(joined) else {
        throw unexpected("the second half of a surrogate pair")
      }
      return scalar
    default: throw unexpected("a known escape before this")
    }
  }

  private mutating func hexadecimal() throws(ReportError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    let text = String(decoding: digits, as: UTF8.self)
    guard digits.count == 4, text.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16)
    else { throw unexpected("four hexadecimal digits") }
    position += 4
    return value
  }
}
