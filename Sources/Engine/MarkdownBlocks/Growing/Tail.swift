/// What a parse of a part of a text came to.
struct Tail {
  var parsed: ParsedText
  /// Whether the lists that were open before it are tight, by their depth.
  var tightness: [Int: Bool]

  /// Whether the first block can be the rest of a paragraph: not when the paragraph's last line
  /// turned out to be the head of a table.
  var goesOn: Bool {
    switch parsed.blocks.first?.kind {
    case .paragraph, .heading: true
    default: false
    }
  }
}

/// A settled top-level block.
struct Unit {
  /// Where its first line begins.
  var utf8Offset: Int
  /// The index of its first block.
  var blockIndex: Int

  /// Where parsing may start again to parse it and all that follows.
  var restart: ParsedText.Restart { .init(utf8Offset: utf8Offset, blockIndex: blockIndex) }
}

/// A list that the restart lies in.
struct OpenListState {
  /// In how many items the blocks directly in it lie.
  var depth: Int
  /// The index of its first block.
  var firstBlock: Int
  /// Whether its settled blocks say that it is tight.
  var isTight: Bool
}

extension ParsedText.Restart {
  /// Moves the place to a text with more bytes, and a list of fewer blocks, before it; a leaf that
  /// begins in what stands before goes on with that of `restart`.
  mutating func move(by shift: Int, dropping blocks: Int, goingOn restart: Self) {
    utf8Offset += shift
    blockIndex -= blocks
    guard var continuation else { return }
    self.continuation = nil
    for index in continuation.lists.indices { continuation.lists[index].firstBlock -= blocks }
    if let before = restart.continuation, var leaf = continuation.leaf {
      if leaf.utf8Offset < before.prefix.count, let old = before.leaf {
        leaf.utf8Offset = old.utf8Offset
        leaf.keptUTF8Count += old.keptUTF8Count - old.leadingUTF8Count
      } else {
        leaf.utf8Offset += shift
      }
      continuation.leaf = leaf
    } else {
      continuation.leaf?.utf8Offset += shift
    }
    self.continuation = continuation
  }
}

extension Block {
  /// The same block in a text with more bytes before it.
  func moved(by shift: Int) -> Block {
    var block = self
    block.sourceUTF8 = sourceUTF8.lowerBound + shift..<sourceUTF8.upperBound + shift
    return block
  }

  /// Drops the first bytes of the text.
  mutating func dropFirst(_ count: Int) {
    text.removeFirst(min(count, text.count))
    var rest = count
    while rest > 0, let first = runs.first {
      let cut = min(rest, first.utf8Count)
      rest -= cut
      runs[0].utf8Count -= cut
      if runs[0].utf8Count == 0 { runs.removeFirst() }
    }
  }
}
