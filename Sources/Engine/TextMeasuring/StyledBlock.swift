import MarkdownBlocks

/// A block as a measurer sees it: what its height depends on, and nothing else.
///
/// Two blocks are equal when kind, depth of nesting, role, text and the styles of the text are;
/// where a link leads, what language a code is in and which marker an item has do not count.
public struct StyledBlock: Sendable {
  /// What it is.
  public var kind: BlockKind
  /// How many list items it lies in.
  public var listDepth: Int
  /// How many block quotes it lies in.
  public var quoteDepth: Int
  /// Whose words it holds.
  public var role: TextRole
  /// The text, as valid UTF-8.
  public var text: [UInt8]
  /// The styles of the text; their counts sum to the text's.
  public var runs: [TextRun]

  /// Makes what a measurer needs of a block; shares the block's storage.
  ///
  /// - Parameters:
  ///   - block: A block.
  ///   - role: Whose words it holds.
  public init(_ block: Block, role: TextRole) {
    kind = block.kind
    listDepth = block.nesting.listDepth
    quoteDepth = block.nesting.quoteDepth
    self.role = role
    text = block.text
    runs = block.runs
  }

  /// Makes a paragraph of plain text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - role: Whose words it holds.
  public init(plain text: String, role: TextRole = .assistant) {
    kind = .paragraph
    listDepth = 0
    quoteDepth = 0
    self.role = role
    self.text = Array(text.utf8)
    runs = text.isEmpty ? [] : [TextRun(utf8Count: self.text.count)]
  }
}

extension StyledBlock {
  /// The styles that a height may depend on.
  @usableFromInline static let shapingStyles: TextStyle = [.bold, .italic, .code]

  /// Feeds what the height depends on, as whole words, to a hash of the caller's.
  ///
  /// Blocks that are equal feed the same words, blocks that differ feed different ones; the words
  /// are the same on every machine.
  ///
  /// - Parameter word: Takes the words in order.
  /// - Complexity: O(length of the text), eight bytes a call.
  @inlinable package func hashContent(into word: (UInt64) -> Void) {
    var (tag, detail): (UInt64, UInt64) = (0, 0)
    var cells: [Int] = []
    switch kind {
    case .paragraph: tag = 1
    case .heading(let level): (tag, detail) = (2, UInt64(truncatingIfNeeded: level))
    case .code: tag = 3
    case .html: tag = 4
    case .tableRow(let row):
      (tag, detail) = (5, row.isHeader ? 1 : 0)
      cells = row.cellRunCounts
    case .thematicBreak: tag = 6
    case .image: tag = 7
    case .unknown: tag = 8
    }
    word(tag | UInt64(role.rawValue) << 8 | detail << 16 | UInt64(cells.count) << 32)
    word(
      UInt64(truncatingIfNeeded: listDepth) << 32
        | UInt64(truncatingIfNeeded: quoteDepth) & 0xFFFF_FFFF
    )
    for count in cells { word(UInt64(truncatingIfNeeded: count)) }
    word(UInt64(truncatingIfNeeded: runs.count) << 32 | UInt64(truncatingIfNeeded: text.count))
    for run in runs {
      word(
        UInt64(truncatingIfNeeded: run.utf8Count) << 8
          | UInt64(run.style.intersection(Self.shapingStyles).rawValue)
      )
    }
    text.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        word(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset += 8
      }
      var rest: UInt64 = 0
      while offset < bytes.count {
        rest = rest << 8 | UInt64(bytes[offset])
        offset += 1
      }
      word(rest)
    }
  }
}

extension StyledBlock: Hashable {
  /// Whether two blocks are the same to a measurer.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.listDepth == right.listDepth, left.quoteDepth == right.quoteDepth,
      left.role == right.role, left.runs.count == right.runs.count, left.text == right.text
    else { return false }
    let sameKind =
      switch (left.kind, right.kind) {
      case (.code, .code), (.image, .image), (.unknown, .unknown): true
      case (.tableRow(let first), .tableRow(let second)):
        first.isHeader == second.isHeader && first.cellRunCounts == second.cellRunCounts
      default: left.kind == right.kind
      }
    return sameKind
      && zip(left.runs, right.runs).allSatisfy {
        $0.utf8Count == $1.utf8Count
          && $0.style.intersection(shapingStyles) == $1.style.intersection(shapingStyles)
      }
  }

  /// Hashes what the height depends on.
  public func hash(into hasher: inout Hasher) {
    hashContent { hasher.combine($0) }
  }
}
