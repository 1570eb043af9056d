import AnchoredLayout
import Lengths

/// Items in a plain array, their places summed anew at every question.
struct NaiveLayout {
  var items: [LayoutItem] = []
  var top: LayoutUnit

  func y(at index: Int) -> LayoutUnit {
    items[..<index].reduce(top) { $0 + $1.height }
  }

  var bottom: LayoutUnit { y(at: items.count) }

  func index(of handle: UInt32) -> Int? { items.firstIndex { $0.handle == handle } }

  /// The last item that begins at or before `y`, of those with a height; clamped to the ends.
  func index(atY y: LayoutUnit) -> Int {
    if y < top { return 0 }
    if y >= bottom { return items.count - 1 }
    return items.indices.first { self.y(at: $0) + items[$0].height > y } ?? items.count - 1
  }

  mutating func move(from source: Int, to target: Int) {
    let item = items.remove(at: source)
    items.insert(item, at: target)
  }

  mutating func setHeights(_ heights: [LayoutUnit], at first: Int) {
    for (offset, height) in heights.enumerated() { items[first + offset].height = height }
  }
}
