import ChatSurface
import FramePacing
import Lengths
import MarkdownBlocks
import TextMeasuring
import Timebase
import TokenStreaming

/// A chat screen's engine: events go in, a frame comes out.
///
/// `Surface`, the engine of this package, is one. The laboratory runs any other one in the same scenarios and judges both by the same
/// rules: it looks at the snapshots, and asks for messages that no snapshot shows.
public protocol ChatEngine: AnyObject {
  /// Whether something changes with every refresh although no event comes: a motion, a fade, a finger.
  var isRunning: Bool { get }

  /// When the engine needs a frame next although no event comes; nil when it needs none.
  var nextDue: Instant? { get }

  /// Makes a frame.
  ///
  /// - Parameters:
  ///   - events: What is due since the frame before, by time and then by arrival. An engine passes over
  ///     events that it does not know.
  ///   - instant: When the tick is.
  ///   - tick: The tick's number.
  ///   - snapshot: The frame before; the engine writes what is on screen now into it.
  func frame(
    _ events: [ScheduledEvent],
    at instant: Instant,
    tick: Int,
    into snapshot: inout FrameSnapshot
  )

  /// Finds a message as of the last frame, on screen or not.
  ///
  /// - Returns: Nil when the conversation has no message of this name.
  func message(_ id: MessageID) -> EngineMessage?

  /// The work of the last frame, for runs with modelled cost; empty for an engine that declares none.
  var operations: OperationCounts { get }
}

extension ChatEngine {
  /// No frame is needed without an event.
  public var nextDue: Instant? { nil }
  /// No work is declared.
  public var operations: OperationCounts { OperationCounts() }
}

/// A message as an engine has it.
public struct EngineMessage: Hashable, Sendable {
  /// Its top, from the viewport's top edge, downward; negative above it.
  public var top: LayoutUnit
  /// Who speaks.
  public var role: Message.Role
  /// The text that is shown of it.
  public var text: String
  /// How far it has come; `streaming` as long as more text may be shown.
  public var state: Message.State
  /// The width that its text is set in.
  public var width: LayoutUnit

  /// Makes a message.
  public init(
    top: LayoutUnit,
    role: Message.Role,
    text: String,
    state: Message.State,
    width: LayoutUnit
  ) {
    (self.top, self.role, self.text, self.state, self.width) = (top, role, text, state, width)
  }
}

/// What an engine is made with.
public struct EngineSetup {
  /// What the conversation is shown on; its rate is the run's.
  public var device: Device
  /// Measures text, with the fonts of the run.
  public var measurer: any TextMeasurer
  /// Turns Markdown into blocks.
  public var parser: any BlockParser
  /// Words of scripts without spaces; nil where the platform has no dictionary.
  public var boundaries: (any WordBoundaries & Sendable)?

  /// Makes a setup.
  public init(
    device: Device,
    measurer: any TextMeasurer,
    parser: any BlockParser,
    boundaries: (any WordBoundaries & Sendable)? = nil
  ) {
    (self.device, self.measurer, self.parser) = (device, measurer, parser)
    self.boundaries = boundaries
  }
}

extension Surface: ChatEngine {
  /// Finds a message as of the last frame. The text of one that was never laid out is empty.
  ///
  /// - Complexity: O(log messages + text).
  package func message(_ id: MessageID) -> EngineMessage? {
    guard let top = placeOnScreen(of: id) else { return nil }
    let shown = shownMessage(id)
    return EngineMessage(
      top: top,
      role: shown?.role ?? .assistant,
      text: String(decoding: shown?.text ?? [], as: UTF8.self),
      state: shown?.isComplete == false ? .streaming : .complete,
      width: shown?.width ?? .zero
    )
  }

  /// The work of the last frame, all phases together.
  package var operations: OperationCounts {
    Phase.allCases.reduce(into: OperationCounts()) { $0 += work[$1] }
  }
}
