#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How large a file of lines is in every way that a limit is on, found without keeping any of it.
struct InputSurvey {
  /// Its size.
  private(set) var bytes = 0
  /// How many lines it has.
  private(set) var lines = 0
  /// The bytes of the longest.
  private(set) var longestLine = 0
  /// The most values that a line may have: commas and brackets outside of strings, and one more.
  private(set) var mostValues = 0

  private var length = 0
  private var values = 0
  private var isInString = false
  private var isEscaped = false

  /// So much of a file is looked at.
  private static let limit = 8 << 30

  /// Looks at a regular file; nil for anything else, and for what cannot be read.
  ///
  /// - Complexity: O(bytes).
  init?(path: String) {
    guard let status = SystemCalls.status(of: path), status.isRegular else { return nil }
    let descriptor = SystemCalls.open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while bytes < Self.limit {
      let read = buffer.withUnsafeMutableBytes { SystemCalls.read(descriptor, into: $0) }
      guard let read else { return nil }
      if read == 0 { break }
      bytes += read
      for byte in buffer[0..<read] { take(byte) }
    }
    if length > 0 { endLine() }
  }

  private mutating func take(_ byte: UInt8) {
    if byte == 0x0A { return endLine() }
    length += 1
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else if byte == 0x22 {
        isInString = false
      }
      return
    }
    switch byte {
    case 0x22: isInString = true
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"): values += 1
    default: break
    }
  }

  private mutating func endLine() {
    lines += 1
    longestLine = max(longestLine, length)
    mostValues = max(mostValues, values + 1)
    (length, values, isInString, isEscaped) = (0, 0, false, false)
  }
}
