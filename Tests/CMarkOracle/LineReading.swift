import CCmarkGFM
import MarkdownBlocks

/// Reads the text of a leaf and its styles.
struct LineReading {
  private(set) var text: [UInt8] = []
  private(set) var runs: [TextRun] = []
  /// The outermost images: where they lie, and their description.
  private(set) var images: [(source: String, text: [UInt8])] = []
  private var hasOtherThanImages = false
  private var cellStart = 0

  /// Whether there is an image, and nothing beside images but white space.
  var isOnlyImages: Bool { !images.isEmpty && !hasOtherThanImages }

  /// Begins a cell, whose runs are told apart from those before.
  mutating func beginCell() { cellStart = runs.count }

  /// Reads all that is in a node.
  mutating func read(
    childrenOf node: Node,
    style: TextStyle = [],
    destination: String? = nil
  ) {
    for child in node.children { read(child, style, destination) }
  }

  private mutating func read(_ node: Node, _ style: TextStyle, _ destination: String?) {
    func inner(_ added: TextStyle, _ other: String? = nil) {
      read(childrenOf: node, style: style.union(added), destination: other ?? destination)
    }
    switch node.kind {
    case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE:
      append(CMarkOracle.bytes(node.pointee.as.literal), style, destination)
    case CMARK_NODE_CODE:
      append(CMarkOracle.bytes(node.pointee.as.literal), style.union(.code), destination)
    case CMARK_NODE_SOFTBREAK: append([0x20], style, destination)
    case CMARK_NODE_LINEBREAK: append([0x0A], style, destination)
    case CMARK_NODE_FOOTNOTE_REFERENCE:
      let number = CMarkOracle.bytes(node.pointee.as.literal)
      append(Array("[".utf8) + number + Array("]".utf8), style.union(.link), destination)
    case CMARK_NODE_EMPH: inner(.italic)
    case CMARK_NODE_STRONG: inner(.bold)
    case CMARK_NODE_LINK: inner(.link, url(of: node))
    case CMARK_NODE_IMAGE:
      let start = text.count
      inner(.image, url(of: node))
      if !style.contains(.image) { images.append((url(of: node), Array(text[start...]))) }
    default: inner(.strikethrough)
    }
  }

  private func url(of node: Node) -> String {
    String(decoding: CMarkOracle.bytes(node.pointee.as.link.url), as: UTF8.self)
  }

  private mutating func append(_ bytes: [UInt8], _ style: TextStyle, _ destination: String?) {
    guard !bytes.isEmpty else { return }
    if !style.contains(.image), bytes.contains(where: { $0 != 0x20 && $0 != 0x0A }) {
      hasOtherThanImages = true
    }
    text += bytes
    if let last = runs.last, runs.count > cellStart, last.style == style,
      last.destination == destination
    {
      runs[runs.count - 1].utf8Count += bytes.count
    } else {
      runs.append(TextRun(utf8Count: bytes.count, style: style, destination: destination))
    }
  }
}
