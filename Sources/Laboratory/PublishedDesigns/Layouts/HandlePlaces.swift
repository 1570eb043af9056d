import AnchoredLayout

/// A number for each handle in use: where its item is.
internal struct HandlePlaces: Sendable {
  private static let absent = Int32.min
  private var numbers: ContiguousArray<Int32> = []
  /// How many handles have a number.
  private(set) var count = 0

  /// The number of a handle; nil when it has none.
  subscript(handle: UInt32) -> Int? {
    guard Int(handle) < numbers.count, numbers[Int(handle)] != Self.absent else { return nil }
    return Int(numbers[Int(handle)])
  }

  /// Gives a handle a number, above -2^31 and below 2^31.
  mutating func set(_ number: Int, of handle: UInt32) {
    let handle = Int(handle)
    makeRoom(upTo: handle)
    if numbers[handle] == Self.absent { count += 1 }
    numbers[handle] = Int32(number)
  }

  /// Gives handles one number.
  mutating func set(_ number: Int, ofEach items: [LayoutItem]) {
    makeRoom(upTo: items.reduce(-1) { max($0, Int($1.handle)) })
    var span = numbers.mutableSpan
    var new = 0
    for item in items {
      if span[Int(item.handle)] == Self.absent { new += 1 }
      span[Int(item.handle)] = Int32(number)
    }
    count += new
  }

  private mutating func makeRoom(upTo handle: Int) {
    guard handle >= numbers.count else { return }
    numbers.append(contentsOf: repeatElement(Self.absent, count: handle + 1 - numbers.count))
  }

  /// Gives a new number to handles that have one: to each of a range its index and `base` more.
  mutating func renumber(
    _ handles: FrontRoomArray<UInt32>,
    in range: Range<Int>,
    from base: Int = 0
  ) {
    var span = numbers.mutableSpan
    handles.forEach(in: range) { index, handle in
      span[Int(handle)] = Int32(truncatingIfNeeded: index &+ base)
    }
  }

  /// Forgets all handles, and numbers others from 0 on.
  mutating func reset(_ handles: FrontRoomArray<UInt32>) {
    removeAll()
    var largest = -1
    handles.forEach(in: 0..<handles.count) { _, handle in largest = max(largest, Int(handle)) }
    makeRoom(upTo: largest)
    renumber(handles, in: 0..<handles.count)
    count = handles.count
  }

  /// Takes a handle's number away.
  mutating func remove(_ handle: UInt32) {
    numbers[Int(handle)] = Self.absent
    count -= 1
  }

  /// Takes every number away.
  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
    count = 0
  }
}
