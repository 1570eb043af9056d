/// What a JSON text may hold at most.
package struct JSONLimits {
  package var depth: Int
  package var values: Int

  /// The limits on lines that people write.
  package init() throws(InputError) {
    depth = try InputLimit.depth.value()
    values = try InputLimit.lineValues.value()
  }

  /// Those on what the program writes, which may be long.
  package init(depth: Int) { (self.depth, values) = (depth, .max) }
}

/// Parses JSON, strictly after RFC 8259, and knows the place of every value: a line of an NDJSON
/// file, or a file that is one value.
///
/// Columns count Unicode scalars from 1.
package struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where the line at hand begins.
  private var start: Int
  private let end: Int
  private let path: String
  private var line: Int
  private var position: Int
  private var continuations = 0
  private var values = 0
  private let limits: JSONLimits
  /// Whether the text is one line, which ends with it.
  private let isOneLine: Bool

  /// Parses `bytes[range]`, line `line` of `path`.
  package init(
    _ bytes: UnsafeBufferPointer<UInt8>,
    range: Range<Int>,
    path: String,
    line: Int,
    _ limits: JSONLimits,
    isOneLine: Bool = true
  ) {
    self.bytes = bytes
    start = range.lowerBound
    end = range.upperBound
    self.path = path
    self.line = line
    self.limits = limits
    self.isOneLine = isOneLine
    position = range.lowerBound
  }

  /// Parses a file that is one value, such as the program writes.
  ///
  /// - Parameter depth: How deep it may nest.
  /// - Throws: ``InputError`` with line and column of what is not UTF-8 or not JSON.
  package static func document(
    _ bytes: [UInt8],
    path: String,
    depth: Int
  ) throws(InputError) -> InputValue {
    try bytes.withUnsafeBufferPointer { buffer throws(InputError) in
      if String(validating: buffer, as: UTF8.self) == nil {
        _ = try InputLines.text(of: InputFile(path: path, bytes: bytes))
      }
      var parser = JSONParser(
        buffer,
        range: 0..<buffer.count,
        path: path,
        line: 1,
        JSONLimits(depth: depth),
        isOneLine: false
      )
      return try parser.parse()
    }
  }

  /// Parses the line as one value with nothing after it.
  ///
  /// - Throws: ``InputError`` with the column at which the line stops being JSON.
  package mutating func parse() throws(InputError) -> InputValue {
    skipSpace()
    let value = try parseValue(depth: 0)
    skipSpace()
    if position < end { throw broken(expected: "the end of the \(isOneLine ? "line" : "file")") }
    return value
  }

  private var column: Int { position - start - continuations + 1 }

  private mutating func skipSpace() {
    while position < end {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A else { return }
      position += 1
      if byte == 0x0A { (line, start, continuations) = (line + 1, position, 0) }
    }
  }

  private mutating func parseValue(depth: Int) throws(InputError) -> InputValue {
    let column = column
    guard position < end else { throw broken(expected: "a value") }
    let line = line
    if depth > limits.depth {
      guard isOneLine else {
        throw broken(expected: "at most \(limits.depth) levels of nesting")
      }
      throw InputLimit.depth.error(
        path: path,
        line: line,
        column: column,
        limit: limits.depth,
        advice: "Nest less deeply."
      )
    }
    values += 1
    if values > limits.values {
      throw InputLimit.lineValues.error(
        path: path,
        line: line,
        column: column,
        limit: limits.values,
        advice: "Split what stands there."
      )
    }
    switch bytes[position] {
    case UInt8(ascii: "{"):
      return InputValue(.fields(try parseFields(depth: depth)), line: line, column: column)
    case UInt8(ascii: "["):
      return InputValue(.list(try parseList(depth: depth)), line: line, column: column)
    case UInt8(ascii: "\""):
      return InputValue(.string(try parseString()), line: line, column: column)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return InputValue(.number(try parseNumber()), line: line, column: column)
    case UInt8(ascii: "t"):
      try skipWord("true")
      return InputValue(.bool(true), line: line, column: column)
    case UInt8(ascii: "f"):
      try skipWord("false")
      return InputValue(.bool(false), line: line, column: column)
    case UInt8(ascii: "n"):
      try skipWord("null")
      return InputValue(.null, line: line, column: column)
    default:
      throw broken(expected: "a value")
    }
  }

  private mutating func skipWord(_ word: StaticString) throws(InputError) {
    let count = word.utf8CodeUnitCount
    for index in 0..<count {
      guard position + index < end, bytes[position + index] == word.utf8Start[index] else {
        throw broken(expected: "a value")
      }
    }
    position += count
  }

  private mutating func parseFields(depth: Int) throws(InputError) -> [InputValue.Field] {
    var fields: [InputValue.Field] = []
    var keys = KeySet()
    position += 1
    skipSpace()
    if position < end, bytes[position] == UInt8(ascii: "}") {
      position += 1
      return fields
    }
    while true {
      skipSpace()
      let (keyLine, keyColumn) = (line, column)
      guard position < end, bytes[position] == UInt8(ascii: "\"") else {
        throw broken(expected: "a key in double quotes")
      }
      let key = try parseString()
      if !keys.insert(key, among: fields) {
        throw InputError(
          path: path,
          line: keyLine,
          column: keyColumn,
          problem: "a key stands twice",
          value: key,
          expected: "each key once",
          advice: "Remove one of them."
        )
      }
      skipSpace()
      guard position < end, bytes[position] == UInt8(ascii: ":") else {
        throw broken(expected: "':' after the key")
      }
      position += 1
      skipSpace()
      let value = try parseValue(depth: depth + 1)
      fields.append(InputValue.Field(key: key, line: keyLine, column: keyColumn, value: value))
      if try endsAfterItem(UInt8(ascii: "}"), expected: "',' or '}'") { return fields }
    }
  }

  private mutating func parseList(depth: Int) throws(InputError) -> [InputValue] {
    var values: [InputValue] = []
    position += 1
    skipSpace()
    if position < end, bytes[position] == UInt8(ascii: "]") {
      position += 1
      return values
    }
    while true {
      skipSpace()
      values.append(try parseValue(depth: depth + 1))
      if try endsAfterItem(UInt8(ascii: "]"), expected: "',' or ']'") { return values }
    }
  }

  private mutating func endsAfterItem(
    _ closing: UInt8,
    expected: String
  ) throws(InputError) -> Bool {
    skipSpace()
    guard position < end, bytes[position] == closing || bytes[position] == UInt8(ascii: ",") else {
      throw broken(expected: expected)
    }
    position += 1
    return bytes[position - 1] == closing
  }

  private mutating func parseNumber() throws(InputError) -> String {
    let first = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let leading = position
    try skipDigits()
    if bytes[leading] == UInt8(ascii: "0"), position > leading + 1 {
      position = leading + 1
      throw broken(expected: "a number without leading zeros")
    }
    if position < end, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      let isSigned =
        position < end
        && (bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-"))
      if isSigned { position += 1 }
      try skipDigits()
    }
    return String(decoding: bytes[first..<position], as: UTF8.self)
  }

  private mutating func skipDigits() throws(InputError) {
    let first = position
    while position < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
      position += 1
    }
    if position == first { throw broken(expected: "a digit") }
  }

  private mutating func parseString() throws(InputError) -> String {
    position += 1
    let first = position
    // What was decoded; empty and unused until the first escape.
    var decoded: [UInt8] = []
    var hasEscapes = false
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        if hasEscapes { return String(decoding: decoded, as: UTF8.self) }
        return String(decoding: bytes[first..<(position - 1)], as: UTF8.self)
      }
      if byte < 0x20 { throw broken(expected: "control characters to be escaped in a text") }
      if byte == UInt8(ascii: "\\") {
        if !hasEscapes { decoded = Array(bytes[first..<position]) }
        hasEscapes = true
        try parseEscape(into: &decoded)
        continue
      }
      if byte & 0xC0 == 0x80 { continuations += 1 }
      if hasEscapes { decoded.append(byte) }
      position += 1
    }
    throw broken(expected: "a closing '\"'")
  }

  private mutating func parseEscape(into text: inout [UInt8]) throws(InputError) {
    let escape = position
    guard position + 1 < end else {
      position = end
      throw broken(expected: "the rest of an escape")
    }
    if let byte = Self.unescaped(bytes[position + 1]) {
      text.append(byte)
      position += 2
      return
    }
    guard bytes[position + 1] == UInt8(ascii: "u") else {
      throw broken(expected: "an escape of JSON: \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u")
    }
    var code = try parseHexadecimal(at: position + 2)
    position += 6
    let isLead = (0xD800...0xDBFF).contains(code)
    if isLead, position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    {
      let trail = try parseHexadecimal(at: position + 2)
      if (0xDC00...0xDFFF).contains(trail) {
        code = 0x10000 + (code - 0xD800) << 10 + (trail - 0xDC00)
        position += 6
      }
    }
    guard let scalar = Unicode.Scalar(code) else {
      position = escape
      throw broken(
        expected: "a pair of surrogates",
        advice: "Give half a character in \"bytes_hex\"."
      )
    }
    text.append(contentsOf: Array(String(scalar).utf8))
  }

  /// What a backslash and `byte` stand for; nil when that is no escape of one letter.
  private static func unescaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  private mutating func parseHexadecimal(at first: Int) throws(InputError) -> UInt32 {
    var code: UInt32 = 0
    for index in first..<(first + 4) {
      guard index < end, let digit = HexadecimalText.value(ofDigit: bytes[index]) else {
        position = min(index, end)
        throw broken(expected: "four hexadecimal digits")
      }
      code = code << 4 | UInt32(digit)
    }
    return code
  }

  private func broken(
    expected: String,
    advice: String? = nil
  ) -> InputError {
    let rest = bytes[min(position, end)..<end]
    let found = String(decoding: rest.prefix(160), as: UTF8.self)
    return InputError(
      path: path,
      line: line,
      column: column,
      problem: "broken JSON",
      value: rest.isEmpty ? "the \(isOneLine ? "line" : "file") ends" : found,
      expected: expected,
      advice: advice
        ?? (isOneLine
          ? "Write one complete JSON object a line." : "Restore the file, or have it made anew.")
    )
  }
}

/// The keys of an object so far: few are looked through, many are hashed.
private struct KeySet {
  private static let few = 16
  private var hashed: Set<String> = []

  /// Whether `key` was not there yet.
  mutating func insert(_ key: String, among fields: [InputValue.Field]) -> Bool {
    if fields.count < Self.few { return !fields.contains { $0.key == key } }
    if hashed.isEmpty { hashed = Set(fields.map(\.key)) }
    return hashed.insert(key).inserted
  }
}
