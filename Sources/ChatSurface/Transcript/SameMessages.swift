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
  /// How many messages both lists begin, and end, with.
  private let (prefix, suffix): (Int, Int)
  /// What else both have.
  private var isKept: Set<MessageID>
  /// Whether a name was in both lists.
  let sharesNames: Bool
  /// Places that are in one list alone, in order.
  private var oldPlaces: [Int]
  private(set) var newPlaces: [Int]
  /// Names of the old list and those that they have in the new one.
  private(set) var renames: [(old: MessageID, new: MessageID)] = []
  /// How many of them have text.
  private(set) var matchedWithText = 0

  /// Compares the names of two lists.
  ///
  /// - Complexity: O(names), of which only those between the first and the last difference are hashed.
  init(old: [MessageID], new: [MessageID]) {
    (self.old, self.new) = (old, new)
    let shorter = min(old.count, new.count)
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let suffix = zip(old.reversed(), new.reversed()).prefix(shorter - prefix)
      .prefix { $0 == $1 }.count
    (self.prefix, self.suffix) = (prefix, suffix)
    let (between, other) = (old[prefix..<old.count - suffix], new[prefix..<new.count - suffix])
    let (known, listed) = (Set(between), Set(other))
    isKept = known.intersection(listed)
    sharesNames = prefix + suffix > 0 || !isKept.isEmpty
    oldPlaces = between.indices.filter { !listed.contains(old[$0]) }
    newPlaces = other.indices.filter { !known.contains(new[$0]) }
  }

  /// Whether nothing can be the same.
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
    isKept.insert(id)
    isKept.insert(new[place])
    return true
  }

  /// Matches what says the same.
  ///
  /// - Parameters:
  ///   - message: A message of the old list, or of the new one, by its place.
  ///   - isStreaming: Whether a message of the old list streams: one text has to begin the other then.
  mutating func matchBySense(
    old message: (Int) -> Message,
    new other: (Int) -> Message,
    isStreaming: (Int) -> Bool
  ) {
    guard !isEmpty else { return }
    let (oldGaps, newGaps) = (gaps(of: old, at: oldPlaces), gaps(of: new, at: newPlaces))
    var waiting: [Sense: [Int]] = [:]
    var streaming: [(place: Int, gap: Gap, message: Message)] = []
    var empty: [(place: Int, gap: Gap, role: Message.Role)] = []
    for (place, gap) in zip(oldPlaces, oldGaps).reversed() {
      let message = message(place)
      if message.text.isEmpty, message.parts.isEmpty {
        empty.insert((place, gap, message.role), at: 0)
      } else if isStreaming(place) {
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
    func name(_ id: MessageID) -> MessageID { names[id] ?? id }
    var gaps = places.map { _ in Gap(before: suffix > 0 ? ids[ids.count - suffix] : nil) }
    var next = 0
    var last = prefix > 0 ? ids[prefix - 1] : nil
    var open = 0
    for index in prefix..<ids.count - suffix {
      let id = ids[index]
      if next < places.count, places[next] == index {
        gaps[next].after = last
        next += 1
      } else if isKept.contains(id) {
        last = name(id)
        while open < next {
          gaps[open].before = last
          open += 1
        }
      }
    }
    return gaps
  }
}

extension SameMessages.Sense {
  fileprivate init(_ message: Message, in gap: SameMessages.Gap) {
    self.init(gap: gap, role: message.role, text: message.text, parts: message.parts)
  }
}
