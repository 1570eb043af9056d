/// A queue that gives back its elements by deadline, and by order of insertion where deadlines tie.
///
/// A binary heap: `insert` and `popFirst` take O(log n), `first` O(1). The order depends only on
/// deadlines and insertion order, never on addresses or hashes.
public struct EventQueue<Element> {
  /// An element with its deadline.
  public struct Entry {
    /// When the element is due.
    public let deadline: Instant
    /// The element.
    public let element: Element
    fileprivate let order: UInt64

    fileprivate func isBefore(_ other: Entry) -> Bool {
      deadline == other.deadline ? order < other.order : deadline < other.deadline
    }
  }

  private var heap: [Entry] = []
  private var inserted: UInt64 = 0

  /// Makes an empty queue.
  public init() {}

  /// How many elements wait.
  public var count: Int { heap.count }
  /// Whether nothing waits.
  public var isEmpty: Bool { heap.isEmpty }
  /// The deadline of the element due first; nil when nothing waits.
  public var nextDeadline: Instant? { heap.first?.deadline }
  /// The element due first; nil when nothing waits.
  public var first: Entry? { heap.first }

  /// Adds `element`, due at `deadline`.
  ///
  /// - Complexity: O(log n).
  public mutating func insert(_ element: Element, at deadline: Instant) {
    heap.append(Entry(deadline: deadline, element: element, order: inserted))
    inserted += 1
    siftUp(from: heap.count - 1)
  }

  /// Removes the element due first if its deadline is at or before `instant`.
  ///
  /// - Returns: The element and its deadline; nil when nothing is due.
  /// - Complexity: O(log n).
  public mutating func popFirst(dueBy instant: Instant) -> Entry? {
    guard let first = heap.first, first.deadline <= instant else { return nil }
    return popFirst()
  }

  /// Removes the element due first; nil when nothing waits.
  ///
  /// - Complexity: O(log n).
  public mutating func popFirst() -> Entry? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      siftDown(from: 0)
    }
    return first
  }

  private mutating func siftUp(from start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].isBefore(heap[least]) { least = child }
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  /// Traps unless every entry is due no earlier than its parent.
  package func checkInvariants() {
    for child in heap.indices.dropFirst() {
      precondition(
        !heap[child].isBefore(heap[(child - 1) / 2]),
        "entry \(child) is before its parent"
      )
    }
  }
}

extension EventQueue: Sendable where Element: Sendable {}
extension EventQueue.Entry: Sendable where Element: Sendable {}
