// Memory layout: `storage` is memory for 2,048 words, a handle's owner each, which whoever has the
// page owns; `owners` is nil, or the same memory once it is written.
//
// Invariants: a row has storage; 0 <= start < end <= 2,048 in a row, and end == 0 where there is none.

/// Which segments the handles of a page belong to: a row of segments, or one by one.
struct OwnerPage {
  /// The owners one by one; nil while the page is a row, or empty.
  private(set) var owners: UnsafeMutablePointer<Int32>?
  /// Memory for them.
  var storage: UnsafeMutablePointer<Int32>?
  private var firstOwner: Int32 = 0
  /// What added to a place gives its handle's number among all that count on.
  private var shift: Int16 = 0
  /// The places of the row.
  private var start: Int16 = 0
  private var end: Int16 = 0

  /// The owner at a place of a page that is not spelled out.
  @inline(__always) func rowOwner(at place: Int) -> Int32 {
    guard place >= Int(start), place < Int(end) else { return 0 }
    return firstOwner &+ Int32(truncatingIfNeeded: (place &+ Int(shift)) &>> 8)
  }

  /// Whether handles from a place on can be an owner's, the first of which is its `number`th.
  func takesRow(at place: Int, owner: Int32, from number: Int) -> Bool {
    if owners != nil { return false }
    if end == 0 { return true }
    let next = place &+ Int(shift)
    return place == Int(end) && next & 255 == number
      && firstOwner &+ Int32(truncatingIfNeeded: next &>> 8) == owner
  }

  /// Takes them.
  mutating func extendRow(at place: Int, count: Int, owner: Int32, from number: Int) {
    if end == 0 {
      firstOwner = owner
      start = Int16(truncatingIfNeeded: place)
      shift = Int16(truncatingIfNeeded: number &- place)
    }
    end = Int16(truncatingIfNeeded: place &+ count)
  }

  /// Writes the owners one by one.
  mutating func spell(_ size: Int) {
    guard owners == nil, let storage else { return }
    storage.initialize(repeating: 0, count: size)
    var place = Int(start)
    while place < Int(end) {
      // Up to where the next owner begins.
      let stop = min(Int(end), place &+ 256 &- ((place &+ Int(shift)) & 255))
      (storage + place).update(repeating: rowOwner(at: place), count: stop &- place)
      place = stop
    }
    owners = storage
  }
}
