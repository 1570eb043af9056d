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

  /// Fourth phase: blocks get their heights; what is visible first, then the overscan, nearest
  /// first, as far as the frame's allowance goes.
  public func measure(at instant: Instant) {
    placeUnplaced()
    settle(at: instant)
    var rounds = 0
    while !isAbandoned, rounds < Self.measuringRounds, measureVisible() {
      settle(at: instant)
      rounds += 1
    }
    if case .lazily(let viewports, _) = profile.measuring, !isAbandoned {
      measureOverscan(viewports: viewports, at: instant)
    }
    if frameNumber.isMultiple(of: 256) {
      meter[.itemMade] += messages.dropStaleRecords(before: frameNumber - 600)
    }
    charge(.measure)
  }

  // MARK: Which

  /// Measures what is visible and has no height of its own.
  ///
  /// - Returns: Whether anything was.
  private func measureVisible() -> Bool {
    wantedHandles.removeAll(keepingCapacity: true)
    layout.forEachItem(from: offset, to: offset + device.height) { item in
      if !measured.contains(item.handle) { wantedHandles.append((item.handle, .zero)) }
    }
    guard !wantedHandles.isEmpty else { return false }
    let held = heldPoint()
    for wanted in wantedHandles { placeMeasured(wanted.handle) }
    restore(held)
    return true
  }

  private func measureOverscan(viewports: Int, at instant: Instant) {
    let reach = device.height * viewports
    let end = offset + device.height
    wantedHandles.removeAll(keepingCapacity: true)
    layout.forEachItem(from: offset - reach, to: end + reach) { item in
      guard !measured.contains(item.handle) else { return }
      let distance = item.y >= end ? item.y - end : offset - (item.y + item.height)
      wantedHandles.append((item.handle, max(.zero, distance)))
    }
    guard !wantedHandles.isEmpty else { return }
    let velocity = motion.velocity(at: instant)
    wantedHandles.sort { left, right in
      let (leftAhead, rightAhead) = (
        isAhead(left.handle, velocity), isAhead(right.handle, velocity)
      )
      if leftAhead != rightAhead { return leftAhead }
      return left.distance == right.distance
        ? left.handle < right.handle : left.distance < right.distance
    }
    let held = heldPoint()
    let start = spent
    for wanted in wantedHandles {
      guard spent - start < allowance else { break }
      placeMeasured(wanted.handle)
    }
    restore(held)
    settle(at: instant)
  }

  /// Whether the item lies where the content is moving to.
  private func isAhead(_ handle: UInt32, _ velocity: Double) -> Bool {
    guard velocity != 0, let index = layout.index(of: handle) else { return false }
    return (velocity < 0) == (layout.y(at: index) < offset)
  }

  /// Measures everything an eager profile took in, and places it at once.
  private func placeUnplaced() {
    guard !unplaced.isEmpty else { return }
    for items in unplaced {
      var heights: [LayoutUnit] = []
      heights.reserveCapacity(items.handles.count)
      for handle in items.handles {
        guard let record = record(handle) else { continue }
        heights.append(slot(height(of: record)))
        measured.insert(handle)
        if spent > workLimit {
          isAbandoned = true
          return
        }
      }
      guard let first = items.handles.first, let index = layout.index(of: first),
        heights.count == items.handles.count
      else { continue }
      let held = heldPoint()
      layout.setHeights(heights, at: index, growing: items.isPrepended ? .upward : .downward)
      restore(held)
    }
    unplaced.removeAll(keepingCapacity: true)
  }

  /// Measures one item and gives the layout its height.
  private func placeMeasured(_ handle: UInt32) {
    guard let record = record(handle), let index = layout.index(of: handle) else { return }
    let height = slot(height(of: record))
    measured.insert(handle)
    if spent > workLimit { isAbandoned = true }
    guard height != layout.height(at: index) else { return }
    record.isChanged = true
    layout.setHeights([height], at: index)
  }

  /// Every height is an estimate again, at another width.
  func forgetMeasuredHeights() {
    measured.removeAll()
    guard layout.count > 0 else { return }
    var heights: [LayoutUnit] = []
    heights.reserveCapacity(layout.count)
    for index in 0..<layout.count {
      let handle = layout.handle(at: index)
      if let record = messages.record(handle) {
        heights.append(estimatedSlot(of: record))
      } else if let place = messages.place(of: handle) {
        heights.append(
          estimatedSlot(
            characters: place.source.characterCount(at: place.index),
            role: place.source.role(at: place.index)
          )
        )
      } else {
        heights.append(layout.height(at: index))
      }
    }
    layout.setHeights(heights, at: 0)
    guard profile.measuring == .eagerly else { return }
    unplaced = [
      UnplacedItems(handles: (0..<layout.count).map { layout.handle(at: $0) }, isPrepended: false)
    ]
  }

  // MARK: How high

  /// The item's height with the space below it.
  func slot(_ height: LayoutUnit) -> LayoutUnit {
    height == .zero ? .zero : height + profile.style.spacing
  }

  /// The text's width inside a message of this role.
  func textWidth(of role: Message.Role) -> LayoutUnit {
    let style = profile.style
    return max(
      LayoutUnit(points: 1),
      device.width - (style.sidePadding + box(of: role).horizontal) * 2
    )
  }

  func box(of role: Message.Role) -> MessageStyle.Box {
    role == .user ? profile.style.user : profile.style.assistant
  }

  func estimatedSlot(characters: Int, role: Message.Role) -> LayoutUnit {
    let text = estimate.estimate(
      characters: characters,
      width: textWidth(of: role),
      textSize: Int(TextSizeCategory.large.rawValue)
    )
    return slot(min(text + box(of: role).vertical * 2, ContentSpace.tallestItem))
  }

  func estimatedSlot(of record: ItemRecord) -> LayoutUnit {
    if let supplied = record.suppliedHeight { return slot(supplied) }
    if record.text.count == 0, record.role != .user { return slot(profile.style.loadingHeight) }
    return estimatedSlot(characters: record.text.text.count, role: record.role)
  }

  /// The item's height, from its host, from the cache or by measuring what is stale.
  private func height(of record: ItemRecord) -> LayoutUnit {
    if let supplied = record.suppliedHeight { return supplied }
    guard record.text.count > 0 || record.role == .user else { return profile.style.loadingHeight }
    let width = textWidth(of: record.role)
    if record.measuredWidth != width {
      record.measuredWidth = width
      record.measuredBlocks = 0
      record.tailBlock = -1
    }
    let isWhole = record.measuredBlocks == 0 && record.stream == nil
    let blocks = max(1, record.text.count)
    if record.blockHeights.count > blocks {
      record.blockHeights.removeLast(record.blockHeights.count - blocks)
    }
    for index in record.measuredBlocks..<blocks {
      let height = height(ofBlock: index, of: record, width: width)
      if index < record.blockHeights.count {
        record.blockHeights[index] = height
      } else {
        record.blockHeights.append(height)
      }
    }
    record.measuredBlocks = blocks
    var text = LayoutUnit.zero
    for index in 0..<blocks {
      text += record.blockHeights[index]
      if index > 0 { text += blockSpacing(before: index, of: record) }
    }
    if isWhole, !record.text.text.isEmpty {
      let characters = Self.scalarCount(of: record.text.text[...])
      estimate.record(
        text,
        characters: characters,
        width: width,
        textSize: Int(TextSizeCategory.large.rawValue)
      )
    }
    let height = text + box(of: record.role).vertical * 2
    guard height <= ContentSpace.tallestItem else {
      refuse(record, tallerThanAllowed: height)
      return ContentSpace.tallestItem
    }
    return height
  }

  private func refuse(_ record: ItemRecord, tallerThanAllowed height: LayoutUnit) {
    guard record.state != .failed else { return }
    refusals.append(.tooTall(record.id, height))
    record.state = .failed
    record.stream?.isOpen = false
    record.stream?.end = .failed
  }

  private func height(ofBlock index: Int, of record: ItemRecord, width: LayoutUnit) -> LayoutUnit {
    let block =
      index < record.text.count ? record.text[index] : Block(kind: .paragraph, sourceUTF8: 0..<0)
    let styled = StyledBlock(block, role: record.role == .user ? .user : .assistant)
    guard profile.measuring.isPerBlock else {
      let result = measurer.measure(styled, width: width, textSize: .large)
      count(result)
      return result.height
    }
    if record.stream != nil, index == record.text.count - 1 {
      return height(ofTail: styled, index: index, of: record, width: width)
    }
    let key = cacheKey(of: styled, width: width)
    meter[.cacheLookup] += 1
    if let height = cache.height(for: key) { return height }
    let result = measurer.measure(styled, width: width, textSize: .large)
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
      textSize: .large
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
    hasher.combine(measurer.identity)
    meter[.byteHashed] += 8 * words
    return hasher.finish()
  }

  /// The space between a block and the one before it.
  func blockSpacing(before index: Int, of record: ItemRecord) -> LayoutUnit {
    BlockMetrics.spacing(between: record.text[index - 1], and: record.text[index])
  }
}
