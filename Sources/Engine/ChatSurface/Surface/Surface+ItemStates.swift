import Ornaments

// States that the app keeps for messages.
extension Surface {
  /// How many states of a kind are kept where nothing else is said: 100,000.
  package static let itemStateLimit = 100_000

  /// Keeps a state of this type for each message from here on, made when it is first asked for.
  ///
  /// A state stays while the surface lives, also when its message leaves the conversation, alone or
  /// with all others, and comes back; another name for a message keeps it. It goes with the
  /// surface. Source: `CellStateStorage` of tiled; the limit is ours.
  ///
  /// - Parameters:
  ///   - type: The kind of state; each kind is kept apart.
  ///   - limit: The most states of this kind; above it the one used longest ago goes. Nil
  ///     for all: a conversation without end then fills the memory.
  ///   - make: Makes a message's first state; returns the same instance to share one.
  /// - Precondition: No states of this type are kept yet; the limit is nil or positive.
  /// - Complexity: O(1).
  package func keepItemStates<State>(
    of type: State.Type,
    limit: Int? = Surface.itemStateLimit,
    make: @escaping (MessageID) -> State
  ) {
    itemStates.keep(type, limit: limit, make: make)
  }

  /// A message's state of this type, made when it has none; a message that is not in the
  /// conversation, or not yet, has one too.
  ///
  /// - Precondition: States of this type are kept.
  /// - Complexity: O(1), expected.
  package subscript<State>(itemState id: MessageID, of type: State.Type) -> State {
    get { storage(of: type)[id] }
    _modify { yield &storage(of: type)[id] }
  }

  /// Whether a message has a state of this type already; asking makes none.
  ///
  /// - Precondition: States of this type are kept.
  /// - Complexity: O(1), expected.
  package func hasItemState<State>(_ id: MessageID, of type: State.Type) -> Bool {
    storage(of: type).hasState(for: id)
  }

  private func storage<State>(of type: State.Type) -> ItemStates<MessageID, State> {
    itemStates.states(of: type)
  }
}
