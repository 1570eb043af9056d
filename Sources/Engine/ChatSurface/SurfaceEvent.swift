import Lengths
import Ornaments
import Revealing
import TextMeasuring
import Timebase
import ViewportPlacing

/// Something that happens to a conversation on screen.
public enum SurfaceEvent: Sendable {
  // Content
  /// Replaces the whole conversation and opens it.
  case load(any MessageSource)
  /// Adds a message at the end.
  case append(Message)
  /// Adds a page of newer messages at the end, in order: no news, it does not begin to be followed.
  case appendPage(any MessageSource)
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
  /// Replaces a message's text; what the new text begins alike stays revealed. With a state the message
  /// becomes that too: one that streams ends, one that failed is complete.
  case update(MessageID, text: String, state: Message.State? = nil)
  /// Gives a message another name; everything else about it stays.
  case replaceID(MessageID, with: MessageID)
  /// The conversation as it is now: what differs becomes removals, moves and insertions; messages
  /// of both keep their state, their reveal and their heights where their text is the same. The reader
  /// keeps the place. A list that has no message of the one there is is a `load`.
  case replaceAll(any MessageSource)
  /// Sets the height the host supplies for a message; nil: it is measured again.
  case setHeight(MessageID, LayoutUnit?)
  /// An image of a message is so large, as its file says: it is shown as wide as the text at most.
  case imageSize(MessageID, source: String, width: LayoutUnit, height: LayoutUnit)
  /// Sets the height of a card; `part` counts the message's parts from 0.
  case card(MessageID, part: Int, LayoutUnit)
  /// Folds a part of a message to a height, or gives it its own again: nil. What the reader looks at
  /// keeps its place when the app folds, the folded part's top when the reader does.
  case partHeight(MessageID, part: Int, LayoutUnit?, by: Initiator = .app)
  /// A text or reasoning of a message is so high at most, and has a scroller of its own beyond that, which
  /// follows its end by the rules of the conversation; nil: it is as high as it is.
  case partLimit(MessageID, part: Int, LayoutUnit?)
  /// Gives something beside the messages a height; nil takes it away.
  case auxiliary(Auxiliary, LayoutUnit?)

  // Streaming
  /// The user sends `text`; the message is shown in the same frame. A running task is stopped.
  case send(MessageID, text: String)
  /// The user asks for another answer: what follows the question is cut, in one edit, and a task
  /// runs as after a send. Names the question, or an answer to it, which is cut too; `text` takes
  /// the place of the question's. A running task is stopped.
  case regenerate(MessageID, text: String? = nil)
  /// An answer begins; it is appended when the conversation has no message of this name.
  case streamBegin(MessageID)
  /// Another part of an answer begins; without one an answer is one text.
  case partBegin(MessageID, MessagePart.Kind)
  /// Bytes of an answer's text; any cut is allowed, also inside a UTF-8 sequence.
  case token(MessageID, [UInt8])
  /// The same, with the place where it begins, in Unicode scalars over the message's text parts: what has
  /// arrived already is dropped, and what lies beyond a hole waits until that is filled. The bytes are
  /// whole scalars.
  case tokenAt(MessageID, [UInt8], scalar: Int)
  /// No more tokens come for this message.
  case streamEnd(MessageID, StreamEndReason)
  /// The oldest task that a send started and that runs has ended.
  case taskEnd
  /// The task that the send of this message started has ended; nothing happens when it has already.
  case taskEndOf(MessageID)
  /// The user asks the running task to stop.
  case stop

  // Hand
  /// A finger; `y` in the viewport, downward, `x` to the right.
  case touch(TouchPhase, y: Double, x: Double = 0)
  /// The viewport is set in motion; positive towards newer messages, in points a second.
  case fling(velocity: Double)
  /// A scroll view of the host's was moved by so many points, positive towards newer messages.
  case scrolled(by: Double, ScrollPhase)
  /// A wheel was turned: so many points, positive towards newer messages.
  case wheel(by: Double)
  /// An arrow key: 40 points towards an edge.
  case arrowKey(ContentEdge)
  /// Page up or page down: nine tenths of what the insets leave of the viewport.
  case pageKey(ContentEdge)
  /// The reader scrolls inside a part with a scroller of its own, by so many points.
  case partScroll(MessageID, part: Int, by: Double)
  /// The focus of a screen reader is on a message, whose top keeps its place; nil: on none.
  case accessibilityFocus(MessageID?)
  /// A jump; one to a message that is not there yet waits for it.
  case scroll(to: ScrollTarget, isAnimated: Bool, by: Initiator = .reader)
  /// Puts back what `anchor` of some surface returned, also after a relaunch with other heights; one in
  /// a message that is not there yet waits for it.
  case restore(Anchor, by: Initiator = .reader)
  /// The reader has selected text of a message, in Unicode scalars over its text parts; nil: no
  /// longer. While text is selected nothing but the reader's own gestures moves the viewport.
  case select(MessageID, Range<Int>?)
  /// A swipe in the composer has ended: its speed in its first direction and its travel, downward
  /// positive.
  case focus(velocity: Double, travel: Double)
  /// Something is dropped onto this surface's composer; `overlap` is the part of it, 0 to 1, that
  /// lies over the composer.
  case drop(DroppedItem, overlap: Double)

