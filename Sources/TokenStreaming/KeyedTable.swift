/// A small table by number, in the order of its keys: parts and messages of one surface.
///
/// Look-ups take O(log n), and O(1) for the largest key; insertions and removals O(n). No hash
/// decides any order.
package struct KeyedTable<Value> {
  private var keys: [UInt32] = []
  private var values: [Value] = []

  package init() {}

  package var count: Int { keys.count }

  /// Where `key` is; nil when it is not there.
  package func index(of key: UInt32) -> Int? {
    if let last = keys.last, last == key { return keys.count - 1 }
    let index = insertionIndex(of: key)
    return index < keys.count && keys[index] == key ? index : nil
  }

  /// Where `key` is after it was added with `value`, if it was not there.
  package mutating func index(of key: UInt32, inserting value: @autoclosure () -> Value) -> Int {
    if let index = index(of: key) { return index }
    let index = insertionIndex(of: key)
    keys.insert(key, at: index)
    values.insert(value(), at: index)
    return index
  }

  /// The value at an index, which holds until the next insertion or removal.
  package subscript(index: Int) -> Value {
    get { values[index] }
    _modify { yield &values[index] }
  }

  /// The key at an index.
  package func key(at index: Int) -> UInt32 { keys[index] }

  package mutating func remove(at index: Int) {
    keys.remove(at: index)
    values.remove(at: index)
  }

  private func insertionIndex(of key: UInt32) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension KeyedTable: Sendable where Value: Sendable {}
