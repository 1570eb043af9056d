/// Up to eight bytes in one word, and what they are: masks have bit 7 of a byte set where it is so.
struct ASCIIBlock {
  private static let high: UInt64 = 0x8080_8080_8080_8080
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  private let bytes: UInt64
  private let spaces: UInt64
  /// How many bytes there are from the front that are ASCII and not a carriage return, which a line
  /// feed may join.
  let plainCount: Int

  /// Reads the `count` bytes at `pointer`, at most eight of them.
  @inline(__always)
  init(_ pointer: UnsafePointer<UInt8>, count: Int) {
    let raw = UnsafeRawPointer(pointer)
    let valid = min(count, 8)
    if count >= 8 {
      bytes = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
    } else if count >= 4 {
      // Two loads that overlap stay inside the token.
      let front = UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self))
      let back = UInt32(
        littleEndian: raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      )
      bytes = UInt64(front) | UInt64(back) &<< (UInt64(truncatingIfNeeded: count - 4) &* 8)
    } else {
      // The first, the middle and the last byte are all there are.
      let middle = count &>> 1
      let end = count &- 1
      bytes =
        UInt64(pointer[0]) | UInt64(pointer[middle]) &<< (UInt64(truncatingIfNeeded: middle) &* 8)
        | UInt64(pointer[end]) &<< (UInt64(truncatingIfNeeded: end) &* 8)
    }
    let returns = ASCIIBlock.zeros(in: bytes ^ (0x0D &* ASCIIBlock.ones))
    let stop = (bytes | returns) & ASCIIBlock.high
    plainCount = min(valid, stop.trailingZeroBitCount &>> 3)
    spaces = ASCIIBlock.spaces(in: bytes)
  }

  /// Stores all eight bytes; only `plainCount` of them mean anything.
  @inline(__always)
  func store(at pointer: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: bytes.littleEndian, as: UInt64.self)
  }

  /// Where a plain byte that is no space follows a space.
  ///
  /// - Parameter carry: 0x80 when the byte before the block is a space, else 0.
  @inline(__always)
  func starts(after carry: UInt64) -> UInt64 {
    ~spaces & (spaces &<< 8 | carry) & plain & ASCIIBlock.high
  }

  /// 0x80 when the last plain byte is a space, else 0.
  @inline(__always)
  var lastIsSpace: UInt64 {
    spaces &>> (UInt64(truncatingIfNeeded: plainCount &- 1) &* 8) & 0x80
  }

  /// Whether a byte is an ASCII space, as `GraphemeKind` has it.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  /// Whether a byte is ASCII opening punctuation, as `GraphemeKind` has it.
  @inline(__always)
  static func isOpening(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte & 0xDF == UInt8(ascii: "[")
  }

  /// Where there are spaces, in the bytes that are no plain ones too.
  @inline(__always)
  private static func spaces(in bytes: UInt64) -> UInt64 {
    let low = bytes & ~high
    let fromTab = low &+ (0x80 - 0x09) &* ones
    let pastReturn = low &+ (0x80 - 0x0E) &* ones
    let blanks = zeros(in: bytes ^ (0x20 &* ones))
    return (fromTab & ~pastReturn | blanks) & high
  }

  /// The bits of the plain bytes.
  @inline(__always)
  private var plain: UInt64 {
    plainCount == 8 ? .max : 1 &<< (UInt64(truncatingIfNeeded: plainCount) &* 8) &- 1
  }

  /// Where `word` has zero bytes; right for bytes below 0x80, and never wrongly set for others.
  @inline(__always)
  private static func zeros(in word: UInt64) -> UInt64 {
    ~(((word & ~high) &+ ~high) | word) & high
  }
}
