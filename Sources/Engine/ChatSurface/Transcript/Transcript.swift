import AnchoredLayout
import HeightIndexing
import Lengths
import MarkdownBlocks

/// The conversation's messages: their order and places, their names and records, which of them are
/// measured, and what stands beside them.
///
/// Words: *handle*, a number for a message inside; *record*, what is known of a message that was
/// looked at; *slot*, a message's height with its actions and the space below it.
///
/// Invariants: every handle in the layout has a name; names are unique.
///
/// Complexity: that of the layout strategy for edits; O(log n) for questions.
///
/// Not copyable: a call on a part of a surface is to take and give back no reference of what it holds.
package struct Transcript: ~Copyable {
  private let markdown: MarkdownRule
  let parser: any BlockParser
  /// Below each message.
  let spacing: LayoutUnit
  package let limit: Int
  package private(set) var layout: VirtualLayout
  private(set) var messages = MessageStore()
  private var measured = HandleSet()
  /// Items that were taken in and are to be measured before anything is shown, in order.
  private(set) var unplaced: [UnplacedItems] = []
  private(set) var auxiliaries = Auxiliaries()
  /// What is known of the messages beside that.
  private(set) var marks = MessageMarks()
  private(set) var listed = PlacedItems()

  /// Messages above the first one, which are not shown yet.
  package private(set) var older: (any HistoryPaging)?

  package init(
    layout: any LayoutStrategy,
    markdown: MarkdownRule,
    parser: any BlockParser,
    spacing: LayoutUnit,
    limit: Int,
    older: (any HistoryPaging)? = nil
  ) {
    self.layout = VirtualLayout(strategy: layout)
    self.markdown = markdown
    self.parser = parser
    self.spacing = spacing
    self.limit = limit
    self.older = older
  }

  // MARK: Asked

  package var count: Int { layout.count }
  /// Where the last item ends, the space below it left out.
  package var lastBottom: LayoutUnit {
    layout.bottom > layout.top ? layout.bottom - spacing : layout.bottom
  }
  package var ids: [MessageID] {
    (0..<layout.count).compactMap { messages.id(of: layout.handle(at: $0)) }
  }

  package var census: (sources: Int, names: Int, records: Int, handles: Int) { messages.census }

  /// The handle of a message that is in the conversation; nil when none has this name.
  package func handle(of id: MessageID) -> UInt32? {
    messages.handles(of: id).first { layout.index(of: $0) != nil }
  }

  package func isMeasured(_ handle: UInt32) -> Bool { measured.contains(handle) }

  package func role(of handle: UInt32) -> Message.Role? {
    if let record = messages.record(handle) { return record.role }
    return messages.source(of: handle).map { $0.source.role(at: $0.index) }
  }

  /// A message's height with its actions and the space below it, which the tallest items have to do
  /// without.
  package func slot(_ height: LayoutUnit, of handle: UInt32) -> LayoutUnit {
    Self.slot(
      height + auxiliaries.actions(below: handle),
      spacing: spacing,
      isHidden: height == .zero
    )
  }

  /// The height of a message and its actions, from what it takes with the space below it.
  package func ownHeight(ofSlot slot: LayoutUnit) -> LayoutUnit { max(.zero, slot - spacing) }

  static func slot(_ height: LayoutUnit, spacing: LayoutUnit, isHidden: Bool) -> LayoutUnit {
    isHidden ? .zero : min(height + spacing, HeightIndex.maximumHeight)
  }

  /// Lists the items between two places; they are in `listed` then.
  package mutating func list(from start: LayoutUnit, to end: LayoutUnit) {
    layout.list(from: start, to: end, into: &listed)
  }

  // MARK: Records

  /// The record of a message in the conversation, made from its source if need be.
  ///
  /// - Parameters:
  ///   - frame: The frame in which it is looked at.
  ///   - meter: Counts what making it costs.
  mutating func record(
    _ handle: UInt32,
    inFrame frame: Int,
    counting meter: inout WorkMeter
  ) -> ItemRecord? {
    if let record = messages.record(handle) {
      record.use(inFrame: frame)
      return record
    }
    // A source outlives the first of its messages: one that was removed is not made again from it.
    guard layout.index(of: handle) != nil, let place = messages.source(of: handle) else {
      return nil
    }
    let message = place.source.message(at: place.index)
    let record = makeRecord(handle, message, isReplaceable: true, counting: &meter)
    record.use(inFrame: frame)
    messages.setRecord(record)
    meter.count(.itemMade)
    return record
  }

  private func makeRecord(
    _ handle: UInt32,
    _ message: Message,
    isReplaceable: Bool,
    counting meter: inout WorkMeter
  ) -> ItemRecord {
    let rule: MarkdownRule = message.role == .user ? .plain : markdown
    var text = MessageText(rule: rule, parser: parser)
    if !message.parts.isEmpty {
      text.take(message.parts)
    } else if !message.text.isEmpty {
      text.append(message.text)
    }
    meter.count(text.parsingWork)
    return ItemRecord(
      handle: handle,
      message: message,
      text: text,
      isReplaceable: isReplaceable
    )
  }

  /// Gives a single message a handle and a record; it is in no layout yet.
  mutating func adopt(
    _ message: Message,
    inFrame frame: Int,
    counting meter: inout WorkMeter
  ) -> ItemRecord {
    let handle = messages.addSingle(message.id)
    let record = makeRecord(handle, message, isReplaceable: false, counting: &meter)
    record.use(inFrame: frame)
    messages.setRecord(record)
    return record
  }

  /// Gives the messages of a source handles; they are in no layout yet.
  package mutating func adopt(_ source: any MessageSource) -> Range<UInt32> {
    messages.add(source)
  }

  mutating func rename(_ record: ItemRecord, to id: MessageID) { messages.rename(record, to: id) }

  /// Drops records that can be made again and were not looked at since a frame.
  ///
  /// - Parameters:
  ///   - whatever: Whether it is done however few there are.
  ///   - keepsPlaces: Whether the items count as measured nevertheless.
  package mutating func dropStaleRecords(
    before frame: Int,
    whatever: Bool = false,
    keepsPlaces: Bool = false
  ) {
    messages.dropStaleRecords(before: frame, whatever: whatever) { handle in
      // A record made again does not know its blocks' places; the cache does.
      if !keepsPlaces { measured.remove(handle) }
    }
  }

  // MARK: Edits

  /// What a load shows of a source; the rest of it is older.
  mutating func newestPage(of source: any MessageSource) -> any MessageSource {
    older?.load(source) ?? source
  }

  /// The next page of older messages; nil when everything is shown.
  mutating func nextOlderPage() -> (any MessageSource)? { older?.next() }

  /// Brings what an event is about; nil where all is shown; see `HistoryPaging.bring`.
  mutating func bringOlder(
    for event: SurfaceEvent
  ) -> (pages: [any MessageSource], event: SurfaceEvent)? {
    older?.bring(for: event)
  }

  /// Older messages come that are not shown yet.
  mutating func keepOlder(_ source: any MessageSource) { older?.prepend(source) }

  /// Replaces everything by the messages of a source.
  ///
  /// Where the layout keeps runs the older messages of a long source are one run, each as high as the
  /// mean of some of them, until something is asked of it that needs more.
  ///
  /// - Parameters:
  ///   - isWhole: Whether an item is made of every message, however many there are.
  ///   - makeItem: Makes the item of a handle, which is the source's message at an index.
  /// - Complexity: O(1) in a layout that keeps runs, for a long source that is not loaded whole; else
  ///   O(messages).
  package mutating func load(
    _ source: any MessageSource,
    isWhole: Bool = false,
    _ makeItem: (UInt32, Int) -> LayoutItem
  ) -> Range<UInt32> {
    removeAll()
    let handles = messages.add(source)
    var far: LayoutRun?
    if !isWhole, let longest = layout.longestWhole, source.count > longest {
      far = Self.run(
        of: source.count - max(1, longest / Self.nearShare),
        from: handles.lowerBound,
        makeItem
      )
    }
    let first = far?.count ?? 0
    layout.load(after: far, count: source.count - first) {
      makeItem(handles.lowerBound + UInt32(first + $0), first + $0)
    }
    return handles
  }

  /// The first messages of a source as one run, as high as some of them let expect.
  private static func run(
    of count: Int,
    from first: UInt32,
    _ makeItem: (UInt32, Int) -> LayoutItem
  ) -> LayoutRun {
    let samples = min(count, sampleCount)
    var sum = 0
    for sample in 0..<samples {
      let index = (2 * sample + 1) * count / (2 * samples)
      sum += Int(makeItem(first + UInt32(index), index).height.rawValue)
    }
    let height = LayoutUnit(rawValue: Int64(max(count, sum * count / samples)))
    return LayoutRun(firstHandle: first, count: count, height: height)
  }

  /// What part of the longest source that is loaded whole is loaded of a longer one: 256 messages,
  /// which are some 75 screens.
  private static let nearShare = 16
  /// How many messages say how high the others are, evenly over them.
  private static let sampleCount = 256

  /// Everything is gone; what belongs to the conversation stays beside it.
  package mutating func clear() {
    older?.removeAll()
    removeAll()
    layout.load(count: 0) { _ in LayoutItem(handle: 0, height: .zero) }
  }

  private mutating func removeAll() {
    messages.removeAll()
    measured.removeAll()
    unplaced.removeAll()
    auxiliaries.forgetMessages()
  }

  package mutating func insert(_ items: [LayoutItem], at index: Int) {
    layout.insert(items, at: index)
  }

  /// Takes items away, and all that is known of them.
  package mutating func remove(_ range: Range<Int>) {
    for index in range {
      let handle = layout.handle(at: index)
      messages.remove(handle)
      measured.remove(handle)
      auxiliaries.forget(handle)
    }
    layout.remove(range)
  }

  /// Moves an item; `target` counts without it.
  package mutating func move(from source: Int, to target: Int) {
    layout.move(from: source, to: target)
  }

  /// Takes note of items that are to be measured before anything is shown.
  mutating func noteUnplaced(_ items: UnplacedItems) { unplaced.append(items) }

  /// All items are placed, and nothing is on its way any more to a message that was removed.
  package mutating func forgetUnplaced() {
    if !unplaced.isEmpty { unplaced.removeAll(keepingCapacity: true) }
    messages.releaseHandles()
  }

  mutating func changeAuxiliaries(_ change: (inout Auxiliaries) -> Void) { change(&auxiliaries) }

  mutating func changeMarks(_ change: (inout MessageMarks) -> Void) { change(&marks) }

  // MARK: Heights

  /// The item's height is its own from here on.
  package mutating func markMeasured(_ handle: UInt32) { measured.insert(handle) }

  /// The item's height is no longer what the layout has.
  package mutating func unmark(_ handle: UInt32) { measured.remove(handle) }

  /// No height is more than a guess.
  package mutating func unmarkAll() { measured.removeAll() }

  package mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    layout.setHeight(height, at: index)
  }

  package mutating func setHeights(
    _ heights: [LayoutUnit],
    at first: Int,
    growing: Growth = .downward
  ) {
    layout.setHeights(heights, at: first, growing: growing)
  }

  /// Multiplies all heights: guesses after a change of width.
  package mutating func scaleHeights(numerator: Int, denominator: Int) {
    layout.scaleHeights(numerator: numerator, denominator: denominator)
  }

  /// Says what is on screen; see `VirtualLayout.forgetHeights`.
  package mutating func forgetHeights(above start: LayoutUnit, below end: LayoutUnit) {
    layout.forgetHeights(above: start, below: end)
  }

  // MARK: Places

  /// Puts a point back to `y`, as far as the layout can; see `VirtualLayout.restore`.
  package mutating func restore(_ point: StillPoint, to y: LayoutUnit) -> LayoutUnit {
    layout.restore(point, to: y)
  }

  /// Moves the content within the space if need be; see `VirtualLayout.rebase`.
  package mutating func rebase(around offset: LayoutUnit, viewport: LayoutUnit) -> LayoutUnit {
    layout.rebase(around: offset, viewport: viewport)
  }

  /// Traps unless the layout is sound, and every item has a name of its own.
  package func checkInvariants() {
    layout.checkInvariants()
    messages.checkInvariants()
    let ids = ids
    precondition(ids.count == layout.count, "\(ids.count) names for \(layout.count) items")
    precondition(Set(ids).count == layout.count, "two messages have one name")
    for record in messages.records.values {
      record.placed.checkInvariants()
      precondition(
        record.placed.measuredCount <= max(1, record.text.count),
        "\(record.placed.measuredCount) of \(record.text.count) blocks are measured"
      )
    }
  }
}
