/// Numbers in as few bytes as they need: LEB128 of their zigzag, 1 byte from -64 to 63.
extension [UInt8] {
  /// Appends a number.
  package mutating func append(variable value: Int64) {
    var rest = UInt64(bitPattern: (value << 1) ^ (value >> 63))
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

/// Reads such numbers one after the other.
struct VariableLengthReader {
  let bytes: [UInt8]
  var place: Int

  /// The next number; nil where the bytes hold no whole one.
  mutating func number() -> Int64? {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 70, by: 7) {
      guard place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte & 0x80 == 0 {
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
      }
    }
    return nil
  }

  /// The next number, if it is in `range`.
  mutating func number(in range: ClosedRange<Int64>) -> Int? {
    guard let value = number(), range.contains(value) else { return nil }
    return Int(value)
  }
}
