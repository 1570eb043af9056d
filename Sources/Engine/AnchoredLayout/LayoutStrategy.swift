import FramePacing
import Lengths

/// How a layout keeps items, their heights and their places in the content space.
///
/// A strategy is one published idea of how to do this. It moves what its idea moves; whether the
/// still point has moved is asked of it afterwards (`VirtualLayout.restore`).
package protocol LayoutStrategy: Sendable {
  /// How many items there are.
  var count: Int { get }
  /// The first item's top.
  var top: LayoutUnit { get }
  /// The last item's bottom, the space below it included.
  var bottom: LayoutUnit { get }
  /// What becomes of a still point that an edit has moved.
  var correction: Correction { get }
  /// Work done so far by edits: index and array elements touched or moved. Questions are free.
  var counts: OperationCounts { get }

  /// The top of the item at `index`; `bottom` for `count`.
  func y(at index: Int) -> LayoutUnit
  /// The height of the item at `index`.
  func height(at index: Int) -> LayoutUnit
  /// The handle of the item at `index`.
  func handle(at index: Int) -> UInt32
  /// Where the item with this handle is; nil when there is none.
  func index(of handle: UInt32) -> Int?
  /// The item that contains `y`, clamped to the first and last item.
  ///
  /// - Precondition: There is an item.
  func index(atY y: LayoutUnit) -> Int
  /// Lists the items that lie between `start` and `end`, in order.
  ///
  /// Those are the items with a top above `end` and a bottom below `start`: one without a height
  /// is listed where its place lies between the two.
  ///
  /// - Parameters:
  ///   - start: The upper place.
  ///   - end: The lower place, below `start`.
  ///   - items: Gets the items; what it held is forgotten.
  mutating func list(from start: LayoutUnit, to end: LayoutUnit, into items: inout PlacedItems)

  /// Replaces everything; the first item's top is at `top`.
  mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem)
  /// How many items are best loaded one by one, the rest of more of them as a run; nil where a run
  /// costs as much as its items do.
  var longestWhole: Int? { get }
  /// Whether a height that was set is kept when its item leaves the screen.
  var keepsHeights: Bool { get }
  /// Adds items before the one at `index`.
  mutating func insert(_ items: [LayoutItem], at index: Int)
  /// Adds neighbouring items, of which nobody will see most, before the one at `index`.
  mutating func insert(_ run: LayoutRun, at index: Int)
  /// Takes items away.
  mutating func remove(_ range: Range<Int>)
  /// Moves an item; `target` counts without it.
  mutating func move(from source: Int, to target: Int)
  /// Sets the heights of neighbouring items, the first of which is at `first`.
  mutating func setHeights(_ heights: [LayoutUnit], at first: Int, growing: Growth)
  /// Sets the height of one item; the items after it move.
  mutating func setHeight(_ height: LayoutUnit, at index: Int)
  /// Multiplies all heights by `numerator` / `denominator`: guesses after a change of width.
  ///
  /// Rounding is such that sums stay exact. The first item's top stays.
  mutating func scaleHeights(numerator: Int, denominator: Int)
  /// Moves all content.
  mutating func translate(by distance: LayoutUnit)
  /// Brings every place up to date after a batch of edits.
  ///
  /// A strategy that does so at each edit has nothing to do here; one that does not answers
  /// questions right in between too, but slowly.
  mutating func settle()
  /// Says that nothing above `start` and below `end` is on screen: a strategy that keeps heights
  /// of what is on screen only forgets the others.
  ///
  /// The item at `start` stays where it is; the end of the content where all of it lies above.
  mutating func forgetHeights(above start: LayoutUnit, below end: LayoutUnit)
  /// Traps unless the structure is sound.
  func checkInvariants()
}

extension LayoutStrategy {
  /// Items of a run are kept one by one.
  package var longestWhole: Int? { nil }
  package var keepsHeights: Bool { true }
  package mutating func insert(_ run: LayoutRun, at index: Int) {
    insert(run.items(0..<run.count), at: index)
  }
  package mutating func settle() {}
  package mutating func forgetHeights(above start: LayoutUnit, below end: LayoutUnit) {}
}
