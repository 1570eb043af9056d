import FramePacing
import Lengths

/// An array of items with stored heights and offsets, laid out downward from a fixed top.
///
/// The published design of the React Native and web lists behind v0's app: whatever is inserted,
/// removed or resized moves all items after it, items loaded above the viewport included; the list
/// notices that the content has changed its size once it is laid out, and adjusts the content
/// offset then, a frame late. As in those lists, edits of one frame are gathered and the offsets
/// after the first of them recomputed once. Work is O(n) per edit, but for one at the end.
public struct AdjustingArray: LayoutStrategy {
  private var handles: [UInt32] = []
  private var heights: [LayoutUnit] = []
  /// How far each item's top is below the first one's; true for the first `settled` items.
  private var offsets: [LayoutUnit] = []
  private var settled = 0
  private var total = LayoutUnit.zero
  private var places = HandlePlaces()
  private var touched = 0
  private var origin: LayoutUnit

  /// Makes an empty layout whose first item will lie at `origin`.
  public init(origin: LayoutUnit = ContentSpace.start) { self.origin = origin }

  public var count: Int { handles.count }
  public var top: LayoutUnit { origin }
  public var bottom: LayoutUnit { origin + total }
  public var correction: Correction { .nextFrame }

  public var counts: OperationCounts {
    var counts = OperationCounts()
    counts[.arrayElement] = touched
    return counts
  }

  /// O(1) once settled.
  public func y(at index: Int) -> LayoutUnit {
    if index < settled { return origin + offsets[index] }
    if count - index < index - settled {
      return heights[index...].reduce(bottom) { $0 - $1 }
    }
    return heights[settled..<index].reduce(origin + settledExtent) { $0 + $1 }
  }

  public func height(at index: Int) -> LayoutUnit { heights[index] }
  public func handle(at index: Int) -> UInt32 { handles[index] }
  public func index(of handle: UInt32) -> Int? { places[handle] }

  /// O(log n) once settled.
  public func index(atY y: LayoutUnit) -> Int {
    precondition(!handles.isEmpty, "an empty layout has no item at \(y)")
    let offset = y - origin
    guard offset < settledExtent else { return index(afterSettled: offset) }
    var low = 0
    var high = settled
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  private func index(afterSettled offset: LayoutUnit) -> Int {
    var end = settledExtent
    for index in settled..<count {
      end += heights[index]
      if offset < end { return index }
    }
    return count - 1
  }

  /// Where the first item whose offset is not known begins.
  private var settledExtent: LayoutUnit {
    settled == 0 ? .zero : offsets[settled - 1] + heights[settled - 1]
  }

  public mutating func list(
    from start: LayoutUnit,
    to end: LayoutUnit,
    into items: inout PlacedItems
  ) {
    items.removeAll()
    guard count > 0 else { return }
    settle()
    for index in index(atY: start)..<count {
      let y = origin + offsets[index]
      guard y < end else { return }
      if y + heights[index] > start {
        items.append(
          PlacedItem(index: index, handle: handles[index], y: y, height: heights[index])
        )
      }
    }
  }

  public mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem) {
    for handle in handles { places.remove(handle) }
    handles.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
    offsets = Array(repeating: .zero, count: count)
    handles.reserveCapacity(count)
    heights.reserveCapacity(count)
    origin = top
    total = .zero
    settled = 0
    for index in 0..<count {
      let item = make(index)
      handles.append(item.handle)
      heights.append(item.height)
      total += item.height
      places.set(index, of: item.handle)
    }
    touched += count
    settle()
  }

  public mutating func insert(_ items: [LayoutItem], at index: Int) {
    handles.insert(contentsOf: items.lazy.map(\.handle), at: index)
    heights.insert(contentsOf: items.lazy.map(\.height), at: index)
    offsets.append(contentsOf: repeatElement(.zero, count: items.count))
    for item in items { total += item.height }
    touched += items.count
    renumber(from: index)
  }

  public mutating func remove(_ range: Range<Int>) {
    for index in range {
      places.remove(handles[index])
      total -= heights[index]
    }
    handles.removeSubrange(range)
    heights.removeSubrange(range)
    offsets.removeLast(range.count)
    touched += range.count
    renumber(from: range.lowerBound)
  }

  /// The items from `first` on have got other places in the arrays.
  private mutating func renumber(from first: Int) {
    settled = min(settled, first)
    for index in first..<count { places.set(index, of: handles[index]) }
    touched += count - first
  }

  public mutating func move(from source: Int, to target: Int) {
    handles.insert(handles.remove(at: source), at: target)
    heights.insert(heights.remove(at: source), at: target)
    let range = min(source, target)...max(source, target)
    for index in range { places.set(index, of: handles[index]) }
    touched += range.count
    let known = settled
    settled = min(settled, range.lowerBound)
    guard known > range.upperBound else { return }
    // Only the items in between lie elsewhere.
    settle(upTo: range.upperBound + 1)
    settled = known
  }

  /// Items are laid out downward from a fixed top: the items after them move, whatever is asked.
  public mutating func setHeights(_ new: [LayoutUnit], at first: Int, growing: Growth) {
    for (index, height) in zip(first..., new) { setHeight(height, at: index) }
  }

  public mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    total += height - heights[index]
    heights[index] = height
    settled = min(settled, index + 1)
    touched += 1
  }

  public mutating func scaleHeights(numerator: Int, denominator: Int) {
    let scale = LengthScale(numerator: numerator, denominator: denominator)
    settle()
    for index in heights.indices {
      let bottom = scale.apply(offsets[index] + heights[index])
      offsets[index] = scale.apply(offsets[index])
      heights[index] = bottom - offsets[index]
    }
    total = settledExtent
    touched += count
  }

  public mutating func translate(by distance: LayoutUnit) { origin += distance }

  public mutating func settle() { settle(upTo: count) }

  private mutating func settle(upTo end: Int) {
    guard settled < end else { return }
    touched += end - settled
    var offset = settledExtent
    for index in settled..<end {
      offsets[index] = offset
      offset += heights[index]
    }
    settled = end
  }

  public func checkInvariants() {
    precondition(heights.count == count && offsets.count == count, "arrays of different lengths")
    var offset = LayoutUnit.zero
    for index in 0..<count {
      precondition(
        index >= settled || offsets[index] == offset,
        "item \(index) lies \(offsets[index]) below the top, not \(offset)"
      )
      precondition(places[handles[index]] == index, "handle \(handles[index]) is lost")
      offset += heights[index]
    }
    precondition(total == offset, "a total of \(total) for heights of \(offset)")
    precondition(places.count == count, "\(places.count) handles for \(count) items")
  }
}
