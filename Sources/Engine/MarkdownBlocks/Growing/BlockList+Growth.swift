extension BlockList {
  mutating func growPlain() -> BlockListChange {
    work.bytesTaken += source.count - (storage.first?.sourceUTF8.upperBound ?? 0)
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
    guard var growth, let last = lastOfBody else { return nil }
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
    work.bytesTaken += bytes.count
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
    (fallbacks, missed) = ([], [])
    footnotes = FootnoteTable()
    if restart.utf8Offset > 0 { wholeParses += 1 }
    let result =
      rule == .inlineOnly
      ? source.withUnsafeBufferPointer { parser.parseInline($0) } : parser.parse(source)
    work.note(parsed: source.count, into: result.blocks)
    if result.limitCount > 0 { limited += 1 }
    return replaceBlocks(from: 0, with: result.blocks)
  }

  /// Parses what is not settled, and the settled units that refer to definitions that changed.
  mutating func parseTail() -> BlockListChange {
    growth = nil
    var tail = parse(from: restart, to: source.count)
    if restart.continuation?.leaf?.isText == true, !tail.goesOn {
      restartUnit()
      tail = parse(from: restart, to: source.count)
    }
    var changed = labelsChanged(by: tail.parsed)
    if let labels = changed, !labels.isEmpty,
      restart.utf8Offset > units[units.count - 1].utf8Offset,
      links.units(for: labels).contains(units.count - 1)
    {
      restartUnit()
      tail = parse(from: restart, to: source.count)
      changed = labelsChanged(by: tail.parsed).map { $0.union(labels) }
    }
    if !tail.parsed.needsWholeForFootnotes, changed.map({ redo($0, with: &tail) }) != true {
      beginAgain()
      tail = parse(from: restart, to: source.count)
      links.open = tail.parsed.definitions
    }
    if tail.parsed.needsWholeForFootnotes {
      needsWholeForFootnotes = true
      return parseWhole()
    }
    footnotes.take(tail.parsed)
    if tail.parsed.limitCount > 0 { limited += 1 }
    if restart.continuation == nil { openLists = [] }
    var span = setTightness(as: tail)
    span = ChangeSpan.joined(span, ChangeSpan(replaceTail(with: tail.parsed.blocks)))
    settle(tail)
    // A tail that mentions a note is parsed again: its leaf may get another mark.
    if tail.parsed.mentions.isEmpty, let leaf = tail.parsed.openLeaf,
      let block = lastOfBody.map({ storage[$0] })
    {
      let prefix = restart.continuation?.prefix.count ?? 0
      growth = LeafGrowth(leaf, block: block, tail: prefix + source.count - restart.utf8Offset)
    }
    return span?.change
      ?? BlockListChange(replaced: count..<count, inserted: count..<count, keptUTF8Count: 0)
  }

  /// Parses a part of the text behind what its restart needs.
  ///
  /// - Returns: The part's own blocks and restarts; offsets count in the whole text, indices in
  ///   the part's blocks.
  mutating func parse(from restart: ParsedText.Restart, to end: Int) -> Tail {
    let start = restart.utf8Offset
    let prefix = restart.continuation?.prefix ?? []
    let leaf = restart.continuation?.leaf
    let needsLabels = links.hasSettled || !footnotes.isEmpty
    let labels = needsLabels ? labels(from: start, to: end) : []
    var context = ParsingContext(
      definitions: links.settled(for: labels),
      leadingUTF8Count: leaf?.leadingUTF8Count ?? 0,
      lackingCellCount: restart.continuation?.lackingCellCount ?? 0,
      triedDelimiterRowCount: leaf?.triedDelimiterRowCount ?? 0,
      leafLine: 1 + prefix[..<(leaf?.prefixOffset ?? 0)].count { $0 == 0x0A }
    )
    context.footnoteNumbers = footnotes.numbers(for: labels)
    context.mentionedFootnoteCount = footnotes.settledCount
    var result =
      if prefix.isEmpty {
        source.withUnsafeBufferPointer {
          parser.parseGrowing(UnsafeBufferPointer(rebasing: $0[start..<end]), in: context)
        }
      } else {
        (prefix + source[start..<end]).withUnsafeBufferPointer {
          parser.parseGrowing($0, in: context)
        }
      }
    work.note(
      parsed: prefix.count + end - start,
      into: result.blocks,
      definitions: result.definitions.count
    )
    let ownStart = leaf?.prefixOffset ?? prefix.count
    let foreign = result.blocks.prefix { $0.sourceUTF8.lowerBound < ownStart }.count
    var tightness: [Int: Bool] = [:]
    for block in result.blocks[..<foreign] {
      tightness[block.nesting.listDepth] = block.nesting.isTight
    }
    result.blocks.removeFirst(foreign)
    if result.blocks.isEmpty { result.openLeaf = nil }
    if let leaf, leaf.leadingUTF8Count > 0, !result.blocks.isEmpty {
      result.blocks[0].dropFirst(leaf.leadingUTF8Count)
    }
    let shift = start - prefix.count
    if shift != 0 {
      for index in result.blocks.indices {
        let range = result.blocks[index].sourceUTF8
        result.blocks[index].sourceUTF8 = range.lowerBound + shift..<range.upperBound + shift
      }
    }
    result.moveFootnotes(by: shift, atLeast: start)
    result.restarts.removeAll { $0.utf8Offset < prefix.count }
    for index in result.restarts.indices {
      result.restarts[index].move(by: shift, dropping: foreign, goingOn: restart)
    }
    return Tail(parsed: result, tightness: tightness)
  }

  /// The labels in a part of the text.
  func labels(from start: Int, to end: Int) -> Set<[UInt8]> {
    source.withUnsafeBufferPointer {
      let part = UnsafeBufferPointer(rebasing: $0[start..<end])
      return part.contains(UInt8(ascii: "[")) ? parser.labels(in: part) : []
    }
  }

  /// Tells the settled blocks of the open lists whether they are tight.
  ///
  /// - Complexity: O(open lists) when nothing changes, else O(blocks of the lists that do).
  private mutating func setTightness(as tail: Tail) -> ChangeSpan? {
    var span: ChangeSpan?
    for list in openLists.indices {
      let depth = openLists[list].depth
      guard let isTight = tail.tightness[depth], openLists[list].isTight != isTight else {
        continue
      }
      openLists[list].isTight = isTight
      let end = restart.continuation?.leaf == nil ? restart.blockIndex : restart.blockIndex + 1
      for index in openLists[list].firstBlock..<end
      where storage[index].nesting.listDepth == depth && storage[index].nesting.isTight != isTight {
        storage[index].nesting.isTight = isTight
        span = ChangeSpan.united(
          span,
          ChangeSpan(
            lower: index,
            oldUpper: index + 1,
            newUpper: index + 1,
            kept: storage[index].text.count
          )
        )
      }
    }
    return span
  }

  /// Moves the restart to what the last complete line that can begin something begins.
  private mutating func settle(_ tail: Tail) {
    guard
      let next = tail.parsed.restarts.last(where: {
        ($0.utf8Offset < openLine || $0.continuation?.leaf?.isText == true)
          && !startsWithByteOrderMark(at: $0.utf8Offset)
      }), next.utf8Offset > restart.utf8Offset
    else { return }
    footnotes.settle(tail.parsed, upTo: next.utf8Offset)
    settleDefinitions(upTo: next.continuation?.leaf?.utf8Offset ?? next.utf8Offset)
    var start = restart.utf8Offset
    for root in tail.parsed.restarts
    where root.continuation == nil && root.utf8Offset <= next.utf8Offset
      && root.utf8Offset > units[units.count - 1].utf8Offset
      && !startsWithByteOrderMark(at: root.utf8Offset)
    {
      links.note(labels(from: start, to: root.utf8Offset), in: units.count - 1)
      start = root.utf8Offset
      units.append(
        Unit(utf8Offset: root.utf8Offset, blockIndex: restart.blockIndex + root.blockIndex)
      )
    }
    links.note(labels(from: start, to: next.utf8Offset), in: units.count - 1)
    let before = openLists
    openLists = (next.continuation?.lists ?? []).map { list in
      if list.firstBlock < 0, let known = before.first(where: { $0.depth == list.depth }) {
        return known
      }
      let first = restart.blockIndex + max(0, list.firstBlock)
      let block = storage[first...].first { $0.nesting.listDepth == list.depth }
      return OpenListState(
        depth: list.depth,
        firstBlock: first,
        isTight: block?.nesting.isTight ?? true
      )
    }
    let base = restart.blockIndex
    noteFallback(before: next, openLists: before)
    restart = next
    restart.blockIndex += base
  }

  /// Takes nothing as settled any more.
  private mutating func beginAgain() {
    if restart.utf8Offset > 0 { wholeParses += 1 }
    restart = .init(utf8Offset: 0, blockIndex: 0)
    units = [Unit(utf8Offset: 0, blockIndex: 0)]
    (fallbacks, missed, openLists) = ([], [], [])
    links = LinkTable()
    footnotes.forget()
  }

  private mutating func settleDefinitions(upTo end: Int) {
    guard !links.open.isEmpty, end > restart.utf8Offset else { return }
    links.settle(parse(from: restart, to: end).parsed.definitions)
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

extension ParsedText {
  /// Moves what is known of footnotes to a text with more bytes before it; a leaf that begins before `start`
  /// goes on there.
  mutating func moveFootnotes(by shift: Int, atLeast start: Int) {
    for index in mentions.indices {
      mentions[index].utf8Offset = max(start, mentions[index].utf8Offset + shift)
    }
    for index in footnotes.indices {
      footnotes[index].utf8Offset += shift
      footnotes[index].blocks = footnotes[index].blocks.map { $0.moved(by: shift) }
    }
  }
}
