import FramePacing
import Lengths

/// An item as a layout knows it: a handle and a height. Names and texts live above.
public struct LayoutItem: Hashable, Sendable {
  /// A number the caller chose, unique among the items of a layout.
  public var handle: UInt32
  /// From the item's top to the next item's top: its own height and the space below it.
  public var height: LayoutUnit

  /// Makes an item.
  public init(handle: UInt32, height: LayoutUnit) {
    self.handle = handle
    self.height = height
  }
}

/// An item with its place in the content space.
public struct PlacedItem: Hashable, Sendable {
  public var index: Int
  public var handle: UInt32
  public var y: LayoutUnit
  public var height: LayoutUnit

  /// Makes a placed item.
  public init(index: Int, handle: UInt32, y: LayoutUnit, height: LayoutUnit) {
    self.index = index
    self.handle = handle
    self.y = y
    self.height = height
  }
}

/// How a layout keeps items, their heights and their places in the content space.
///
/// A strategy is one published idea of how to do this. It moves what its idea moves; whether the
/// still point has moved is asked of it afterwards (`VirtualLayout.restore`).
public protocol LayoutStrategy: Sendable {
  /// How many items there are.
  var count: Int { get }
  /// The first item's top.
  var top: LayoutUnit { get }
  /// The last item's bottom, the space below it included.
  var bottom: LayoutUnit { get }
  /// Whether all content can be moved at once without touching the items.
  var movesContentFreely: Bool { get }
  /// Work done so far: index and array elements touched or moved.
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
  /// Calls `body` for each item from `first` on until it returns false.
  func forEachItem(from first: Int, _ body: (PlacedItem) -> Bool)

  /// Replaces everything; the first item's top is at `top`.
  mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem)
  /// Adds items before the one at `index`.
  mutating func insert(_ items: [LayoutItem], at index: Int)
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
  /// Traps unless the structure is sound.
  func checkInvariants()
}

/// Where items that change their height push the others.
public enum Growth: Hashable, Sendable {
  /// The items after them move.
  case downward
  /// The items before them move.
  case upward
}
