import AnchoredLayout

/// The place of each handle in an array of them, put right once for a batch of edits.
///
/// A handle's number is its index and `base` more, so that handles put in front, which make the
/// base less, change no other's number. After an insertion or a removal in the middle the numbers
/// from there on wait for `settle`, or for what is asked to be searched for.
internal struct HandleOrder: Sendable {
  /// How far the base may be from 0 before all handles are numbered anew.
  private static let farthestBase = 1 << 30
  private var places = HandlePlaces()
  private var base = 0
  /// How many handles, from the first on, have the right number.
  private var numbered = 0

  /// How many handles there are.
  var count: Int { places.count }

  /// The index of a handle; nil when it is not one of `handles`.
  ///
  /// - Complexity: O(1) once settled, O(handles) before.
  func index(of handle: UInt32, in handles: FrontRoomArray<UInt32>) -> Int? {
    guard let number = places[handle] else { return nil }
    let index = number - base
    if index >= 0, index < numbered, handles[index] == handle { return index }
    return (numbered..<handles.count).first { handles[$0] == handle }
  }

  /// Forgets all handles and takes others.
  mutating func load(_ handles: FrontRoomArray<UInt32>) {
    places.reset(handles)
    base = 0
    numbered = handles.count
  }

  /// Takes in new handles, the first of which gets the place `index`.
  mutating func insert(_ items: [LayoutItem], at index: Int) {
    for (place, item) in zip(index..., items) { places.set(base + place, of: item.handle) }
    if numbered >= index { numbered = index + items.count }
  }

  /// Takes in new handles before all others, whose numbers stay.
  mutating func prepend(_ items: [LayoutItem]) {
    base -= items.count
    numbered += items.count
    if base < -Self.farthestBase { (base, numbered) = (0, items.count) }
    for (place, item) in items.enumerated() { places.set(base + place, of: item.handle) }
  }

  /// Forgets the handles at these places, before the array does.
  mutating func remove(_ range: Range<Int>, of handles: FrontRoomArray<UInt32>) {
    for index in range { places.remove(handles[index]) }
    numbered = min(numbered, range.lowerBound)
  }

  /// Says that the array has the handles of a range in another order.
  ///
  /// - Returns: How many numbers were written.
  mutating func reorder(_ range: Range<Int>, of handles: FrontRoomArray<UInt32>) -> Int {
    guard range.upperBound <= numbered else {
      numbered = min(numbered, range.lowerBound)
      return 0
    }
    places.renumber(handles, in: range, from: base)
    return range.count
  }

  /// Puts all numbers right.
  ///
  /// - Returns: How many numbers were written.
  mutating func settle(_ handles: FrontRoomArray<UInt32>) -> Int {
    let waiting = numbered..<handles.count
    guard !waiting.isEmpty else { return 0 }
    places.renumber(handles, in: waiting, from: base)
    numbered = handles.count
    return waiting.count
  }

  /// Traps unless every handle is found.
  func checkInvariants(_ handles: FrontRoomArray<UInt32>) {
    for index in 0..<handles.count {
      let number = places[handles[index]]
      precondition(number != nil, "handle \(handles[index]) is lost")
      precondition(
        index >= numbered || number == index + base,
        "handle \(handles[index]) has number \(number ?? 0), not \(index + base)"
      )
    }
    precondition(places.count == handles.count, "\(count) handles for \(handles.count) items")
  }
}
