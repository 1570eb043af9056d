/// The lines of a text, one after the other, in bounded memory.
struct LineReader {
  /// One line without its end.
  typealias Line = UnsafeBufferPointer<UInt8>

  private let stream: ByteStream
  /// How many lines were longer than `FrameLimit.lineBytes` and passed over.
  private(set) var overlong = 0
  /// Whether the last line had no end of its own.
  private(set) var isUnfinished = false

  init(_ stream: ByteStream) { self.stream = stream }

  /// Calls `body` with each line and its number, from 1, until it returns false.
  ///
  /// Lines end with LF or CRLF.
  mutating func forEach(_ body: (Int, Line) throws -> Bool) throws {
    var rest: [UInt8] = []
    var number = 0
    var isSkipping = false
    while let piece = try stream.next() {
      var start = 0
      let goesOn = try piece.withUnsafeBufferPointer { bytes -> Bool in
        while let end = bytes[start...].firstIndex(of: 0x0A) {
          defer { start = end + 1 }
          if isSkipping {
            isSkipping = false
            continue
          }
          number += 1
          if rest.isEmpty {
            let line = Self.trimmed(UnsafeBufferPointer(rebasing: bytes[start..<end]))
            if try !body(number, line) { return false }
          } else {
            rest += bytes[start..<end]
            let goesOn = try rest.withUnsafeBufferPointer { try body(number, Self.trimmed($0)) }
            rest.removeAll(keepingCapacity: true)
            if !goesOn { return false }
          }
        }
        return true
      }
      if !goesOn { return }
      if !isSkipping { rest += piece[start...] }
      if rest.count > FrameLimit.lineBytes {
        rest.removeAll(keepingCapacity: false)
        overlong += 1
        number += 1
        isSkipping = true
      }
    }
    if !rest.isEmpty {
      isUnfinished = true
      _ = try rest.withUnsafeBufferPointer { try body(number + 1, Self.trimmed($0)) }
    }
  }

  private static func trimmed(_ line: Line) -> Line {
    var end = line.count
    while end > 0, line[end - 1] == 0x0D { end -= 1 }
    return end == line.count ? line : UnsafeBufferPointer(rebasing: line[..<end])
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes as text.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// Whether the bytes begin with those of `text`.
  func hasPrefix(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard self.count >= count else { return false }
    for index in 0..<count where self[index] != text.utf8Start[index] { return false }
    return true
  }

  /// Whether the bytes of `text` stand somewhere in these.
  func contains(_ text: StaticString) -> Bool { position(of: text) != nil }

  /// Where the bytes of `text` first stand; nil when they do not.
  func position(of text: StaticString) -> Int? {
    let count = text.utf8CodeUnitCount
    guard count > 0, self.count >= count else { return nil }
    let first = text.utf8Start[0]
    var at = 0
    let last = self.count - count
    while at <= last {
      guard let next = self[at...last].firstIndex(of: first) else { return nil }
      var matched = 1
      while matched < count, self[next + matched] == text.utf8Start[matched] { matched += 1 }
      if matched == count { return next }
      at = next + 1
    }
    return nil
  }

  /// Without the blanks at both ends.
  var withoutBlanks: UnsafeBufferPointer<UInt8> {
    var (start, end) = (0, count)
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return UnsafeBufferPointer(rebasing: self[start..<end])
  }
}
