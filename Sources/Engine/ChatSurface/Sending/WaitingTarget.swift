import Lengths

/// A place in a message that was asked for before the message was there.
package enum WaitingTarget {
  case message(MessageID, ScrollTarget.Alignment, isAnimated: Bool, by: Initiator)
  case below(MessageID, LayoutUnit, isAnimated: Bool, by: Initiator)
  case anchor(Anchor, by: Initiator)

  /// The message.
  package var id: MessageID {
    switch self {
    case .message(let id, _, _, _), .below(let id, _, _, _): id
    case .anchor(let anchor, _): anchor.id
    }
  }
}
