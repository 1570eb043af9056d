/// State that the app keeps for each message: what is expanded, selected, counted.
///
/// A state is made by a factory when it is first asked for, and kept although the message leaves
/// the conversation and comes back. A factory that returns one instance of a class shares it
/// between all messages. Without a limit everything is kept; with one, the state that was used
/// longest ago goes first, and is made again when it is asked for again. Another name for a message
/// keeps its state. A surface owns one for each kind of state (``ItemStateStore``); one that is made
/// apart knows of no conversation, and whoever keeps it says when a message has another name.
///
/// Like a surface, it is not safe to use from two threads at once.
///
/// - Complexity: O(1) each, expected and amortised.
package final class ItemStates<ID: Hashable, State> {
  private struct Kept {
    /// Nil while it is being changed.
    var state: State?
    /// Which of all uses was its last.
    var use: Int
  }

  /// The most states that are kept; nil for all.
  private let limit: Int?
  private let make: (ID) -> State
  private var kept: [ID: Kept] = [:]
  /// Uses in order, where there is a limit: of each state the last one counts.
  private var uses: ArraySlice<(id: ID, use: Int)> = []
  private var lastUse = 0

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

  package var count: Int { kept.count }

  /// Whether a message has a state already; asking does not count as a use.
  package func hasState(for id: ID) -> Bool { kept[id] != nil }

  /// The state of a message, made when it has none.
  ///
  /// Reading counts as a use, and so does writing.
  package subscript(id: ID) -> State {
    get { state(of: id) }
    set { keep(newValue, for: id) }
    _modify {
      var state = state(of: id)
      // Only one owner may be left, or changing an array in the state would copy it.
      kept[id]?.state = nil
      defer {
        // What changes it may have asked for others, and so driven it out.
        if kept[id] == nil { keep(state, for: id) } else { kept[id]?.state = state }
      }
      yield &state
    }
  }

  /// Gives a message's state to another name, which counts as a use; the state that had that name goes.
  ///
  /// A message without a state changes nothing.
  package func rename(_ old: ID, to new: ID) {
    guard old != new, let state = kept.removeValue(forKey: old) else { return }
    kept[new] = state
    noteUse(of: new)
  }

  private func state(of id: ID) -> State {
    guard let known = kept[id] else {
      let state = make(id)
      keep(state, for: id)
      return state
    }
    guard let state = known.state else {
      preconditionFailure("the state of \(id) is in use: it is being changed")
    }
    noteUse(of: id)
    return state
  }

  private func keep(_ state: State, for id: ID) {
    if kept[id] == nil, count == limit { dropOldest() }
    kept[id] = Kept(state: state, use: lastUse)
    noteUse(of: id)
  }

  private func noteUse(of id: ID) {
    lastUse += 1
    kept[id]?.use = lastUse
    guard limit != nil else { return }
    uses.append((id, lastUse))
    if uses.count > 2 * count + 16 { uses.removeAll { kept[$0.id]?.use != $0.use } }
  }

  private func dropOldest() {
    while let (id, use) = uses.popFirst() {
      guard kept[id]?.use == use else { continue }
      kept[id] = nil
      return
    }
  }

  /// Traps unless the limit holds and, where there is one, the last use of each state is known.
  ///
  /// - Complexity: O(n).
  package func checkInvariants() {
    guard let limit else { return }
    precondition(count <= limit, "\(count) states above the limit")
    let last = uses.count { kept[$0.id]?.use == $0.use }
    precondition(last == count, "the last uses of \(last) of \(count) states are known")
  }
}
