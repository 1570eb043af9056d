/// What a parse of the tail came to.
private struct Tail {
  var parsed: ParsedText
  /// Where the next top-level block begins, in the text and in the blocks of the tail.
  var nextRoot: (utf8Offset: Int, blockIndex: Int)
  /// Whether the open list is tight as far as the tail says.
  var listIsTight = true
}

extension BlockList {
  mutating func growPlain() -> BlockListChange {
    parsed += source.count - (storage.first?.sourceUTF8.upperBound ?? 0)
    let isNew = storage.isEmpty
    if isNew { storage.append(Block(kind: .paragraph, sourceUTF8: 0..<0)) }
    let kept = plainTail.settledText
    plainTail.extend(&storage[0].text, from: source)
    storage[0].runs = [TextRun(utf8Count: storage[0].text.count)]
    storage[0].sourceUTF8 = 0..<source.count
    return BlockListChange(replaced: 0..<(isNew ? 0 : 1), inserted: 0..<1, keptUTF8Count: kept)
  }

  /// Takes bytes up into the last block, if they change nothing else.
  mutating func growLeaf(by bytes: UnsafeBufferPointer<UInt8>) -> BlockListChange? {
    guard var growth, let last = storage.indices.last else { return nil }
    // Only one copy may hold the state while it changes.
    self.growth = nil
    let (oldSource, oldCount) = (storage[last].sourceUTF8, storage[last].text.count)
    guard
      let kept = growth.take(
        bytes,
        after: source[source.count - bytes.count - 1],
        into: &storage[last],
        sourceEnd: source.count
      )
    else { return nil }
    self.growth = growth
    parsed += bytes.count
    if storage[last].sourceUTF8 == oldSource, storage[last].text.count == oldCount {
      return BlockListChange(replaced: count..<count, inserted: count..<count, keptUTF8Count: 0)
    }
    return BlockListChange(
      replaced: last..<last + 1,
      inserted: last..<last + 1,
      keptUTF8Count: kept
    )
  }

  mutating func parseWhole() -> BlockListChange {
    growth = nil
    parsed += source.count
    if restart.utf8Offset > 0 { wholeParses += 1 }
    return replaceBlocks(from: 0, with: parser.parse(source).blocks)
  }

  /// Parses what is not settled, and the whole when the link definitions have changed.
  mutating func parseTail() -> BlockListChange {
    var tail = parse(from: restart, to: source.count, after: preamble)
    if case .text(let paragraph, _) = restart.continuation, !goesOn(tail) {
      restart = .init(utf8Offset: paragraph, blockIndex: restart.blockIndex)
      tail = parse(from: restart, to: source.count, after: preamble)
    }
    let isTight = joinList(&tail)
    let change: BlockListChange
    if tail.parsed.definitions != definitions, restart.utf8Offset > 0 {
      definitions = tail.parsed.definitions
      parsed += source.count
      wholeParses += 1
      change = replaceBlocks(from: 0, with: parser.parse(source).blocks)
      restart.blockIndex = count - tail.parsed.blocks.count
      openList.isTight = isTight
      growth = nil
    } else {
      definitions = tail.parsed.definitions
      let loosened = setOpenList(isTight: isTight)
      var local = replaceTail(with: tail.parsed.blocks)
      if let loosened {
        local.replaced = loosened..<max(local.replaced.upperBound, restart.blockIndex)
        local.inserted = loosened..<max(local.inserted.upperBound, restart.blockIndex)
        local.keptUTF8Count = storage[loosened].text.count
      }
      change = local
      growth = nil
      if let leaf = tail.parsed.openLeaf, let block = storage.last {
        growth = LeafGrowth(leaf, block: block)
      }
    }
    settle(tail)
    return change
  }

  /// Whether the first block of a tail can be the rest of a paragraph: not when the paragraph's
  /// last line turned out to be the head of a table, nor when links may change in what is kept.
  private func goesOn(_ tail: Tail) -> Bool {
    guard tail.parsed.definitions == definitions else { return false }
    switch tail.parsed.blocks.first?.kind {
    case .paragraph, .heading: return true
    default: return false
    }
  }

