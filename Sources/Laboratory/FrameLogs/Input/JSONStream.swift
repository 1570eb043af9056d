import Foundation

/// Reads JSON from a stream of bytes: walks objects and arrays, and hands out single values whole.
///
/// Nothing but the value at hand is kept, so an array of a million events needs the memory of one.
/// What a value holds is then decoded by Foundation's `JSONDecoder`.
final class JSONStream {
  /// The text ended inside a value.
  struct Unfinished: Error {}

  private let stream: ByteStream
  private var bytes: [UInt8] = []
  private var at = 0
  private var line = 1
  private var isAtEnd = false
  /// How many values were longer than `FrameLimit.eventBytes` and passed over.
  private(set) var overlong = 0

  init(_ stream: ByteStream) { self.stream = stream }

  /// The line that is being read, from 1.
  var currentLine: Int { line }

  // MARK: Bytes

  private func fill() throws -> Bool {
    if at < bytes.count { return true }
    guard !isAtEnd, let piece = try stream.next() else {
      isAtEnd = true
      return false
    }
    bytes = piece
    at = 0
    return true
  }

  private func byte() throws -> UInt8 {
    guard try fill() else { throw Unfinished() }
    let byte = bytes[at]
    at += 1
    if byte == 0x0A { line += 1 }
    return byte
  }

  /// The next byte that is no blank, which stays; nil at the end of the text.
  func peek() throws -> UInt8? {
    while try fill() {
      switch bytes[at] {
      case 0x0A:
        line += 1
        at += 1
      case 0x20, 0x09, 0x0D, 0x1E, 0x00: at += 1
      default: return bytes[at]
      }
    }
    return nil
  }

  /// Takes the next byte if it is this one.
  func take(_ wanted: UInt8) throws -> Bool {
    guard try peek() == wanted else { return false }
    at += 1
    return true
  }

  private func fault(_ expected: String) throws -> FrameLogError {
    let found = try peek().map { "`" + String(decoding: [$0], as: UTF8.self) + "`" } ?? "the end"
    return FrameLogError(
      path: stream.path,
      line: line,
      problem: "\(found) in the JSON",
      expected: expected,
      advice: "Export the file again; a damaged one cannot be read."
    )
  }

  // MARK: Structure

  /// Calls `body` before each value: the elements of a list, and those that follow each other without one.
  ///
  /// - Returns: Whether the text ended inside a value, as that of a tool that was stopped.
  func values(_ body: () throws -> Void) throws -> Bool {
    try isCutOff {
      while let next = try peek() {
        if next == 0x5B { try elements(body) } else { try body() }
      }
    }
  }

  /// Whether the text ended inside a value while `body` took it.
  func isCutOff(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return false
    } catch is Unfinished {
      return true
    }
  }

  /// Calls `body` with the name of each member; it must take the value.
  func members(_ body: (String) throws -> Void) throws {
    guard try take(0x7B) else { throw try fault("an object") }
    while true {
      if try take(0x7D) { return }
      if try take(0x2C) { continue }
      guard let next = try peek() else { throw Unfinished() }
      guard next == 0x22 else { throw try fault("a name in quotes or }") }
      var raw: [UInt8] = []
      try copyString(into: &raw, limit: 4096)
      guard try take(0x3A) else {
        if try peek() == nil { throw Unfinished() }
        throw try fault("a colon")
      }
      try body(Self.text(raw.dropFirst().dropLast()))
    }
  }

  /// What stands between quotes, with its escapes resolved; as it is written where they are none of JSON.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    if bytes.contains(0x5C),
      let text = try? JSONDecoder().decode(String.self, from: Data([0x22] + bytes + [0x22]))
    {
      return text
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Calls `body` before each element; it must take the element.
  func elements(_ body: () throws -> Void) throws {
    guard try take(0x5B) else { throw try fault("an array") }
    while true {
      if try take(0x5D) { return }
      if try take(0x2C) { continue }
      guard try peek() != nil else { throw Unfinished() }
      try body()
    }
  }

  /// The bytes of the next value.
  ///
  /// - Parameter limit: Longer ones are passed over and counted; they come out empty.
  func value(limit: Int = FrameLimit.eventBytes) throws -> [UInt8] {
    var result: [UInt8] = []
    try copyValue(into: &result, limit: limit)
    return result
  }

  /// The same into an array that is used again.
  func copyValue(into result: inout [UInt8], limit: Int = FrameLimit.eventBytes) throws {
    result.removeAll(keepingCapacity: true)
    guard let first = try peek() else { throw Unfinished() }
    if first == 0x7B || first == 0x5B {
      try copyNested(into: &result, limit: limit)
    } else if first == 0x22 {
      try copyString(into: &result, limit: limit)
    } else {
      try copyPlain(into: &result)
    }
    if result.count > limit {
      overlong += 1
      result.removeAll(keepingCapacity: false)
    }
  }

  /// Passes over the next value.
  func skip() throws {
    let counted = overlong
    defer { overlong = counted }
    var ignored: [UInt8] = []
    try copyValue(into: &ignored, limit: 0)
  }

  private func copyPlain(into result: inout [UInt8]) throws {
    while try fill() {
      let next = bytes[at]
      switch next {
      case 0x2C, 0x5D, 0x7D, 0x20, 0x09, 0x0A, 0x0D:
        if result.isEmpty { throw try fault("a value") }
        return
      default:
        result.append(next)
        at += 1
      }
      if result.count > 4096 { throw try fault("a number or a word") }
    }
    if result.isEmpty { throw Unfinished() }
  }

  private func copyString(into result: inout [UInt8], limit: Int) throws {
    result.append(try byte())
    var isEscaped = false
    while true {
      let next = try byte()
      if result.count <= limit { result.append(next) }
      if isEscaped {
        isEscaped = false
      } else if next == 0x5C {
        isEscaped = true
      } else if next == 0x22 {
        return
      }
    }
  }

  private func copyNested(into result: inout [UInt8], limit: Int) throws {
    var depth = 0
    var isInString = false
    var isEscaped = false
    while true {
      guard try fill() else { throw Unfinished() }
      let start = at
      var lines = 0
      var isDone = false
      var isTooDeep = false
      at = bytes.withUnsafeBufferPointer { bytes -> Int in
        var at = start
        while at < bytes.count {
          let next = bytes[at]
          at += 1
          if isInString {
            if isEscaped {
              isEscaped = false
            } else if next == 0x5C {
              isEscaped = true
            } else if next == 0x22 {
              isInString = false
            }
            continue
          }
          switch next {
          case 0x22: isInString = true
          case 0x7B, 0x5B:
            depth += 1
            isTooDeep = isTooDeep || depth > FrameLimit.depth
          case 0x7D, 0x5D:
            depth -= 1
            if depth == 0 {
              isDone = true
              return at
            }
          case 0x0A: lines += 1
          default: break
          }
        }
        return at
      }
      line += lines
      if isTooDeep { throw try fault("nesting of at most \(FrameLimit.depth)") }
      if result.count <= limit { result += bytes[start..<at] }
      if isDone { return }
    }
  }
}
