/// What the app keeps for messages, by the kind of state.
///
/// A state stays while the surface lives, also when its message leaves the conversation, alone or
/// with all others, and comes back; another name for a message keeps it. It goes with the
/// surface. Source: `CellStateStorage` of tiled; the limit is ours.
///
/// Complexity: O(1) each, expected.
package struct ItemStateStore<ID: Hashable> {
  /// How many states of a kind are kept where nothing else is said: 100,000.
  package static var standardLimit: Int { 100_000 }

  private var storages: [ObjectIdentifier: any ItemStateStorage<ID>] = [:]

  package init() {}

  /// Keeps a state of this type for each message from here on, made when it is first asked for.
  ///
  /// - Parameters:
  ///   - type: The kind of state; each kind is kept apart.
  ///   - limit: The most states of this kind; above it the one used longest ago goes. Nil
  ///     for all: a conversation without end then fills the memory.
  ///   - make: Makes a message's first state; returns the same instance to share one.
  /// - Precondition: No states of this type are kept yet; the limit is nil or positive.
  package mutating func keep<State>(
    _ type: State.Type,
    limit: Int? = Self.standardLimit,
    make: @escaping (ID) -> State
  ) {
    let key = ObjectIdentifier(type)
    precondition(storages[key] == nil, "states of \(type) are kept already")
    storages[key] = ItemStates(limit: limit, make: make)
  }

  /// The states of a type: of messages that are not in the conversation, or not yet, too.
  ///
  /// - Precondition: States of this type are kept.
  package subscript<State>(type: State.Type) -> ItemStates<ID, State> {
    guard let storage = storages[ObjectIdentifier(type)] as? ItemStates<ID, State> else {
      preconditionFailure("no states of \(type) are kept: call keep(_:limit:make:) first")
    }
    return storage
  }

  package func rename(_ old: ID, to new: ID) {
    for states in storages.values { states.rename(old, to: new) }
  }

  package func checkInvariants() {
    for states in storages.values { states.checkInvariants() }
  }
}

/// States of messages, of whatever kind.
protocol ItemStateStorage<ID>: AnyObject {
  associatedtype ID
  func rename(_ old: ID, to new: ID)
  func checkInvariants()
}

extension ItemStates: ItemStateStorage {}
