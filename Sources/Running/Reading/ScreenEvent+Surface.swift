import ChatSurface
import FrameMetrics
import LoadGeneration
import Timebase

extension ScreenEvent {
  /// What judges of the screen need to know of an event; nil for a token, of which that is nothing.
  init?(_ scheduled: ScheduledEvent) {
    switch scheduled.event {
    case .token, .tokenAt: return nil
    default: break
    }
    self.init(LoadEvent.surface(scheduled.event).name, at: scheduled.instant)
    switch scheduled.event {
    case .remove(let id), .move(let id, _), .update(let id, _, _), .setHeight(let id, _),
      .send(let id, _), .regenerate(let id, _), .auxiliary(.actions(let id), _),
      .auxiliary(.below(let id), _):
      message = id.rawValue
    case .replaceID(let id, let other):
      (message, newName) = (id.rawValue, other.rawValue)
    case .card(let id, let part, _):
      (message, self.part) = (id.rawValue, part)
    case .partHeight(let id, let part, _, let initiator):
      (message, self.part) = (id.rawValue, part)
      isByReader = initiator == .reader
    case .touch(let phase, _, _):
      isLift = phase == .ended || phase == .cancelled
    case .scroll(let target, let isAnimated, let initiator):
      switch target {
      case .message(let id, let alignment):
        message = id.rawValue
        switch alignment {
        case .top: goal = .messageTop
        case .center: goal = .messageCenter
        case .bottom: goal = .messageBottom
        }
      case .below(let id, let distance):
        (message, goal) = (id.rawValue, .below(distance.points))
      case .top: goal = .top
      case .end: goal = .end
      }
      self.isAnimated = isAnimated
      isByReader = initiator == .reader
    case .restore(let anchor, let initiator):
      message = anchor.id.rawValue
      isByReader = initiator == .reader
    case .select(let id, let range):
      message = range.map { _ in id.rawValue }
    case .accessibilityFocus(let id): message = id?.rawValue
    case .composer(_, let text, _):
      changesText = text != nil
    case .keyboard(_, let duration, let curve):
      // One that names a curve alone takes 250 ms.
      self.duration = duration ?? curve.map { _ in .milliseconds(250) }
    default: break
    }
  }
}
