import Lengths
import MarkdownBlocks
import TextMeasuring

/// What the surface knows of one message that it has had to look at.
///
/// Records exist for messages that are or were near the viewport, that stream, or that the app
/// gave singly; the rest of a history lies in its source.
package final class ItemRecord {
  /// All that is small. It is seen in this file alone, so that the compiler can tell that no two uses of
  /// it overlap; else each look from elsewhere would be checked at run time, ten for every item of a frame.
  private struct Facts {
    var id: MessageID
    var role: Message.Role
    var state: Message.State
    var timestampMilliseconds: Double?
    var suppliedHeight: LayoutUnit?
    var isExtended = false
    var laidOutGeometry: TextGeometry?
    var isReplaceable: Bool
    var isAwaited = false
    var isExpected = false
    var answer: UInt32 = 0
    var lastUsed = 0
    var shown = ShownItem()
  }

  private var facts: Facts
  package let handle: UInt32
  /// The text that is shown, as blocks.
  package private(set) var text: MessageText
  /// Where the text's blocks lie.
  package private(set) var placed = PlacedText()
  /// The widths at which the text was found to be as high as at its full width, by that; each is the
  /// least. Few are kept.
  private var narrowestWidths: [(full: TextGeometry, narrowest: LayoutUnit)] = []

  /// The parts that are no higher than something, in order.
  private(set) var limited: [LimitedPart] = []

  /// Makes the record of a message.
  package init(handle: UInt32, message: Message, text: MessageText, isReplaceable: Bool) {
    self.handle = handle
    self.text = text
    facts = Facts(
      id: message.id,
      role: message.role,
      state: message.state,
      timestampMilliseconds: message.timestampMilliseconds,
      suppliedHeight: message.suppliedHeight,
      isReplaceable: isReplaceable
    )
    limit(message.parts)
  }

  package var id: MessageID { facts.id }
  package var role: Message.Role { facts.role }
  package var state: Message.State { facts.state }
  /// Milliseconds since 1970; nil when the app gave none.
  package var timestampMilliseconds: Double? { facts.timestampMilliseconds }
  /// The height that its host gave it; nil where it is measured.
  package var suppliedHeight: LayoutUnit? { facts.suppliedHeight }
  /// Whether its text, which does not stream, was replaced by a longer one with the same beginning last:
  /// it is measured as a growing one.
  package var isExtended: Bool { facts.isExtended }
  /// The viewport's width and the text's size when the item last got a height of its own.
  package var laidOutGeometry: TextGeometry? { facts.laidOutGeometry }
  /// Whether the record can be made again from its source.
  package var isReplaceable: Bool { facts.isReplaceable }
  /// Whether the user sent the message and the app has not given its own copy of it yet.
  package var isAwaited: Bool { facts.isAwaited }
  /// The number of the answer that was streamed as this message last; 0 for none.
  package var answer: UInt32 { facts.answer }
  /// The frame of the last look at the record.
  package var lastUsed: Int { facts.lastUsed }
  package var shown: ShownItem { facts.shown }

  /// Whether it is an empty answer that stands for one to come.
  package var isExpected: Bool { facts.isExpected }

  /// Whether the default style shows the loading dots in the place of a text that is not there yet: a
  /// placeholder's, or an answer's that is expected or still streams.
  package var showsLoadingDots: Bool {
    // The text last: each look at it is checked at run time.
    suppliedHeight == nil
      && (role == .placeholder || role == .assistant && (state == .streaming || isExpected))
      && text.count == 0
  }

  // MARK: Blocks

  // Asked for every block of a text that is measured whole: of `text` and `placed` themselves each look
  // from elsewhere would be a copy.

  package var blockCount: Int { text.count }
  /// The last block before notes, in which text that comes may go on.
  package var lastBodyBlock: Int { text.lastBodyBlock }
  package var onlyBlocks: [Block]? { text.onlyBlocks }
  package var nextBlock: PlacedText.Next { placed.next }
  package func place(ofBlock index: Int) -> PlacedBlock { placed[index] }
  package func textPlace(ofBlock index: Int, counting looks: inout Int) -> MessageText.Place {
    text.place(ofBlock: index, counting: &looks)
  }
  package func block(at place: MessageText.Place) -> Block { text.block(at: place) }
  package func fixedHeight(at place: MessageText.Place) -> LayoutUnit? {
    text.fixedHeight(at: place)
  }

  // MARK: What it is

  package func use(inFrame frame: Int) { facts.lastUsed = frame }

  /// What is known of the message is no longer what its source says.
  package func keep() { facts.isReplaceable = false }

  package func rename(to id: MessageID) {
    facts.id = id
    facts.isReplaceable = false
  }

  /// It stands for an answer to come, or no longer.
  package func setExpected(_ isExpected: Bool) {
    facts.isExpected = isExpected
    if isExpected { facts.isReplaceable = false }
    facts.shown.markChanged()
  }

  package func setState(_ state: Message.State) {
    facts.state = state
    facts.isExpected = false
    facts.shown.markChanged()
  }

  /// The app says when it was written.
  package func setTimestamp(_ milliseconds: Double?) {
    guard let milliseconds, milliseconds != facts.timestampMilliseconds else { return }
    facts.timestampMilliseconds = milliseconds
    facts.shown.markChanged()
  }

  package func setRole(_ role: Message.Role) {
    facts.role = role
    narrowestWidths.removeAll()
    facts.shown.markChanged()
  }

  /// An answer streams as this message.
  package func stream(_ answer: UInt32) {
    facts.answer = answer
    facts.isExtended = false
  }

  /// The app's own copy of it is waited for, or no longer.
  package func setAwaited(_ isAwaited: Bool) { facts.isAwaited = isAwaited }

  package func markChanged() { facts.shown.markChanged() }

  package func supply(height: LayoutUnit) {
    placed.forget()
    facts.suppliedHeight = height
    facts.isReplaceable = false
    facts.shown.markChanged()
  }

  package func dropSuppliedHeight() {
    facts.suppliedHeight = nil
    facts.isReplaceable = false
    facts.shown.markChanged()
  }

  // MARK: Text

  /// Changes the text.
  ///
  /// - Returns: Which blocks changed, and what parsing that took.
  package func change(_ edit: (inout MessageText) -> BlockListChange) -> (
    BlockListChange, work: ParsingWork
  ) {
    let before = text.parsingWork
    let change = edit(&text)
    return (change, text.parsingWork - before)
  }

  /// What text that was appended changed far above its end.
  package func takeRedone() -> [BlockListChange] { text.takeRedone() }

  /// Shows notes as they are now, after text was appended.
  ///
  /// - Returns: Which blocks changed; nil where none did.
  package func showNotes() -> BlockListChange? { text.showNotes() }

  /// Takes another text, all of it at once; one that begins with the text there is is appended to.
  ///
  /// - Returns: Which blocks changed, and what parsing that took.
  /// - Complexity: For a text that goes on with the one there is O(what is new), but for comparing; else
  ///   O(both texts).
  package func setText(_ bytes: [UInt8]) -> (BlockListChange, work: ParsingWork) {
    let count = text.utf8Count
    if count > 0, bytes.count > count, text.isBeginning(of: bytes) {
      facts.isExtended = true
      return bytes[count...].withUnsafeBufferPointer { rest in self.change { $0.append(rest) } }
    }
    if isExtended {
      facts.isExtended = false
      placed.forgetTail()
    }
    let old = text.blocks
    var (change, work) = self.change { $0.replace(with: bytes) }
    change.leaveOutTrailing(in: old, and: text.blocks)
    return (change, work)
  }

  /// Takes other parts, all of them at once.
  ///
  /// - Returns: Which blocks changed, and what parsing that took.
  package func setParts(_ parts: [MessagePart]) -> (BlockListChange, work: ParsingWork) {
    facts.isExtended = false
    placed.forgetTail()
    limit(parts)
    return change { $0.replace(with: parts) }
  }

  private func limit(_ parts: [MessagePart]) {
    for (index, part) in parts.enumerated() where part.limit != limited(index)?.limit {
      setLimit(part.limit, ofPart: index)
    }
  }

  /// A part is so high at most; nil: as high as it is.
  func setLimit(_ limit: LayoutUnit?, ofPart part: Int) {
    limited.removeAll { $0.part == part }
    guard let limit else { return }
    let place = limited.firstIndex { $0.part > part } ?? limited.count
    limited.insert(LimitedPart(part: part, limit: limit), at: place)
  }

  /// What is known of a part that is no higher than something; nil for one that may be.
  func limited(_ part: Int) -> LimitedPart? { limited.first { $0.part == part } }

  func setScroller(_ scroller: PartScroller, ofPart part: Int) {
    guard let place = limited.firstIndex(where: { $0.part == part }) else { return }
    limited[place].scroller = scroller
  }

  /// A part that scrolls by itself has a height; nil: it does not scroll.
  ///
  /// - Returns: Which blocks changed; nil where none did.
  func fit(_ part: Int, to height: LayoutUnit?) -> BlockListChange? { text.fit(part, to: height) }

  /// The least width at which the text is as high as in a geometry, where it was found before.
  package func narrowestWidth(in geometry: TextGeometry) -> LayoutUnit? {
    narrowestWidths.first { $0.full == geometry }?.narrowest
  }

  /// The least width at which the text is as high as in a geometry.
  package func note(narrowestWidth: LayoutUnit, in geometry: TextGeometry) {
    if narrowestWidths.count == Self.keptWidths { narrowestWidths.removeFirst() }
    narrowestWidths.append((geometry, narrowestWidth))
  }

  /// For how many geometries the narrowest width is kept: a phone upright and on its side, in two sizes
  /// of text.
  private static let keptWidths = 4

  /// Sets the height of a part; nil when the message has no such part.
  package func setPart(_ part: Int, to height: PartHeight) -> BlockListChange? {
    text.setPart(part, to: height)
  }

  package func invalidate(_ change: BlockListChange) {
    placed.invalidate(change)
    narrowestWidths.removeAll()
    facts.shown.markChanged()
  }

  package func grow(_ marks: UnfinishedMarks) { text.grow(marks) }

  /// What is undecided at the text's end is shown as it was parsed; nil where nothing is undecided.
  package func decide() -> BlockListChange? {
    guard text.isUndecided else { return nil }
    return text.decide()
  }

  // MARK: Places

  package func forgetHeights() { placed.forgetHeights() }

  package func forgetTail() { placed.forgetTail() }

  /// Measures again what is stale: `body` changes the places.
  package func measure<Result>(_ body: (inout PlacedText) -> Result) -> Result { body(&placed) }

  /// The item has a height of its own at this width and size of text.
  package func layOut(_ geometry: TextGeometry) { facts.laidOutGeometry = geometry }

  // MARK: Frames

  /// A frame shows it; see `ShownItem.commit`.
  package func commit(y: LayoutUnit, height: LayoutUnit, frame: Int) -> Bool {
    facts.shown.commit(y: y, height: height, frame: frame)
  }

  package func draw(version: Int) { facts.shown.draw(version: version) }
}

