import FramePacing
import Lengths

/// An array of items with stored places, anchored so that prepending extends it upward.
///
/// The published design of swiftui-messaging-ui: loading older items gives them places above the
/// first one and moves nobody; every other edit rewrites the places of all items after it. Work is
/// O(n) per edit in the middle and, since the array itself shifts, O(n) memory moves per prepend.
/// An item is found from its handle in O(log n), by its stored place.
public struct AnchoredArray: LayoutStrategy {
  private struct Element {
    var handle: UInt32
    var y: LayoutUnit
    var height: LayoutUnit
  }

  private var elements: [Element] = []
  /// The place of each handle's item; `absent` for handles without one.
  private var places: [LayoutUnit] = []
  private var touched = 0
  private static let absent = LayoutUnit(rawValue: .min)
  /// Where the first item of an empty layout will lie.
  private var start: LayoutUnit

  /// Makes an empty layout whose first item will lie at `origin`.
  public init(origin: LayoutUnit = ContentSpace.start) { start = origin }

  public var count: Int { elements.count }
  public var top: LayoutUnit { elements.first?.y ?? start }
  public var bottom: LayoutUnit { elements.last.map { $0.y + $0.height } ?? start }
  public var correction: Correction { .never }

  public var counts: OperationCounts {
    var counts = OperationCounts()
    counts[.arrayElement] = touched
    return counts
  }

  public func y(at index: Int) -> LayoutUnit { index == count ? bottom : elements[index].y }
  public func height(at index: Int) -> LayoutUnit { elements[index].height }
  public func handle(at index: Int) -> UInt32 { elements[index].handle }

  public func index(of handle: UInt32) -> Int? {
    guard Int(handle) < places.count else { return nil }
    let y = places[Int(handle)]
    guard y != Self.absent else { return nil }
    var index = firstIndex(atOrBelow: y)
    while index < elements.count, elements[index].y == y {
      if elements[index].handle == handle { return index }
      index += 1
    }
    return nil
  }

  public func index(atY y: LayoutUnit) -> Int {
    precondition(!elements.isEmpty, "an empty layout has no item at \(y)")
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if elements[middle].y <= y { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  public mutating func list(
    from start: LayoutUnit,
    to end: LayoutUnit,
    into items: inout PlacedItems
  ) {
    items.removeAll()
    guard !elements.isEmpty else { return }
    var index = index(atY: start)
    while index < elements.count {
      let element = elements[index]
      guard element.y < end else { return }
      if element.y + element.height > start {
        items.append(
          PlacedItem(index: index, handle: element.handle, y: element.y, height: element.height)
        )
      }
      index += 1
    }
  }

  public mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem) {
    for element in elements { places[Int(element.handle)] = Self.absent }
    elements.removeAll(keepingCapacity: true)
    elements.reserveCapacity(count)
    start = top
    var y = top
    for index in 0..<count {
      let item = make(index)
      elements.append(Element(handle: item.handle, y: y, height: item.height))
      note(item.handle, at: y)
      y += item.height
    }
    touched += count
  }

  public mutating func insert(_ items: [LayoutItem], at index: Int) {
    let extent = items.reduce(LayoutUnit.zero) { $0 + $1.height }
    let isPrepend = index == 0 && !elements.isEmpty
    var y = isPrepend ? top - extent : self.y(at: index)
    var added: [Element] = []
    added.reserveCapacity(items.count)
    for item in items {
      added.append(Element(handle: item.handle, y: y, height: item.height))
      note(item.handle, at: y)
      y += item.height
    }
    touched += items.count + elements.count - index
    elements.insert(contentsOf: added, at: index)
    if !isPrepend { shift(from: index + items.count, by: extent) }
  }

  public mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let extent = y(at: range.upperBound) - elements[range.lowerBound].y
    for index in range { places[Int(elements[index].handle)] = Self.absent }
    touched += elements.count - range.lowerBound
    elements.removeSubrange(range)
    shift(from: range.lowerBound, by: -extent)
  }

  public mutating func move(from source: Int, to target: Int) {
    let element = elements.remove(at: source)
    elements.insert(element, at: target)
    let low = min(source, target)
    let high = max(source, target)
    var y = target < source ? elements[low + 1].y : element.y
    if target == source { y = element.y }
    for index in low...high {
      elements[index].y = y
      note(elements[index].handle, at: y)
      y += elements[index].height
    }
    touched += 2 * (high - low + 1)
  }

  public mutating func setHeights(_ heights: [LayoutUnit], at first: Int, growing: Growth) {
    guard !heights.isEmpty else { return }
    let end = first + heights.count
    let oldBottom = y(at: end)
    var y = elements[first].y
    for (index, height) in zip(first..<end, heights) {
      elements[index].y = y
      elements[index].height = height
      note(elements[index].handle, at: y)
      y += height
    }
    touched += heights.count
    let change = y - oldBottom
    switch growing {
    case .downward: shift(from: end, by: change)
    case .upward: shift(upTo: end, by: -change)
    }
  }

  public mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    let change = height - elements[index].height
    elements[index].height = height
    touched += 1
    shift(from: index + 1, by: change)
  }

  public mutating func scaleHeights(numerator: Int, denominator: Int) {
    let top = top
    for index in elements.indices {
      let bottom = elements[index].y + elements[index].height - top
      elements[index].height = Self.scaled(bottom, numerator, denominator)
    }
    var y = top
    for index in elements.indices {
      // The heights hold the scaled bottoms so far; the differences make them heights again.
      let bottom = top + elements[index].height
      elements[index].y = y
      elements[index].height = bottom - y
      note(elements[index].handle, at: y)
      y = bottom
    }
    touched += 2 * elements.count
  }

  private static func scaled(
    _ sum: LayoutUnit,
    _ numerator: Int,
    _ denominator: Int
  ) -> LayoutUnit {
    let product = sum.rawValue.multipliedFullWidth(by: Int64(numerator))
    return LayoutUnit(rawValue: Int64(denominator).dividingFullWidth(product).quotient)
  }

  public mutating func translate(by distance: LayoutUnit) {
    start += distance
    shift(from: 0, by: distance)
  }

  private mutating func shift(from first: Int, by distance: LayoutUnit) {
    guard distance != .zero else { return }
    shift(first..<elements.count, by: distance)
  }

  private mutating func shift(upTo end: Int, by distance: LayoutUnit) {
    guard distance != .zero else { return }
    shift(0..<end, by: distance)
  }

  private mutating func shift(_ range: Range<Int>, by distance: LayoutUnit) {
    guard !range.isEmpty else { return }
    for index in range {
      elements[index].y += distance
      places[Int(elements[index].handle)] = elements[index].y
    }
    touched += range.count
  }

  private mutating func note(_ handle: UInt32, at y: LayoutUnit) {
    while places.count <= Int(handle) { places.append(Self.absent) }
    places[Int(handle)] = y
  }

  private func firstIndex(atOrBelow y: LayoutUnit) -> Int {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if elements[middle].y < y { low = middle + 1 } else { high = middle }
    }
    return low
  }

  public func checkInvariants() {
    var y = top
    for (index, element) in elements.enumerated() {
      precondition(element.y == y, "item \(index) lies at \(element.y), not at \(y)")
      precondition(places[Int(element.handle)] == y, "handle \(element.handle) is lost")
      y += element.height
    }
    let present = places.count { $0 != Self.absent }
    precondition(present == elements.count, "\(present) places for \(elements.count) items")
  }
}
