import Lengths
import MarkdownBlocks
import TextMeasuring

/// Where the blocks of a message's text lie in it, and how much of that still holds.
///
/// A change makes the blocks that changed stale, and no others: those after them keep their heights,
/// and move together once the stale ones have theirs.
///
/// Complexity: O(log blocks) each unless it says otherwise.
package struct PlacedText {
  /// Where the blocks lay when they were last laid out, less the shifts of `aside`. Those that are
  /// stale say where the reader is in a text that has changed since.
  private var stored: [PlacedBlock] = []
  /// How many leading blocks have a place that holds, while there is nothing in `aside`.
  private var measuredPrefix = 0
  /// What few texts need; empty, or the one element of it.
  private var aside: [PlacesAside] = []
  /// The width and size of the text that the heights belong to.
  private(set) var geometry: TextGeometry?
  /// The last block of a growing text, measured by extension.
  private var tail = TailMeasurement()
  private var tailBlock = -1
  /// How many leading bytes of that block are as they were when `tail` was written.
  private var tailKept = 0
  /// What was measured before, by extension or not.
  private var measured = MeasuredExtent()

  package init() {}

  // MARK: Asked

  /// How many blocks have a place, which need not hold.
  package var count: Int { stored.count }
  /// How many leading blocks have a place that holds.
  package var measuredCount: Int {
    aside.isEmpty
      ? measuredPrefix : min(stored.count, aside[0].stale.first?.range.lowerBound ?? .max)
  }

  package subscript(index: Int) -> PlacedBlock {
    var block = stored[index]
    if !aside.isEmpty { block.top = block.top + aside[0].shifts.shift(of: index) }
    return block
  }

  /// Every block's place.
  ///
  /// - Complexity: O(blocks * log blocks).
  package var blocks: [PlacedBlock] {
    aside.isEmpty ? stored : stored.indices.map { self[$0] }
  }

  /// The first block that ends below a place; the number of blocks when none does.
  package func firstBlock(endingBelow y: LayoutUnit, counting looks: inout Int) -> Int {
    PartitionPoint.first(in: 0..<count, counting: &looks) { self[$0].bottom > y }
  }

  /// The first block that begins at a place or below it; the number of blocks when none does.
  package func firstBlock(beginningAt y: LayoutUnit, counting looks: inout Int) -> Int {
    PartitionPoint.first(in: 0..<count, counting: &looks) { self[$0].top >= y }
  }

  /// From the top of the first of some blocks to the bottom of the last.
  package func height(of blocks: Range<Int>) -> LayoutUnit? {
    guard let first = blocks.first, blocks.upperBound <= count else { return nil }
    return self[blocks.upperBound - 1].bottom - self[first].top
  }

  /// The last block before one that takes room, which all do but cards without height; nil for none.
  package func lastShown(before index: Int) -> Int? {
    guard index > 0 else { return nil }
    guard let back = aside.first?.shownBack, index <= back.count else { return index - 1 }
    return back[index - 1] < 0 ? nil : index - 1 - Int(back[index - 1])
  }

  /// The first block without a place that holds, and what is known of it.
  package struct Next {
    /// Which block it is; the number of blocks when all have one.
    package var index: Int
    /// The bottom of the block before it; nil for the first.
    package var bottomBefore: LayoutUnit?
    /// The last block before it that takes room; see `lastShown(before:)`.
    package var lastShown: Int?
    /// Its height, where it holds.
    package var height: LayoutUnit?
  }

  package var next: Next {
    let index = measuredCount
    return Next(
      index: index,
      bottomBefore: index > 0 ? self[index - 1].bottom : nil,
      lastShown: lastShown(before: index),
      height: heightOfNext
    )
  }

  /// The height of the block that is to be placed next, where it holds.
  package var heightOfNext: LayoutUnit? {
    guard let next = aside.first?.stale.first, next.isMeasured,
      next.range.lowerBound < stored.count
    else { return nil }
    return stored[next.range.lowerBound].height
  }

  // MARK: Told

  /// Nothing is known of where the blocks lie.
  package mutating func forget() {
    stored.removeAll(keepingCapacity: true)
    aside.removeAll()
    measuredPrefix = 0
    tailBlock = -1
  }

  /// No height holds; where the blocks lay is kept.
  package mutating func forgetHeights() {
    var stale = StaleStretches()
    if !stored.isEmpty { stale.append(.init(range: 0..<stored.count)) }
    setStale(stale)
  }

  package mutating func forgetTail() {
    tail = TailMeasurement()
    tailBlock = -1
  }

  /// Prepares for measuring `count` blocks: what was measured in another width or size is forgotten.
  package mutating func prepare(_ geometry: TextGeometry, count: Int) {
    if self.geometry != geometry {
      self.geometry = geometry
      forget()
    }
    if stored.count > count {
      stored.removeLast(stored.count - count)
      measuredPrefix = min(measuredPrefix, count)
      if !aside.isEmpty { aside[0].truncate(to: count) }
    }
    if !aside.isEmpty { aside[0].truncateStale(to: stored.count) }
  }

  /// The first block without a place that holds has this one.
  ///
  /// What holds after it moves along: block by block up to a visible one, then all together.
  ///
  /// - Parameter isVisible: Whether it is anything but a card of height 0.
  package mutating func add(_ block: PlacedBlock, isVisible: Bool = true) {
    let index = measuredCount
    if !isVisible, aside.isEmpty { aside = [PlacesAside(count: stored.count, stale: stale)] }
    guard !aside.isEmpty else {
      if index < stored.count { stored[index] = block } else { stored.append(block) }
      measuredPrefix = index + 1
      return
    }
    guard index < stored.count else {
      aside[0].append()
      stored.append(block)
      let shift = aside[0].shifts.shift(of: index)
      stored[index].top = block.top - shift
      aside[0].note(isVisible: isVisible, at: index)
      return
    }
    let shift = aside[0].shifts.shift(of: index)
    let way = block.bottom - (stored[index].bottom + shift)
    stored[index] = block
    stored[index].top = block.top - shift
    aside[0].note(isVisible: isVisible, at: index)
    aside[0].keepPlace(of: index, movingLaterBy: isVisible ? way : nil)
  }

  /// Measures the last block of a growing text: what was measured before is not shaped again.
  ///
  /// - Complexity: That of the measurer.
  package mutating func extendTail(
    _ styled: StyledBlock,
    at index: Int,
    by measurer: any TextMeasurer,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    if tailBlock != index {
      tail.forget()
      tailBlock = index
      tailKept = 0
    }
    let result = measurer.extend(
      &tail,
      with: styled,
      keeping: min(tailKept, styled.text.count),
      width: width,
      textSize: textSize
    )
    tailKept = styled.text.count
    measured.extend(throughBlock: index, utf8Count: tailKept)
    return result
  }

  /// Measures a block as a whole.
  ///
  /// - Complexity: That of the measurer.
  package mutating func measureWhole(
    _ styled: StyledBlock,
    at index: Int,
    by measurer: any TextMeasurer,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    var whole = TailMeasurement(keepsStates: false)
    let count = styled.text.count
    let result = measurer.extend(
      &whole,
      with: styled,
      keeping: measured.kept(ofBlock: index, utf8Count: count),
      width: width,
      textSize: textSize
    )
    measured.extend(throughBlock: index, utf8Count: count)
    return result
  }

  /// The text's blocks changed.
  ///
  /// - Complexity: O(1) at the end of the text and where blocks are replaced one by one; else
  ///   O(blocks).
  package mutating func invalidate(_ change: BlockListChange) {
    measured.invalidate(change)
    let first = change.replaced.lowerBound
    if first < tailBlock {
      if change.replaced.upperBound > tailBlock || change.replaced.count != change.inserted.count {
        tailBlock = -1
      }
    } else if first == tailBlock {
      tailKept = min(tailKept, change.keptUTF8Count)
    }
    var stale = stale
    stale.take(change)
    matchBlocks(to: change)
    setStale(stale)
  }

  /// The blocks whose places do not hold; the last of them may not be known yet.
  private var stale: StaleStretches {
    if let aside = aside.first { return aside.stale }
    var stale = StaleStretches()
    if measuredPrefix < stored.count { stale.append(.init(range: measuredPrefix..<stored.count)) }
    return stale
  }

  private mutating func setStale(_ stale: StaleStretches) {
    if aside.isEmpty, stale.reachesEnd(of: stored.count) {
      measuredPrefix = min(stored.count, stale.first?.range.lowerBound ?? .max)
    } else if aside.isEmpty {
      aside = [PlacesAside(count: stored.count, stale: stale)]
    } else {
      aside[0].setStale(stale)
    }
  }

  /// Gives every block of the new text the place of the old one that it stands for: those that
  /// were replaced one by one, in order, those after them by counting from the end.
  private mutating func matchBlocks(to change: BlockListChange) {
    let surplus = change.inserted.count - change.replaced.count
    let end = change.replaced.upperBound
    if surplus < 0 {
      let gone = (end + surplus..<end).clamped(to: 0..<stored.count)
      if gone.upperBound < stored.count { resetShifts() }
      stored.removeSubrange(gone)
      if !aside.isEmpty { aside[0].remove(gone) }
    } else if surplus > 0, end < stored.count {
      resetShifts()
      let added = PlacedBlock(top: stored[end].top, height: .zero)
      stored.insert(contentsOf: repeatElement(added, count: surplus), at: end)
      if !aside.isEmpty { aside[0].insert(surplus, at: end) }
    }
  }

  /// Writes every block's place where it is, shifted by nothing.
  private mutating func resetShifts() {
    guard !aside.isEmpty else { return }
    stored = blocks
    aside[0].resetShifts()
  }

  /// Traps unless every height that holds has a place, and no block ends above one before it.
  package func checkInvariants() {
    precondition(measuredCount <= count, "\(measuredCount) of \(count) measured")
    aside.first?.checkInvariants(count: count)
    for (one, next) in zip(blocks, blocks.dropFirst()) {
      precondition(one.bottom <= next.bottom, "a block ends at \(next.bottom), after \(one.bottom)")
    }
  }
}

/// Where a block lies in its item.
package struct PlacedBlock: Equatable {
  package var top: LayoutUnit
  package var height: LayoutUnit

  package var bottom: LayoutUnit { top + height }

  package init(top: LayoutUnit, height: LayoutUnit) {
    self.top = top
    self.height = height
  }
}
