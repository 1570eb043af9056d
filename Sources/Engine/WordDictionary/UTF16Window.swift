/// A short text as UTF-16 at an address that stays, as the platforms' dictionaries want it.
///
/// It is its memory's one owner, so it may go from thread to thread.
struct UTF16Window: ~Copyable, @unchecked Sendable {
  private(set) var units: UnsafeMutablePointer<UInt16>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = capacity
    units = .allocate(capacity: capacity)
  }

  deinit { units.deallocate() }

  /// Takes `text`, which must be valid UTF-8.
  mutating func fill(from text: UnsafeBufferPointer<UInt8>) {
    // A scalar has no more units in UTF-16 than bytes in UTF-8.
    if text.count > capacity {
      units.deallocate()
      capacity = text.count * 2
      units = .allocate(capacity: capacity)
    }
    count = 0
    var place = 0
    while place < text.count {
      let length = UTF16Window.length(startingWith: text[place])
      var scalar = UInt32(text[place])
      if length > 1 {
        scalar &= 0x7F >> UInt32(length)
        for next in place + 1..<place + length { scalar = scalar << 6 | UInt32(text[next] & 0x3F) }
      }
      if scalar > 0xFFFF {
        units[count] = UInt16(0xD800 + (scalar - 0x10000) >> 10)
        units[count + 1] = UInt16(0xDC00 + (scalar - 0x10000) & 0x3FF)
        count += 2
      } else {
        units[count] = UInt16(scalar)
        count += 1
      }
      place += length
    }
  }

  /// How many bytes of `text` the first `unitCount` units of its UTF-16 are; a place inside a pair
  /// counts as the pair's end.
  static func bytes(
    of unitCount: Int,
    in text: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var units = 0
    var place = 0
    while units < unitCount, place < text.count {
      let length = length(startingWith: text[place])
      units += length == 4 ? 2 : 1
      place += length
    }
    return place
  }

  private static func length(startingWith byte: UInt8) -> Int {
    byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }
}
