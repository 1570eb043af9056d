/// Which bytes may follow a plain word without anything before them being read otherwise.
///
/// Plain are letters, digits and punctuation that begins and ends nothing in a line of Markdown;
/// all scalars beyond ASCII; `)` where no `](` stands before; and `.` unless a `w` precedes it, as
/// `www.` begins a link. A colon, an at sign, quotes of code, stars, underscores, tildes,
/// brackets, backslashes, ampersands and angle brackets are not.
package enum PlainByte {
  /// Whether an ASCII byte is plain; neither a space nor `)` is.
  ///
  /// - Parameters:
  ///   - byte: A byte below 0x80.
  ///   - previous: The byte before it.
  @inlinable package static func isPlain(_ byte: UInt8, after previous: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."): previous | 0x20 != UInt8(ascii: "w")
    case UInt8(ascii: ","), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "-"),
      UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ";"), UInt8(ascii: "("),
      UInt8(ascii: "/"), UInt8(ascii: "%"), UInt8(ascii: "$"), UInt8(ascii: "+"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }

  /// How many bytes the whole, valid scalar beyond ASCII at `index` has; 0 when there is none.
  @inlinable package static func scalarLength(
    in bytes: UnsafeBufferPointer<UInt8>,
    at index: Int
  ) -> Int {
    let first = bytes[index]
    let count =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard count > 0, index + count <= bytes.count else { return 0 }
    for offset in 1..<count where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
    let second = bytes[index + 1]
    switch first {
    case 0xE0 where second < 0xA0, 0xED where second > 0x9F, 0xF0 where second < 0x90,
      0xF4 where second > 0x8F:
      return 0
    default: return count
    }
  }
}
