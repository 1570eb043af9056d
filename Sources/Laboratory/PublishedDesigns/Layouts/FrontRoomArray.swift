import AnchoredLayout
import Lengths

/// An array with room before its first element, so that what is put in front moves nobody.
///
/// The room is made when it is first asked for, half as large as the array, so that an element put
/// in front costs O(1) over many. All else is as in `ContiguousArray`.
internal struct FrontRoomArray<Element: Sendable>: Sendable {
  /// The elements, after `room` places that hold nothing of use.
  private var storage: ContiguousArray<Element> = []
  private var room = 0

  var count: Int { storage.count - room }

  subscript(index: Int) -> Element {
    get { storage[room + index] }
    set { storage[room + index] = newValue }
  }

  /// Makes it empty, with memory for `count` elements.
  mutating func removeAll(reserving count: Int) {
    room = 0
    storage.removeAll(keepingCapacity: true)
    storage.reserveCapacity(count)
  }

  mutating func append(_ element: Element) { storage.append(element) }

  /// Puts elements before the one at `index`; those from there on are moved.
  mutating func insert(contentsOf new: some Collection<Element>, at index: Int) {
    storage.insert(contentsOf: new, at: room + index)
  }

  /// Puts elements before the first one; nobody is moved, over many calls.
  mutating func prepend(contentsOf new: some Collection<Element>) {
    guard let blank = new.first else { return }
    if room < new.count { makeRoom(max(new.count, count / 2), of: blank) }
    room -= new.count
    storage.replaceSubrange(room..<room + new.count, with: new)
  }

  private mutating func makeRoom(_ number: Int, of blank: Element) {
    var roomy: ContiguousArray<Element> = []
    roomy.reserveCapacity(number + count)
    roomy.append(contentsOf: repeatElement(blank, count: number))
    roomy.append(contentsOf: storage[room...])
    storage = roomy
    room = number
  }

  /// Takes elements out; those after them are moved.
  mutating func remove(_ range: Range<Int>) {
    storage.removeSubrange(range.lowerBound + room..<range.upperBound + room)
  }

  /// Puts the element at `source` where that at `target` is; those in between are moved by one.
  mutating func move(from source: Int, to target: Int) {
    let element = self[source]
    let step = source < target ? 1 : -1
    var place = room + source
    let end = room + target
    var span = storage.mutableSpan
    while place != end {
      span[place] = span[place + step]
      place += step
    }
    span[place] = element
  }

  /// Calls `body` with each element of a range and its index.
  func forEach(in range: Range<Int>, _ body: (Int, Element) -> Void) {
    let span = storage.span
    for index in range { body(index, span[room + index]) }
  }
}

extension FrontRoomArray<LayoutUnit> {
  /// The first of a range of ascending elements that is above `value`; the range's end if none is.
  func firstIndex(above value: LayoutUnit, in range: Range<Int>) -> Int {
    let span = storage.span
    var low = range.lowerBound + room
    var high = range.upperBound + room
    while low < high {
      let middle = (low + high) / 2
      if span[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low - room
  }

  /// Adds a distance to the elements of a range.
  ///
  /// Sums wrap: places stay far inside the content space, and a loop that checks each of them takes
  /// twice as long.
  mutating func add(_ distance: LayoutUnit, to range: Range<Int>) {
    let places = range.lowerBound + room..<range.upperBound + room
    var span = storage.mutableSpan
    for place in places {
      span[place] = LayoutUnit(rawValue: span[place].rawValue &+ distance.rawValue)
    }
  }
}
