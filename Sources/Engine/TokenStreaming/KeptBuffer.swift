/// A list that is filled and emptied again and again, in storage that is kept and stays full-length:
/// whoever fills it writes to places and says at the end how many are taken.
@usableFromInline
struct KeptBuffer<Element: Sendable>: Sendable {
  @usableFromInline internal var storage: [Element] = []
  @usableFromInline internal private(set) var count = 0
  private let blank: Element

  /// Makes an empty list; places that are not taken hold `blank`.
  init(blank: Element) { self.blank = blank }

  @inlinable var isEmpty: Bool { count == 0 }
  @inlinable var elements: ArraySlice<Element> { storage[..<count] }

  @inlinable
  mutating func removeAll(keepingCapacity: Bool) {
    count = 0
    if !keepingCapacity { storage = [] }
  }

  /// Lets `body` write up to `room` elements behind the last, and count them.
  @inline(__always)
  mutating func write<Result>(
    room: Int,
    _ body: (_ end: UnsafeMutablePointer<Element>, _ added: inout Int) -> Result
  ) -> Result {
    if storage.count &- count < room { grow(room) }
    let start = count
    var added = 0
    defer { count = start &+ added }
    return storage.withUnsafeMutableBufferPointer { places in
      guard let base = places.baseAddress else { preconditionFailure("a list without storage") }
      return body(base + start, &added)
    }
  }

  /// Adds one element.
  @inline(__always)
  mutating func append(_ element: Element) {
    write(room: 1) { end, added in
      end.pointee = element
      added = 1
    }
  }

  @inline(never)
  private mutating func grow(_ room: Int) {
    let length = max(64, 2 * storage.count, count + room)
    storage.reserveCapacity(length)
    storage.append(contentsOf: repeatElement(blank, count: length - storage.count))
  }
}
