/// Writes the wire format of Protocol Buffers: fields one after the other, numbers least first.
///
/// Source of the format: protobuf.dev, "Encoding".
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  private mutating func put(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Adds a whole number; a negative one takes ten bytes.
  mutating func add(_ field: Int, _ value: Int64) {
    put(varint: UInt64(field) << 3)
    put(varint: UInt64(bitPattern: value))
  }

  /// Adds a whole number.
  mutating func add(_ field: Int, _ value: Int) { add(field, Int64(value)) }

  /// Adds a number without sign.
  mutating func add(_ field: Int, unsigned value: UInt64) {
    put(varint: UInt64(field) << 3)
    put(varint: value)
  }

  /// Adds a truth value.
  mutating func add(_ field: Int, _ value: Bool) { add(field, value ? 1 : 0) }

  /// Adds text.
  mutating func add(_ field: Int, _ text: String) { add(field, bytes: Array(text.utf8)) }

  /// Adds a message.
  mutating func add(_ field: Int, _ message: ProtobufWriter) { add(field, bytes: message.bytes) }

  /// Adds bytes as they are.
  mutating func add(_ field: Int, bytes part: [UInt8]) {
    put(varint: UInt64(field) << 3 | 2)
    put(varint: UInt64(part.count))
    bytes += part
  }

  /// Adds the fields of another message to this one.
  mutating func append(_ other: ProtobufWriter) { bytes += other.bytes }
}
