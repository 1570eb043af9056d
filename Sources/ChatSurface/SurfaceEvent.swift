import Lengths
import Timebase

/// Something that happens to a conversation on screen.
public enum SurfaceEvent: Sendable {
  // Content
  /// Replaces the whole conversation and opens it.
  case load(any MessageSource)
  /// Adds a message at the end.
  case append(Message)
  /// Adds older messages before the first one, in order.
  case prepend(any MessageSource)
  /// Adds a message before the one at `index`; at the end when `index` is the count.
  case insert(index: Int, Message)
  /// Takes a message away.
  case remove(MessageID)
  /// Takes all messages away.
  case removeAll
  /// Moves a message; `index` counts without it.
  case move(MessageID, index: Int)
  /// Replaces a message's text; what the new text begins alike stays revealed.
  case update(MessageID, text: String)
  /// Gives a message another name; everything else about it stays.
  case replaceID(MessageID, with: MessageID)
  /// Sets the height the host supplies for a message.
  case setHeight(MessageID, LayoutUnit)

  // Streaming
  /// The user sends `text`; the message is shown in the same frame. A running task is stopped.
  case send(MessageID, text: String)
  /// An answer begins; it is appended when the conversation has no message of this name.
  case streamBegin(MessageID)
  /// Bytes of an answer's text; any cut is allowed, also inside a UTF-8 sequence.
  case token(MessageID, [UInt8])
  /// No more tokens come for this message.
  case streamEnd(MessageID, StreamEndReason)
  /// The task that the last send started has ended.
  case taskEnd
  /// The user asks the running task to stop.
  case stop

  // Hand
  /// A finger; `y` in the viewport, downward.
  case touch(TouchPhase, y: Double)
  /// The viewport is set in motion; positive towards newer messages, in points a second.
  case fling(velocity: Double)
  /// A jump that the app asks for.
  case scroll(to: ScrollTarget, isAnimated: Bool)

  // Surroundings
  /// How many lines the composer shows, 1 to 6.
  case composer(lines: Int)
  /// The viewport has another size.
  case resize(width: LayoutUnit, height: LayoutUnit)
  /// The system asks for reduced motion, or no longer.
  case reducedMotion(Bool)
  /// The app has gone to the background.
  case background
  /// The app is in front again.
  case foreground
}

/// Why a stream ended.
public enum StreamEndReason: String, Hashable, Sendable, CaseIterable {
  case complete
  case cancelled
  case failed
}

/// What a finger does.
public enum TouchPhase: String, Hashable, Sendable, CaseIterable {
  case began
  case moved
  case ended
  case cancelled
}

/// Where a jump goes.
public enum ScrollTarget: Hashable, Sendable {
  case top
  case end
  /// A message, placed in the part of the viewport that the insets leave free.
  case message(MessageID, Alignment)

  /// Where in the viewport the message is put.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case top
    case center
    case bottom
  }
}

/// An event and when it is due.
public struct ScheduledEvent: Sendable {
  /// When it is due; a late frame does not change that.
  public var instant: Instant
  /// What happens.
  public var event: SurfaceEvent

  /// Schedules `event` at `instant`.
  public init(_ event: SurfaceEvent, at instant: Instant) {
    self.event = event
    self.instant = instant
  }
}
