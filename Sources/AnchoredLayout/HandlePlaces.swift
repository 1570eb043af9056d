/// A number for each handle in use: where its item is.
internal struct HandlePlaces: Sendable {
  private var numbers: [Int32] = []
  /// How many handles have a number.
  private(set) var count = 0

  /// The number of a handle; nil when it has none.
  subscript(handle: UInt32) -> Int? {
    guard Int(handle) < numbers.count, numbers[Int(handle)] >= 0 else { return nil }
    return Int(numbers[Int(handle)])
  }

  /// Gives a handle a number, 0 to 2^31 - 1.
  mutating func set(_ number: Int, of handle: UInt32) {
    let handle = Int(handle)
    if handle >= numbers.count {
      numbers.append(contentsOf: repeatElement(-1, count: handle + 1 - numbers.count))
    }
    if numbers[handle] < 0 { count += 1 }
    numbers[handle] = Int32(number)
  }

  /// Takes a handle's number away.
  mutating func remove(_ handle: UInt32) {
    numbers[Int(handle)] = -1
    count -= 1
  }
}
