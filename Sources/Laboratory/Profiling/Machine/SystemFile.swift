#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Small text files of the system, such as those under /proc.
enum SystemFile {
  /// No file that is read here is longer.
  static let longest = 1 << 20

  /// Reads a whole file; nil when it is missing, not readable, not UTF-8 or longer than `longest`.
  static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let length = read(file, &buffer, buffer.count)
      if length < 0 { return nil }
      if length == 0 { return String(validating: bytes, as: UTF8.self) }
      bytes += buffer[0..<length]
      if bytes.count > longest { return nil }
    }
  }

  /// The value of the first line `key`, separator, value; nil without such a line.
  static func value(of key: String, separator: Character, in text: String) -> String? {
    for line in text.split(separator: "\n") {
      guard let cut = line.firstIndex(of: separator),
        trimmed(line[..<cut]) == key
      else { continue }
      let value = trimmed(line[line.index(after: cut)...])
      return value.isEmpty ? nil : value
    }
    return nil
  }

  /// Takes white space off both ends.
  static func trimmed(_ text: Substring) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }
}
