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
  @inline(__always) mutating func number() -> Int64? {
    guard place < bytes.count else { return nil }
    let byte = bytes[place]
    // Most are small.
    guard byte < 0x80 else { return longNumber() }
    place += 1
    return Self.number(zigzag: UInt64(byte))
  }

  private mutating func longNumber() -> Int64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 70, place < bytes.count {
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return Self.number(zigzag: value) }
      shift += 7
    }
    return nil
  }

  @inline(__always) private static func number(zigzag value: UInt64) -> Int64 {
    Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// The next number, if it is in `range`.
  mutating func number(in range: ClosedRange<Int64>) -> Int? {
    guard let value = number(), range.contains(value) else { return nil }
    return Int(value)
  }
}