  /// Parses from a restart on, behind link definitions and what the restart needs.
  ///
  /// - Returns: The tail's own blocks and restarts; offsets count in the whole text, indices in
  ///   the tail's blocks.
  private mutating func parse(
    from restart: ParsedText.Restart,
    to end: Int,
    after preamble: [UInt8]
  ) -> Tail {
    let start = restart.utf8Offset
    let before = preamble + (restart.continuation?.prefix ?? [])
    parsed += before.count + end - start
    var result =
      if before.isEmpty {
        source.withUnsafeBufferPointer {
          parser.parseGrowing(UnsafeBufferPointer(rebasing: $0[start..<end]))
        }
      } else {
        (before + source[start..<end]).withUnsafeBufferPointer { parser.parseGrowing($0) }
      }
    let isInCode = if case .code = restart.continuation { true } else { false }
    let ownStart = isInCode ? preamble.count : before.count
    let foreign = result.blocks.prefix { $0.sourceUTF8.lowerBound < ownStart }.count
    let listIsTight = foreign > 0 ? result.blocks[foreign - 1].nesting.isTight : true
    result.blocks.removeFirst(foreign)
    if result.blocks.isEmpty { result.openLeaf = nil }
    let shift = start - before.count
    if shift != 0 {
      for index in result.blocks.indices {
        let range = result.blocks[index].sourceUTF8
        result.blocks[index].sourceUTF8 = range.lowerBound + shift..<range.upperBound + shift
      }
    }
    result.restarts = result.restarts.compactMap {
      // The rest of a paragraph looks like one that begins here.
      let isPart = restart.isInText && $0.utf8Offset == before.count && $0.continuation == nil
      return $0.utf8Offset < before.count || isPart ? nil : $0.moved(by: shift, dropping: foreign)
    }
    let root = result.restarts.first { $0.continuation == nil }
    return Tail(
      parsed: result,
      nextRoot: (root?.utf8Offset ?? .max, root?.blockIndex ?? result.blocks.count),
      listIsTight: listIsTight
    )
  }

  /// Moves the restart to what the last complete line that can begin something begins.
  private mutating func settle(_ tail: Tail) {
    guard
      var next = tail.parsed.restarts.last(where: {
        ($0.utf8Offset < openLine || $0.isInText) && !startsWithByteOrderMark(at: $0.utf8Offset)
      }), next.utf8Offset > restart.utf8Offset
    else { return }
    let root = tail.parsed.restarts.last {
      $0.continuation == nil && $0.utf8Offset <= next.utf8Offset
    }
    if !tail.parsed.definitions.isEmpty { keepDefinitions(from: root, to: next) }
    let isSameContainer = restart.continuation != nil && next.utf8Offset < tail.nextRoot.utf8Offset
    switch (next.continuation, restart.continuation) {
    case (.code(let opening, let kept), .code(_, let before)) where isSameContainer:
      next.continuation = .code(opening: opening, keptUTF8Count: before + kept)
    case (.items(let item, let numbers, let isTight), .items(_, let before, let wasTight))
    where isSameContainer:
      next.continuation = .items(
        item: item,
        numbersBefore: before + numbers,
        isTightBefore: wasTight && isTight
      )
    case (.items, _):
      openList.firstBlock = restart.blockIndex + (root?.blockIndex ?? 0)
      openList.isTight =
        root.map { tightness(ofListAt: $0, in: tail.parsed) } ?? true
    case (.text(_, let kept), .text(let paragraph, let before)) where isSameContainer:
      next.continuation = .text(paragraph: paragraph, keptUTF8Count: before + kept)
    default: break
    }
    next.blockIndex += restart.blockIndex
    restart = next
  }

  /// What the blocks of a list that has just begun say about it.
  private func tightness(ofListAt root: ParsedText.Restart, in tail: ParsedText) -> Bool {
    tail.blocks[root.blockIndex...].first { $0.nesting.listDepth == 1 }?.nesting.isTight ?? true
  }

  /// Puts the part of the text that is about to settle before later tails if it has definitions.
  ///
  /// What settles in two steps, up to the last top-level block and on into it, is kept in two: code
  /// that is still open has no definitions and would hide what follows it.
  private mutating func keepDefinitions(
    from root: ParsedText.Restart?,
    to next: ParsedText.Restart
  ) {
    var start = restart
    if let root, root.utf8Offset > start.utf8Offset {
      keepDefinitions(from: start, upTo: root.utf8Offset)
      start = root
    }
    if case .code = next.continuation { return }
    if next.isInText { return }
    keepDefinitions(from: start, upTo: next.utf8Offset)
  }

  private mutating func keepDefinitions(from start: ParsedText.Restart, upTo end: Int) {
    guard start.utf8Offset < end,
      !parse(from: start, to: end, after: []).parsed.definitions.isEmpty
    else { return }
    preamble += start.continuation?.prefix ?? []
    preamble += source[start.utf8Offset..<end]
    preamble += Array("\n\n***\n\n".utf8)
  }

  /// A byte order mark is skipped at the start of a text and shown elsewhere.
  private func startsWithByteOrderMark(at offset: Int) -> Bool {
    offset + 3 <= source.count && source[offset] == 0xEF && source[offset + 1] == 0xBB
      && source[offset + 2] == 0xBF
  }

  /// Finds the last line that is not known to be complete; a final CR may be half of a CR LF.
  mutating func moveOpenLine(from scanned: Int) {
    var end = source.count
    if source[end - 1] == 0x0D { end -= 1 }
    let start = max(0, scanned - 1)
    while end > start {
      if source[end - 1] == 0x0A || source[end - 1] == 0x0D {
        openLine = end
        return
      }
      end -= 1
    }
  }
}

