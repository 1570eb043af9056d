/// Where items that change their height push the others.
package enum Growth: Hashable, Sendable {
  /// The items after them move.
  case downward
  /// The items before them move.
  case upward
}
