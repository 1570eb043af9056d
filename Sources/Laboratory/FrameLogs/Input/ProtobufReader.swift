/// The fields of a protobuf message, read by hand.
///
/// Two dozen fields of four messages are wanted out of traces that are mostly others: stepping over
/// them by their length takes a hundredth of what decoding them by swift-protobuf would, and the
/// schema that it would need has thousands of messages. Format:
/// protobuf.dev/programming-guides/encoding.
struct ProtobufFields {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The bytes are no message.
  struct Malformed: Error {}

  /// What a field holds.
  enum Value {
    case number(UInt64)
    case bytes(Bytes)
    /// Four or eight bytes, which nothing here is.
    case fixed
  }

  private let bytes: Bytes
  private var at = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  /// The next field; nil at the end.
  mutating func next() throws(Malformed) -> (number: Int, value: Value)? {
    guard at < bytes.count else { return nil }
    let tag = try varint()
    let number = Int(truncatingIfNeeded: tag >> 3)
    guard number > 0 else { throw Malformed() }
    switch tag & 7 {
    case 0: return (number, .number(try varint()))
    case 1:
      try skip(8)
      return (number, .fixed)
    case 2:
      let length = try varint()
      guard length <= UInt64(bytes.count - at) else { throw Malformed() }
      let start = at
      at += Int(length)
      return (number, .bytes(Bytes(rebasing: bytes[start..<at])))
    case 5:
      try skip(4)
      return (number, .fixed)
    default: throw Malformed()
    }
  }

  private mutating func skip(_ count: Int) throws(Malformed) {
    guard bytes.count - at >= count else { throw Malformed() }
    at += count
  }

  private mutating func varint() throws(Malformed) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while at < bytes.count, shift < 64 {
      let byte = bytes[at]
      at += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw Malformed()
  }
}

extension ProtobufFields.Value {
  /// The number as a signed one; nil for anything else.
  var signed: Int64? { if case .number(let value) = self { Int64(bitPattern: value) } else { nil } }
  /// The bytes as text; nil for anything else.
  var text: String? { if case .bytes(let bytes) = self { bytes.text } else { nil } }
}

/// The packets of a Perfetto trace, one after the other: field 1 of the message around them.
struct PacketReader {
  /// Longer packets are passed over: no frame event is.
  static let longest = 64 << 20

  private let stream: ByteStream
  private var buffer: [UInt8] = []
  private var at = 0
  /// Whether the last packet was cut off.
  private(set) var isUnfinished = false
  /// Packets that were too long.
  private(set) var overlong = 0

  init(_ stream: ByteStream) { self.stream = stream }

  /// Makes sure of so many bytes; false when the file has fewer.
  private mutating func fill(_ count: Int) throws -> Bool {
    while buffer.count - at < count {
      guard let piece = try stream.next() else { return false }
      if at > 0 {
        buffer.removeFirst(at)
        at = 0
      }
      buffer += piece
    }
    return true
  }

  private mutating func varint() throws -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      guard try fill(1) else { return nil }
      let byte = buffer[at]
      at += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw ProtobufFields.Malformed()
  }

  private mutating func skip(_ count: UInt64) throws -> Bool {
    var left = count
    while left > 0 {
      guard try fill(1) else { return false }
      let step = min(left, UInt64(buffer.count - at))
      at += Int(step)
      left -= step
    }
    return true
  }

  /// Calls `body` with each packet.
  ///
  /// - Throws: `ProtobufFields.Malformed` where the bytes are no trace.
  mutating func forEach(_ body: (ProtobufFields.Bytes) throws -> Void) throws {
    while try fill(1) {
      guard let tag = try varint() else {
        isUnfinished = true
        return
      }
      guard tag >> 3 > 0 else { throw ProtobufFields.Malformed() }
      var isWhole = true
      switch tag & 7 {
      case 0: isWhole = try varint() != nil
      case 1: isWhole = try skip(8)
      case 5: isWhole = try skip(4)
      case 2:
        guard let length = try varint() else {
          isUnfinished = true
          return
        }
        if tag >> 3 != 1 || length > UInt64(Self.longest) {
          if tag >> 3 == 1 { overlong += 1 }
          isWhole = try skip(length)
        } else if try fill(Int(length)) {
          let (start, end) = (at, at + Int(length))
          at = end
          try buffer.withUnsafeBufferPointer { bytes in
            try body(ProtobufFields.Bytes(rebasing: bytes[start..<end]))
          }
        } else {
          isWhole = false
        }
      default: throw ProtobufFields.Malformed()
      }
      if !isWhole {
        isUnfinished = true
        return
      }
    }
  }
}
