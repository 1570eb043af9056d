import AnchoredLayout
import Lengths

/// Moves of all items from an index on that are not yet written into their places.
///
/// The edits of one frame are gathered so: each leaves one entry, an index and a distance, and the
/// places are rewritten once for all of them. Whoever asks for a place meanwhile adds the distances
/// that apply.
internal struct PendingShifts: Sendable {
  private struct Shift {
    /// The first item that it moves.
    var first: Int
    var distance: LayoutUnit
  }

  /// How many entries there are before the places between the first and the last are rewritten.
  static let limit = 16
  /// Entries that are no farther apart become one: the places in between are rewritten.
  static let nearness = 8

  /// Ascending by index.
  private var shifts: [Shift] = []

  /// How far the item at `index` has been moved since its place was written.
  func distance(at index: Int) -> LayoutUnit {
    var distance = LayoutUnit.zero
    for shift in shifts {
      if shift.first > index { break }
      distance += shift.distance
    }
    return distance
  }

  /// The last item whose top is at `offset` or above it, or the first one.
  ///
  /// - Complexity: O(log n).
  func index(atOrAbove offset: LayoutUnit, in tops: FrontRoomArray<LayoutUnit>) -> Int {
    var range = 0..<tops.count
    var distance = LayoutUnit.zero
    for shift in shifts {
      guard tops[shift.first] + distance + shift.distance <= offset else {
        range = range.lowerBound..<shift.first
        break
      }
      range = shift.first..<range.upperBound
      distance += shift.distance
    }
    return max(0, tops.firstIndex(above: offset - distance, in: range) - 1)
  }

  mutating func removeAll() { shifts.removeAll(keepingCapacity: true) }

  /// Moves all items from `first` on.
  ///
  /// - Returns: How many places were rewritten.
  mutating func add(
    _ distance: LayoutUnit,
    from first: Int,
    to tops: inout FrontRoomArray<LayoutUnit>
  ) -> Int {
    guard distance != .zero, first < tops.count else { return 0 }
    var place = shifts.count
    while place > 0, shifts[place - 1].first > first { place -= 1 }
    if place > 0, first - shifts[place - 1].first <= Self.nearness {
      let gap = shifts[place - 1].first..<first
      tops.add(shifts[place - 1].distance, to: gap)
      shifts[place - 1].first = first
      shifts[place - 1].distance += distance
      return gap.count
    }
    if place < shifts.count, shifts[place].first - first <= Self.nearness {
      let gap = first..<shifts[place].first
      tops.add(distance, to: gap)
      shifts[place].distance += distance
      return gap.count
    }
    shifts.insert(Shift(first: first, distance: distance), at: place)
    guard shifts.count > Self.limit else { return 0 }
    return settle(&tops, upTo: shifts[shifts.count - 1].first)
  }

  /// Says that new items, whose places are written, stand before the one that was at `index`.
  mutating func insert(_ number: Int, at index: Int) {
    for place in shifts.indices where shifts[place].first >= index {
      shifts[place].first += number
    }
  }

  /// Says that items are gone, and how many remain.
  mutating func remove(_ range: Range<Int>, leaving count: Int) {
    var kept = 0
    for place in shifts.indices {
      var shift = shifts[place]
      if shift.first > range.lowerBound {
        shift.first = max(range.lowerBound, shift.first - range.count)
      }
      if shift.first >= count { break }
      if kept > 0, shifts[kept - 1].first == shift.first {
        shifts[kept - 1].distance += shift.distance
      } else {
        shifts[kept] = shift
        kept += 1
      }
    }
    shifts.removeLast(shifts.count - kept)
  }

  /// Writes the places of the items before `end`.
  ///
  /// - Returns: How many were rewritten.
  mutating func settle(_ tops: inout FrontRoomArray<LayoutUnit>, upTo end: Int) -> Int {
    var distance = LayoutUnit.zero
    var written = 0
    var place = 0
    while place < shifts.count, shifts[place].first < end {
      distance += shifts[place].distance
      let first = shifts[place].first
      place += 1
      let next = place < shifts.count ? min(end, shifts[place].first) : end
      guard distance != .zero else { continue }
      tops.add(distance, to: first..<next)
      written += next - first
    }
    guard place > 0 else { return 0 }
    if end < tops.count, distance != .zero {
      place -= 1
      shifts[place] = Shift(first: end, distance: distance)
      if place + 1 < shifts.count, shifts[place + 1].first == end {
        shifts[place + 1].distance += distance
        place += 1
      }
    }
    shifts.removeFirst(place)
    return written
  }

  /// Traps unless the entries are in order.
  func checkInvariants(count: Int) {
    precondition(shifts.count <= Self.limit, "\(shifts.count) shifts wait")
    for (one, other) in zip(shifts, shifts.dropFirst()) {
      precondition(one.first < other.first, "a shift from \(other.first) after \(one.first)")
    }
    precondition(shifts.allSatisfy { $0.first < count }, "a shift of missing items")
  }
}
