/// Up to eight bytes of plain ASCII in one word, and where they are spaces: masks have bit 7 of a
/// byte set where it is so.
///
/// Plain is all ASCII but the carriage return, which a line feed may join.
struct ASCIIBlock {
  private static let high: UInt64 = 0x8080_8080_8080_8080
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The bytes, the first one lowest; what follows the last one means nothing.
  let bytes: UInt64
  /// How many bytes there are.
  let count: Int
  /// Where they are spaces, as `GraphemeKind` has it.
  private let spaces: UInt64
  /// Where there are bytes.
  private let places: UInt64

  /// Takes one to eight bytes.
  ///
  /// - Returns: nil when not all of them are plain.
  @inline(__always)
  init?(_ pointer: UnsafePointer<UInt8>, count: Int) {
    self.init(ASCIIBlock.load(pointer, count: count), count: count)
  }

  /// Takes the first `count` bytes of a word, one to eight.
  ///
  /// - Returns: nil when not all of them are plain.
  @inline(__always)
  init?(_ bytes: UInt64, count: Int) {
    let places =
      ASCIIBlock.high &>> (UInt64(truncatingIfNeeded: 8 &- count) &* 8)
    let belowSpace = ~(bytes &+ 0x60 &* ASCIIBlock.ones)
    if (bytes | belowSpace) & places == 0 {
      // No control character: what is not above 0x20 is a space.
      spaces = ~(bytes &+ 0x5F &* ASCIIBlock.ones) & places
    } else {
      let returns = ASCIIBlock.zeros(in: bytes ^ (0x0D &* ASCIIBlock.ones))
      guard (bytes | returns) & places == 0 else { return nil }
      spaces = ASCIIBlock.spaces(in: bytes) & places
    }
    self.bytes = bytes
    self.count = count
    self.places = places
  }

  /// Loads one to eight bytes and looks at none beside them.
  @inline(__always)
  static func load(_ pointer: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    let raw = UnsafeRawPointer(pointer)
    if count >= 8 { return UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)) }
    if count >= 4 {
      // Two loads that overlap.
      let front = UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self))
      let back = UInt32(
        littleEndian: raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      )
      return UInt64(front) | UInt64(back) &<< (UInt64(truncatingIfNeeded: count &- 4) &* 8)
    }
    // The first, the middle and the last byte are all there are.
    let middle = count &>> 1
    let end = count &- 1
    return UInt64(pointer[0])
      | UInt64(pointer[middle]) &<< (UInt64(truncatingIfNeeded: middle) &* 8)
      | UInt64(pointer[end]) &<< (UInt64(truncatingIfNeeded: end) &* 8)
  }

  /// How many of the first `count` bytes of a word are plain, until one is not.
  @inline(__always)
  static func plainCount(of bytes: UInt64, count: Int) -> Int {
    let stop = (bytes | zeros(in: bytes ^ (0x0D &* ones))) & high
    return min(count, stop.trailingZeroBitCount &>> 3)
  }

  /// Stores eight bytes; only `count` of them mean anything.
  @inline(__always)
  func store(at pointer: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: bytes.littleEndian, as: UInt64.self)
  }

  /// The bytes from the `first` on, which is below 8.
  @inline(__always)
  func suffix(from first: Int) -> UInt64 { bytes &>> (UInt64(truncatingIfNeeded: first) &* 8) }

  /// Where a byte that is no space follows a space.
  ///
  /// - Parameter carry: 0x80 when the byte before the block is a space, else 0.
  @inline(__always)
  func starts(after carry: UInt64) -> UInt64 { places & ~spaces & (spaces &<< 8 | carry) }

  /// 0x80 when the last byte is a space, else 0.
  @inline(__always)
  var lastIsSpace: UInt64 { spaces &>> (UInt64(truncatingIfNeeded: count &- 1) &* 8) }

  /// Whether a byte is an ASCII space, as `GraphemeKind` has it.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  /// Whether a byte is ASCII opening punctuation, as `GraphemeKind` has it.
  @inline(__always)
  static func isOpening(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte & 0xDF == UInt8(ascii: "[")
  }

  /// Where bytes below 0x80 are spaces.
  @inline(__always)
  private static func spaces(in bytes: UInt64) -> UInt64 {
    let low = bytes & ~high
    let fromTab = low &+ (0x80 - 0x09) &* ones
    let pastReturn = low &+ (0x80 - 0x0E) &* ones
    let blanks = zeros(in: bytes ^ (0x20 &* ones))
    return (fromTab & ~pastReturn | blanks) & high
  }

  /// Where `word` has zero bytes; right for bytes below 0x80, and never wrongly set for others.
  @inline(__always)
  private static func zeros(in word: UInt64) -> UInt64 {
    ~(((word & ~high) &+ ~high) | word) & high
  }
}
