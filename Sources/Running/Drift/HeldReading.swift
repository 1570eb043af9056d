import ChatSurface
import Lengths

/// What the reader asked for or selected, until the next gesture, send or jump.
enum HeldReading {
  /// A message that was jumped to.
  case message(MessageID)
  /// The same after a gesture, which has let it go unless it scrolled nothing: the frame says.
  case touched(MessageID)
  /// A message with selected text, which gestures do not let go.
  case selection(MessageID)

  static func after(_ event: SurfaceEvent, _ held: HeldReading?) -> HeldReading? {
    switch event {
    case .select(let id, let range): return range == nil ? nil : .selection(id)
    case .accessibilityFocus(let id): return id.map { .selection($0) }
    case .scroll(.below(let id, _), _, _): return .message(id)
    case .scroll(.message(let id, _), _, _): return .message(id)
    case .restore(let anchor, _): return .message(anchor.id)
    case .load, .removeAll, .scroll: return nil
    // A jump takes the viewport from a finger that is down.
    case .touch(.began, _, _), .fling, .wheel, .arrowKey, .pageKey:
      if case .message(let id) = held { return .touched(id) }
      return held
    case .send, .regenerate:
      if case .selection = held { return held }
      return nil
    case .replaceID(let old, let new):
      switch held {
      case .message(old): return .message(new)
      case .touched(old): return .touched(new)
      case .selection(old): return .selection(new)
      default: return held
      }
    default: return held
    }
  }

  /// What is read in a frame; nil where it is not in view.
  func reading(in frame: FrameSnapshot) -> Reading? {
    switch self {
    case .message(let id), .touched(let id):
      guard let item = frame.visible.first(where: { $0.id == id }), item.y >= .zero else {
        return nil
      }
      if case .touched = self, frame.stillPoint?.id != id { return nil }
      return Reading(id: id, block: 0, inset: .zero, y: item.y)
    case .selection(let id):
      guard let point = frame.stillPoint, point.id == id,
        let item = frame.visible.first(where: { $0.id == id })
      else { return nil }
      return Reading(id: id, block: point.block, inset: point.y - item.y, y: point.y)
    }
  }
}
