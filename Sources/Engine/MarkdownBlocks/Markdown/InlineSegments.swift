/// Parses the text of leaves, long ones in segments, each by itself.
///
/// A text that grows then costs its last segments alone, and no mark is compared with more than
/// ``openLimit`` others. A segment ends at a word before which no mark is open, if there is one: the
/// last one of it, or else the last one before the first open mark; or where nothing follows that
/// could end what its marks may begin. So the segments together give what the text gives as a
/// whole. A mark that is open is looked after for ``longest`` bytes; what it would have begun beyond
/// them is shown plain, and counted.
///
/// Where segments end depends on the text from the start of the segment to a little after its end,
/// and on whether what its open marks wait for follows, and on nothing else; so a text may be parsed
/// again from the start of any segment, of one after open marks as long as nothing ends those.
struct InlineSegments {
  /// How long a segment is at first; it doubles while marks are open.
  static let shortest = 512
  /// How long a segment with open marks gets.
  static let longest = ClosingBytes.reach
  /// How many marks may be open in a segment that goes on.
  static let openLimit = 256
  /// How many at signs a segment may have that goes on.
  static let atSignLimit = 64
  /// How much text must follow before a segment ends.
  static let margin = 64

  /// How many segments ended although marks were open.
  private(set) var limitCount = 0
  /// Where the last segment begins of the leaf parsed last; 0 where it has one alone.
  private(set) var lastStart = 0
  /// What the marks of that leaf's segments so far wait for that text to come may hold.
  private(set) var awaited: ClosingBytes = []

  private var parser: InlineParser
  private var marks = OpenMarks()
  /// Where the first segment of the first leaf ends whatever its text; 0 when nothing is asked.
  private var firstCut: Int
  /// Where each byte that ends a mark stands last in the leaf.
  private var lastPlaces = LastPlaces()

  /// Makes a parser of leaves.
  ///
  /// - Parameters:
  ///   - links: The definitions that links refer to.
  ///   - firstCut: Where the first segment of the first leaf ends whatever its text; 0 when nothing is asked.
  init(links: LinkReferences, firstCut: Int) {
    parser = InlineParser(links: links)
    self.firstCut = firstCut
  }

  /// Parses the text of a leaf.
  ///
  /// - Parameters:
  ///   - content: The text.
  ///   - body: Takes a segment, and where it was cut; nil for the last one.
  /// - Complexity: O(length of the text).
  mutating func parse(
    _ content: UnsafeBufferPointer<UInt8>,
    _ body: (borrowing InlineParser, SegmentCut?) -> Void
  ) {
    let text = UnsafeBufferPointer(rebasing: content[..<Bytes.end(of: content)])
    lastStart = 0
    guard firstCut > 0 || text.count >= Self.shortest + Self.margin else {
      parser.parse(text)
      return body(parser, nil)
    }
    (awaited, lastPlaces) = ([], LastPlaces())
    if firstCut > 0, firstCut < text.count {
      parse(text, 0..<firstCut)
      body(parser, SegmentCut(end: firstCut, start: firstCut))
      lastStart = firstCut
    }
    if !text.isEmpty { firstCut = 0 }
    while let cut = parseSegment(text, from: lastStart) {
      body(parser, cut)
      lastStart = cut.start
    }
    body(parser, nil)
  }

  /// Begins with the first leaf again.
  mutating func beginAgain(firstCut: Int) {
    self.firstCut = firstCut
    limitCount = 0
  }

  /// Passes a leaf that need not be parsed.
  mutating func pass(_ content: UnsafeBufferPointer<UInt8>) {
    if Bytes.end(of: content) > 0 { firstCut = 0 }
  }

  private mutating func parse(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    parser.parse(UnsafeBufferPointer(rebasing: text[range]))
  }

  /// Parses one segment.
  ///
  /// - Returns: Where it was cut; nil when it is the last one.
  private mutating func parseSegment(
    _ text: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> SegmentCut? {
    var length = Self.shortest
    while text.count - start >= length + Self.margin {
      let window = start + length / 2..<start + length
      let word = SegmentCut.lastWord(in: text, window)
      if let cut = word ?? SegmentCut.lastScalar(in: text, window) {
        let open = parse(text, from: start, to: cut)
        let mayEnd = word != nil && !(cut.isInsideWord && parser.endsWithLink)
        if mayEnd, open.count == 0 { return cut }
        let isAtLimit =
          length >= Self.longest || open.count > Self.openLimit
          || text[start..<cut.end].count { $0 == UInt8(ascii: "@") } > Self.atSignLimit
        if let earlier = Self.cutBefore(open, in: text, from: start) {
          let isClosed = parse(text, from: start, to: earlier).count == 0
          if isClosed, !(earlier.isInsideWord && parser.endsWithLink) { return earlier }
          parse(text, start..<cut.end)
        }
        if mayEnd, !isAtLimit, !isEnded(open.closing, in: text, after: cut.end, from: start) {
          return cut
        }
        if isAtLimit {
          limitCount += 1
          return cut
        }
      }
      length *= 2
    }
    parse(text, start..<text.count)
    return nil
  }

  private mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>,
    from start: Int,
    to cut: SegmentCut
  ) -> OpenMarks.Open {
    parse(text, start..<cut.end)
    return marks.open(in: parser, of: text, from: start)
  }

  /// Whether something that marks wait for follows in their reach; notes it when it may yet come, and
  /// when it comes too late.
  ///
  /// - Parameters:
  ///   - closing: What the marks wait for.
  ///   - text: The text of the leaf.
  ///   - end: Where the segment with the marks would end.
  ///   - start: Where it begins.
  /// - Complexity: O(``longest``), and O(text) once in a leaf.
  private mutating func isEnded(
    _ closing: ClosingBytes,
    in text: UnsafeBufferPointer<UInt8>,
    after end: Int,
    from start: Int
  ) -> Bool {
    let limit = min(start + Self.longest, text.count)
    let last = lastPlaces.last(of: closing, in: text)
    if last >= end, closing.isIn(text, end..<limit) { return true }
    if last >= limit { limitCount += 1 }
    if start + Self.longest > text.count { awaited.formUnion(closing) }
    return false
  }

  /// Where the bytes that end marks stand last in a text; each is looked for when it is first asked for.
  private struct LastPlaces {
    /// By the bit of the byte in its set; -1 where there is none, less where nobody has asked.
    private var places = SIMD8<Int>(repeating: -2)

    /// Where the last byte of a set stands; -1 when there is none.
    ///
    /// - Complexity: O(text) for each member of the set, once.
    mutating func last(of set: ClosingBytes, in text: UnsafeBufferPointer<UInt8>) -> Int {
      var last = -1
      for bit in 0..<8 where set.rawValue & 1 << UInt8(bit) != 0 {
        if places[bit] < -1 {
          let byte = ClosingBytes(rawValue: 1 << UInt8(bit))
          places[bit] =
            text.indices.last { !byte.isDisjoint(with: .ending(at: $0, of: text)) } ?? -1
        }
        last = max(last, places[bit])
      }
      return last
    }
  }

  /// The last word of a segment before its first open mark, after ``margin`` bytes at least; nil when
  /// there is none.
  private static func cutBefore(
    _ open: OpenMarks.Open,
    in text: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> SegmentCut? {
    guard let mark = open.first, mark >= start + margin else { return nil }
    return SegmentCut.lastWord(in: text, start + margin..<mark + 1)
  }
}
