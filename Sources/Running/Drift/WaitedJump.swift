import ChatSurface
import Timebase

/// A place that was asked for before its message was there, as the events and the conversation say.
struct WaitedJump {
  private var event: SurfaceEvent?

  /// Whether an event asks for what is not there yet.
  func waits(for other: SurfaceEvent) -> Bool {
    guard let id = event?.target else { return false }
    return other.target == id
  }

  /// Takes a frame's events.
  ///
  /// - Parameters:
  ///   - events: What happened, in order.
  ///   - isThere: Whether a message is in the conversation now.
  /// - Returns: What was asked for in an earlier frame and is gone to in this one; nil for nothing.
  mutating func take(
    _ events: [ScheduledEvent],
    isThere: (MessageID) -> Bool
  ) -> SurfaceEvent? {
    var isEarlier = true
    for scheduled in events {
      switch scheduled.event {
      case .scroll, .restore: (event, isEarlier) = (scheduled.event, false)
      case .touch(.began, _, _), .fling, .wheel, .arrowKey, .pageKey, .send, .regenerate:
        event = nil
      case .replaceID(let old, let new) where event?.target == old: event = event?.going(to: new)
      // It was there when it was asked for.
      case .remove(let id) where event?.target == id: event = nil
      case .replaceAll, .removeAll, .load: if !isEarlier { event = nil }
      default: break
      }
    }
    guard let id = event?.target, isThere(id) else {
      // Nothing else than a message is waited for, nor is a load that does not bring it.
      let isLoad = events.contains { if case .load = $0.event { true } else { false } }
      if event?.target == nil || isLoad { event = nil }
      return nil
    }
    defer { event = nil }
    return isEarlier ? event : nil
  }
}

extension SurfaceEvent {
  /// The message that a jump goes to.
  fileprivate var target: MessageID? {
    switch self {
    case .scroll(.message(let id, _), _, _), .scroll(.below(let id, _), _, _): id
    case .restore(let anchor, _): anchor.id
    default: nil
    }
  }

  /// The same jump to a message that has another name now.
  fileprivate func going(to name: MessageID) -> SurfaceEvent {
    switch self {
    case .scroll(.message(_, let alignment), let isAnimated, let initiator):
      .scroll(to: .message(name, alignment), isAnimated: isAnimated, by: initiator)
    case .scroll(.below(_, let distance), let isAnimated, let initiator):
      .scroll(to: .below(name, distance), isAnimated: isAnimated, by: initiator)
    case .restore(let anchor, let initiator):
      .restore(Anchor(id: name, distance: anchor.distance), by: initiator)
    default: self
    }
  }
}
