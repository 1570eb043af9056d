/// What the viewport holds on to while content changes.
public enum FollowState: Hashable, Sendable {
  /// Nothing: the reader decides.
  case free
  /// The end of the content.
  case following
  /// A sent message, on its way to the viewport's top.
  case pinning(MessageID)
  /// A sent message, at the viewport's top.
  case pinned(MessageID)

  package var name: String {
    switch self {
    case .free: "free"
    case .following: "following"
    case .pinning(let id): "pinning:\(id)"
    case .pinned(let id): "pinned:\(id)"
    }
  }
}
