/// Turns bytes into scalars one byte at a time, so that a sequence may be cut anywhere.
///
/// Follows the "maximal subpart" practice of the Unicode Standard (chapter 3, table 3-7): an
/// invalid part becomes one U+FFFD as soon as a byte shows that it cannot be completed.
struct UTF8Decoder: Sendable {
  /// What a byte did.
  enum Step: Equatable {
    /// It is taken; the sequence needs more.
    case incomplete
    /// It is taken and completes this scalar.
    case scalar(Unicode.Scalar)
    /// It is taken and is invalid by itself.
    case invalid
    /// It is not taken: what came before it is invalid. Push it again.
    case invalidBefore
  }

  private var value: UInt32 = 0
  private var needed: UInt8 = 0
  private var lowest: UInt8 = 0x80
  private var highest: UInt8 = 0xBF

  /// Whether some bytes of a sequence wait for the rest.
  var isIncomplete: Bool { needed > 0 }

  /// Takes `byte`, or says why not.
  mutating func push(_ byte: UInt8) -> Step {
    needed == 0 ? pushFirst(byte) : pushNext(byte)
  }

  /// Forgets an incomplete sequence.
  mutating func reset() { self = UTF8Decoder() }

  private mutating func pushFirst(_ byte: UInt8) -> Step {
    switch byte {
    case 0x00...0x7F: return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF: expect(1, byte & 0x1F)
    case 0xE0...0xEF:
      expect(2, byte & 0x0F)
      if byte == 0xE0 { lowest = 0xA0 }
      if byte == 0xED { highest = 0x9F }
    case 0xF0...0xF4:
      expect(3, byte & 0x07)
      if byte == 0xF0 { lowest = 0x90 }
      if byte == 0xF4 { highest = 0x8F }
    default: return .invalid
    }
    return .incomplete
  }

  private mutating func pushNext(_ byte: UInt8) -> Step {
    guard byte >= lowest, byte <= highest else {
      reset()
      return .invalidBefore
    }
    value = value << 6 | UInt32(byte & 0x3F)
    needed -= 1
    lowest = 0x80
    highest = 0xBF
    guard needed == 0 else { return .incomplete }
    return Unicode.Scalar(value).map(Step.scalar) ?? .invalid
  }

  private mutating func expect(_ count: UInt8, _ bits: UInt8) {
    needed = count
    value = UInt32(bits)
    lowest = 0x80
    highest = 0xBF
  }
}
