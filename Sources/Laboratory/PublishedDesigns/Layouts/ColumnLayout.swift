import AnchoredLayout
import FramePacing
import Lengths

/// A layout that stores every place, in ``PlacedColumns``: what such layouts have in common.
package protocol ColumnLayout: LayoutStrategy {
  /// The items with their heights and places.
  var columns: PlacedColumns { get set }
}

extension ColumnLayout {
  package var count: Int { columns.count }
  package var top: LayoutUnit { columns.top }
  package var bottom: LayoutUnit { columns.bottom }
  package var counts: OperationCounts { columns.work.counts }

  /// O(1).
  package func y(at index: Int) -> LayoutUnit { columns.y(at: index) }
  package func height(at index: Int) -> LayoutUnit { columns.height(at: index) }
  package func handle(at index: Int) -> UInt32 { columns.handle(at: index) }
  /// O(1) once settled.
  package func index(of handle: UInt32) -> Int? { columns.index(of: handle) }
  /// O(log n).
  package func index(atY y: LayoutUnit) -> Int { columns.index(atY: y) }

  package mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem) {
    columns.load(count: count, top: top, make)
  }

  package mutating func remove(_ range: Range<Int>) { columns.remove(range) }

  package mutating func move(from source: Int, to target: Int) {
    columns.move(from: source, to: target)
  }

  package mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    columns.settleOrder()
    columns.setHeight(height, at: index)
  }

  package mutating func scaleHeights(numerator: Int, denominator: Int) {
    columns.scaleHeights(LengthScale(numerator: numerator, denominator: denominator))
  }

  package mutating func translate(by distance: LayoutUnit) { columns.translate(by: distance) }
}
