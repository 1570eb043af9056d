/// Reads rows as RFC 4180 has them (a line feed alone ends a row too), with the line of each.
struct CSVReader {
  private let path: String
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// The line on which the row read last began.
  private(set) var rowLine = 1

  init(_ bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
  }

  /// Reads the next row into `fields`.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `ReportError.invalid` for a broken quote or text that is not UTF-8.
  mutating func next(into fields: inout [String]) throws(ReportError) -> Bool {
    fields.removeAll(keepingCapacity: true)
    guard position < bytes.count else { return false }
    rowLine = line
    while true {
      fields.append(try field())
      guard position < bytes.count else { return true }
      switch bytes[position] {
      case UInt8(ascii: ","): position += 1
      case 0x0A:
        position += 1
        line += 1
        return true
      case 0x0D where position + 1 < bytes.count && bytes[position + 1] == 0x0A:
        position += 2
        line += 1
        return true
      default: throw invalid(fields.count, "a comma or the end of the row after a field")
      }
    }
  }

  private func invalid(_ column: Int, _ expected: String) -> ReportError {
    let found = position < bytes.count ? "the byte \(bytes[position])" : "the end of the file"
    return .invalid(
      path: path,
      line: line,
      key: "field \(column)",
      value: found,
      expected: expected
    )
  }

  private mutating func field() throws(ReportError) -> String {
    if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return try quoted() }
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D { break }
      if byte == UInt8(ascii: "\"") { throw invalid(0, "no quote inside an unquoted field") }
      position += 1
    }
    return try text(bytes[start..<position])
  }

  private mutating func quoted() throws(ReportError) -> String {
    var content: [UInt8] = []
    position += 1
    while true {
      guard position < bytes.count else { throw invalid(0, "a closing quote") }
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard position < bytes.count, bytes[position] == byte else { break }
        position += 1
      }
      if byte == 0x0A { line += 1 }
      content.append(byte)
    }
    return try text(content[...])
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(ReportError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw invalid(0, "UTF-8 before this")
    }
    return text
  }
}
