extension BlockList {
  /// Replaces the blocks of the tail.
  mutating func replaceTail(with blocks: [Block]) -> BlockListChange {
    guard let leaf = restart.continuation?.leaf, let first = blocks.first else {
      return replaceBlocks(from: restart.blockIndex, with: blocks)
    }
    let index = restart.blockIndex
    var rest = replaceBlocks(from: index + 1, with: Array(blocks.dropFirst()))
    guard let shared = replaceText(at: index, from: leaf.keptUTF8Count, with: first) else {
      return rest
    }
    // A change of none stands where the blocks that stayed end.
    if rest.isEmpty { (rest.replaced, rest.inserted) = (index..<index + 1, index..<index + 1) }
    rest.replaced = index..<rest.replaced.upperBound
    rest.inserted = index..<rest.inserted.upperBound
    rest.keptUTF8Count = shared
    return rest
  }

  /// Replaces the text of a block from `kept` bytes on, in place.
  ///
  /// - Returns: How many leading bytes stayed, or nil when the block is as it was.
  /// - Complexity: O(bytes and runs that are not kept).
  private mutating func replaceText(at index: Int, from kept: Int, with rest: Block) -> Int? {
    let source = storage[index].sourceUTF8.lowerBound..<rest.sourceUTF8.upperBound
    var rest = rest
    // The line that opens code again says nothing of its language.
    if case .code = rest.kind { rest.kind = storage[index].kind }
    let old = rest.kind == storage[index].kind ? storage[index].suffix(from: kept) : nil
    if source == storage[index].sourceUTF8, old?.text == rest.text, old?.runs == rest.runs {
      return nil
    }
    let shared = old?.commonPrefixUTF8Count(with: rest)
    storage[index].truncate(to: kept)
    storage[index].append(text: rest.text, runs: rest.runs)
    storage[index].kind = rest.kind
    storage[index].sourceUTF8 = source
    return shared.map { kept + $0 } ?? 0
  }

  /// The index of the last block that is no footnote's.
  var lastOfBody: Int? {
    bodyCount > 0 ? bodyCount - 1 : nil
  }

  /// Replaces the blocks from `index` on that are no footnotes'.
  mutating func replaceBlocks(from index: Int, with blocks: [Block]) -> BlockListChange {
    replaceBlocks(index..<bodyCount, with: blocks)
  }

  /// Replaces some blocks; those that are as they were stay where they are.
  mutating func replaceBlocks(
    _ range: Range<Int>,
    with blocks: [Block]
  ) -> BlockListChange {
    var change = Self.difference(from: storage[range], to: blocks[...])
    let (old, new) = (change.replaced, change.inserted)
    change.replaced = old.lowerBound + range.lowerBound..<old.upperBound + range.lowerBound
    change.inserted = new.lowerBound + range.lowerBound..<new.upperBound + range.lowerBound
    if !change.isEmpty { storage.replaceSubrange(change.replaced, with: blocks[new]) }
    return change
  }

  /// Compares two stretches of blocks; the indices it returns count from their starts.
  static func difference(
    from old: ArraySlice<Block>,
    to new: ArraySlice<Block>
  ) -> BlockListChange {
    // By buffers and places: an iterator would copy each block, which is what most of this costs.
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        let most = min(old.count, new.count)
        var shared = 0
        while shared < most, old[shared] == new[shared] { shared += 1 }
        var trailing = 0
        while trailing < most - shared,
          old[old.count - 1 - trailing] == new[new.count - 1 - trailing]
        {
          trailing += 1
        }
        return BlockListChange(
          replaced: shared..<old.count - trailing,
          inserted: shared..<new.count - trailing,
          keptUTF8Count: most > shared + trailing
            ? old[shared].commonPrefixUTF8Count(with: new[shared])
            : 0
        )
      }
    }
  }
}

extension Block {
  /// What follows some leading bytes of the text, as a block.
  ///
  /// - Complexity: O(bytes and runs that follow).
  func suffix(from kept: Int) -> Block {
    var rest = Block(kind: kind, nesting: nesting, sourceUTF8: sourceUTF8)
    rest.text = Array(text[kept...])
    var length = rest.text.count
    var index = runs.count
    while length > 0, index > 0 {
      index -= 1
      length -= runs[index].utf8Count
    }
    rest.runs = Array(runs[index...])
    if length < 0 { rest.runs[0].utf8Count += length }
    return rest
  }
}
