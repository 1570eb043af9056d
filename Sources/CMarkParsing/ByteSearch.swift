import CCmarkGFM
import MarkdownBlocks

extension UnsafeBufferPointer<UInt8> {
  /// Where a byte next stands, from a place on; `count` where it does not.
  ///
  /// The C library looks at 16 bytes or more at a time.
  ///
  /// - Complexity: O(bytes looked at).
  func place(of byte: UInt8, from start: Int = 0) -> Int {
    guard let baseAddress else { return count }
    return Int(stillpoint_place_of(byte, baseAddress, start, count))
  }

  /// Where a byte stands last; -1 where it does not.
  ///
  /// - Complexity: O(bytes from there on).
  func lastPlace(of byte: UInt8) -> Int {
    guard let baseAddress else { return -1 }
    var (last, upper) = (-1, count)
    while last < 0, upper > 0 {
      let lower = Swift.max(0, upper - 1_024)
      var place = Int(stillpoint_place_of(byte, baseAddress, lower, upper))
      while place < upper {
        last = place
        place = Int(stillpoint_place_of(byte, baseAddress, place + 1, upper))
      }
      upper = lower
    }
    return last
  }

  /// Whether a byte stands in it.
  func has(_ byte: UInt8) -> Bool { place(of: byte) < count }

  /// Whether a byte stands in it right behind another one.
  func has(_ byte: UInt8, behind previous: UInt8) -> Bool {
    var index = place(of: previous)
    while index + 1 < count {
      if self[index + 1] == byte { return true }
      index = place(of: previous, from: index + 1)
    }
    return false
  }
}

extension ClosingBytes {
  /// Where the byte that is the set's only member stands last; -1 where it does not.
  ///
  /// - Complexity: O(text from there on).
  func lastPlace(in text: UnsafeBufferPointer<UInt8>) -> Int {
    switch self {
    case .backtick: return text.lastPlace(of: UInt8(ascii: "`"))
    case .star: return text.lastPlace(of: UInt8(ascii: "*"))
    case .underscore: return text.lastPlace(of: UInt8(ascii: "_"))
    case .tilde: return text.lastPlace(of: UInt8(ascii: "~"))
    case .bracket: return text.lastPlace(of: UInt8(ascii: "]"))
    case .angle: return text.lastPlace(of: UInt8(ascii: ">"))
    default: return text.indices.last { !isDisjoint(with: Self.ending(at: $0, of: text)) } ?? -1
    }
  }
}
