import Lengths

/// A bounded map from keys of styled blocks to measured heights; the least recently used goes
/// first.
///
/// Memory grows with the entries, by doubling, from room for 1,024 up to the capacity; no look-up
/// allocates. Look-ups probe a table of twice the entries at least, one after the other; recency is a doubly
/// linked list through the entries. Copies are independent; the first change to a copy copies everything.
package struct HeightCache: Sendable {
  /// How many entries a cache holds unless told otherwise.
  package static let defaultCapacity = 100_000
  /// For how many entries there is room at first unless told otherwise.
  package static let firstRoom = 1_024

  private struct Entry {
    var key: HeightKey
    var height: LayoutUnit
    var newer: Int32
    var older: Int32
  }

  /// Entry number + 1 by hash; 0 where free.
  private var table: [Int32]
  private var entries: [Entry] = []
  private var newest: Int32 = -1
  private var oldest: Int32 = -1
  private let limit: Int
  private var hitCount: UInt64 = 0
  private var missCount: UInt64 = 0
  private var evictionCount: UInt64 = 0

  package var count: Int { entries.count }
  /// Look-ups that found their key.
  package var hits: UInt64 { hitCount }
  /// Look-ups that did not.
  package var misses: UInt64 { missCount }
  /// Entries that made room for others.
  package var evictions: UInt64 { evictionCount }

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - capacity: The most entries it will hold, 1 to 2^28.
  ///   - room: For how many there is room at first; positive.
  /// - Precondition: Both are in their range.
  /// - Complexity: O(room): about 40 bytes an entry.
  package init(capacity: Int = HeightCache.defaultCapacity, room: Int = HeightCache.firstRoom) {
    precondition(
      capacity > 0 && capacity <= 1 << 28,
      "a cache holds 1 to 2^28 entries, got \(capacity)"
    )
    precondition(room > 0, "a cache begins with room for an entry, got \(room)")
    limit = capacity
    var size = 4
    while size < 2 * min(room, capacity) { size *= 2 }
    table = [Int32](repeating: 0, count: size)
    entries.reserveCapacity(min(room, capacity))
  }

  /// Looks `key` up and makes it the most recently used.
  ///
  /// - Returns: Its height; nil when it is not in the cache.
  /// - Complexity: O(1) expected.
  package mutating func height(for key: HeightKey) -> LayoutUnit? {
    guard let place = row(of: key) else {
      missCount &+= 1
      return nil
    }
    hitCount &+= 1
    let number = table[place] - 1
    refresh(number)
    return entries[Int(number)].height
  }

  /// Stores the height of `key` and makes it the most recently used; when the cache is full the
  /// least recently used entry goes.
  ///
  /// - Complexity: O(1) expected, amortised over the entries.
  package mutating func insert(_ height: LayoutUnit, for key: HeightKey) {
    if let place = row(of: key) {
      let number = table[place] - 1
      entries[Int(number)].height = height
      refresh(number)
      return
    }
    let number: Int32
    if entries.count < limit {
      if 2 * (entries.count + 1) > table.count { growTable() }
      number = Int32(entries.count)
      entries.append(Entry(key: key, height: height, newer: -1, older: -1))
    } else {
      number = oldest
      evictionCount &+= 1
      if let place = row(of: entries[Int(number)].key) { vacate(place) }
      unlink(number)
      entries[Int(number)].key = key
      entries[Int(number)].height = height
    }
    link(number)
    var place = home(of: key)
    while table[place] != 0 { place = (place + 1) & (table.count - 1) }
    table[place] = number + 1
  }

  /// Forgets all entries; the counters stay.
  ///
  /// - Complexity: O(room).
  package mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    for place in table.indices { table[place] = 0 }
    newest = -1
    oldest = -1
  }

  private func home(of key: HeightKey) -> Int {
    Int(truncatingIfNeeded: key.low ^ key.high.rotated(by: 32)) & (table.count - 1)
  }

  private func row(of key: HeightKey) -> Int? {
    var place = home(of: key)
    while true {
      let number = table[place]
      if number == 0 { return nil }
      if entries[Int(number) - 1].key == key { return place }
      place = (place + 1) & (table.count - 1)
    }
  }

  private mutating func growTable() {
    table = [Int32](repeating: 0, count: 2 * table.count)
    for (number, entry) in entries.enumerated() {
      var place = home(of: entry.key)
      while table[place] != 0 { place = (place + 1) & (table.count - 1) }
      table[place] = Int32(number) + 1
    }
  }

  /// Frees a place and moves back what had been pushed past it.
  private mutating func vacate(_ start: Int) {
    let mask = table.count - 1
    var free = start
    var place = start
    while true {
      place = (place + 1) & mask
      let number = table[place]
      if number == 0 { break }
      let wanted = home(of: entries[Int(number) - 1].key)
      if (place - wanted) & mask >= (place - free) & mask {
        table[free] = number
        free = place
      }
    }
    table[free] = 0
  }

  private mutating func refresh(_ number: Int32) {
    if number == newest { return }
    unlink(number)
    link(number)
  }

  private mutating func unlink(_ number: Int32) {
    let entry = entries[Int(number)]
    if entry.newer >= 0 {
      entries[Int(entry.newer)].older = entry.older
    } else {
      newest = entry.older
    }
    if entry.older >= 0 {
      entries[Int(entry.older)].newer = entry.newer
    } else {
      oldest = entry.newer
    }
  }

  private mutating func link(_ number: Int32) {
    entries[Int(number)].newer = -1
    entries[Int(number)].older = newest
    if newest >= 0 { entries[Int(newest)].newer = number } else { oldest = number }
    newest = number
  }

  /// Traps unless table, entries and recency list agree.
  package func checkInvariants() {
    precondition(entries.count <= limit, "\(entries.count) entries, the limit is \(limit)")
    var seen = 0
    var number = newest
    var newer: Int32 = -1
    while number >= 0 {
      precondition(entries[Int(number)].newer == newer, "entry \(number) has the wrong neighbour")
      let place = row(of: entries[Int(number)].key)
      precondition(place.map { table[$0] } == number + 1, "entry \(number) is not in the table")
      newer = number
      number = entries[Int(number)].older
      seen += 1
    }
    precondition(newer == oldest, "the recency list ends at \(newer), not at \(oldest)")
    precondition(seen == entries.count, "\(seen) entries are linked of \(entries.count)")
    precondition(table.count(where: { $0 != 0 }) == seen, "the table has strangers")
  }
}
