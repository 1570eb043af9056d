import AnchoredLayout
import FramePacing
import HeightIndexing
import Lengths
import MarkdownBlocks
import TextMeasuring
import Timebase

extension Surface {
  /// A change of what is visible by its own measuring is followed this many times in a frame.
  static let measuringRounds = 64
  /// A record that was not looked at in so many frames is dropped when there are too many.
  static let framesToStale = 120

  /// Fourth phase: blocks get their heights; what is visible first, then the overscan, nearest
  /// first, as far as the frame's allowance goes.
  public func measure(at instant: Instant) {
    placeUnplaced()
    if profile.measuring == .visibleEveryFrame { forgetVisibleHeights() }
    if !isAbandoned { settleReader() }
    settle(at: instant)
    measureAllVisible(at: instant)
    if let overscan = profile.measuring.overscan, !isAbandoned {
      measureOverscan(viewports: overscan.viewports, at: instant)
      measureAllVisible(at: instant)
    }
    let keepsPlaces = profile.measuring == .eagerly
    messages.dropStaleRecords(before: frameNumber - Self.framesToStale) { handle in
      // A record made anew does not know its blocks' places; the cache does.
      if !keepsPlaces { measured.remove(handle) }
    }
    measureEntrance(at: instant)
    charge(.measure)
  }

  /// What is visible is measured anew, whole, whether or not it was when the frame began.
  private func forgetVisibleHeights() {
    measured.removeAll()
    layout.list(from: offset, to: offset + device.height, into: &listed)
    for item in listed { messages.record(item.handle)?.measuredBlocks = 0 }
  }

  /// Measures what is visible until nothing that comes into view by it is a guess.
  func measureAllVisible(at instant: Instant) {
    var rounds = 0
    while !isAbandoned, rounds < Self.measuringRounds, measureVisible() {
      settle(at: instant)
      rounds += 1
    }
  }

  // MARK: Which

  /// Measures what is visible and has no height of its own.
  ///
  /// - Returns: Whether anything was.
  private func measureVisible() -> Bool {
    wantedItems.removeAll(keepingCapacity: true)
    layout.list(from: offset, to: offset + device.height, into: &listed)
    for item in listed {
      guard !measured.contains(item.handle) else { continue }
      wantedItems.append(WantedItem(handle: item.handle, distance: .zero, isAhead: false))
    }
    guard !wantedItems.isEmpty else { return false }
    let held = heldForChange()
    if profile.measuring == .messages(isBatched: true) {
      placeTogether(wantedItems)
    } else {
      for wanted in wantedItems { placeMeasured(wanted.handle) }
    }
    restore(held, isMeasuring: true)
    return true
  }

  private func measureOverscan(viewports: Int, at instant: Instant) {
    let reach = device.height * viewports
    let end = offset + device.height
    let velocity = motion.velocity(at: instant)
    wantedItems.removeAll(keepingCapacity: true)
    layout.list(from: offset - reach, to: end + reach, into: &listed)
    for item in listed {
      guard !measured.contains(item.handle) else { continue }
      let distance = item.y >= end ? item.y - end : offset - (item.y + item.height)
      wantedItems.append(
        WantedItem(
          handle: item.handle,
          distance: max(.zero, distance),
          isAhead: velocity != 0 && (velocity < 0) == (item.y < offset)
        )
      )
    }
    guard !wantedItems.isEmpty else { return }
    wantedItems.sort()
    let held = heldForChange()
    let start = spent
    for wanted in wantedItems {
      guard spent - start < allowance else { break }
      placeMeasured(wanted.handle)
    }
    restore(held, isMeasuring: true)
    settle(at: instant)
  }

  /// Measures everything an eager profile took in, and places it at once.
  private func placeUnplaced() {
    guard !unplaced.isEmpty else { return }
    for items in unplaced {
      let held = heldPoint()
      var place = 0
      while place < items.handles.count, !isAbandoned { placeRun(of: items, from: &place) }
      restore(held, isMeasuring: true)
    }
    unplaced.removeAll(keepingCapacity: true)
  }

  /// Measures and places the items from `place` on that still lie one after the other: since they
  /// were taken in some may have been removed or moved, and others put between them.
  private func placeRun(of items: UnplacedItems, from place: inout Int) {
    guard let index = layout.index(of: items.handles[place]) else {
      place += 1
      return
    }
    newHeights.removeAll(keepingCapacity: true)
    while place < items.handles.count, index + newHeights.count < layout.count,
      layout.handle(at: index + newHeights.count) == items.handles[place],
      let record = record(items.handles[place])
    {
      newHeights.append(slot(height(of: record), of: record.handle))
      measured.insert(items.handles[place])
      place += 1
      if spent > workLimit {
        isAbandoned = true
        break
      }
    }
    layout.setHeights(newHeights, at: index, growing: items.isPrepended ? .upward : .downward)
    newHeights.removeAll(keepingCapacity: true)
  }