/// What frames showed of an item, and whether another look is to be drawn of it.
package struct ShownItem {
  /// Changes when the item's text, frame, state, reveal or opacity does.
  package private(set) var version = 0
  package private(set) var frame = -1
  private var isChanged = true
  /// Less all rebases up to then.
  private var y = LayoutUnit(rawValue: .min)
  private var height = LayoutUnit(rawValue: .min)

  package init() {}

  package mutating func markChanged() { isChanged = true }

  /// A frame shows it.
  ///
  /// - Parameters:
  ///   - y: Its place in the content space, less all rebases.
  ///   - height: Its height with the space below it.
  /// - Returns: Whether it is to be drawn again: whoever draws it says so with ``draw(version:)``.
  package mutating func commit(y: LayoutUnit, height: LayoutUnit, frame: Int) -> Bool {
    self.frame = frame
    guard isChanged || self.y != y || self.height != height else { return false }
    self.y = y
    self.height = height
    return true
  }

  package mutating func draw(version: Int) {
    self.version = version
    isChanged = false
  }
}

extension BlockListChange {
  /// Leaves out the blocks at its end that only lie elsewhere in the source.
  mutating func leaveOutTrailing(in old: [Block], and new: [Block]) {
    while !replaced.isEmpty, !inserted.isEmpty,
      StyledBlock(old[replaced.upperBound - 1], role: .assistant)
        == StyledBlock(new[inserted.upperBound - 1], role: .assistant)
    {
      replaced = replaced.dropLast()
      inserted = inserted.dropLast()
    }
  }
}
