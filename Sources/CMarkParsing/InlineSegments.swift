import CCmarkGFM
import MarkdownBlocks

/// Parses the text of long leaves in segments, each by itself.
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
/// anew from the start of any segment, of one after open marks as long as nothing ends those.
struct InlineSegments {
  typealias Node = UnsafeMutablePointer<cmark_node>

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

  /// The leaf parsed last that has several segments, where the last of them begins, the node before
  /// it, and what would end what marks in the segments before it may begin.
  private(set) var last: (node: Node, segmentStart: Int, cut: Node, closing: ClosingBytes)?
  /// How many segments ended although marks were open.
  private(set) var limitCount = 0
  /// Where the first segment of the first leaf ends whatever its text; 0 when nothing is asked.
  var firstCut = 0
  /// What the marks of the leaf's segments so far wait for that text to come may hold.
  private var awaited: ClosingBytes = []
  /// Where each byte that ends a mark stands last in the leaf.
  private var lastPlaces = LastPlaces()

  /// Parses the text of a leaf.
  ///
  /// - Parameters:
  ///   - node: The leaf, without children.
  ///   - parser: The parser that made it, before it is done.
  mutating func parse(_ node: Node, parser: UnsafeMutablePointer<cmark_parser>) {
    let whole = (pointer: node.pointee.content.ptr, size: node.pointee.content.size)
    guard let base = whole.pointer else { return }
    defer { (node.pointee.content.ptr, node.pointee.content.size) = whole }
    var text = UnsafeBufferPointer<UInt8>(start: base, count: Int(whole.size))
    while let byte = text.last, byte <= 0x20 { text = .init(rebasing: text.dropLast()) }
    (awaited, lastPlaces) = ([], LastPlaces())
    var start = 0
    var separator: Node?
    if firstCut > 0, firstCut < text.count {
      parse(text, 0..<firstCut, of: node, parser: parser)
      separator = appendSeparator(nil, to: node)
      start = firstCut
    }
    firstCut = 0
    while let cut = parseSegment(text, from: start, of: node, parser: parser) {
      separator = appendSeparator(cut.isInsideWord ? nil : Self.space, to: node)
      start = cut.start
    }
    if let separator, start > 0 { last = (node, start, separator, awaited) }
  }

  /// Parses one segment.
  ///
  /// - Returns: Where it was cut; nil when it is the last one.
  private mutating func parseSegment(
    _ text: UnsafeBufferPointer<UInt8>,
    from start: Int,
    of node: Node,
    parser: UnsafeMutablePointer<cmark_parser>
  ) -> SegmentCut? {
    let before = node.pointee.last_child
    var length = Self.shortest
    while text.count - start >= length + Self.margin {
      let window = start + length / 2..<start + length
      let word = SegmentCut.lastWord(in: text, window)
      if let cut = word ?? SegmentCut.lastScalar(in: text, window) {
        func parse(to cut: SegmentCut) -> InlineMarks.Open {
          drop(after: before, in: node)
          self.parse(text, start..<cut.end, of: node, parser: parser)
          let first = before == nil ? node.pointee.first_child : before?.pointee.next
          return InlineMarks.open(from: first, in: text, length: cut.end - start)
        }
        let open = parse(to: cut)
        let mayEnd = word != nil && !(cut.isInsideWord && endsWithLink(node))
        if mayEnd, open.count == 0 { return cut }
        let isAtLimit =
          length >= Self.longest || open.count > Self.openLimit
          || atSigns(text, start..<cut.end) > Self.atSignLimit
        if let earlier = cutBefore(open, in: text, from: start) {
          let isClosed = parse(to: earlier).count == 0
          if isClosed, !(earlier.isInsideWord && endsWithLink(node)) { return earlier }
          _ = parse(to: cut)
        }
        if mayEnd, !isAtLimit, !isEnded(open.closing, in: text, after: cut.end, from: start) {
          return cut
        }
        if isAtLimit {
          limitCount += 1
          return cut
        }
        drop(after: before, in: node)
      }
      length *= 2
    }
    parse(text, start..<text.count, of: node, parser: parser)
    return nil
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
          places[bit] = ClosingBytes(rawValue: 1 << UInt8(bit)).lastPlace(in: text)
        }
        last = max(last, places[bit])
      }
      return last
    }
  }

  /// The last word of a segment before its first open mark, after ``margin`` bytes at least; nil when
  /// there is none.
  private func cutBefore(
    _ open: InlineMarks.Open,
    in text: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> SegmentCut? {
    guard let mark = open.first, mark >= start + Self.margin else { return nil }
    return SegmentCut.lastWord(in: text, start + Self.margin..<mark + 1)
  }

  private func parse(
    _ text: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>,
    of node: Node,
    parser: UnsafeMutablePointer<cmark_parser>
  ) {
    node.pointee.content.ptr = UnsafeMutablePointer(mutating: text.baseAddress)?
      .advanced(by: range.lowerBound)
    node.pointee.content.size = Int32(range.count)
    cmark_parse_inlines(parser, node, parser.pointee.refmap, parser.pointee.options)
  }

  /// What a space between two segments is shown as, and the end of a line.
  nonisolated(unsafe) private static let space: UnsafePointer<UInt8> = {
    let space = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    space.initialize(to: 0x20)
    return UnsafePointer(space)
  }()

  /// Appends what stands between two segments: a space, or nothing that keeps texts apart.
  private func appendSeparator(_ space: UnsafePointer<UInt8>?, to node: Node) -> Node? {
    node.append(
      CMARK_NODE_HTML_INLINE,
      UnsafeMutablePointer(mutating: space),
      count: space == nil ? 0 : 1
    )
  }

  private func drop(after last: Node?, in node: Node) {
    if let last { last.pointee.next = nil } else { node.pointee.first_child = nil }
    node.pointee.last_child = last
  }

  /// Whether what was parsed ends with a link that more text might make longer.
  private func endsWithLink(_ node: Node) -> Bool {
    guard let last = node.pointee.last_child else { return false }
    return last.kind == CMARK_NODE_LINK
  }

  private func atSigns(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    var count = 0
    for byte in UnsafeBufferPointer(rebasing: text[range]) where byte == UInt8(ascii: "@") {
      count += 1
    }
    return count
  }
}
