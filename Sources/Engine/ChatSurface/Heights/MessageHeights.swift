import AnchoredLayout
import Lengths
import MarkdownBlocks
import TextMeasuring

/// How high messages are: measured by block where the profile does so, from a cache where a block was
/// measured before, estimated where nobody looks.
///
/// Complexity: that of the measurer, for blocks that are not cached.
///
/// Not copyable: a call on a part of a surface is to take and give back no reference of what it holds.
package struct MessageHeights: ~Copyable {
  let measurer: any TextMeasurer
  private let style: MessageStyle
  private let isPerBlock: Bool
  private var cache = HeightCache()
  private var estimate = HeightEstimate()
  private var images = ImageSizes()
  private(set) var wanted: [WantedItem] = []
  /// Heights on their way to the layout.
  package private(set) var gathered: [LayoutUnit] = []

  package init(measurer: any TextMeasurer, style: MessageStyle, rule: MeasuringRule) {
    self.measurer = measurer
    self.style = style
    isPerBlock = rule.isPerBlock
  }

  package var cacheCounts: (hits: Int, misses: Int, evictions: Int) {
    (Int(cache.hits), Int(cache.misses), Int(cache.evictions))
  }

  package mutating func dropCache() { cache.removeAll() }

  mutating func setImage(_ source: String, width: LayoutUnit, height: LayoutUnit) {
    images.set(source, width: width, height: height)
  }

  /// How wide an image is shown in so much width; nil for a block that is no image of known size.
  func imageWidth(of block: Block, in inner: LayoutUnit) -> LayoutUnit? {
    images.width(of: block, in: inner)
  }

  // MARK: What is wanted

  package mutating func forgetWanted() { wanted.removeAll(keepingCapacity: true) }
  mutating func want(_ item: WantedItem) { wanted.append(item) }
  /// What is about to be seen is measured first.
  package mutating func sortWanted() { wanted.sort() }

  package mutating func gather(_ height: LayoutUnit) { gathered.append(height) }
  package mutating func forgetGathered() { gathered.removeAll(keepingCapacity: true) }

  // MARK: Widths

  package func box(of role: Message.Role) -> MessageStyle.Box {
    role == .user ? style.user : style.assistant
  }

  /// What heights of text inside a message of this role depend on.
  package func textGeometry(of role: Message.Role, in geometry: TextGeometry) -> TextGeometry {
    let sides = (style.sidePadding + box(of: role).horizontal) * 2
    return TextGeometry(
      width: max(LayoutUnit(points: 1), geometry.width - sides),
      textSize: geometry.textSize
    )
  }

  // MARK: Estimates

  /// How high a message of so many characters may be.
  package func estimated(characters: Int, role: Message.Role, in geometry: TextGeometry)
    -> LayoutUnit
  {
    let inner = textGeometry(of: role, in: geometry)
    let text = estimate.estimate(
      characters: characters,
      width: inner.width,
      textSize: Int(inner.textSize.rawValue)
    )
    return min(text + box(of: role).vertical * 2, ContentSpace.tallestItem)
  }

  /// How high a message may be, whose height was not measured.
  package func estimated(_ record: ItemRecord, in geometry: TextGeometry) -> LayoutUnit {
    if let supplied = record.suppliedHeight { return supplied }
    if record.showsLoadingDots, let height = style.loadingHeight { return height }
    let characters = Answer.scalarCount(of: record.text.text[...])
    return estimated(characters: characters, role: record.role, in: geometry)
  }

  // MARK: Heights

  /// An item's height, from its host, from the cache or by measuring what is stale; it may be higher
  /// than an item can be.
  ///
  /// - Parameter isGrowing: Whether the message streams.
  package mutating func height(
    of record: ItemRecord,
    in geometry: TextGeometry,
    isGrowing: Bool,
    counting meter: inout WorkMeter,
    noting frame: inout FrameContext
  ) -> LayoutUnit {
    if let supplied = record.suppliedHeight { return supplied }
    if record.showsLoadingDots, let height = style.loadingHeight { return height }
    let inner = textGeometry(of: record.role, in: geometry)
    let count = max(1, record.blockCount)
    record.measure { $0.prepare(inner, count: count) }
    // In a text that streams the last block before notes grows too.
    let body = isGrowing ? record.lastBodyBlock : -1
    let isGrowing = isGrowing || record.isExtended
    var next = record.nextBlock
    let isWhole = next.index == 0 && !isGrowing
    let vertical = box(of: record.role).vertical
    let blocks = record.onlyBlocks
    while next.index < count {
      layOut(
        next,
        of: record,
        blocks,
        in: inner,
        isGrowing: isGrowing,
        body: body,
        counting: &meter,
        noting: &frame
      )
      next = record.nextBlock
    }
    let bottom = record.place(ofBlock: count - 1).bottom
    if isWhole, record.text.utf8Count > 0 {
      let characters = Answer.scalarCount(of: record.text.text[...])
      estimate.record(
        bottom - vertical,
        characters: characters,
        width: inner.width,
        textSize: Int(inner.textSize.rawValue)
      )
    }
    return bottom + vertical
  }

  /// Gives the first block without a place that holds its place.
  ///
  /// - Parameters:
  ///   - blocks: The text's blocks, where it is one part: looked at where they lie.
  ///   - body: The last block before notes, where that grows; else -1.
  private mutating func layOut(
    _ next: PlacedText.Next,
    of record: ItemRecord,
    _ blocks: [Block]?,
    in inner: TextGeometry,
    isGrowing: Bool,
    body: Int,
    counting meter: inout WorkMeter,
    noting frame: inout FrameContext
  ) {
    var looks = 1
    let index = next.index
    let place =
      blocks == nil && index < record.blockCount
      ? record.textPlace(ofBlock: index, counting: &looks) : nil
    let fixed = place.flatMap { record.fixedHeight(at: $0) }
    let block =
      place.map { record.block(at: $0) }
      ?? blocks.flatMap { index < $0.count ? $0[index] : nil }
      ?? Block(kind: .paragraph, sourceUTF8: 0..<0)
    var top = next.bottomBefore ?? box(of: record.role).vertical
    // A card without height takes no room at all, nor does what is folded away.
    if fixed != .zero, let upper = next.lastShown {
      let above =
        blocks?[upper] ?? record.block(at: record.textPlace(ofBlock: upper, counting: &looks))
      top = top + BlockMetrics.spacing(between: above, and: block)
    }
    meter.look(looks)
    let height =
      fixed ?? next.height
      ?? height(
        of: block,
        at: index,
        of: record,
        in: inner,
        isTail: isGrowing && index == record.blockCount - 1 || index == body,
        counting: &meter,
        noting: &frame
      )
    record.measure {
      $0.add(PlacedBlock(top: top, height: height), isVisible: fixed != .zero)
    }
  }

  private mutating func height(
    of block: Block,
    at index: Int,
    of record: ItemRecord,
    in inner: TextGeometry,
    isTail: Bool,
    counting meter: inout WorkMeter,
    noting frame: inout FrameContext
  ) -> LayoutUnit {
    if let height = images.height(of: block, width: inner.width) { return height }
    let styled = StyledBlock(block, role: record.role == .user ? .user : .assistant)
    var key: HeightKey?
    if isPerBlock, !isTail {
      key = cacheKey(of: styled, in: inner, counting: &meter)
      meter.count(.cacheLookup)
      if let height = key.flatMap({ cache.height(for: $0) }) { return height }
    }
    let (measurer, width, textSize) = (measurer, inner.width, inner.textSize)
    let isExtended = isPerBlock && isTail
    let measured = record.measure {
      isExtended
        ? $0.extendTail(styled, at: index, by: measurer, width: width, textSize: textSize)
        : $0.measureWhole(styled, at: index, by: measurer, width: width, textSize: textSize)
    }
    meter.count(.blockMeasured)
    meter.count(.glyphShaped, measured.glyphs)
    meter.count(.byteLineBroken, measured.lineBrokenUTF8)
    frame.noteMeasuredBlock()
    if let key { cache.insert(measured.height, for: key) }
    return measured.height
  }

  private func cacheKey(
    of block: StyledBlock,
    in inner: TextGeometry,
    counting meter: inout WorkMeter
  ) -> HeightKey {
    var hasher = StableHasher()
    var words = 0
    block.hashContent { word in
      hasher.combine(word)
      words += 1
    }
    hasher.combine(UInt64(bitPattern: inner.width.rawValue))
    hasher.combine(UInt64(inner.textSize.rawValue))
    hasher.combine(measurer.identity)
    meter.count(.byteHashed, 8 * words)
    return hasher.finish()
  }

  /// The least width at which a message's text has the height that it has in its full width; measured
  /// once for each text and width.
  ///
  /// - Complexity: O(1) when it is known; else O(text * log width).
  package func narrowestWidth(of record: ItemRecord, in geometry: TextGeometry) -> LayoutUnit {
    var inner = textGeometry(of: record.role, in: geometry)
    if let known = record.narrowestWidth(in: inner) { return known }
    let full = inner
    let blocks = record.text.blocks
    let height = textHeight(of: blocks, role: record.role, in: inner)
    var (tooNarrow, enough) = (LayoutUnit.zero.rawValue, inner.width.rawValue)
    while enough - tooNarrow > 1 {
      let middle = tooNarrow + (enough - tooNarrow) / 2
      inner.width = LayoutUnit(rawValue: middle)
      let isEnough = textHeight(of: blocks, role: record.role, in: inner) <= height
      if isEnough { enough = middle } else { tooNarrow = middle }
    }
    let width = LayoutUnit(rawValue: enough)
    record.note(narrowestWidth: width, in: full)
    return width
  }

  /// The height of all blocks of a text, without what is between them.
  private func textHeight(
    of blocks: [Block],
    role: Message.Role,
    in inner: TextGeometry
  ) -> LayoutUnit {
    blocks.reduce(LayoutUnit.zero) { sum, block in
      let styled = StyledBlock(block, role: role == .user ? .user : .assistant)
      return sum
        + measurer.measure(styled, width: inner.width, textSize: inner.textSize).height
    }
  }

  /// Traps unless nothing waits that was gathered.
  package func checkInvariants() {
    precondition(gathered.isEmpty, "\(gathered.count) heights did not reach the layout")
  }
}
