/// The lines of a text file, split on `\n` only.
///
/// A `\r` before the `\n` is white space to JSON and so does no harm; U+2028 and its like stay in
/// their line. Lines of white space alone are passed over.
package struct InputLines {
  /// The file, as the user named it.
  package let path: String
  /// The whole file.
  package let bytes: [UInt8]

  /// Takes `bytes` as the content of `path`.
  package init(_ bytes: [UInt8], path: String) {
    self.path = path
    self.bytes = bytes
  }

  /// Reads the input at `path`; `-` is standard input.
  ///
  /// - Throws: ``InputError`` as `InputFile.read` does.
  package init(path: String) throws(InputError) {
    let file = try InputFile.read(path, as: .lines)
    self.init(file.bytes, path: file.path)
  }

  /// The text of an input.
  ///
  /// - Throws: ``InputError`` when it has a line that is not UTF-8.
  package static func text(of file: InputFile) throws(InputError) -> String {
    try file.bytes.withUnsafeBufferPointer { buffer throws(InputError) in
      var start = 0
      var line = 1
      while start < buffer.count {
        let end = buffer[start...].firstIndex(of: 0x0A) ?? buffer.count
        try checkUTF8(buffer, start..<end, path: file.path, line: line)
        start = end + 1
        line += 1
      }
    }
    return String(decoding: file.bytes, as: UTF8.self)
  }

  /// Whether the first line that is not blank is an object with `key`.
  ///
  /// - Throws: ``InputError`` when that line is not UTF-8 or not JSON, or the file has no lines.
  package func firstObjectHas(_ key: String) throws(InputError) -> Bool {
    var has = false
    try forEachValue(limit: 1) { value throws(InputError) in
      if case .fields(let fields) = value.kind { has = fields.contains { $0.key == key } }
    }
    return has
  }

  /// Calls `body` with the first `limit` lines that are not blank, parsed as JSON.
  ///
  /// - Throws: ``InputError`` for a line that is not UTF-8 or not JSON, for a file without lines,
  ///   and what `body` throws.
  package func forEachValue(
    limit: Int = .max,
    _ body: (InputValue) throws(InputError) -> Void
  ) throws(InputError) {
    var count = 0
    let limits = try JSONLimits()
    try bytes.withUnsafeBufferPointer { buffer throws(InputError) in
      var start = 0
      var line = 0
      while start < buffer.count, count < limit {
        let end = buffer[start...].firstIndex(of: 0x0A) ?? buffer.count
        line += 1
        let range = start..<end
        start = end + 1
        let isBlank = buffer[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        if isBlank { continue }
        count += 1
        try Self.checkUTF8(buffer, range, path: path, line: line)
        var parser = JSONParser(buffer, range: range, path: path, line: line, limits)
        try body(try parser.parse())
      }
    }
    if count == 0 {
      throw InputError(
        path: path,
        problem: bytes.isEmpty ? "the file is empty" : "the file has blank lines only",
        expected: "a JSON object a line",
        advice: "Give a stream or an event script."
      )
    }
  }

  private static func checkUTF8(
    _ buffer: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>,
    path: String,
    line: Int
  ) throws(InputError) {
    guard buffer[range].contains(where: { $0 >= 0x80 }) else { return }
    if String(validating: buffer[range], as: UTF8.self) != nil { return }
    var valid = 0
    var decoder = UTF8()
    var iterator = buffer[range].makeIterator()
    var column = 1
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        valid += UTF8.width(scalar)
        column += 1
      case .emptyInput, .error: break decoding
      }
    }
    let bad = buffer[(range.lowerBound + valid)..<range.upperBound].prefix(4)
    let shown = bad.map { String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    throw InputError(
      path: path,
      line: line,
      column: column,
      problem: "not UTF-8",
      value: "bytes \(shown)",
      expected: "UTF-8",
      advice: "Save the file as UTF-8; in a stream give half a character in \"bytes_hex\"."
    )
  }
}
