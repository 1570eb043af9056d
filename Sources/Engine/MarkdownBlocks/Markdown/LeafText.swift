/// The text and the runs of a leaf, made of the pieces of its lines.
struct LeafText {
  /// An image, and where its description lies in the text.
  struct Image {
    var source: String
    var text: Range<Int>
  }

  private(set) var text: [UInt8] = []
  private(set) var runs: [TextRun] = []
  private(set) var images: [Image] = []
  /// Whether there is an image, and nothing beside images but white space.
  var isOnlyImages: Bool { !images.isEmpty && !hasOtherThanImages }

  private var hasOtherThanImages = false
  /// Where the runs of a cell begin: they are told apart from those before.
  private var cellStart = 0
  private var styles: [(style: TextStyle, destination: String?)] = []
  private var linkDepth = 0
  private var imageDepth = 0
  /// The labels of the footnotes that it mentions, in order.
  private(set) var mentions: [[UInt8]] = []
  /// How many of them stand before the last segment.
  private(set) var mentionsBeforeCut = 0
  /// How many bytes stand before the last segment; nil where that is nothing but images.
  private(set) var countBeforeCut: Int?
  /// Text that is not shown yet: an address may lie in several pieces.
  private var pending: [UInt8] = []
  /// Whether the segment has an at sign.
  private var mayHoldAddress = false

  /// The numbers of footnotes, by label.
  var numbers: [[UInt8]: Int] = [:]
  private let isRestoring: Bool

  /// Makes an empty text.
  ///
  /// - Parameter isRestoring: Whether signs beyond a limit must become themselves again.
  init(isRestoring: Bool) { self.isRestoring = isRestoring }

  /// Begins a leaf whose source has a number of bytes; what was asked for is kept for it.
  mutating func reset(utf8Count: Int) {
    text.removeAll(keepingCapacity: true)
    text.reserveCapacity(utf8Count)
    runs.reserveCapacity(4)
    runs.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
    mentions.removeAll(keepingCapacity: true)
    styles.removeAll(keepingCapacity: true)
    (hasOtherThanImages, cellStart, countBeforeCut) = (false, 0, nil)
  }

  /// The text and the runs, in arrays of just their length.
  func copied() -> (text: [UInt8], runs: [TextRun]) {
    (text.withUnsafeBufferPointer(Array.init), runs.withUnsafeBufferPointer(Array.init))
  }

  /// Begins a cell of a table: its runs are told apart from those before.
  mutating func beginCell() { cellStart = runs.count }

  /// How many runs the cell that was begun last has.
  var cellRunCount: Int { runs.count - cellStart }

  /// Appends what was found in a segment, and what stands between it and the next one: a space, or nothing
  /// that keeps both apart.
  mutating func append(_ parsed: borrowing InlineParser, cut: SegmentCut?) {
    mayHoldAddress = parsed.text.has(UInt8(ascii: "@")) || parsed.stored.contains(UInt8(ascii: "@"))
    var index = parsed.pieces[0].next
    while index >= 0 {
      take(parsed.pieces[index], of: parsed)
      index = parsed.pieces[index].next
    }
    showPending()
    guard let cut else { return }
    if !cut.isInsideWord { show(CollectionOfOne(0x20)) }
    countBeforeCut = hasOtherThanImages ? text.count : nil
    mentionsBeforeCut = mentions.count
  }

  private mutating func take(_ piece: InlineParser.Piece, of parsed: borrowing InlineParser) {
    if piece.kind == .text {
      return piece.isStored
        ? parsed.stored.withUnsafeBufferPointer { wait($0[piece.range]) }
        : wait(parsed.text[piece.range])
    }
    if piece.kind == .mark {
      let label = LinkReferences.normalized(parsed.text, piece.range)
      guard let number = numbers[label] else {
        // Its signs lie around the label.
        return wait(parsed.text[piece.range.lowerBound - 2..<piece.range.upperBound + 1])
      }
      showPending()
      mentions.append(label)
      return show(Array("[\(number)]".utf8), adding: .link)
    }
    showPending()
    switch piece.kind {
    case .code:
      parsed.stored.withUnsafeBufferPointer { show($0[piece.range], adding: .code) }
    case .html: show(parsed.text[piece.range])
    case .softBreak: show(CollectionOfOne(0x20))
    case .hardBreak: show(CollectionOfOne(0x0A))
    case .open:
      open(piece.style, piece.destination < 0 ? nil : parsed.destinations[piece.destination])
    case .close: close(piece.style)
    case .text, .mark: break
    }
  }

  private mutating func open(_ style: TextStyle, _ destination: [UInt8]?) {
    let address = destination.map {
      String(
        decoding: isRestoring ? $0.withUnsafeBufferPointer(LineLimits.restored) : $0,
        as: UTF8.self
      )
    }
    if style == .link { linkDepth += 1 }
    if style == .image {
      if imageDepth == 0 {
        images.append(Image(source: address ?? "", text: text.count..<text.count))
      }
      imageDepth += 1
    }
    let outer = styles.last ?? ([], nil)
    styles.append((outer.style.union(style), address ?? outer.destination))
  }

  private mutating func close(_ style: TextStyle) {
    styles.removeLast()
    if style == .link { linkDepth -= 1 }
    guard style == .image else { return }
    imageDepth -= 1
    if let last = images.indices.last, imageDepth == 0 {
      images[last].text = images[last].text.lowerBound..<text.count
    }
  }

  /// Takes text that is shown when it is known whether it is an address; what cannot be a part of one is at once.
  private mutating func wait(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    guard linkDepth == 0, mayHoldAddress else { return show(bytes) }
    pending.append(contentsOf: bytes)
  }

  /// Shows the text that waits; mail addresses in it become links.
  private mutating func showPending() {
    guard !pending.isEmpty else { return }
    let text = pending
    pending = []
    text.withUnsafeBufferPointer { text in
      var start = 0
      while let (range, hasScheme) = Address.mail(text, from: start) {
        show(text[start..<range.lowerBound])
        open(.link, Array((hasScheme ? "" : "mailto:").utf8) + text[range])
        show(text[range])
        close(.link)
        start = range.upperBound
      }
      show(text[start...])
    }
  }

  private mutating func show(_ bytes: some Collection<UInt8>, adding added: TextStyle = []) {
    guard !bytes.isEmpty else { return }
    guard isRestoring, bytes.contains(0xEF) else { return place(bytes, adding: added) }
    place(Array(bytes).withUnsafeBufferPointer(LineLimits.restored), adding: added)
  }

  private mutating func place(_ bytes: some Collection<UInt8>, adding added: TextStyle) {
    if imageDepth == 0, !hasOtherThanImages {
      hasOtherThanImages = bytes.contains { $0 != 0x20 && $0 != 0x0A }
    }
    let before = text.count
    text.append(contentsOf: bytes)
    let style = (styles.last?.style ?? []).union(added)
    if let last = runs.indices.last, last >= cellStart, runs[last].style == style,
      runs[last].destination == styles.last?.destination
    {
      runs[last].utf8Count += text.count - before
    } else {
      runs.append(
        TextRun(
          utf8Count: text.count - before,
          style: style,
          destination: styles.last?.destination
        )
      )
    }
  }
}
