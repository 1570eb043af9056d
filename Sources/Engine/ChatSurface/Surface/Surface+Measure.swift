import AnchoredLayout
import Lengths
import MarkdownBlocks
import Timebase

extension Surface {
  /// A change of what is visible by its own measuring is followed this many times in a frame.
  static let measuringRounds = 64
  /// A record that was not looked at in so many frames is dropped when there are too many.
  static let framesToStale = 120

  /// Fourth phase: blocks get their heights; what is visible first, then the overscan, nearest
  /// first, as far as the frame's allowance goes.
  package func measure(at instant: Instant) {
    scrollParts(at: instant)
    placeUnplaced()
    if profile.measuring == .visibleEveryFrame { forgetVisibleHeights() }
    if !isAbandoned { endReading() }
    solve(at: instant)
    measureAllVisible(at: instant)
    if let overscan = profile.measuring.overscan, !isAbandoned {
      measureOverscan(viewports: overscan.viewports, at: instant)
      measureAllVisible(at: instant)
    }
    transcript.dropStaleRecords(
      before: context.number - Self.framesToStale,
      keepsPlaces: profile.measuring == .eagerly
    )
    measureEntrance(at: instant)
    charge(.measure)
  }

  /// What is visible is measured again, whole, whether or not it was when the frame began.
  private func forgetVisibleHeights() {
    transcript.unmarkAll()
    transcript.list(from: offset, to: offset + device.height)
    var hidden = 0
    for item in transcript.listed {
      if item.height == .zero { hidden += 1 }
      messages.record(item.handle)?.forgetHeights()
    }
    chargeHidden(hidden)
  }

  /// Measures what is visible until nothing that comes into view by it is a guess.
  func measureAllVisible(at instant: Instant) {
    var rounds = 0
    while !isAbandoned, rounds < Self.measuringRounds, measureVisible() {
      solve(at: instant)
      rounds += 1
    }
  }

  // MARK: Which

  /// How many items without height a frame lists without a charge: as many as its list has memory for from the
  /// start. Chosen, not measured: a few of them are lost in what every frame costs.
  private static var freeHidden: Int { 32 }

  /// Charges what was listed and has no height: it is looked at like any other.
  func chargeHidden(_ count: Int) {
    if count > Self.freeHidden { meter.count(.nameLookup, count - Self.freeHidden) }
  }

  /// Measures what is visible and has no height of its own.
  ///
  /// - Returns: Whether anything was.
  private func measureVisible() -> Bool {
    heights.forgetWanted()
    transcript.list(from: offset, to: offset + device.height)
    var hidden = 0
    for item in transcript.listed {
      if item.height == .zero { hidden += 1 }
      guard !transcript.isMeasured(item.handle) else { continue }
      heights.want(WantedItem(handle: item.handle, distance: .zero, isAhead: false))
    }
    chargeHidden(hidden)
    guard !heights.wanted.isEmpty else { return false }
    takeAnchor()
    if profile.measuring.isBatched {
      placeTogether(heights.wanted)
    } else {
      for wanted in heights.wanted { placeMeasured(wanted.handle) }
    }
    restoreAnchor(isMeasuring: true)
    return true
  }

  private func measureOverscan(viewports: Int, at instant: Instant) {
    let reach = device.height * viewports
    let start = offset
    let end = start + device.height
    let velocity = viewport.velocity(at: instant)
    heights.forgetWanted()
    transcript.list(from: start - reach, to: end + reach)
    var hidden = 0
    for item in transcript.listed {
      if item.height == .zero { hidden += 1 }
      guard !transcript.isMeasured(item.handle) else { continue }
      let distance = item.y >= end ? item.y - end : start - (item.y + item.height)
      heights.want(
        WantedItem(
          handle: item.handle,
          distance: max(.zero, distance),
          isAhead: velocity != 0 && (velocity < 0) == (item.y < start)
        )
      )
    }
    chargeHidden(hidden)
    guard !heights.wanted.isEmpty else { return }
    heights.sortWanted()
    takeAnchor()
    let before = spent
    for wanted in heights.wanted {
      guard spent - before < meter.allowance else { break }
      placeMeasured(wanted.handle)
    }
    restoreAnchor(isMeasuring: true)
    solve(at: instant)
  }

