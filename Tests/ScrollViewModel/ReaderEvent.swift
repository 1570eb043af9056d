/// What happens at a time, by a reader's hand or at the host's side.
public struct ReaderEvent: Sendable, Equatable {
  /// Seconds from the session's start.
  public var time: Double
  public var action: ReaderAction

  public init(time: Double, action: ReaderAction) {
    self.time = time
    self.action = action
  }
}

/// One thing that a reader does, or that the host has to do. Places are in the view's frame, downwards.
public enum ReaderAction: Sendable, Equatable {
  case fingerDown(y: Double)
  case fingerMove(y: Double)
  case fingerUp
  case wheel(by: Double)
  case statusBarTap
  case host(HostHappening)
}

/// What can happen to a chat while somebody reads it. The names only: the program under test gives them sense.
public enum HostHappening: Sendable, Equatable {
  case appendMessage
  case prependPage
  case tokenBurst(count: Int)
  /// The keyboard covers this many points of the view's lower part.
  case keyboardUp(height: Double)
  case keyboardDown
  case insets(top: Double, bottom: Double)
  case select
  case send
  /// The view's height becomes this part of the one at the start: rotation, split view.
  case resize(part: Double)
}
