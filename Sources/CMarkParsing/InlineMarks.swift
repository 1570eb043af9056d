import CCmarkGFM

/// Looks for marks in what a stretch of text was parsed to that later text could still use.
///
/// A mark that is shown has opened nothing so far. It might do so when more text came, unless it
/// was escaped, stands where such a mark opens nothing, or is a bracket that is closed by another
/// one with no destination behind it.
struct InlineMarks {
  typealias Node = UnsafeMutablePointer<cmark_node>

  /// What is shown; 0x78, a letter, stands for a byte that can be no mark.
  private var shown: [UInt8] = []
  private let content: UnsafeBufferPointer<UInt8>

  private init(content: UnsafeBufferPointer<UInt8>) {
    self.content = content
  }

  /// Counts the marks in the nodes from `first` on that may open something yet.
  ///
  /// - Parameters:
  ///   - first: A node at the top of the stretch; its siblings after it belong to it, too.
  ///   - content: What the nodes were parsed from.
  /// - Complexity: O(nodes and their text).
  static func openCount(from first: Node?, in content: UnsafeBufferPointer<UInt8>) -> Int {
    var marks = InlineMarks(content: content)
    marks.flatten(first)
    return marks.openCount()
  }

  private mutating func flatten(_ first: Node?) {
    guard let first else { return }
    let top = first.pointee.parent
    var next: Node? = first
    while let node = next {
      take(node)
      next = node.pointee.first_child ?? node.pointee.next
      var left = node
      while next == nil, let parent = left.pointee.parent, parent != top {
        left = parent
        next = left.pointee.next
      }
    }
  }

  private mutating func take(_ node: Node) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_TEXT:
      let literal = InlineText.bytes(node.pointee.as.literal)
      // Brackets lie elsewhere; so do entities, which are taken for marks when they look so.
      guard let start = literal.baseAddress, let base = content.baseAddress,
        start >= base, start < base + content.count
      else {
        shown.append(contentsOf: literal)
        return
      }
      if literal.count == 1, isEscaped(at: start - base) {
        shown.append(UInt8(ascii: "x"))
      } else {
        shown.append(contentsOf: literal)
      }
    case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: shown.append(0x20)
    default: shown.append(UInt8(ascii: "x"))
    }
  }

  private func isEscaped(at offset: Int) -> Bool {
    var start = offset
    while start > 0, content[start - 1] == UInt8(ascii: "\\") { start -= 1 }
    return (offset - start) % 2 == 1
  }

  private func openCount() -> Int {
    var count = 0
    var brackets: [Int] = []
    for (index, byte) in shown.enumerated() {
      let previous = index > 0 ? shown[index - 1] : 0x20
      let next = index + 1 < shown.count ? shown[index + 1] : 0x20
      switch byte {
      case UInt8(ascii: "`"): count += 1
      case UInt8(ascii: "*"), UInt8(ascii: "~"):
        if previous > 0x20 || next > 0x20 { count += 1 }
      case UInt8(ascii: "_"):
        let isInWord = Self.isWordByte(previous) && Self.isWordByte(next)
        if previous > 0x20 || next > 0x20, !isInWord { count += 1 }
      case UInt8(ascii: "<"):
        if Self.mayBeginTag(next) { count += 1 }
      case UInt8(ascii: "["): brackets.append(index)
      case UInt8(ascii: "]"):
        if next == UInt8(ascii: "(") || next == UInt8(ascii: "[") { continue }
        _ = brackets.popLast()
      default: break
      }
    }
    return count + brackets.count
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }

  private static func mayBeginTag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"):
      true
    default: false
    }
  }
}
