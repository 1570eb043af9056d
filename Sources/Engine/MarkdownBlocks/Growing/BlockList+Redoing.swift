// What a definition at the end of a text changes before it.
extension BlockList {
  /// The labels of links and footnotes whose definition is another one with a tail; nil where the text is to
  /// be parsed again.
  func labelsChanged(by tail: ParsedText) -> Set<[UInt8]>? {
    guard let new = footnotes.newLabels(in: tail) else { return nil }
    let changed = links.labelsChanged(by: tail.definitions)
    // A link may take the mark of a footnote with it.
    guard changed.isEmpty || footnotes.isEmpty else { return nil }
    return changed.union(FootnoteTable.marks(of: new))
  }

  /// Parses the settled units again that refer to definitions that changed, and the tail when that gives
  /// footnotes other numbers.
  ///
  /// - Parameters:
  ///   - labels: The labels that changed.
  ///   - tail: The tail, whose definitions are in force from here on.
  /// - Returns: Whether the units mention the footnotes that they did.
  mutating func redo(
    _ labels: Set<[UInt8]>,
    with tail: inout Tail
  ) -> Bool {
    links.open = tail.parsed.definitions
    guard !labels.isEmpty else { return true }
    var labels = labels
    let new = footnotes.newLabels(in: tail.parsed) ?? []
    if !new.isEmpty {
      footnotes.define(new)
      let marks = FootnoteTable.marks(of: new)
      var moved: [[UInt8]] = []
      for run in units(for: marks) {
        moved += footnotes.insert(parseUnits(run).mentions, in: source(of: run))
      }
      if !moved.isEmpty {
        let marks = FootnoteTable.marks(of: moved)
        labels.formUnion(marks)
        // What is settled of the last unit may have such marks too.
        if restart.utf8Offset > units[units.count - 1].utf8Offset,
          links.units(for: marks).contains(units.count - 1)
        {
          restartUnit()
        }
        tail = parse(from: restart, to: source.count)
        links.open = tail.parsed.definitions
      }
    }
    for run in units(for: labels) {
      let parsed = parseUnits(run)
      guard footnotes.agrees(parsed.mentions, in: source(of: run)) else { return false }
      footnotes.replace(parsed.footnotes)
      replaceUnits(run, with: parsed.blocks)
    }
    return true
  }

  /// The settled units in which one of some labels stands, neighbours together.
  ///
  /// The last unit is left out when it is the tail.
  private func units(for labels: Set<[UInt8]>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for unit in links.units(for: labels) where unit + 1 < units.count {
      if let last = runs.last, last.upperBound == unit {
        runs[runs.count - 1] = last.lowerBound..<unit + 1
      } else {
        runs.append(unit..<unit + 1)
      }
    }
    return runs
  }

  private func source(of range: Range<Int>) -> Range<Int> {
    units[range.lowerBound].utf8Offset..<units[range.upperBound].utf8Offset
  }

  /// Parses settled units; offsets count in the whole text.
  private mutating func parseUnits(_ range: Range<Int>) -> ParsedText {
    let part = source(of: range)
    let labels = labels(from: part.lowerBound, to: part.upperBound)
    var context = ParsingContext(definitions: links.inForce(for: labels))
    context.footnoteNumbers = footnotes.numbers(for: labels)
    context.mentionedFootnoteCount = footnotes.settledCount
    var parsed = source.withUnsafeBufferPointer {
      parser.parseGrowing(UnsafeBufferPointer(rebasing: $0[part]), in: context)
    }
    parsed.blocks = parsed.blocks.map { $0.moved(by: part.lowerBound) }
    parsed.moveFootnotes(by: part.lowerBound, atLeast: part.lowerBound)
    work.note(parsed: part.count, into: parsed.blocks)
    return parsed
  }

  private mutating func replaceUnits(_ range: Range<Int>, with blocks: [Block]) {
    let first = units[range.lowerBound].blockIndex
    let next = units[range.upperBound].blockIndex
    var blocks = blocks
    blocks.takeSurroundings(of: storage[first..<next])
    let change = Self.difference(from: storage[first..<next], to: blocks[...])
    guard !change.isEmpty else { return }
    storage.replaceSubrange(first..<next, with: blocks)
    var place = 0
    for unit in range.dropFirst() {
      while place < blocks.count, blocks[place].sourceUTF8.lowerBound < units[unit].utf8Offset {
        place += 1
      }
      units[unit].blockIndex = first + place
    }
    let growth = blocks.count - (next - first)
    if growth != 0 {
      for later in range.upperBound..<units.count { units[later].blockIndex += growth }
      for list in openLists.indices { openLists[list].firstBlock += growth }
      restart.blockIndex += growth
      for index in fallbacks.indices { fallbacks[index].move(by: growth) }
    }
    if let moved = ChangeSpan(change, movedBy: first)?.change { redone.append(moved) }
  }
}

extension [Block] {
  /// Takes from blocks that were parsed of the same text with what follows it what hangs on that: where code
  /// ends that nothing closes, and whether a list is tight.
  mutating func takeSurroundings(of others: some Collection<Block>) {
    guard others.count == count else { return }
    for (index, other) in zip(indices, others) {
      self[index].sourceUTF8 = other.sourceUTF8
      self[index].nesting.isTight = other.nesting.isTight
    }
  }
}
