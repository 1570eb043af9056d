/// Bytes at the end of a text: a few in place, many in an array that is kept.
///
/// There is always room to spare, so that eight bytes can be stored where fewer are meant.
struct HeldText: Sendable {
  /// How many bytes lie in place, the slack taken off.
  private static let placeCount = 56
  private static let slack = 8

  private typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
  private var words: Words = (0, 0, 0, 0, 0, 0, 0, 0)
  private var array: [UInt8] = []
  private var isInPlace = true
  private(set) var count = 0

  /// Up to how many bytes `append` and `flush` of a block can be asked for.
  static let shortCount = placeCount - 8

  /// Whether the text is so short that `append` and `flush` of a block can be asked for.
  @inline(__always)
  var isShort: Bool { isInPlace && count <= HeldText.shortCount }

  var isEmpty: Bool { count == 0 }

  /// Adds the UTF-8 of a scalar.
  @inline(__always)
  mutating func append(_ scalar: Unicode.Scalar) {
    reserve(4)
    write { text, count in
      let value = scalar.value
      let end = text + count
      if value < 0x80 {
        end[0] = UInt8(truncatingIfNeeded: value)
        count &+= 1
      } else if value < 0x800 {
        end[0] = UInt8(truncatingIfNeeded: 0xC0 | value &>> 6)
        end[1] = UInt8(truncatingIfNeeded: 0x80 | value & 0x3F)
        count &+= 2
      } else if value < 0x10000 {
        end[0] = UInt8(truncatingIfNeeded: 0xE0 | value &>> 12)
        end[1] = UInt8(truncatingIfNeeded: 0x80 | value &>> 6 & 0x3F)
        end[2] = UInt8(truncatingIfNeeded: 0x80 | value & 0x3F)
        count &+= 3
      } else {
        end[0] = UInt8(truncatingIfNeeded: 0xF0 | value &>> 18)
        end[1] = UInt8(truncatingIfNeeded: 0x80 | value &>> 12 & 0x3F)
        end[2] = UInt8(truncatingIfNeeded: 0x80 | value &>> 6 & 0x3F)
        end[3] = UInt8(truncatingIfNeeded: 0x80 | value & 0x3F)
        count &+= 4
      }
    }
  }

  /// The first scalar, if it takes three or four bytes: every script without spaces has such.
  ///
  /// - Precondition: The text begins with a whole scalar.
  var firstLongScalar: Unicode.Scalar? {
    read { text in
      guard let first = text.first, first >= 0xE0 else { return nil }
      let length = first >= 0xF0 ? 4 : 3
      precondition(text.count >= length, "\(text.count) bytes of a scalar of \(length)")
      var value = UInt32(first) & (first >= 0xF0 ? 0x07 : 0x0F)
      for byte in text[1..<length] { value = value &<< 6 | UInt32(byte) & 0x3F }
      return Unicode.Scalar(value)
    }
  }

  /// Adds a block to a short text.
  @inline(__always)
  mutating func append(_ block: ASCIIBlock) {
    let end = count
    withUnsafeMutableBytes(of: &words) { bytes in
      bytes.storeBytes(of: block.bytes.littleEndian, toByteOffset: end, as: UInt64.self)
    }
    count = end &+ block.count
  }

  /// Writes a short text and the block behind it to `end`, 64 bytes at most, and keeps of both what
  /// comes after the first `length` bytes of the block.
  @inline(__always)
  mutating func flush(
    with block: ASCIIBlock,
    upTo length: Int,
    to end: UnsafeMutablePointer<UInt8>
  ) {
    let target = UnsafeMutableRawPointer(end)
    // The block goes straight to its place: what was stored just now would be slow to load.
    target.storeBytes(of: words.0, as: UInt64.self)
    target.storeBytes(of: words.1, toByteOffset: 8, as: UInt64.self)
    if count > 16 {
      target.storeBytes(of: words.2, toByteOffset: 16, as: UInt64.self)
      target.storeBytes(of: words.3, toByteOffset: 24, as: UInt64.self)
      target.storeBytes(of: words.4, toByteOffset: 32, as: UInt64.self)
      target.storeBytes(of: words.5, toByteOffset: 40, as: UInt64.self)
    }
    block.store(at: end + count)
    words.0 = block.suffix(from: length).littleEndian
    count = block.count &- length
  }

  /// Adds bytes.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    reserve(bytes.count)
    write { text, count in
      (text + count).update(from: base, count: bytes.count)
      count &+= bytes.count
    }
  }

  /// Makes room for `more` bytes and the slack.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count &+ more > (isInPlace ? HeldText.placeCount : array.count &- HeldText.slack) {
      grow(more)
    }
  }

  /// Lets `body` write after the end, as far as was reserved, and say how many bytes there are now.
  @inline(__always)
  mutating func write(_ body: (UnsafeMutablePointer<UInt8>, inout Int) -> Void) {
    var count = count
    withBytes { body($0, &count) }
    self.count = count
  }

  /// Lets `body` read all bytes.
  @inline(__always)
  func read<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if isInPlace {
      return withUnsafeBytes(of: words) {
        body(UnsafeBufferPointer(rebasing: $0.assumingMemoryBound(to: UInt8.self)[..<count]))
      }
    }
    return array.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  /// Moves the first `length` bytes to the end of `text`.
  @inline(__always)
  mutating func move(first length: Int, to text: inout KeptBuffer<UInt8>) {
    let rest = count &- length
    withBytes { bytes in
      text.write(room: length) { end, added in
        end.update(from: bytes, count: length)
        added = length
      }
      if rest <= 8 {
        let word = UnsafeRawPointer(bytes + length).loadUnaligned(as: UInt64.self)
        UnsafeMutableRawPointer(bytes).storeBytes(of: word, as: UInt64.self)
      } else {
        bytes.update(from: bytes + length, count: rest)
      }
    }
    count = rest
    if !isInPlace, rest <= HeldText.placeCount { shrink() }
  }

  @inline(__always)
  private mutating func withBytes(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    if isInPlace {
      withUnsafeMutableBytes(of: &words) { bytes in
        if let base = bytes.baseAddress { body(base.assumingMemoryBound(to: UInt8.self)) }
      }
    } else {
      array.withUnsafeMutableBufferPointer { bytes in
        if let base = bytes.baseAddress { body(base) }
      }
    }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let needed = max(2 * count, 512) + more + HeldText.slack
    if array.count < needed { array += Array(repeating: 0, count: needed - array.count) }
    guard isInPlace else { return }
    let count = count
    withUnsafeBytes(of: words) { bytes in
      for place in 0..<count { array[place] = bytes[place] }
    }
    isInPlace = false
  }

  @inline(never)
  private mutating func shrink() {
    let count = count
    withUnsafeMutableBytes(of: &words) { bytes in
      for place in 0..<count { bytes[place] = array[place] }
    }
    isInPlace = true
  }
}
