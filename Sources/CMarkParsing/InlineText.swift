import CCmarkGFM
import MarkdownBlocks

/// Gathers the text and the runs of one leaf from its inline nodes.
struct InlineText {
  /// An image and where its description lies in the text.
  struct Image {
    var source: String
    var text: Range<Int>
  }

  private(set) var text: [UInt8] = []
  private(set) var runs: [TextRun] = []
  private(set) var images: [Image] = []
  /// Whether there is anything beside images and white space.
  private(set) var hasOtherThanImages = false
  /// Whether there is an image and nothing beside images but white space.
  var isOnlyImages: Bool { !images.isEmpty && !hasOtherThanImages }
  /// How many runs the cell that was begun last has.
  var cellRunCount: Int { runs.count - cellStart }

  private var cellStart = 0
  private var styles: [TextStyle] = []
  private var destinations: [String?] = []
  private var imageDepth = 0

  /// Whether signs beyond a limit must become themselves again.
  var isRestoring = false

  /// Begins a leaf; what was asked for is kept for it.
  mutating func reset() {
    text.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
    styles.removeAll(keepingCapacity: true)
    destinations.removeAll(keepingCapacity: true)
    (cellStart, imageDepth, hasOtherThanImages) = (0, 0, false)
  }

  /// The text and the runs, in arrays of just their length.
  func copied() -> (text: [UInt8], runs: [TextRun]) {
    (text.withUnsafeBufferPointer(Array.init), runs.withUnsafeBufferPointer(Array.init))
  }

  /// Begins a cell: its runs are told apart from those before.
  mutating func beginCell() { cellStart = runs.count }

  /// Takes an inline node at its beginning or end.
  mutating func take(_ node: UnsafeMutablePointer<cmark_node>, isEntering: Bool) {
    switch node.kind {
    case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE: append(Self.bytes(node.pointee.as.literal))
    case CMARK_NODE_CODE: append(Self.bytes(node.pointee.as.literal), adding: .code)
    case CMARK_NODE_SOFTBREAK: append(0x20)
    case CMARK_NODE_LINEBREAK: append(0x0A)
    case CMARK_NODE_FOOTNOTE_REFERENCE where !isEntering: break
    case CMARK_NODE_FOOTNOTE_REFERENCE: takeMark(Self.bytes(node.pointee.as.literal))
    case CMARK_NODE_EMPH: nest(.italic, isEntering: isEntering)
    case CMARK_NODE_STRONG: nest(.bold, isEntering: isEntering)
    case CMARK_NODE_LINK:
      nest(.link, destination: isEntering ? url(of: node) : nil, isEntering: isEntering)
    case CMARK_NODE_IMAGE: takeImage(node, isEntering: isEntering)
    default: nest(.strikethrough, isEntering: isEntering)
    }
  }

  /// Takes the mark of a footnote by its number.
  mutating func takeMark(_ number: Int) {
    var digits = String(number)
    digits.withUTF8 { takeMark($0) }
  }

  private mutating func takeMark(_ digits: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "["), adding: .link)
    append(digits, adding: .link)
    append(UInt8(ascii: "]"), adding: .link)
  }

  /// The bytes of a chunk, where they lie.
  static func bytes(_ chunk: cmark_chunk) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: chunk.data, count: Int(chunk.len))
  }

  /// Makes every CR and CR LF a line feed.
  static func normalizeLineEnds(_ text: inout [UInt8]) {
    guard text.contains(0x0D) else { return }
    var result: [UInt8] = []
    for (index, byte) in text.enumerated() {
      if byte != 0x0D {
        result.append(byte)
      } else if index + 1 == text.count || text[index + 1] != 0x0A {
        result.append(0x0A)
      }
    }
    text = result
  }

  private func url(of node: UnsafeMutablePointer<cmark_node>) -> String {
    let url = Self.bytes(node.pointee.as.link.url)
    if isRestoring { return String(decoding: LineLimits.restored(url), as: UTF8.self) }
    return String(decoding: url, as: UTF8.self)
  }

  private mutating func takeImage(_ node: UnsafeMutablePointer<cmark_node>, isEntering: Bool) {
    if isEntering {
      if imageDepth == 0 {
        images.append(Image(source: url(of: node), text: text.count..<text.count))
      }
      imageDepth += 1
    } else {
      imageDepth -= 1
      if let last = images.indices.last, imageDepth == 0 {
        images[last].text = images[last].text.lowerBound..<text.count
      }
    }
    nest(.image, destination: isEntering ? url(of: node) : nil, isEntering: isEntering)
  }

  private mutating func nest(_ style: TextStyle, destination: String? = nil, isEntering: Bool) {
    if isEntering {
      styles.append((styles.last ?? []).union(style))
      destinations.append(destination ?? destinations.last ?? nil)
    } else {
      styles.removeLast()
      destinations.removeLast()
    }
  }

  private mutating func append(_ byte: UInt8, adding style: TextStyle = []) {
    withUnsafePointer(to: byte) {
      append(UnsafeBufferPointer(start: $0, count: 1), adding: style)
    }
  }

  private mutating func append(
    _ bytes: UnsafeBufferPointer<UInt8>,
    adding style: TextStyle = []
  ) {
    guard !bytes.isEmpty else { return }
    if isRestoring, bytes.contains(0xEF) {
      return LineLimits.restored(bytes).withUnsafeBufferPointer { place($0, adding: style) }
    }
    place(bytes, adding: style)
  }

  private mutating func place(_ bytes: UnsafeBufferPointer<UInt8>, adding style: TextStyle) {
    if imageDepth == 0, !hasOtherThanImages,
      bytes.contains(where: { $0 != 0x20 && $0 != 0x0A })
    {
      hasOtherThanImages = true
    }
    text.append(contentsOf: bytes)
    let style = (styles.last ?? []).union(style)
    let destination = destinations.last ?? nil
    if let last = runs.indices.last, last >= cellStart, runs[last].style == style,
      runs[last].destination == destination
    {
      runs[last].utf8Count += bytes.count
    } else {
      runs.append(TextRun(utf8Count: bytes.count, style: style, destination: destination))
    }
  }
}
