/// Where the text of a long leaf may be cut into segments that are parsed apart.
///
/// What is between two segments is either nothing, or one space or the end of a line, which belongs to
/// neither.
struct SegmentCut {
  /// Where the segment before ends.
  var end: Int
  /// Where the next one begins.
  var start: Int

  /// Whether both sides belong to a script without spaces, or nothing else was found.
  var isInsideWord: Bool { end == start }

  /// Finds the last word that begins in a range, or else the last place between two scalars of
  /// scripts without spaces, or else the last line.
  ///
  /// - Complexity: O(range).
  static func lastWord(
    in text: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> SegmentCut? {
    var unspaced: Int?
    var line: Int?
    var place = range.upperBound
    while place > range.lowerBound {
      place -= 1
      if isWordStart(text, place) { return SegmentCut(end: place - 1, start: place) }
      if unspaced == nil, isUnspaced(text, at: place), isUnspaced(text, endingAt: place) {
        unspaced = place
      }
      if line == nil, isLineStart(text, place) { line = place }
    }
    return unspaced.map { SegmentCut(end: $0, start: $0) }
      ?? line.map { SegmentCut(end: $0 - 1, start: $0) }
  }

  /// Finds the last place in a range between two scalars that are no spaces.
  static func lastScalar(
    in text: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> SegmentCut? {
    var place = range.upperBound
    while place > range.lowerBound {
      place -= 1
      if text[place] & 0xC0 != 0x80, text[place] > 0x20, text[place - 1] > 0x20,
        text[place - 1] != UInt8(ascii: "\\")
      {
        return SegmentCut(end: place, start: place)
      }
    }
    return nil
  }

  /// Whether a word begins at a place, after a single space that does not begin its line.
  private static func isWordStart(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    place >= 2 && text[place - 1] == 0x20 && text[place] > 0x20 && text[place - 2] > 0x20
  }

  /// Whether a line begins at a place, after one that ends in no hard break, and not with a bar, which
  /// would be no first one behind other text.
  private static func isLineStart(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    place >= 2 && text[place - 1] == 0x0A && text[place] > 0x20 && text[place] != UInt8(ascii: "|")
      && text[place - 2] > 0x20 && text[place - 2] != UInt8(ascii: "\\")
  }

  /// Whether a scalar of a script without spaces, of Hangul, or an emoji begins at a place.
  private static func isUnspaced(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard place + 2 < text.count else { return false }
    let (second, third) = (text[place + 1], text[place + 2])
    guard second & 0xC0 == 0x80, third & 0xC0 == 0x80 else { return false }
    if text[place] == 0xF0 {
      return second >= 0x9F && place + 3 < text.count && text[place + 3] & 0xC0 == 0x80
    }
    return switch text[place] {
    case 0xE0: (0xB8...0xBB).contains(second)
    case 0xE1: (0x80...0x82).contains(second) || second == 0x9E || second == 0x9F
    case 0xE2: second >= 0xBA
    case 0xE3: second >= 0x81
    case 0xE4...0xE9: true
    case 0xEA: second >= 0xA7
    case 0xEB...0xED: true
    default: false
    }
  }

  private static func isUnspaced(
    _ text: UnsafeBufferPointer<UInt8>,
    endingAt place: Int
  ) -> Bool {
    place >= 3 && text[place - 3] != 0xF0 && isUnspaced(text, at: place - 3)
      || place >= 4 && text[place - 4] == 0xF0 && isUnspaced(text, at: place - 4)
  }
}
