import AnchoredLayout
import FramePacing
import Lengths

/// A layout in which one item can be moved behind everybody's back: a fault that has to be noticed.
struct DisplacedStrategy: LayoutStrategy {
  /// What is planted, and when.
  final class Fault: @unchecked Sendable {
    /// The item that is moved; nil for none.
    var index: Int?
    var distance = LayoutUnit.zero
  }

  private var base: any LayoutStrategy
  private let fault: Fault

  init(_ base: any LayoutStrategy, _ fault: Fault) {
    self.base = base
    self.fault = fault
  }

  private func displacement(at index: Int) -> LayoutUnit {
    fault.index == index ? fault.distance : .zero
  }

  var count: Int { base.count }
  var top: LayoutUnit { base.top }
  var bottom: LayoutUnit { base.bottom }
  var correction: Correction { base.correction }
  var keepsHeights: Bool { base.keepsHeights }
  var counts: OperationCounts { base.counts }

  func y(at index: Int) -> LayoutUnit { base.y(at: index) + displacement(at: index) }
  func height(at index: Int) -> LayoutUnit { base.height(at: index) }
  func handle(at index: Int) -> UInt32 { base.handle(at: index) }
  func index(of handle: UInt32) -> Int? { base.index(of: handle) }
  func index(atY y: LayoutUnit) -> Int { base.index(atY: y) }

  mutating func list(from start: LayoutUnit, to end: LayoutUnit, into items: inout PlacedItems) {
    base.list(from: start, to: end, into: &items)
    let listed = Array(items)
    items.removeAll()
    for item in listed {
      items.append(
        PlacedItem(
          index: item.index,
          handle: item.handle,
          y: item.y + displacement(at: item.index),
          height: item.height
        )
      )
    }
  }

  mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem) {
    base.load(count: count, top: top, make)
  }
  mutating func insert(_ items: [LayoutItem], at index: Int) { base.insert(items, at: index) }
  mutating func remove(_ range: Range<Int>) { base.remove(range) }
  mutating func move(from source: Int, to target: Int) { base.move(from: source, to: target) }
  mutating func setHeights(_ heights: [LayoutUnit], at first: Int, growing: Growth) {
    base.setHeights(heights, at: first, growing: growing)
  }
  mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    base.setHeight(height, at: index)
  }
  mutating func scaleHeights(numerator: Int, denominator: Int) {
    base.scaleHeights(numerator: numerator, denominator: denominator)
  }
  mutating func translate(by distance: LayoutUnit) { base.translate(by: distance) }
  mutating func settle() { base.settle() }
  mutating func forgetHeights(above start: LayoutUnit, below end: LayoutUnit) {
    base.forgetHeights(above: start, below: end)
  }
  func checkInvariants() { base.checkInvariants() }
}
