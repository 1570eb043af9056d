/// A small table by number, in the order of its keys: parts and messages of one surface.
///
/// Look-ups take O(log n), and O(1) for the largest key; insertions and removals O(n). No hash
/// decides any order.
@usableFromInline
package struct KeyedTable<Value> {
  @usableFromInline package var keys: [UInt32] = []
  @usableFromInline package var values: [Value] = []

  @inlinable package init() {}

  @inlinable package var count: Int { keys.count }

  /// Where `key` is; nil when it is not there.
  @inlinable package func index(of key: UInt32) -> Int? {
    let last = keys.count &- 1
    if last >= 0, keys[last] == key { return last }
    let index = insertionIndex(of: key)
    return index < keys.count && keys[index] == key ? index : nil
  }

  /// Where `key` is after it was added with `value`, if it was not there.
  @inlinable package mutating func index(
    of key: UInt32,
    inserting value: @autoclosure () -> Value
  ) -> Int {
    if let index = index(of: key) { return index }
    let index = insertionIndex(of: key)
    keys.insert(key, at: index)
    values.insert(value(), at: index)
    return index
  }

  /// The value at an index, which holds until the next insertion or removal.
  @inlinable package subscript(index: Int) -> Value {
    get { values[index] }
    _modify { yield &values[index] }
  }

  @inlinable package func key(at index: Int) -> UInt32 { keys[index] }

  @inlinable package mutating func remove(at index: Int) {
    keys.remove(at: index)
    values.remove(at: index)
  }

  @inlinable package func insertionIndex(of key: UInt32) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low &+ high) / 2
      if keys[middle] < key { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}

extension KeyedTable: Sendable where Value: Sendable {}
