/// What the app keeps for messages, by the kind of state.
///
/// Complexity: O(1) each, expected.
package struct ItemStateStore<ID: Hashable> {
  private var storages: [ObjectIdentifier: any ItemStateStorage<ID>] = [:]

  package init() {}

  /// Keeps a state of this type for each message from here on.
  ///
  /// - Precondition: No states of this type are kept yet.
  package mutating func keep<State>(
    _ type: State.Type,
    limit: Int?,
    make: @escaping (ID) -> State
  ) {
    let key = ObjectIdentifier(type)
    precondition(storages[key] == nil, "states of \(type) are kept already")
    storages[key] = ItemStates(limit: limit, make: make)
  }

  /// The states of a type.
  ///
  /// - Precondition: States of this type are kept.
  package func states<State>(of type: State.Type) -> ItemStates<ID, State> {
    guard let storage = storages[ObjectIdentifier(type)] as? ItemStates<ID, State> else {
      preconditionFailure(
        "no states of \(type) are kept: call keepItemStates(of:limit:make:) first"
      )
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