  /// Takes note that an item's height is no longer what the layout has.
  ///
  /// It gets the new one when it is visible, or ahead of that; whoever measures what is taken in
  /// does no more for a text that changes where nobody sees it.
  func unmeasure(_ handle: UInt32) { measured.remove(handle) }

  /// A message's blocks changed.
  func invalidate(_ record: ItemRecord, _ change: BlockListChange) {
    record.invalidate(change)
    switch profile.measuring {
    case .messages, .visibleEveryFrame: record.measuredBlocks = 0
    case .lazily, .eagerly: break
    }
    drift.replaceBlocks(of: record.handle, change.replaced, with: change.inserted)
    unmeasure(record.handle)
  }

  /// Measures one item and gives the layout its height.
  func placeMeasured(_ handle: UInt32) {
    guard let record = record(handle), let index = layout.index(of: handle) else { return }
    let height = slot(height(of: record), of: record.handle)
    record.laidOutGeometry = geometry
    measured.insert(handle)
    if spent > workLimit { isAbandoned = true }
    if height != layout.height(at: index) {
      record.isChanged = true
    } else if profile.layout != .unsizedArray {
      return
    }
    // Without stored sizes an average that happens to be right is still to be said to be known.
    layout.setHeight(height, at: index)
  }

  /// Measures items and gives the layout their heights, those of neighbours in one go.
  private func placeTogether(_ items: [WantedItem]) {
    var first = 0
    func place() {
      if !newHeights.isEmpty { layout.setHeights(newHeights, at: first) }
      newHeights.removeAll(keepingCapacity: true)
    }
    for handle in items.lazy.map(\.handle) {
      guard let record = record(handle), let index = layout.index(of: handle) else { continue }
      if index != first + newHeights.count {
        place()
        first = index
      }
      newHeights.append(slot(height(of: record), of: handle))
      if newHeights.last != layout.height(at: index) { record.isChanged = true }
      record.laidOutGeometry = geometry
      measured.insert(handle)
      if spent > workLimit { isAbandoned = true }
    }
    place()
  }

  // MARK: How high

  /// The message's height with its actions and the space below it, which the tallest items have to
  /// do without.
  func slot(_ height: LayoutUnit, of handle: UInt32) -> LayoutUnit {
    guard height > .zero else { return .zero }
    let room = height + auxiliaries.actions(below: handle) + profile.style.spacing
    return min(room, HeightIndex.maximumHeight)
  }

  /// The height of a message and its actions, from what it takes with the space below it.
  func ownHeight(ofSlot slot: LayoutUnit) -> LayoutUnit {
    max(.zero, slot - profile.style.spacing)
  }

  /// The text's width inside a message of this role.
  func textWidth(of role: Message.Role) -> LayoutUnit {
    let style = profile.style
    return max(
      LayoutUnit(points: 1),
      device.width - (style.sidePadding + box(of: role).horizontal) * 2
    )
  }

  /// What heights of items depend on.
  var geometry: TextGeometry { TextGeometry(width: device.width, textSize: textSize) }

  /// What heights of text inside a message of this role depend on.
  func textGeometry(of role: Message.Role) -> TextGeometry {
    TextGeometry(width: textWidth(of: role), textSize: textSize)
  }

  func box(of role: Message.Role) -> MessageStyle.Box {
    role == .user ? profile.style.user : profile.style.assistant
  }

  func estimatedSlot(characters: Int, role: Message.Role, of handle: UInt32) -> LayoutUnit {
    let text = estimate.estimate(
      characters: characters,
      width: textWidth(of: role),
      textSize: Int(textSize.rawValue)
    )
    return slot(min(text + box(of: role).vertical * 2, ContentSpace.tallestItem), of: handle)
  }

  func estimatedSlot(of record: ItemRecord) -> LayoutUnit {
    if let supplied = record.suppliedHeight { return slot(supplied, of: record.handle) }
    if record.showsLoadingDots {
      return slot(profile.style.loadingHeight, of: record.handle)
    }
    let characters = Self.scalarCount(of: record.text.text[...])
    return estimatedSlot(characters: characters, role: record.role, of: record.handle)
  }

