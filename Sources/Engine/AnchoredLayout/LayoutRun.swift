import Lengths

/// Neighbouring items that a layout may keep as one entry until somebody looks at them: how many
/// there are, how high they are together, and their handles, which count on in steps of 1.
///
/// Its items are as high as each other, to one layout unit: the first ones are one unit taller where
/// the sum asks for it. So every item has one height from the start, however the run is cut later.
package struct LayoutRun: Hashable, Sendable {
  /// The first item's handle.
  package let firstHandle: UInt32
  /// How many items there are; at least 1.
  package let count: Int
  /// The sum of their heights; at least one layout unit for each.
  package let height: LayoutUnit

  /// Makes a run.
  ///
  /// - Precondition: `count` is positive; `height` is at least `count` layout units.
  package init(firstHandle: UInt32, count: Int, height: LayoutUnit) {
    precondition(count > 0, "a run has items, got \(count)")
    precondition(height.rawValue >= Int64(count), "\(count) items are \(height) high together")
    (self.firstHandle, self.count, self.height) = (firstHandle, count, height)
  }

  /// The height of the last item, which no other falls below.
  private var least: Int64 { height.rawValue / Int64(count) }
  /// How many of the first items are one unit taller.
  private var taller: Int { Int(height.rawValue % Int64(count)) }

  /// How far below the run's top an item begins; the whole height for `count`.
  package func top(of item: Int) -> LayoutUnit {
    LayoutUnit(rawValue: least * Int64(item) + Int64(min(item, taller)))
  }

  /// The height of an item.
  package func height(of item: Int) -> LayoutUnit {
    LayoutUnit(rawValue: item < taller ? least + 1 : least)
  }

  /// The item that contains an offset.
  ///
  /// - Precondition: `offset` is from 0 to below `height`.
  package func item(at offset: LayoutUnit) -> Int {
    let end = (least + 1) * Int64(taller)
    guard offset.rawValue >= end else { return Int(offset.rawValue / (least + 1)) }
    return taller + Int((offset.rawValue - end) / least)
  }

  /// The item's place in the run that has a handle; nil when none has it.
  package func item(with handle: UInt32) -> Int? {
    guard handle >= firstHandle, Int(handle - firstHandle) < count else { return nil }
    return Int(handle - firstHandle)
  }

  /// Some of the items, as a run; nil for none.
  package func part(_ items: Range<Int>) -> LayoutRun? {
    guard !items.isEmpty else { return nil }
    return LayoutRun(
      firstHandle: firstHandle + UInt32(items.lowerBound),
      count: items.count,
      height: top(of: items.upperBound) - top(of: items.lowerBound)
    )
  }

  /// Some of the items, one by one.
  package func items(_ items: Range<Int>) -> [LayoutItem] {
    items.map { LayoutItem(handle: firstHandle + UInt32($0), height: height(of: $0)) }
  }

  /// The run with its height scaled, shared out evenly; each item keeps one unit at least.
  func scaled(by scale: LengthScale) -> LayoutRun {
    let scaled = max(scale.apply(height), LayoutUnit(rawValue: Int64(count)))
    return LayoutRun(firstHandle: firstHandle, count: count, height: scaled)
  }
}
