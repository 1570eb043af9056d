import AnchoredLayout
import Lengths

/// Items that stand together, and the sum of their heights.
internal struct LayoutPage: Sendable {
  /// The page's name, which it keeps wherever it stands.
  let number: UInt32
  private(set) var items: [LayoutItem]
  private(set) var extent: LayoutUnit

  init(number: UInt32, items: [LayoutItem]) {
    self.number = number
    self.items = items
    extent = Self.sum(items[...])
  }

  private static func sum(_ items: ArraySlice<LayoutItem>) -> LayoutUnit {
    items.reduce(.zero) { $0 + $1.height }
  }

  /// How far the item in a slot is below the page's top.
  func extent(before slot: Int) -> LayoutUnit { Self.sum(items[..<slot]) }

  mutating func insert(_ new: [LayoutItem], at slot: Int) {
    items.insert(contentsOf: new, at: slot)
    extent += Self.sum(new[...])
  }

  mutating func remove(_ slots: Range<Int>) {
    extent -= Self.sum(items[slots])
    items.removeSubrange(slots)
  }

  mutating func setHeight(_ height: LayoutUnit, at slot: Int) {
    extent += height - items[slot].height
    items[slot].height = height
  }

  /// Scales heights so that sums over the pages before this one stay exact.
  ///
  /// - Parameters:
  ///   - before: The old sum up to this page; that after it on return.
  ///   - scaledBefore: The same of the new heights.
  mutating func scale(
    by scale: LengthScale,
    before: inout LayoutUnit,
    scaledBefore: inout LayoutUnit
  ) {
    let start = scaledBefore
    for slot in items.indices {
      before += items[slot].height
      let bottom = scale.apply(before)
      items[slot].height = bottom - scaledBefore
      scaledBefore = bottom
    }
    extent = scaledBefore - start
  }

  /// Traps unless the sum is that of the heights.
  func checkInvariants() {
    precondition(extent == Self.sum(items[...]), "page \(number) is \(extent) high by mistake")
  }
}
