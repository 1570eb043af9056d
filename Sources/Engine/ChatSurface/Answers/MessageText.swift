import Lengths
import MarkdownBlocks

/// The text of a message as blocks, part by part.
///
/// Seen from outside it is one run of text and one run of blocks: the text of the text parts one
/// after the other, and their blocks with one more block for each card. Text grows at the end of
/// the last text part only.
///
/// Each part knows where it begins, so that a block is found by halving.
///
/// Complexity: O(1) each, O(log parts) where a block is asked for, unless it says otherwise.
package struct MessageText: Sendable {
  /// How many blocks, and bytes of text, the parts before one have.
  private struct Start {
    var block = 0
    var utf8 = 0
  }

  /// Where a block is: in which part, and which of the part's blocks it is.
  package struct Place: Equatable {
    var part: Int
    var block: Int
  }

  private let rule: MarkdownRule
  private let parser: any BlockParser
  private(set) var parts: [Part]
  /// Where each part begins; empty while there is one.
  private var starts: [Start] = []
  /// Where the next part would begin, and the last block before the notes of the last part. Kept, since
  /// both are asked for many times a frame and the last part is dear to copy.
  private var end = Start()
  private var lastOfBody = -1
  /// Whether its one part is there only because something has to take the text.
  private var isUnbegun = true
  /// What is shown in the place of the last block while the text grows.
  private var tail = UnfinishedTail(.raw)
  /// The work of all parts but the last, those that were dropped included.
  private var parsedBefore = ParsingWork()

  package init(rule: MarkdownRule, parser: any BlockParser) {
    self.rule = rule
    self.parser = parser
    parts = [Part(kind: .text, blocks: BlockList(rule: rule, parser: parser))]
  }

  /// A text without parts, read by the same rule or another; what was parsed for this one counts on.
  func emptied(by rule: MarkdownRule? = nil) -> MessageText {
    var text = MessageText(rule: rule ?? self.rule, parser: parser)
    text.parsedBefore = parsingWork
    return text
  }

  package var partCount: Int { parts.count }
  /// How many blocks there are, a card being one.
  package var count: Int { end.block }
  /// The last block before notes, in which text that comes may go on.
  package var lastBodyBlock: Int { lastOfBody }
  package var utf8Count: Int { end.utf8 }
  /// What making blocks came to so far.
  package var parsingWork: ParsingWork {
    parsedBefore + parts[parts.count - 1].blocks.parsingWork
      + ParsingWork(bytesLookedAt: tail.bytesLookedAt)
  }

  /// The blocks, each card standing as a paragraph without text.
  ///
  /// - Complexity: O(1) for one part, else O(blocks).
  package var blocks: [Block] {
    if let onlyBlocks { return onlyBlocks }
    var blocks = parts.flatMap { $0.kind == .card ? [Self.cardBlock] : $0.blocks.blocks }
    switch tail.look {
    case .parsed: break
    case .other: blocks[blocks.count - 1] = tail.block
    case .nothing: blocks.removeLast()
    }
    return blocks
  }

  /// The blocks of a text of one part that is measured, which a card and a folded text are not; nil of
  /// others.
  var onlyBlocks: [Block]? {
    guard parts.count == 1, parts[0].fixedHeight(ofBlock: 0) == nil, tail.look == .parsed else {
      return nil
    }
    return parts[0].blocks.blocks
  }

  package subscript(index: Int) -> Block { block(at: place(ofBlock: index)) }

  /// The height that the block at `index` has as a card or in a folded part; nil where it is measured.
  package func fixedHeight(ofBlock index: Int) -> LayoutUnit? {
    onlyBlocks == nil ? fixedHeight(at: place(ofBlock: index)) : nil
  }

  /// The blocks of a part; nil where there is no such part.
  package func blocks(ofPart part: Int) -> Range<Int>? {
    guard parts.indices.contains(part) else { return nil }
    let first = start(ofPart: part).block
    return first..<(part + 1 < parts.count ? start(ofPart: part + 1).block : end.block)
  }

  func block(at place: Place) -> Block {
    if tail.look == .other, place.part == parts.count - 1,
      place.block == parts[place.part].blockCount - 1
    {
      return tail.block
    }
    return parts[place.part].kind == .card ? Self.cardBlock : parts[place.part].blocks[place.block]
  }

  /// The bytes of the whole text that the block at `index` comes from; none for a card.
  package func utf8Range(ofBlock index: Int) -> Range<Int> {
    let place = place(ofBlock: index)
    let base = start(ofPart: place.part).utf8
    guard parts[place.part].kind != .card else { return base..<base }
    let range = parts[place.part].blocks.sourceUTF8(ofBlock: place.block)
    return base + range.lowerBound..<base + range.upperBound
  }

  /// The last block that comes from text at a place or before it; -1 where none does.
  package func block(atUTF8 utf8: Int) -> Int {
    var looks = 0
    return PartitionPoint.first(in: 0..<count, counting: &looks) {
      utf8Range(ofBlock: $0).lowerBound > utf8
    } - 1
  }

  private func start(ofPart part: Int) -> Start { starts.isEmpty ? Start() : starts[part] }

  /// Finds the end again, after an edit.
  private mutating func moveEnd() {
    let last = parts.count - 1
    let start = start(ofPart: last)
    end = Start(
      block: start.block + parts[last].blockCount - (tail.look == .nothing ? 1 : 0),
      utf8: start.utf8 + parts[last].blocks.utf8Count
    )
    lastOfBody = start.block + parts[last].blocks.bodyCount - 1
  }

  private static let cardBlock = Block(kind: .paragraph, sourceUTF8: 0..<0)

  private func place(ofBlock index: Int) -> Place {
    var looks = 0
    return place(ofBlock: index, counting: &looks)
  }

  /// Where the block at `index` is.
  ///
  /// - Parameter looks: Grows by the parts that were looked at.
  /// - Precondition: There is such a block.
  package func place(ofBlock index: Int, counting looks: inout Int) -> Place {
    precondition((0..<count).contains(index), "there is no block \(index) among \(count)")
    // Of parts that begin at the same block all but the last are empty.
    let next = PartitionPoint.first(in: 1..<parts.count, counting: &looks) {
      starts[$0].block > index
    }
    return Place(part: next - 1, block: index - start(ofPart: next - 1).block)
  }

  /// Whether a text begins with this one.
  ///
  /// - Complexity: O(text), eight bytes at a time, and O(parts).
  package func isBeginning(of bytes: [UInt8]) -> Bool {
    guard utf8Count <= bytes.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      return parts.allSatisfy { part in
        let other = UnsafeBufferPointer(rebasing: bytes[start..<start + part.blocks.utf8Count])
        start += other.count
        return part.blocks.text.withUnsafeBufferPointer {
          CommonBeginning.byteCount(of: $0, and: other) == other.count
        }
      }
    }
  }

  // MARK: Edits

  /// Whether the next part to begin takes the place of the one that nobody has begun.
  package var isUntouched: Bool { isUnbegun && parts.count == 1 && parts[0].blocks.text.isEmpty }
  /// Whether text goes on in the last part.
  package var takesText: Bool { parts[parts.count - 1].kind != .card }

  /// Begins another part: the first one in place of the one that nobody has begun.
  ///
  /// - Returns: Which blocks changed.
  package mutating func begin(
    _ kind: MessagePart.Kind,
    cardHeight: LayoutUnit = .zero,
    folded: LayoutUnit? = nil
  ) -> BlockListChange {
    let end = count
    if isUntouched {
      parts[0].kind = kind
      parts[0].cardHeight = cardHeight
      parts[0].folded = folded
      isUnbegun = false
    } else {
      parsedBefore = parsedBefore + parts[parts.count - 1].blocks.parsingWork
      if starts.isEmpty { starts.append(Start()) }
      starts.append(self.end)
      let blocks = BlockList(rule: rule, parser: parser)
      parts.append(Part(kind: kind, blocks: blocks, cardHeight: cardHeight, folded: folded))
    }
    moveEnd()
    return BlockListChange(replaced: end..<end, inserted: end..<count, keptUTF8Count: 0)
  }

  /// Appends text to the last part; after a card a new text part begins.
  ///
  /// - Returns: Which blocks changed.
  /// - Complexity: That of `BlockList.append`.
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> BlockListChange {
    let change = appendBody(bytes)
    return change.joined(behind: takeRedone()).joined(with: showNotes())
  }

  /// Appends text in changes that lie apart: ``takeRedone()`` tells those before this one, ``showNotes()``
  /// makes the one after it.
  package mutating func appendBody(_ bytes: UnsafeBufferPointer<UInt8>) -> BlockListChange {
    if parts[parts.count - 1].kind == .card { _ = begin(.text) }
    let change = parts[parts.count - 1].blocks.appendBody(bytes)
    return shifted(showTail(after: change), toPart: parts.count - 1)
  }

  /// Tells what the text that was appended changed far above its end, in order.
  package mutating func takeRedone() -> [BlockListChange] {
    let part = parts.count - 1
    return parts[part].blocks.takeRedone().map { shifted($0, toPart: part) }
  }

  /// Shows the notes of a text that was appended as they are now, behind all other blocks of its part.
  ///
  /// - Returns: Which blocks changed; nil where none did.
  /// - Complexity: O(notes from the first that changed on).
  package mutating func showNotes() -> BlockListChange? {
    let part = parts.count - 1
    guard let change = parts[part].blocks.showNotes() else { return nil }
    moveEnd()
    return shifted(change, toPart: part)
  }

  package mutating func append(_ text: String) {
    var text = text
    _ = text.withUTF8 { append($0) }
  }

  /// Replaces the text. Parts that begin after what both texts begin alike with are dropped; what
  /// the new text has beyond that goes to the last part, or to one of its own after a card.
  ///
  /// - Returns: Which blocks changed.
  /// - Complexity: O(old and new text).
  package mutating func replace(with bytes: [UInt8]) -> BlockListChange {
    defer { moveEnd() }
    guard parts.count > 1 || !takesText || isUndecided else {
      tail.forget()
      return parts[0].blocks.replace(with: bytes)
    }
    let before = blocks
    tail.forget()
    let shared = CommonBeginning.utf8Count(of: text, and: bytes)
    var start = 0
    var kept = 0
    while kept < parts.count, kept == 0 || start <= shared {
      start += parts[kept].blocks.utf8Count
      kept += 1
    }
    // What the part that is the last one from here on has parsed is counted by itself again.
    parsedBefore = parsedBefore + parts[parts.count - 1].blocks.parsingWork
    parsedBefore = parsedBefore - parts[kept - 1].blocks.parsingWork
    parts.removeSubrange(kept...)
    if kept < starts.count { starts.removeSubrange(kept...) }
    moveEnd()
    if takesText {
      start -= parts[kept - 1].blocks.utf8Count
      _ = parts[kept - 1].blocks.replace(with: Array(bytes[start...]))
    } else if bytes.count > start {
      _ = begin(.text)
      bytes[start...].withUnsafeBufferPointer { _ = parts[parts.count - 1].blocks.append($0) }
    }
    return BlockListChange(from: before, to: blocks)
  }

  /// Gives a part another height.
  ///
  /// - Returns: Which blocks changed; nil when there is no such part, or no card where one is meant.
  package mutating func setPart(_ part: Int, to height: PartHeight) -> BlockListChange? {
    guard let blocks = blocks(ofPart: part), parts[part].kind == .card || !height.isCards else {
      return nil
    }
    (parts[part].folded, parts[part].isFitted) = (height.isCards ? nil : height.height, false)
    if height.isCards { parts[part].cardHeight = height.height ?? .zero }
    return BlockListChange(replaced: blocks, inserted: blocks, keptUTF8Count: 0)
  }

  /// Gives a part the height of a scroller; nil: its own.
  ///
  /// - Returns: Which blocks changed; nil where none did.
  package mutating func fit(_ part: Int, to height: LayoutUnit?) -> BlockListChange? {
    guard let blocks = blocks(ofPart: part), parts[part].isFitted || parts[part].folded == nil,
      parts[part].folded != height
    else { return nil }
    (parts[part].folded, parts[part].isFitted) = (height, height != nil)
    return BlockListChange(replaced: blocks, inserted: blocks, keptUTF8Count: 0)
  }

  // MARK: What is undecided

  /// Whether something else than what was parsed is shown at the end.
  package var isUndecided: Bool { tail.look != .parsed }

  /// The text grows from here on: how its end is shown meanwhile.
  package mutating func grow(_ marks: UnfinishedMarks) { tail.grow(marks) }

  /// What is at the end is decided: it is shown as it was parsed.
  ///
  /// - Returns: Which blocks changed.
  package mutating func decide() -> BlockListChange {
    let old = tail.look
    let end = parts[parts.count - 1].blockCount
    let kept = old == .other ? tail.keptUTF8Count(with: parts[parts.count - 1].blocks[end - 1]) : 0
    tail.forget()
    moveEnd()
    guard old != .parsed else {
      return BlockListChange(replaced: end..<end, inserted: end..<end, keptUTF8Count: 0)
    }
    let change = BlockListChange(
      replaced: end - 1..<(old == .nothing ? end - 1 : end),
      inserted: end - 1..<end,
      keptUTF8Count: kept
    )
    return shifted(change, toPart: parts.count - 1)
  }

  /// Looks again at what is shown in the place of the last block.
  ///
  /// - Parameter change: What parsing changed, among the part's blocks.
  /// - Returns: What it changed of what is shown.
  private mutating func showTail(after change: BlockListChange) -> BlockListChange {
    defer { moveEnd() }
    guard tail.rule != .raw else { return change }
    let part = parts.count - 1
    let (old, count) = (tail.look, parts[part].blockCount)
    let oldCount = count - change.inserted.count + change.replaced.count
    // Notes stand behind the text that grows: they are shown as they are.
    let isLast = change.inserted.upperBound == count && count > 0 && parts[part].folded == nil
    var first = change.replaced.lowerBound
    var kept = change.keptUTF8Count
    if old != .parsed, first >= oldCount - 1 {
      first = oldCount - 1
      let isOther = takesText && (first < count - 1 || !isLast && first < count)
      kept = isOther ? tail.keptUTF8Count(with: parts[part].blocks[first]) : 0
    }
    if !isLast {
      tail.forget()
    } else {
      let shared = tail.look(
        at: parts[part].blocks[count - 1],
        of: parts[part].blocks.text,
        keeping: keptUTF8Count(ofLast: count - 1, in: change)
      )
      if tail.look != .parsed, first >= count { first = count - 1 }
      if first == count - 1 { kept = first == oldCount - 1 ? shared : 0 }
    }
    guard old != .parsed || tail.look != .parsed else { return change }
    let replaced = first..<oldCount - (old == .nothing ? 1 : 0)
    let inserted = first..<count - (tail.look == .nothing ? 1 : 0)
    return BlockListChange(
      replaced: replaced,
      inserted: inserted,
      keptUTF8Count: replaced.isEmpty || inserted.isEmpty ? 0 : kept
    )
  }

  /// How many leading bytes of the last block's text are those that the last one had.
  private func keptUTF8Count(ofLast block: Int, in change: BlockListChange) -> Int {
    if change.isEmpty { return .max }
    return change.replaced.lowerBound == block ? change.keptUTF8Count : 0
  }

  private func shifted(_ change: BlockListChange, toPart part: Int) -> BlockListChange {
    let first = start(ofPart: part).block
    guard first > 0 else { return change }
    return BlockListChange(
      replaced: change.replaced.lowerBound + first..<change.replaced.upperBound + first,
      inserted: change.inserted.lowerBound + first..<change.inserted.upperBound + first,
      keptUTF8Count: change.keptUTF8Count
    )
  }
}
