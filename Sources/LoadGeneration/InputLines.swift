import Foundation

/// The lines of a text file, split on `\n` only.
///
/// A `\r` before the `\n` is white space to JSON and so does no harm; U+2028 and its like stay in
/// their line. Lines of white space alone are passed over. A file ends at 1 GiB.
package struct InputLines {
  /// The file, as the user named it.
  package let path: String
  /// The whole file.
  package let bytes: [UInt8]

  static let byteLimit = 1 << 30

  /// Takes `bytes` as the content of `path`.
  init(_ bytes: [UInt8], path: String) {
    self.path = path
    self.bytes = bytes
  }

  /// Reads the file at `path`.
  ///
  /// - Throws: ``InputError`` when it is missing, a directory, unreadable or too large.
  init(path: String) throws(InputError) {
    self.path = path
    bytes = try InputLines.read(path)
  }

  /// Reads a whole file.
  static func read(_ path: String) throws(InputError) -> [UInt8] {
    let manager = FileManager.default
    var isDirectory: ObjCBool = false
    guard manager.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw InputError(
        path: path,
        problem: "no such file",
        expected: "a file that exists",
        advice: "Check the path; it is taken from \(manager.currentDirectoryPath)."
      )
    }
    if isDirectory.boolValue {
      throw InputError(
        path: path,
        problem: "a directory",
        expected: "a file",
        advice: "Name a file in it."
      )
    }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
      if data.count > byteLimit {
        throw InputError(
          path: path,
          problem: "the file is too large",
          value: "\(data.count) bytes",
          expected: "at most \(byteLimit) bytes",
          advice: "Split it."
        )
      }
      return Array(data)
    } catch let error as InputError {
      throw error
    } catch {
      let isDenied = (error as? CocoaError)?.code == .fileReadNoPermission
      throw InputError(
        path: path,
        problem: isDenied ? "no permission to read" : "the file cannot be read",
        value: isDenied ? nil : "\((error as NSError).localizedDescription)",
        expected: "a readable file",
        advice: isDenied ? "Give yourself the right: chmod u+r \(path)" : "Check the disk."
      )
    }
  }

  /// Reads a whole file as text.
  ///
  /// - Throws: ``InputError`` when it cannot be read or has a line that is not UTF-8.
  package static func text(path: String) throws(InputError) -> String {
    let bytes = try read(path)
    try bytes.withUnsafeBufferPointer { buffer throws(InputError) in
      var start = 0
      var line = 1
      while start < buffer.count {
        let end = buffer[start...].firstIndex(of: 0x0A) ?? buffer.count
        try checkUTF8(buffer, start..<end, path: path, line: line)
        start = end + 1
        line += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the first line that is not blank is an object with `key`.
  ///
  /// - Throws: ``InputError`` when that line is not UTF-8 or not JSON, or the file has no lines.
  func firstObjectHas(_ key: String) throws(InputError) -> Bool {
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
  func forEachValue(
    limit: Int = .max,
    _ body: (InputValue) throws(InputError) -> Void
  ) throws(InputError) {
    var count = 0
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
        var parser = JSONLineParser(buffer, range: range, path: path, line: line)
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
