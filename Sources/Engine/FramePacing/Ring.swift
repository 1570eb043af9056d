/// A queue of fixed capacity.
///
/// Complexity: O(1) each, but for `resize`; nothing is allocated after `init` but by it.
struct Ring<Element: Sendable>: Sendable {
  private var places: [Element]
  private var oldest = 0
  /// How many elements there are.
  private(set) var count = 0

  /// Makes an empty queue for `capacity` elements; `filler` stands where none is.
  init(repeating filler: Element, capacity: Int) {
    places = Array(repeating: filler, count: capacity)
  }

  /// How many elements fit.
  var capacity: Int { places.count }
  /// Whether it is full.
  var isFull: Bool { count == places.count }

  /// The oldest element; nil when there is none, and setting it then does nothing.
  var first: Element? {
    get { count == 0 ? nil : places[oldest] }
    set { if let newValue, count > 0 { places[oldest] = newValue } }
  }

  /// Adds an element.
  ///
  /// - Precondition: It is not full.
  mutating func append(_ element: Element) {
    precondition(!isFull, "\(count) elements are all that fit")
    places[(oldest + count) % places.count] = element
    count += 1
  }

  /// Takes the oldest element out.
  ///
  /// - Precondition: It is not empty.
  @discardableResult mutating func removeFirst() -> Element {
    precondition(count > 0, "there is nothing to take out")
    let element = places[oldest]
    oldest = (oldest + 1) % places.count
    count -= 1
    return element
  }

  /// Changes the capacity.
  ///
  /// - Precondition: There are no more of them.
  /// - Complexity: O(`capacity`).
  mutating func resize(to capacity: Int, repeating filler: Element) {
    precondition(count <= capacity, "\(count) elements, a capacity of \(capacity)")
    let kept = (0..<count).map { places[(oldest + $0) % places.count] }
    places = kept + Array(repeating: filler, count: capacity - count)
    oldest = 0
  }

  /// Calls `body` with each element, the oldest first.
  func forEach(_ body: (Element) -> Void) {
    for place in 0..<count { body(places[(oldest + place) % places.count]) }
  }
}