  // Surroundings
  /// The keyboard has another height, 0 when it is closed. It gets there in 250 ms where only a
  /// curve is named, easing in and out where only a duration is, and with neither by a spring of
  /// stiffness 500, damping 45 and mass 1.
  case keyboard(height: LayoutUnit, duration: Nanoseconds? = nil, TimingCurve? = nil)
  /// A finger drags the open keyboard, of which so much is left; `keyboard` says where it ends.
  case keyboardDragged(height: LayoutUnit)
  /// How many lines the composer shows, 1 to 6; its text and how many things are attached, when
  /// they changed.
  case composer(lines: Int, text: String? = nil, attachments: Int? = nil)
  /// The host's composer is so high; nil: as high as its lines make it.
  case composerHeight(LayoutUnit?)
  /// What bars cover at the top, and at the bottom while no keyboard is open.
  case insets(top: LayoutUnit, bottom: LayoutUnit)
  /// The display has another rate, 1 to 1,000 Hz.
  case rate(hertz: Int)
  /// The viewport has another size.
  case resize(width: LayoutUnit, height: LayoutUnit)
  /// The reader chose another size of text.
  case textSize(TextSizeCategory)
  /// Somebody is typing, or no longer.
  case typing(Bool)
  /// A loader is shown at an edge, or no longer: a load runs there.
  case loader(ContentEdge, isVisible: Bool)
  /// The system asks for memory.
  case memoryPressure
  /// The system asks for reduced motion, or no longer.
  case reducedMotion(Bool)
  /// A sideways drag reveals timestamps from here on, or no longer; where its rubber band begins and
  /// how far that gives, in points, both positive: 60 and as much where they are nil.
  case timestamps(Bool, maximum: Double? = nil, band: Double? = nil)
  /// The app has gone to the background.
  case background
  /// The app is in front again.
  case foreground
}

/// Who asks for something.
public enum Initiator: String, Hashable, Sendable, CaseIterable {
  /// The app, by itself.
  case app
  /// The reader.
  case reader
}

extension SurfaceEvent {
  /// Whether it brings text of an answer.
  package var isToken: Bool {
    switch self {
    case .token, .tokenAt: true
    default: false
    }
  }

  /// Whether it changes a text.
  var isUpdate: Bool { if case .update = self { true } else { false } }

  /// Whether a message may be there afterwards that was not before.
  var mayBringMessages: Bool {
    switch self {
    case .load, .append, .appendPage, .prepend, .insert, .replaceAll, .replaceID, .streamBegin: true
    default: false
    }
  }
}

/// Something beside the messages that takes part in the layout.
public enum Auxiliary: Hashable, Sendable {
  /// What can be done with an answer, below it.
  case actions(MessageID)
  /// A sentence below the newest answer, while the last message is an answer.
  case disclaimer
  /// Below one message, whoever wrote it: reactions, receipts.
  case below(MessageID)
  /// Above everything.
  case header
  /// Below everything.
  case footer
}

/// An end of the content.
public enum ContentEdge: String, Hashable, Sendable, CaseIterable {
  case top
  case end
}

/// Why a stream ended.
public enum StreamEndReason: String, Hashable, Sendable, CaseIterable {
  case complete
  case cancelled
  case failed

  /// What its message is then.
  var state: Message.State {
    switch self {
    case .complete: .complete
    case .cancelled: .cancelled
    case .failed: .failed
    }
  }
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
  /// A message with its top so far below the top inset.
  case below(MessageID, LayoutUnit)

  /// Where in the viewport the message is put.
  public typealias Alignment = ScrollAlignment
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
