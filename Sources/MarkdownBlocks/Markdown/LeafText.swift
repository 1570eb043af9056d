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
  private var styles: [(style: TextStyle, destination: String?)] = [([], nil)]
  private var linkDepth = 0
  private var imageDepth = 0
  /// Text that is not shown yet: an address may lie in several pieces.
  private var pending: [UInt8] = []

  private let numbers: [[UInt8]: Int]
  private let isRestoring: Bool

  /// Makes an empty text.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of footnotes, by label.
  ///   - isRestoring: Whether signs beyond a limit must become themselves again.
  init(numbers: [[UInt8]: Int], isRestoring: Bool) {
    self.numbers = numbers
    self.isRestoring = isRestoring
  }

  /// Appends a cell of a table.
  ///
  /// - Returns: How many runs it has.
  mutating func appendCell(_ parsed: InlineParser) -> Int {
    cellStart = runs.count
    append(parsed)
    return runs.count - cellStart
  }

  /// Appends what was found in a text.
  mutating func append(_ parsed: InlineParser) {
    var index = parsed.pieces[0].next
    while index >= 0 {
      take(parsed.pieces[index], of: parsed)
      index = parsed.pieces[index].next
    }
    showPending()
  }

  private mutating func take(_ piece: InlineParser.Piece, of parsed: InlineParser) {
    if piece.kind == .text {
      if piece.isStored {
        pending += parsed.stored[piece.range]
      } else {
        pending.append(contentsOf: UnsafeBufferPointer(rebasing: parsed.text[piece.range]))
      }
      return
    }
    if piece.kind == .mark {
      let label = LinkReferences.normalized(parsed.text, piece.range)
      guard let number = numbers[label] else {
        pending += Array("[^".utf8) + parsed.text[piece.range] + [UInt8(ascii: "]")]
        return
      }
      showPending()
      return show(Array("[\(number)]".utf8), adding: .link)
    }
    showPending()
    switch piece.kind {
    case .code: show(Array(parsed.stored[piece.range]), adding: .code)
    case .html: show(Array(parsed.text[piece.range]))
    case .softBreak: show([0x20])
    case .hardBreak: show([0x0A])
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
    let outer = styles[styles.count - 1]
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

  /// Shows the text that waits; mail addresses in it become links.
  private mutating func showPending() {
    guard !pending.isEmpty else { return }
    let text = pending
    pending.removeAll(keepingCapacity: true)
    guard linkDepth == 0, text.contains(UInt8(ascii: "@")) else { return show(text) }
    text.withUnsafeBufferPointer { text in
      var start = 0
      while let (range, hasScheme) = Address.mail(text, from: start) {
        show(Array(text[start..<range.lowerBound]))
        open(.link, Array((hasScheme ? "" : "mailto:").utf8) + text[range])
        show(Array(text[range]))
        close(.link)
        start = range.upperBound
      }
      show(Array(text[start...]))
    }
  }

  private mutating func show(_ bytes: [UInt8], adding added: TextStyle = []) {
    guard !bytes.isEmpty else { return }
    let bytes =
      isRestoring && bytes.contains(0xEF)
      ? bytes.withUnsafeBufferPointer(LineLimits.restored) : bytes
    if imageDepth == 0, !hasOtherThanImages {
      hasOtherThanImages = bytes.contains { $0 != 0x20 && $0 != 0x0A }
    }
    text += bytes
    let style = styles[styles.count - 1].style.union(added)
    let destination = styles[styles.count - 1].destination
    if let last = runs.indices.last, last >= cellStart, runs[last].style == style,
      runs[last].destination == destination
    {
      runs[last].utf8Count += bytes.count
    } else {
      runs.append(TextRun(utf8Count: bytes.count, style: style, destination: destination))
    }
  }
}