  /// The item's height, from its host, from the cache or by measuring what is stale.
  private func height(of record: ItemRecord) -> LayoutUnit {
    if let supplied = record.suppliedHeight { return supplied }
    guard !record.showsLoadingDots else { return profile.style.loadingHeight }
    let width = textWidth(of: record.role)
    if record.measuredGeometry != textGeometry(of: record.role) {
      record.measuredGeometry = textGeometry(of: record.role)
      record.forgetPlaces()
    }
    let isWhole = record.measuredBlocks == 0 && record.stream == nil
    let blocks = max(1, record.text.count)
    if record.placedBlocks.count > blocks {
      record.placedBlocks.removeLast(record.placedBlocks.count - blocks)
    }
    let vertical = box(of: record.role).vertical
    var bottom = vertical
    if record.measuredBlocks > 0 { bottom = record.placedBlocks[record.measuredBlocks - 1].bottom }
    for index in record.measuredBlocks..<blocks {
      let placed = PlacedBlock(
        top: index == 0 ? bottom : bottom + blockSpacing(before: index, of: record),
        height: height(ofBlock: index, of: record, width: width)
      )
      if index < record.placedBlocks.count {
        record.placedBlocks[index] = placed
      } else {
        record.placedBlocks.append(placed)
      }
      bottom = placed.bottom
    }
    record.measuredBlocks = blocks
    let text = bottom - vertical
    if isWhole, record.text.utf8Count > 0 {
      let characters = Self.scalarCount(of: record.text.text[...])
      estimate.record(
        text,
        characters: characters,
        width: width,
        textSize: Int(textSize.rawValue)
      )
    }
    let height = bottom + vertical
    guard height <= ContentSpace.tallestItem else {
      refuse(record, tallerThanAllowed: height)
      return ContentSpace.tallestItem
    }
    return height
  }

  private func refuse(_ record: ItemRecord, tallerThanAllowed height: LayoutUnit) {
    guard record.state != .failed else { return }
    refusals.append(.tooTall(record.id, height))
    tasks.fail(answer: record.handle)
    record.state = .failed
    record.isChanged = true
    record.stream?.isOpen = false
    record.stream?.end = .failed
  }

  private func height(ofBlock index: Int, of record: ItemRecord, width: LayoutUnit) -> LayoutUnit {
    if let height = record.text.cardHeight(ofBlock: index) { return height }
    let block =
      index < record.text.count ? record.text[index] : Block(kind: .paragraph, sourceUTF8: 0..<0)
    let styled = StyledBlock(block, role: record.role == .user ? .user : .assistant)
    guard profile.measuring.isPerBlock else {
      let result = measurer.measure(styled, width: width, textSize: textSize)
      count(result)
      return result.height
    }
    if record.stream != nil, index == record.text.count - 1 {
      return height(ofTail: styled, index: index, of: record, width: width)
    }
    let key = cacheKey(of: styled, width: width)
    meter[.cacheLookup] += 1
    if let height = cache.height(for: key) { return height }
    let result = measurer.measure(styled, width: width, textSize: textSize)
    count(result)
    cache.insert(result.height, for: key)
    return result.height
  }

  /// Measures the last block of a growing text: what was measured before is not shaped again.
  private func height(
    ofTail styled: StyledBlock,
    index: Int,
    of record: ItemRecord,
    width: LayoutUnit
  ) -> LayoutUnit {
    if record.tailBlock != index {
      record.tail = TailMeasurement()
      record.tailBlock = index
      record.tailKept = 0
    }
    let result = measurer.extend(
      &record.tail,
      with: styled,
      keeping: min(record.tailKept, styled.text.count),
      width: width,
      textSize: textSize
    )
    record.tailKept = styled.text.count
    count(result)
    return result.height
  }

  private func count(_ result: MeasuredBlock) {
    meter[.blockMeasured] += 1
    meter[.glyphShaped] += result.glyphs
    observations.measuredBlocks += 1
  }

  private func cacheKey(of block: StyledBlock, width: LayoutUnit) -> HeightKey {
    var hasher = StableHasher()
    var words = 0
    block.hashContent { word in
      hasher.combine(word)
      words += 1
    }
    hasher.combine(UInt64(bitPattern: width.rawValue))
    hasher.combine(UInt64(textSize.rawValue))
    hasher.combine(measurer.identity)
    meter[.byteHashed] += 8 * words
    return hasher.finish()
  }

  /// The space between a block and the one before it.
  func blockSpacing(before index: Int, of record: ItemRecord) -> LayoutUnit {
    // A card without height takes no room at all.
    var upper = index - 1
    guard record.text.cardHeight(ofBlock: index) != .zero else { return .zero }
    while upper >= 0, record.text.cardHeight(ofBlock: upper) == .zero { upper -= 1 }
    guard upper >= 0 else { return .zero }
    return BlockMetrics.spacing(between: record.text[upper], and: record.text[index])
  }
}