  /// Measures everything an eager profile took in, and places it at once.
  private func placeUnplaced() {
    for items in transcript.unplaced {
      takeAnchor()
      var place = 0
      while place < items.handles.count, !isAbandoned { placeRun(of: items, from: &place) }
      restoreAnchor(isMeasuring: true)
    }
    transcript.forgetUnplaced()
  }

  /// Measures and places the items from `place` on that still lie one after the other: since they
  /// were taken in some may have been removed or moved, and others put between them.
  private func placeRun(of items: UnplacedItems, from place: inout Int) {
    guard let index = layout.index(of: items.handles[place]) else {
      place += 1
      return
    }
    heights.forgetGathered()
    var next = index
    while place < items.handles.count, next < layout.count,
      layout.handle(at: next) == items.handles[place],
      let record = record(items.handles[place])
    {
      heights.gather(transcript.slot(height(of: record), of: record.handle))
      transcript.markMeasured(items.handles[place])
      place += 1
      next += 1
      checkLimit()
      if isAbandoned { break }
    }
    transcript.setHeights(
      heights.gathered,
      at: index,
      growing: items.isPrepended ? .upward : .downward
    )
    heights.forgetGathered()
  }

  /// Takes note that an item's height is no longer what the layout has.
  ///
  /// The item is measured again when it is visible, or ahead of that. A profile that measures each item once
  /// does not measure a text again that changes out of sight.
  func unmeasure(_ handle: UInt32) { transcript.unmark(handle) }

  /// A message's blocks changed.
  func invalidate(_ record: ItemRecord, _ change: BlockListChange) {
    record.invalidate(change)
    switch profile.measuring {
    case .messages, .visibleEveryFrame: record.forgetHeights()
    case .lazily, .eagerly: break
    }
    unmeasure(record.handle)
  }

  /// Measures one item and gives the layout its height.
  func placeMeasured(_ handle: UInt32) {
    guard let record = record(handle), let index = layout.index(of: handle) else { return }
    let height = transcript.slot(height(of: record), of: record.handle)
    record.layOut(geometry)
    transcript.markMeasured(handle)
    checkLimit()
    if height != layout.height(at: index) {
      record.markChanged()
    } else if layout.keepsHeights {
      return
    }
    // A layout that stores no sizes has to be told that the average it used is the item's height.
    transcript.setHeight(height, at: index)
  }

  /// Measures items and gives the layout their heights, those of neighbours in one go.
  private func placeTogether(_ items: [WantedItem]) {
    var first = 0
    func flush() {
      if !heights.gathered.isEmpty { transcript.setHeights(heights.gathered, at: first) }
      heights.forgetGathered()
    }
    for handle in items.lazy.map(\.handle) {
      guard let record = record(handle), let index = layout.index(of: handle) else { continue }
      if index != first + heights.gathered.count {
        flush()
        first = index
      }
      let height = transcript.slot(height(of: record), of: handle)
      heights.gather(height)
      if height != layout.height(at: index) { record.markChanged() }
      record.layOut(geometry)
      transcript.markMeasured(handle)
      checkLimit()
    }
    flush()
  }

  /// The height of a message that comes in is known after measuring.
  private func measureEntrance(at instant: Instant) {
    guard let message = ornaments.entrance?.message, transcript.isMeasured(message),
      let index = layout.index(of: message)
    else { return }
    ornaments.entrance?.measured(
      item: transcript.ownHeight(ofSlot: layout.height(at: index)),
      window: device.height,
      keyboard: surroundings.keyboard.height,
      at: instant
    )
  }

  // MARK: How high

  /// What heights of items depend on.
  var geometry: TextGeometry {
    TextGeometry(width: device.width, textSize: surroundings.textSize)
  }

  /// The item's height, from its host, from the cache or by measuring what is stale.
  private func height(of record: ItemRecord) -> LayoutUnit {
    fitParts(of: record)
    let height = heights.height(
      of: record,
      in: geometry,
      isGrowing: answers.isStreaming(record.handle),
      counting: &meter,
      noting: &context
    )
    guard height <= ContentSpace.tallestItem || record.suppliedHeight != nil else {
      refuse(record, tallerThanAllowed: height)
      return ContentSpace.tallestItem
    }
    return height
  }

  private func refuse(_ record: ItemRecord, tallerThanAllowed height: LayoutUnit) {
    guard record.state != .failed else { return }
    context.refuse(.tooTall(record.id, height))
    tasks.fail(answer: record.handle)
    record.setState(.failed)
    answers.fail(record.handle)
  }
}
