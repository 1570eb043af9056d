/// State that the app keeps for each message: what is expanded, selected, counted.
///
/// A state is made by a factory when it is first asked for, and kept although the message leaves
/// the conversation and comes back. A factory that returns one instance of a class shares it
/// between all messages. Without a limit everything is kept; with one, the state that was used
/// longest ago goes first, and is made again when it is asked for again. Another name for a message
/// keeps its state. A surface owns one for each kind of state (`keepItemStates`); one that is made
/// apart knows of no conversation, and whoever keeps it says when a message has another name.
///
/// Like a surface, it is not safe to use from two threads at once.
///
/// - Complexity: O(1) each, expected.
package final class ItemStates<ID: Hashable, State> {
  private struct Slot {
    var id: ID
    /// Nil while the slot is free, so that what was dropped is let go at once.
    var state: State?
    var newer: Int
    var older: Int
  }

  private static var none: Int { -1 }

  /// The most states that are kept; nil for all.
  package let limit: Int?
  /// How many states were dropped to keep the limit.
  package private(set) var evictions = 0
  /// How many states the factory has made.
  package private(set) var made = 0

  private let make: (ID) -> State
  private var places: [ID: Int] = [:]
  private var slots: [Slot] = []
  private var free: [Int] = []
  private var newest = ItemStates.none
  private var oldest = ItemStates.none

  /// Makes an empty storage.
  ///
  /// - Parameters:
  ///   - limit: The most states that are kept; nil for all.
  ///   - make: Makes a message's first state; returns the same instance to share one.
  /// - Precondition: The limit is nil or positive.
  package init(limit: Int? = nil, make: @escaping (ID) -> State) {
    precondition(limit ?? 1 > 0, "a limit of \(limit ?? 1) states keeps none")
    self.limit = limit
    self.make = make
  }

  package var count: Int { places.count }

  /// Whether a message has a state already; asking does not count as a use.
  package func hasState(for id: ID) -> Bool { places[id] != nil }

  /// The state of a message, made when it has none.
  ///
  /// Reading counts as a use, and so does writing.
  package subscript(id: ID) -> State {
    get { state(at: slot(of: id)) }
    set {
      if let place = places[id] {
        touch(place)
        slots[place].state = newValue
      } else {
        _ = add(id, newValue)
      }
    }
    _modify {
      let place = slot(of: id)
      var state = state(at: place)
      // Only one owner may be left, or changing an array in the state would copy it.
      slots[place].state = nil
      defer {
        // What changes it may have asked for others, and so driven it out.
        if places[id] == place { slots[place].state = state } else { self[id] = state }
      }
      yield &state
    }
  }

  /// Gives a message's state to another name; the state that had that name goes.
  ///
  /// A message without a state changes nothing.
  package func rename(_ old: ID, to new: ID) {
    guard old != new, let place = places[old] else { return }
    if let other = places[new] { drop(other) }
    places[old] = nil
    places[new] = place
    slots[place].id = new
  }

  package func remove(_ id: ID) {
    if let place = places[id] { drop(place) }
  }

  package func removeAll() {
    places.removeAll()
    slots.removeAll()
    free.removeAll()
    newest = Self.none
    oldest = Self.none
  }

  // MARK: Order of use

  private func slot(of id: ID) -> Int {
    if let place = places[id] {
      touch(place)
      return place
    }
    made += 1
    return add(id, make(id))
  }

  private func state(at place: Int) -> State {
    guard let state = slots[place].state else {
      preconditionFailure("the state of \(slots[place].id) is in use: it is being changed")
    }
    return state
  }

  private func add(_ id: ID, _ state: State) -> Int {
    if let limit, places.count == limit {
      drop(oldest)
      evictions += 1
    }
    let slot = Slot(id: id, state: state, newer: Self.none, older: newest)
    let place: Int
    if let reused = free.popLast() {
      place = reused
      slots[place] = slot
    } else {
      place = slots.count
      slots.append(slot)
    }
    if newest != Self.none { slots[newest].newer = place } else { oldest = place }
    newest = place
    places[id] = place
    return place
  }

  private func touch(_ place: Int) {
    guard place != newest else { return }
    unlink(place)
    slots[place].newer = Self.none
    slots[place].older = newest
    slots[newest].newer = place
    newest = place
  }

  private func unlink(_ place: Int) {
    let (newer, older) = (slots[place].newer, slots[place].older)
    if newer != Self.none { slots[newer].older = older } else { newest = older }
    if older != Self.none { slots[older].newer = newer } else { oldest = newer }
  }

  private func drop(_ place: Int) {
    unlink(place)
    places[slots[place].id] = nil
    slots[place].state = nil
    free.append(place)
  }

  /// Checks that the order of use names every state once, and the limit holds.
  ///
  /// - Complexity: O(n).
  package func checkInvariants() {
    precondition(limit.map { count <= $0 } ?? true, "\(count) states above the limit")
    precondition(slots.count == count + free.count, "\(slots.count) slots for \(count) states")
    var seen = 0
    var place = newest
    var newer = Self.none
    while place != Self.none {
      precondition(slots[place].newer == newer, "slot \(place) does not follow \(newer)")
      precondition(places[slots[place].id] == place, "\(slots[place].id) is elsewhere")
      seen += 1
      newer = place
      place = slots[place].older
    }
    precondition(seen == count && oldest == newer, "\(seen) of \(count) states in order")
  }
}
