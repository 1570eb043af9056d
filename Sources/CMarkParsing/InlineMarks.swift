import CCmarkGFM
import MarkdownBlocks

/// Looks for marks in what a stretch of text was parsed to that later text could still use.
///
/// A mark that is shown has opened nothing so far. It might do so when more text came, unless it
/// was escaped, stands where such a mark opens nothing, or is a bracket that is closed by another
/// one with no destination behind it.
struct InlineMarks {
  typealias Node = UnsafeMutablePointer<cmark_node>

  /// What is shown; 0x78, a letter, stands for a byte that can be no mark.
  private var shown: [UInt8] = []
  /// Where in `content` texts begin, and where in `shown`, in order; those that lie elsewhere are left
  /// out.
  private var origins: [(shown: Int, content: Int)] = []
  private let content: UnsafeBufferPointer<UInt8>

  private init(content: UnsafeBufferPointer<UInt8>, length: Int) {
    self.content = content
    shown.reserveCapacity(length)
    origins.reserveCapacity(min(length / 8, 512))
  }

  /// The marks of a stretch that may open something yet.
  struct Open {
    /// How many.
    var count = 0
    /// Where in the content the first of them lies, or a little before it; nil for none.
    var first: Int?
    /// What would end what they may begin.
    var closing: ClosingBytes = []
  }

  /// Finds the marks in the nodes from `first` on that may open something yet.
  ///
  /// - Parameters:
  ///   - first: A node at the top of the stretch; its siblings after it belong to it, too.
  ///   - content: What they were parsed from, with other text.
  ///   - length: How many bytes of it they are of.
  /// - Complexity: O(nodes and their text).
  static func open(
    from first: Node?,
    in content: UnsafeBufferPointer<UInt8>,
    length: Int
  ) -> Open {
    var marks = InlineMarks(content: content, length: length)
    marks.flatten(first)
    return marks.open()
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
    switch node.kind {
    case CMARK_NODE_TEXT:
      let literal = InlineText.bytes(node.pointee.as.literal)
      // Brackets lie elsewhere; so do entities, which are taken for marks when they look so.
      guard let start = literal.baseAddress, let base = content.baseAddress,
        start >= base, start < base + content.count
      else {
        shown.append(contentsOf: literal)
        return
      }
      origins.append((shown.count, start - base))
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

  private func open() -> Open {
    var (count, first) = (0, Int.max)
    var closing: ClosingBytes = []
    func note(_ index: Int, _ end: ClosingBytes) {
      count += 1
      first = min(first, index)
      closing.formUnion(end)
    }
    var brackets: [Int] = []
    shown.withUnsafeBufferPointer { shown in
      func previous(_ index: Int) -> UInt8 { index > 0 ? shown[index - 1] : 0x20 }
      func next(_ index: Int) -> UInt8 { index + 1 < shown.count ? shown[index + 1] : 0x20 }
      for (index, byte) in shown.enumerated() {
        switch byte {
        case UInt8(ascii: "`"): note(index, .backtick)
        case UInt8(ascii: "*"), UInt8(ascii: "~"):
          if previous(index) > 0x20 || next(index) > 0x20 {
            note(index, byte == UInt8(ascii: "*") ? .star : .tilde)
          }
        case UInt8(ascii: "_"):
          let isInWord = Self.isWordByte(previous(index)) && Self.isWordByte(next(index))
          if previous(index) > 0x20 || next(index) > 0x20, !isInWord { note(index, .underscore) }
        case UInt8(ascii: "<"):
          if Self.mayBeginTag(next(index)) { note(index, .angle) }
        case UInt8(ascii: "["): brackets.append(index)
        case UInt8(ascii: "]"):
          if next(index) == UInt8(ascii: "(") || next(index) == UInt8(ascii: "[") { continue }
          _ = brackets.popLast()
        default: break
        }
      }
    }
    if let bracket = brackets.first {
      first = min(first, bracket)
      closing.formUnion([.bracket, .address])
    }
    return Open(count: count + brackets.count, first: place(of: first), closing: closing)
  }

  /// Where a mark lies in the content, or the text before it that does; nil when there is none.
  private func place(of index: Int) -> Int? {
    guard index < shown.count, let origin = origins.last(where: { $0.shown <= index }) else {
      return nil
    }
    return origin.content + index - origin.shown
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
