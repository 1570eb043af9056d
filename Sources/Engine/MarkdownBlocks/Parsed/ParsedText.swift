/// What a parser makes of a text: its blocks and what a growing text needs to know about them.
public struct ParsedText: Hashable, Sendable {
  /// A place where parsing may start again when the text grows.
  ///
  /// A parser vouches for this: once the line that starts at `utf8Offset` is complete (for a leaf of
  /// text: at once), every text that begins with this one parses to the blocks before
  /// `blockIndex`, followed by what the text from `utf8Offset` on parses to by itself (as far as
  /// definitions allow), unless something follows that its leaf awaits. Inside a container it does
  /// so behind the continuation's prefix, whose own blocks are left out; when a leaf goes on, the
  /// first block is the rest of the one at `blockIndex`.
  public struct Restart: Hashable, Sendable {
    /// The offset of the first byte of a line, or of a segment of a leaf of text.
    public var utf8Offset: Int
    /// The index of the first block that lies there or after it; of the leaf that goes on.
    public var blockIndex: Int
    /// What opens the container again; nil at the top level.
    package var continuation: Continuation?

    /// Makes a restart outside any container.
    ///
    /// - Parameters:
    ///   - utf8Offset: The offset of the first byte of a line.
    ///   - blockIndex: The index of the first block there or after it.
    public init(utf8Offset: Int, blockIndex: Int) {
      self.init(utf8Offset: utf8Offset, blockIndex: blockIndex, continuation: nil)
    }

    /// Makes a restart.
    ///
    /// - Parameters:
    ///   - utf8Offset: The offset of the first byte of a line.
    ///   - blockIndex: The index of the first block there or after it.
    ///   - continuation: What opens the container again; nil at the top level.
    package init(utf8Offset: Int, blockIndex: Int, continuation: Continuation?) {
      self.utf8Offset = utf8Offset
      self.blockIndex = blockIndex
      self.continuation = continuation
    }
  }

  /// The leaf blocks in the order of reading; of a text that grows without those of its footnotes.
  public var blocks: [Block]
  /// Where parsing may start again, ascending; empty when the parser cannot say.
  public var restarts: [Restart]
  /// The link definitions that the text itself makes, one for each label.
  package var definitions: [LinkDefinition]
  /// Whether the text defines footnotes in a way that it has to be parsed whole.
  package var needsWholeForFootnotes: Bool
  /// The footnotes that a text that grows defines, mentioned or not, in their order there.
  package var footnotes: [ParsedFootnote] = []
  /// The footnotes that it mentions and that are defined, there or elsewhere, in the order of their first
  /// mention.
  package var mentions: [FootnoteMention] = []
  /// How often a shape was beyond a limit of the parser's and is shown plain.
  package var limitCount: Int
  /// How the last block goes on with plain bytes; nil when the parser cannot say.
  package var openLeaf: OpenLeaf?

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - blocks: The leaf blocks in the order of reading.
  ///   - restarts: Where parsing may start again, ascending; without one a growing text is parsed whole.
  public init(blocks: [Block], restarts: [Restart] = []) {
    self.init(blocks: blocks, restarts: restarts, definitions: [])
  }

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - blocks: The leaf blocks in the order of reading.
  ///   - restarts: Where parsing may start again, ascending.
  ///   - definitions: The link definitions that the text makes.
  ///   - needsWholeForFootnotes: Whether its footnotes need the text as a whole.
  ///   - limitCount: How often a shape was beyond a limit.
  ///   - openLeaf: How the last block goes on with plain bytes.
  package init(
    blocks: [Block] = [],
    restarts: [Restart] = [],
    definitions: [LinkDefinition],
    needsWholeForFootnotes: Bool = false,
    limitCount: Int = 0,
    openLeaf: OpenLeaf? = nil
  ) {
    self.blocks = blocks
    self.restarts = restarts
    self.definitions = definitions
    self.needsWholeForFootnotes = needsWholeForFootnotes
    self.limitCount = limitCount
    self.openLeaf = openLeaf
  }
}
