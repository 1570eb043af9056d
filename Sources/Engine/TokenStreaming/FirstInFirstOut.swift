/// A queue in one contiguous piece of memory, whose storage is kept when it empties.
///
/// `append` and `removeFirst` take O(1), amortised.
@usableFromInline
package struct FirstInFirstOut<Element> {
  @usableFromInline package var elements: [Element] = []
  @usableFromInline package var first = 0

  @inlinable package init() {}

  /// Makes an empty queue with room for `capacity` elements.
  @inlinable package init(capacity: Int) { elements.reserveCapacity(capacity) }

  @inlinable package var count: Int { elements.count &- first }
  @inlinable package var isEmpty: Bool { first == elements.count }

  /// The element `index` places from the front.
  @inlinable package subscript(index: Int) -> Element {
    get { elements[first &+ index] }
    _modify { yield &elements[first &+ index] }
  }

  @inlinable package mutating func append(_ element: Element) { elements.append(element) }

  /// Removes the front element.
  ///
  /// - Precondition: There is one.
  @inlinable package mutating func removeFirst() -> Element {
    let element = elements[first]
    first &+= 1
    if first == elements.count {
      removeAll()
    } else if first >= 64, first &* 2 >= elements.count {
      elements.removeFirst(first)
      first = 0
    }
    return element
  }

  @inlinable package mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    first = 0
  }

  /// Removes the elements that fit `condition`, in order, and hands each to `body`.
  @inlinable package mutating func removeAll(
    where condition: (Element) -> Bool,
    _ body: (Element) -> Void
  ) {
    var kept = first
    for index in first..<elements.count {
      let element = elements[index]
      if condition(element) {
        body(element)
      } else {
        elements[kept] = element
        kept += 1
      }
    }
    elements.removeLast(elements.count - kept)
    if first == elements.count { removeAll() }
  }
}

extension FirstInFirstOut: Sendable where Element: Sendable {}