extension BlockList {
  /// Tells the blocks of the tail their numbers in the list they go on with, and whether it is
  /// tight.
  ///
  /// - Returns: Whether it is.
  private func joinList(_ tail: inout Tail) -> Bool {
    guard case .items(_, let numbers, let wasTight) = restart.continuation else { return true }
    let isTight = wasTight && tail.listIsTight
    for index in 0..<tail.nextRoot.blockIndex {
      var nesting = tail.parsed.blocks[index].nesting
      if nesting.listDepth == 1 { nesting.isTight = isTight }
      if nesting.markers.count == nesting.listDepth,
        case .number(let number, let delimiter)? = nesting.markers.first
      {
        nesting.markers[0] = .number(number + numbers, delimiter: delimiter)
      }
      tail.parsed.blocks[index].nesting = nesting
    }
    return isTight
  }

  /// Tells the settled blocks of the open list whether it is tight.
  ///
  /// - Returns: The first block that changed.
  /// - Complexity: O(1) when nothing changes, else O(blocks of the list).
  private mutating func setOpenList(isTight: Bool) -> Int? {
    guard case .items = restart.continuation, openList.isTight != isTight else { return nil }
    openList.isTight = isTight
    var first: Int?
    for index in openList.firstBlock..<restart.blockIndex
    where storage[index].nesting.listDepth == 1 && storage[index].nesting.isTight != isTight {
      storage[index].nesting.isTight = isTight
      first = first ?? index
    }
    return first
  }

  private mutating func replaceTail(with blocks: [Block]) -> BlockListChange {
    let kept: Int
    switch restart.continuation {
    case .code(_, let count), .text(_, let count): kept = count
    default: return replaceBlocks(from: restart.blockIndex, with: blocks)
    }
    guard let first = blocks.first else {
      return replaceBlocks(from: restart.blockIndex, with: blocks)
    }
    let index = restart.blockIndex
    var rest = replaceBlocks(from: index + 1, with: Array(blocks.dropFirst()))
    guard let shared = replaceText(at: index, from: kept, with: first) else { return rest }
    let (old, new) = (rest.replaced, rest.inserted)
    rest.replaced = index..<(rest.isEmpty ? index + 1 : old.upperBound)
    rest.inserted = index..<(rest.isEmpty ? index + 1 : new.upperBound)
    rest.keptUTF8Count = shared
    return rest
  }

  /// Replaces the text of a block from `kept` bytes on, in place.
  ///
  /// - Returns: How many leading bytes stayed, or nil when the block is as it was.
  /// - Complexity: O(bytes and runs that are not kept).
  private mutating func replaceText(at index: Int, from kept: Int, with rest: Block) -> Int? {
    let source = storage[index].sourceUTF8.lowerBound..<rest.sourceUTF8.upperBound
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

  mutating func replaceBlocks(from index: Int, with blocks: [Block]) -> BlockListChange {
    var change = Self.difference(from: storage[index...], to: blocks[...])
    change.replaced = change.replaced.lowerBound + index..<change.replaced.upperBound + index
    change.inserted = change.inserted.lowerBound + index..<change.inserted.upperBound + index
    storage.replaceSubrange(index..., with: blocks)
    return change
  }

  /// Compares two stretches of blocks; the indices it returns count from their starts.
  static func difference(
    from old: ArraySlice<Block>,
    to new: ArraySlice<Block>
  ) -> BlockListChange {
    let shared = zip(old, new).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (old.dropFirst(shared), new.dropFirst(shared))
    let trailing = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    var kept = 0
    if oldRest.count > trailing, newRest.count > trailing, let first = oldRest.first,
      let second = newRest.first
    {
      kept = first.commonPrefixUTF8Count(with: second)
    }
    return BlockListChange(
      replaced: shared..<old.count - trailing,
      inserted: shared..<new.count - trailing,
      keptUTF8Count: kept
    )
  }
}

extension Block {
  /// What follows some leading bytes of the text, as a block.
  ///
  /// - Complexity: O(bytes and runs that follow).
  fileprivate func suffix(from kept: Int) -> Block {
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

extension ParsedText.Restart {
  /// The same place in a text with more bytes, and a list of fewer blocks, before it.
  fileprivate func moved(by shift: Int, dropping blocks: Int) -> Self {
    var moved = self
    moved.utf8Offset += shift
    moved.blockIndex -= blocks
    if case .text(let paragraph, let kept) = continuation {
      moved.continuation = .text(paragraph: paragraph + shift, keptUTF8Count: kept)
    }
    return moved
  }

  /// Whether it lies inside a paragraph.
  fileprivate var isInText: Bool {
    if case .text = continuation { true } else { false }
  }
}
