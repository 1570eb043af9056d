import AnchoredLayout

/// The messages of two lists that are the same under two names.
///
/// Only where one goes and one comes: a message that is in one list alone is compared with those of the other
/// list that stand between the same two messages of both. From the top, each takes the first that says the
/// same.
struct SameMessages {
  /// Where something stands: after and before which message of both lists.
  fileprivate struct Gap: Hashable {
    var after: MessageID?
    var before: MessageID?
  }

  /// What a message says.
  fileprivate struct Sense: Hashable {
    var gap: Gap
    var role: Message.Role
    var text: String
    var parts: [MessagePart]
  }

  private let old: [MessageID]
  private let new: [MessageID]
  /// Places that are in one list alone, in order.
  private(set) var oldPlaces: [Int]
  private(set) var newPlaces: [Int]
  /// Names of the old list and those that they have in the new one.
  private(set) var renames: [(old: MessageID, new: MessageID)] = []
  private(set) var matchedWithText = 0

  /// Takes two lists and how they differ by name.
  ///
  /// - Complexity: O(messages that are in one list alone).
  init(old: [MessageID], new: [MessageID], _ difference: ListDifference) {
    (self.old, self.new) = (old, new)
    (oldPlaces, newPlaces) = ([], [])
    // Removals come from the last to the first.
    for edit in difference.edits.reversed() {
      if case .remove(let range) = edit { oldPlaces += range }
    }
    guard !oldPlaces.isEmpty else { return }
    for edit in difference.edits { if case .insert(let run, _) = edit { newPlaces += run } }
  }

  var isEmpty: Bool { oldPlaces.isEmpty || newPlaces.isEmpty }

  /// A message that is in the old list alone is the one at a place of the new one.
  ///
  /// - Returns: Whether it is in the old list alone.
  mutating func match(_ id: MessageID, with place: Int) -> Bool {
    guard let found = oldPlaces.firstIndex(where: { old[$0] == id }) else { return false }
    renames.append((id, new[place]))
    matchedWithText += 1
    oldPlaces.remove(at: found)
    newPlaces.removeAll { $0 == place }
    return true
  }

  /// Matches what says the same.
  ///
  /// - Parameters:
  ///   - message: A message of the old list, or of the new one, by its place.
  ///   - length: How long the text of one is; nil of one that streams: one text has to begin the other then.
  /// - Complexity: O(messages that are in one list alone); texts are compared of those that are as long.
  mutating func matchBySense(
    old message: (Int) -> Message,
    length: (Int) -> Int?,
    new other: (Int) -> Message,
    length otherLength: (Int) -> Int
  ) {
    guard !isEmpty else { return }
    let newGaps = gaps(of: new, at: newPlaces)
    var lengths: [Gap: Set<Int>] = [:]
    for (place, gap) in zip(newPlaces, newGaps) {
      lengths[gap, default: []].insert(otherLength(place))
    }
    let (oldPlaces, oldGaps) = likely(among: lengths, length)
    guard !oldPlaces.isEmpty else { return }
    var waiting: [Sense: [Int]] = [:]
    var streaming: [(place: Int, gap: Gap, message: Message)] = []
    var empty: [(place: Int, gap: Gap, role: Message.Role)] = []
    for (place, gap) in zip(oldPlaces, oldGaps).reversed() {
      let message = message(place)
      if message.text.isEmpty, message.parts.isEmpty {
        empty.insert((place, gap, message.role), at: 0)
      } else if length(place) == nil {
        streaming.insert((place, gap, message), at: 0)
      } else {
        waiting[Sense(message, in: gap), default: []].append(place)
      }
    }
    var pairs: [(old: Int, new: Int)] = []
    for (place, gap) in zip(newPlaces, newGaps) {
      let message = other(place)
      guard !message.text.isEmpty || !message.parts.isEmpty else { continue }
      if let found = waiting[Sense(message, in: gap)]?.popLast() {
        pairs.append((found, place))
      } else if let index = streaming.firstIndex(where: {
        $0.gap == gap && $0.message.saysTheSame(as: message, whileStreaming: true)
      }) {
        pairs.append((streaming.remove(at: index).place, place))
      }
    }
    take(pairs)
    // Without text both neighbours have to be the same.
    let oldOf = Dictionary(
      renames.map { ($0.new, $0.old) },
      uniquingKeysWith: { first, _ in first }
    )
    pairs = empty.compactMap { found in
      guard found.place > 0, found.place + 1 < old.count else { return nil }
      let place = newPlaces.first { place in
        guard place > 0, place + 1 < new.count else { return false }
        let neighbours = [new[place - 1], new[place + 1]].map { oldOf[$0] ?? $0 }
        return neighbours == [old[found.place - 1], old[found.place + 1]]
      }
      guard let place, other(place).text.isEmpty, other(place).role == found.role else {
        return nil
      }
      return (found.place, place)
    }
    take(pairs)
  }

  /// The messages of the old list, and where they stand, that are as long as one in the same gap, or stream.
  private func likely(
    among lengths: [Gap: Set<Int>],
    _ length: (Int) -> Int?
  ) -> (places: [Int], gaps: [Gap]) {
    var (places, gaps) = ([Int](), [Gap]())
    for (place, gap) in zip(oldPlaces, self.gaps(of: old, at: oldPlaces)) {
      guard let known = lengths[gap], length(place).map(known.contains) ?? true else { continue }
      places.append(place)
      gaps.append(gap)
    }
    return (places, gaps)
  }

  private mutating func take(_ pairs: [(old: Int, new: Int)]) {
    renames += pairs.map { (old[$0.old], new[$0.new]) }
    matchedWithText += pairs.count
    let taken = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
    oldPlaces.removeAll { taken.0.contains($0) }
    newPlaces.removeAll { taken.1.contains($0) }
  }

  /// Between which messages of both lists each place lies.
  private func gaps(of ids: [MessageID], at places: [Int]) -> [Gap] {
    let names = Dictionary(renames.map { ($0.old, $0.new) }, uniquingKeysWith: { $1 })
    func name(_ index: Int) -> MessageID? {
      ids.indices.contains(index) ? names[ids[index]] ?? ids[index] : nil
    }
    var gaps: [Gap] = []
    while gaps.count < places.count {
      let first = gaps.count
      var last = first
      while last + 1 < places.count, places[last + 1] == places[last] + 1 { last += 1 }
      let gap = Gap(after: name(places[first] - 1), before: name(places[last] + 1))
      gaps += Array(repeating: gap, count: last - first + 1)
    }
    return gaps
  }
}

extension SameMessages.Sense {
  fileprivate init(_ message: Message, in gap: SameMessages.Gap) {
    self.init(gap: gap, role: message.role, text: message.text, parts: message.parts)
  }
}
