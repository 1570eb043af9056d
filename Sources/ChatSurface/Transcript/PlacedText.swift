import Lengths
import MarkdownBlocks
import TextMeasuring

/// Where the blocks of a message's text lie in it, and how much of that still holds.
///
/// Complexity: O(1) each unless it says otherwise.
package struct PlacedText {
  /// Where the blocks lay when they were last laid out; those from `measuredCount` on are stale, but
  /// say where the reader is in a text that has changed since.
  package private(set) var blocks: [PlacedBlock] = []
  /// How many leading blocks have a height that holds.
  package private(set) var measuredCount = 0
  /// The width and size of the text that the heights belong to.
  private(set) var geometry: TextGeometry?
  /// The last block of a growing text, measured by extension.
  private var tail = TailMeasurement()
  /// Which block `tail` belongs to; -1 for none.
  private var tailBlock = -1
  /// How many leading bytes of that block are as they were when `tail` was written.
  private var tailKept = 0

  /// Makes a text of which nothing is known.
  package init() {}

  /// Nothing is known of where the blocks lie.
  package mutating func forget() {
    blocks.removeAll(keepingCapacity: true)
    measuredCount = 0
    tailBlock = -1
  }

  /// No height holds; where the blocks lay is kept.
  package mutating func forgetHeights() { measuredCount = 0 }

  /// The text grows no longer.
  package mutating func forgetTail() { tailBlock = -1 }

  /// Prepares for measuring `count` blocks: what was measured in another width or size is forgotten.
  mutating func prepare(_ geometry: TextGeometry, count: Int) {
    if self.geometry != geometry {
      self.geometry = geometry
      forget()
    }
    if blocks.count > count { blocks.removeLast(blocks.count - count) }
  }

  /// The first block without a height that holds has this place.
  package mutating func place(_ block: PlacedBlock) {
    if measuredCount < blocks.count {
      blocks[measuredCount] = block
    } else {
      blocks.append(block)
    }
    measuredCount += 1
  }

  /// Measures the last block of a growing text: what was measured before is not shaped again.
  mutating func extendTail(
    _ styled: StyledBlock,
    at index: Int,
    by measurer: any TextMeasurer,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    if tailBlock != index {
      tail = TailMeasurement()
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
    return result
  }

  /// The text's blocks changed.
  ///
  /// - Complexity: O(blocks after the change).
  package mutating func invalidate(_ change: BlockListChange) {
    let first = change.replaced.lowerBound
    measuredCount = min(measuredCount, first)
    if first < tailBlock {
      tailBlock = -1
    } else if first == tailBlock {
      tailKept = min(tailKept, change.keptUTF8Count)
    }
    matchBlocks(to: change)
  }

  /// Gives every block of the new text the place of the old one that it stands for: those that
  /// were replaced one by one, in order, those after them by counting from the end.
  private mutating func matchBlocks(to change: BlockListChange) {
    let surplus = change.inserted.count - change.replaced.count
    let end = change.replaced.upperBound
    if surplus < 0 {
      blocks.removeSubrange((end + surplus..<end).clamped(to: 0..<blocks.count))
    } else if surplus > 0, end < blocks.count {
      let added = PlacedBlock(top: blocks[end].top, height: .zero)
      blocks.insert(contentsOf: repeatElement(added, count: surplus), at: end)
    }
  }

  /// Traps unless every height that holds has a place.
  package func checkInvariants() {
    precondition(measuredCount <= blocks.count, "\(measuredCount) of \(blocks.count) measured")
  }
}

/// Where a block lies in its item.
package struct PlacedBlock: Equatable {
  /// Its top, below the item's top.
  package var top: LayoutUnit
  /// Its height.
  package var height: LayoutUnit

  /// Its bottom, below the item's top.
  package var bottom: LayoutUnit { top + height }

  /// Describes a block.
  package init(top: LayoutUnit, height: LayoutUnit) {
    self.top = top
    self.height = height
  }
}
