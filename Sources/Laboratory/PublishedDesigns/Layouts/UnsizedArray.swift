import AnchoredLayout
import FramePacing
import Lengths
import Timebase

/// An array of items without stored heights: what is on screen is measured, what is not is as high
/// as the average of all that was measured so far.
///
/// The published design of ConversationKit: a lazy stack in a scroll view. It knows the heights
/// that were set since the last `forgetHeights`, which whoever shows the items calls once a frame
/// with what is on screen; what has left is an estimate again, and what comes back is measured
/// again. Heights that come with items are not kept, but for their average while nothing else is
/// known. What is on screen does not move when heights are forgotten, the content's top does, as
/// does everything below an item that is measured: items are laid out downward, and the content
/// offset is adjusted.
///
/// Questions cost as much as there are known heights, edits in the middle as many moves as there
/// are items after it.
package struct UnsizedArray: LayoutStrategy {
  /// An item whose height is known.
  private struct Known {
    var index: Int
    var height: LayoutUnit
  }

  private var handles = FrontRoomArray<UInt32>()
  private var order = HandleOrder()
  /// What is on screen, by index.
  private var known: [Known] = []
  /// The sum of the known heights.
  private var knownExtent = LayoutUnit.zero
  /// The sum and the number of all heights that were measured, those of items that have left the
  /// screen included: each time one comes back it counts again.
  private var measuredExtent = LayoutUnit.zero
  private var measuredCount = 0
  /// The height of every other item.
  private var estimate = LayoutUnit(rawValue: 1)
  private var work = ArrayWork()
  private var origin: LayoutUnit

  /// Makes an empty layout whose first item will lie at `origin`.
  package init(origin: LayoutUnit = ContentSpace.start) { self.origin = origin }

  package var correction: Correction { .sameFrame }
  package var keepsHeights: Bool { false }

  package var count: Int { handles.count }
  package var top: LayoutUnit { origin }
  package var bottom: LayoutUnit {
    origin + knownExtent + estimate * (count - known.count)
  }
  package var counts: OperationCounts { work.counts }

  // MARK: Questions

  /// The first of the known items that is not before `index`.
  private func firstKnown(from index: Int) -> Int { known.partitionPoint { $0.index >= index } }

  package func y(at index: Int) -> LayoutUnit {
    var y = origin + estimate * index
    for item in known {
      if item.index >= index { break }
      y += item.height - estimate
    }
    return y
  }

  package func height(at index: Int) -> LayoutUnit {
    let place = firstKnown(from: index)
    return place < known.count && known[place].index == index ? known[place].height : estimate
  }

  package func handle(at index: Int) -> UInt32 { handles[index] }
  /// O(1) once settled.
  package func index(of handle: UInt32) -> Int? { order.index(of: handle, in: handles) }

  package func index(atY y: LayoutUnit) -> Int {
    precondition(count > 0, "an empty layout has no item at \(y)")
    guard y >= origin else { return 0 }
    guard y < bottom else { return count - 1 }
    var next = 0
    var top = origin
    for item in known {
      let start = top + estimate * (item.index - next)
      if y < start { break }
      if y < start + item.height { return item.index }
      top = start + item.height
      next = item.index + 1
    }
    return next + Int((y - top).rawValue / estimate.rawValue)
  }

  package mutating func list(
    from start: LayoutUnit,
    to end: LayoutUnit,
    into items: inout PlacedItems
  ) {
    items.removeAll()
    guard count > 0 else { return }
    settle()
    var index = index(atY: start)
    var y = y(at: index)
    var place = firstKnown(from: index)
    while index < count, y < end {
      var height = estimate
      if place < known.count, known[place].index == index {
        height = known[place].height
        place += 1
      }
      if y + height > start {
        items.append(PlacedItem(index: index, handle: handles[index], y: y, height: height))
      }
      y += height
      index += 1
    }
  }

  // MARK: What is on screen

  package mutating func forgetHeights(above start: LayoutUnit, below end: LayoutUnit) {
    guard count > 0, !known.isEmpty else { return }
    let still = index(atY: start)
    let place = y(at: still)
    let oldBottom = bottom
    work.rewritten += known.count
    var kept = 0
    var top = origin
    var next = 0
    var extent = LayoutUnit.zero
    for place in known.indices {
      let item = known[place]
      top += estimate * (item.index - next)
      if top < end, top + item.height > start {
        known[kept] = item
        kept += 1
        extent += item.height
      }
      top += item.height
      next = item.index + 1
    }
    known.removeLast(known.count - kept)
    knownExtent = extent
    estimate = Self.average(measuredExtent, measuredCount)
    // Where nothing reaches down to the screen the end of the content stays: none of it comes into
    // view by being as high as the average.
    origin += start < oldBottom ? place - y(at: still) : oldBottom - bottom
  }

  /// An estimate is never 0.
  private static func average(_ extent: LayoutUnit, _ count: Int) -> LayoutUnit {
    LayoutUnit(rawValue: max(1, extent.rawValue / Int64(count)))
  }

  private mutating func forgetMeasured() {
    measuredExtent = .zero
    measuredCount = 0
  }

  private mutating func forgetKnown(_ places: Range<Int>) {
    for item in known[places] { knownExtent -= item.height }
    known.removeSubrange(places)
  }

  // MARK: Edits

  package mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem) {
    handles.removeAll(reserving: count)
    forgetKnown(known.indices)
    forgetMeasured()
    origin = top
    var extent = LayoutUnit.zero
    for index in 0..<count {
      let item = make(index)
      handles.append(item.handle)
      extent += item.height
    }
    order.load(handles)
    if count > 0 { estimate = Self.average(extent, count) }
    work.loaded += count
  }

  package mutating func insert(_ items: [LayoutItem], at index: Int) {
    if count == 0, !items.isEmpty {
      forgetMeasured()
      estimate = Self.average(items.reduce(.zero) { $0 + $1.height }, items.count)
    }
    work.loaded += items.count
    work.moved += count - index
    order.insert(items, at: index)
    handles.insert(contentsOf: items.lazy.map(\.handle), at: index)
    let first = firstKnown(from: index)
    for place in first..<known.count { known[place].index += items.count }
    work.rewritten += known.count - first
  }

  package mutating func remove(_ range: Range<Int>) {
    order.remove(range, of: handles)
    handles.remove(range)
    let first = firstKnown(from: range.lowerBound)
    forgetKnown(first..<firstKnown(from: range.upperBound))
    for place in first..<known.count { known[place].index -= range.count }
    work.rewritten += range.count + known.count - first
    work.moved += count - range.lowerBound
  }

  package mutating func move(from source: Int, to target: Int) {
    let range = min(source, target)..<max(source, target) + 1
    handles.move(from: source, to: target)
    work.moved += range.count
    work.rewritten += order.reorder(range, of: handles)
    let place = firstKnown(from: source)
    var height: LayoutUnit?
    if place < known.count, known[place].index == source {
      height = known[place].height
      forgetKnown(place..<place + 1)
    }
    for place in firstKnown(from: source)..<known.count { known[place].index -= 1 }
    for place in firstKnown(from: target)..<known.count { known[place].index += 1 }
    if let height { keep(height, of: target, at: firstKnown(from: target)) }
  }

  /// Items are laid out downward: the items after them move, whatever is asked.
  package mutating func setHeights(_ new: [LayoutUnit], at first: Int, growing: Growth) {
    for (index, height) in zip(first..., new) { setHeight(height, at: index) }
  }

  package mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    settle()
    work.rewritten += 1
    learn(height, at: index)
  }

  private mutating func learn(_ height: LayoutUnit, at index: Int) {
    let place = firstKnown(from: index)
    if place < known.count, known[place].index == index {
      let change = height - known[place].height
      knownExtent += change
      measuredExtent += change
      known[place].height = height
    } else {
      measuredExtent += height
      measuredCount += 1
      keep(height, of: index, at: place)
    }
  }

  private mutating func keep(_ height: LayoutUnit, of index: Int, at place: Int) {
    work.moved += known.count - place
    known.insert(Known(index: index, height: height), at: place)
    knownExtent += height
  }

  package mutating func scaleHeights(numerator: Int, denominator: Int) {
    let scale = LengthScale(numerator: numerator, denominator: denominator)
    estimate = max(scale.apply(estimate), LayoutUnit(rawValue: 1))
    measuredExtent = scale.apply(measuredExtent)
    knownExtent = .zero
    for place in known.indices {
      known[place].height = scale.apply(known[place].height)
      knownExtent += known[place].height
    }
    work.rewritten += known.count
  }

  package mutating func translate(by distance: LayoutUnit) { origin += distance }

  /// Puts the handles' numbers right.
  package mutating func settle() { work.rewritten += order.settle(handles) }

  package func checkInvariants() {
    order.checkInvariants(handles)
    precondition(estimate > .zero, "an estimate of \(estimate)")
    precondition(measuredCount >= 0 && measuredExtent >= .zero, "\(measuredExtent) measured")
    for (one, other) in zip(known, known.dropFirst()) {
      precondition(one.index < other.index, "item \(other.index) is known before its turn")
    }
    precondition(known.allSatisfy { $0.index < count }, "known heights of missing items")
    let sum = known.reduce(LayoutUnit.zero) { $0 + $1.height }
    precondition(sum == knownExtent, "known heights of \(sum), not \(knownExtent)")
  }
}
