import AnchoredLayout
import Lengths

/// Items in arrays of their handles, heights and places: what the layouts that store every place
/// have in common.
///
/// Places are relative to an origin, so that all content moves at once. An edit pushes the arrays
/// along; the places and the handles' numbers after it wait until they are settled.
package struct PlacedColumns: Sendable {
  /// Where the first item of an empty layout lies, and what places are relative to.
  private(set) var origin: LayoutUnit
  private(set) var work = ArrayWork()
  private var handles = FrontRoomArray<UInt32>()
  private var heights = FrontRoomArray<LayoutUnit>()
  /// Each item's top below the origin, but for the shifts that wait.
  private var tops = FrontRoomArray<LayoutUnit>()
  private var order = HandleOrder()
  private var shifts = PendingShifts()

  init(origin: LayoutUnit) { self.origin = origin }

  // MARK: Questions

  var count: Int { handles.count }
  var top: LayoutUnit { y(at: 0) }
  var bottom: LayoutUnit { y(at: count) }

  /// How far below the origin the item at `index` begins; the last one's end for `count`.
  private func offset(at index: Int) -> LayoutUnit {
    guard index < count else { return index == 0 ? .zero : end(of: index - 1) }
    return tops[index] + shifts.distance(at: index)
  }

  private func end(of index: Int) -> LayoutUnit { offset(at: index) + heights[index] }

  func y(at index: Int) -> LayoutUnit { origin + offset(at: index) }
  func height(at index: Int) -> LayoutUnit { heights[index] }
  func handle(at index: Int) -> UInt32 { handles[index] }
  func index(of handle: UInt32) -> Int? { order.index(of: handle, in: handles) }

  /// The last item that begins at `y` or above, or the first one. O(log n).
  func index(atY y: LayoutUnit) -> Int {
    precondition(count > 0, "an empty layout has no item at \(y)")
    return shifts.index(atOrAbove: y - origin, in: tops)
  }

  /// Lists the items that lie between two places.
  ///
  /// - Returns: The first item below them.
  @discardableResult
  func list(from start: LayoutUnit, to end: LayoutUnit, into items: inout PlacedItems) -> Int {
    guard count > 0 else { return 0 }
    var index = index(atY: start)
    while index < count {
      let y = y(at: index)
      let height = heights[index]
      guard y < end else { break }
      if y + height > start {
        items.append(PlacedItem(index: index, handle: handles[index], y: y, height: height))
      }
      index += 1
    }
    return index
  }

  // MARK: Settling

  /// Puts the handles' numbers right.
  mutating func settleOrder() { work.rewritten += order.settle(handles) }

  /// Writes the places of all items before `end`.
  mutating func settlePlaces(upTo end: Int) {
    work.rewritten += shifts.settle(&tops, upTo: min(end, count))
  }

  /// Moves the items from `first` on.
  mutating func shift(from first: Int, by distance: LayoutUnit) {
    work.rewritten += shifts.add(distance, from: first, to: &tops)
  }

  // MARK: Edits

  mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem) {
    handles.removeAll(reserving: count)
    heights.removeAll(reserving: count)
    tops.removeAll(reserving: count)
    shifts.removeAll()
    origin = top
    var offset = LayoutUnit.zero
    for index in 0..<count {
      let item = make(index)
      handles.append(item.handle)
      heights.append(item.height)
      tops.append(offset)
      offset += item.height
    }
    order.load(handles)
    work.loaded += count
  }

  /// Adds items before the one at `index`; what is after them moves down.
  mutating func insert(_ items: [LayoutItem], at index: Int) {
    let offset = offset(at: index)
    let extent = items.reduce(LayoutUnit.zero) { $0 + $1.height }
    work.loaded += items.count
    work.moved += 3 * (count - index)
    shifts.insert(items.count, at: index)
    order.insert(items, at: index)
    handles.insert(contentsOf: items.lazy.map(\.handle), at: index)
    heights.insert(contentsOf: items.lazy.map(\.height), at: index)
    // The shifts that moved what was here have moved the new items too.
    let written = offset - shifts.distance(at: index)
    tops.insert(contentsOf: Self.places(of: items, from: written), at: index)
    shift(from: index + items.count, by: extent)
  }

  /// Adds items above the first one; nobody moves, in the space or in the arrays.
  mutating func extendUpward(by items: [LayoutItem]) {
    let extent = items.reduce(LayoutUnit.zero) { $0 + $1.height }
    let offset = offset(at: 0) - extent
    work.loaded += items.count
    shifts.insert(items.count, at: 0)
    order.prepend(items)
    handles.prepend(contentsOf: items.map(\.handle))
    heights.prepend(contentsOf: items.map(\.height))
    tops.prepend(contentsOf: Self.places(of: items, from: offset))
  }

  private static func places(of items: [LayoutItem], from start: LayoutUnit) -> [LayoutUnit] {
    var offset = start
    return items.map { item in
      defer { offset += item.height }
      return offset
    }
  }

  /// Takes items away; what is after them moves up.
  mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let extent = end(of: range.upperBound - 1) - offset(at: range.lowerBound)
    order.remove(range, of: handles)
    handles.remove(range)
    heights.remove(range)
    tops.remove(range)
    work.rewritten += range.count
    work.moved += 3 * (count - range.lowerBound)
    shifts.remove(range, leaving: count)
    shift(from: range.lowerBound, by: -extent)
  }

  /// Moves an item; `target` counts without it. Only the items in between lie elsewhere.
  mutating func move(from source: Int, to target: Int) {
    let range = min(source, target)..<max(source, target) + 1
    let offset = offset(at: range.lowerBound)
    handles.move(from: source, to: target)
    heights.move(from: source, to: target)
    work.moved += 2 * range.count
    work.rewritten += order.reorder(range, of: handles)
    work.loaded += range.count
    place(range, from: offset)
  }

  /// Writes the places of neighbouring items, the first of which is `offset` below the origin.
  ///
  /// - Returns: Where the last one ends.
  @discardableResult
  private mutating func place(_ range: Range<Int>, from offset: LayoutUnit) -> LayoutUnit {
    var offset = offset
    for index in range {
      tops[index] = offset - shifts.distance(at: index)
      offset += heights[index]
    }
    return offset
  }

  /// Sets heights of neighbouring items; what is after them moves.
  ///
  /// - Returns: By how much.
  @discardableResult
  mutating func setHeights(_ new: [LayoutUnit], at first: Int) -> LayoutUnit {
    guard !new.isEmpty else { return .zero }
    let range = first..<first + new.count
    let start = offset(at: first)
    let oldEnd = end(of: range.upperBound - 1)
    for (index, height) in zip(range, new) { heights[index] = height }
    work.rewritten += 2 * new.count
    let change = place(range, from: start) - oldEnd
    shift(from: range.upperBound, by: change)
    return change
  }

  /// Sets the height of one item; what is after it moves.
  mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    let change = height - heights[index]
    heights[index] = height
    work.rewritten += 1
    shift(from: index + 1, by: change)
  }

  /// Multiplies heights so that sums from the first item on stay exact; its top stays.
  mutating func scaleHeights(_ scale: LengthScale) {
    settlePlaces(upTo: count)
    let top = offset(at: 0)
    var offset = top
    for index in 0..<count {
      let bottom = top + scale.apply(tops[index] + heights[index] - top)
      tops[index] = offset
      heights[index] = bottom - offset
      offset = bottom
    }
    work.loaded += count
  }

  /// Moves all content.
  mutating func translate(by distance: LayoutUnit) { origin += distance }

  /// Traps unless every item begins where the one before it ends, and is found by its handle.
  func checkInvariants() {
    precondition(heights.count == count && tops.count == count, "arrays of different lengths")
    var offset = offset(at: 0)
    for index in 0..<count {
      let own = self.offset(at: index)
      precondition(own == offset, "item \(index) lies \(own) below the origin, not \(offset)")
      offset += heights[index]
    }
    order.checkInvariants(handles)
    shifts.checkInvariants(count: count)
  }
}
