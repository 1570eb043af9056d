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
  private var compactIndex: Int32
  private var compactDistance: Int32

  init(utf8Offset: Int, blockIndex: Int, paragraphDistance: Int = 0) {
    self.utf8Offset = utf8Offset
    compactIndex = Int32(blockIndex)
    compactDistance = Int32(paragraphDistance)
  }

  /// The index of its first block.
  var blockIndex: Int {
    get { Int(compactIndex) }
    set { compactIndex = Int32(newValue) }
  }

  /// How far before the unit its first block is said to begin.
  var paragraphDistance: Int { Int(compactDistance) }

  /// Where parsing may start again to parse it and all that follows.
  var restart: ParsedText.Restart {
    .init(utf8Offset: utf8Offset, blockIndex: blockIndex, paragraphDistance: paragraphDistance)
  }
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
  /// The same place in a text with more bytes, and a list of fewer blocks, before it; a leaf that
  /// begins in what stands before goes on with that of `restart`.
  func moved(by shift: Int, dropping blocks: Int, goingOn restart: Self) -> Self {
    var moved = self
    moved.utf8Offset += shift
    moved.blockIndex -= blocks
    if paragraphDistance > 0, paragraphDistance == utf8Offset {
      // Its paragraph goes on at `restart`, too.
      moved.paragraphDistance += restart.paragraphDistance
    }
    guard var continuation else { return moved }
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
    moved.continuation = continuation
    return moved
  }
}

extension Block {
  /// The same block in a text with more bytes before it.
  func moved(by shift: Int) -> Block {
    var block = self
    block.sourceUTF8 = sourceUTF8.lowerBound + shift..<sourceUTF8.upperBound + shift
    return block
  }

  /// Has the first blocks that are said to begin at a place begin where their paragraph did: what is left
  /// of it, and the head of a table at its end.
  static func begin(_ blocks: inout [Block], _ paragraphDistance: Int, before place: Int) {
    guard paragraphDistance > 0 else { return }
    for index in blocks.indices {
      guard blocks[index].sourceUTF8.lowerBound == place else { return }
      blocks[index].sourceUTF8 = place - paragraphDistance..<blocks[index].sourceUTF8.upperBound
    }
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
