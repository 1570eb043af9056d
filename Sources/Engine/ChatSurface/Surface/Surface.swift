import AnchoredLayout
import FramePacing
import MarkdownBlocks
import Ornaments
import TextMeasuring
import Timebase
import TokenStreaming
import ViewportPlacing

/// One conversation on screen: events in, frame out.
///
/// A surface reads no clock. Whoever drives it calls the six phases for each tick that has
/// something to show, in order, each with the tick's instant; `frame(_:at:tick:into:)` calls all
/// six. What became of the frame comes back through `note`, which feeds the fallback rule.
///
/// It is a shell over parts, each of which owns its state: the transcript (order, places, records of
/// the messages), their heights, the scroll position, the answers that stream, the last turn, the
/// tasks of sends, the surroundings. The surface passes events to them and what one of them decides to
/// the others. Invariants: a visible item is measured when the frame is committed; text released never
/// shrinks while its message streams. A surface is no view: it draws nothing and knows no gesture
/// recogniser. It is not safe to use from two threads at once.
package final class Surface {
  package let profile: Profile

  // The conversation; `load` puts another one in its place (`replaceConversation`).
  var transcript: Transcript
  var answers: Answers
  var turn: Turn
  var tasks = SendTasks()

  // The screen.
  var viewport: Viewport
  var surroundings: Surroundings
  var consent: AnimationConsent
  var ornaments = SurfaceOrnaments()

  // The frame.
  var context = FrameContext()
  var meter: WorkMeter

  // What outlives a conversation.
  var heights: MessageHeights
  /// States that the app keeps for messages.
  package var itemStates = ItemStateStore<MessageID>()

  /// Makes an empty surface.
  ///
  /// - Parameters:
  ///   - parser: What turns text into blocks, for profiles that show Markdown.
  ///   - boundaries: Words of scripts without spaces; nil where the platform has no dictionary.
  ///   - costs: Declared costs, which ration the measuring of what is not yet visible.
  ///   - workLimit: Declared nanoseconds in one frame after which it is abandoned.
  ///   - messageLimit: How many messages it takes; an edit that would bring more is refused.
  ///   - wrap: Makes another layout of the profile's own.
  /// - Precondition: `messageLimit` is 1 to 10,000,000.
  package init(
    profile: Profile,
    device: Device,
    measurer: any TextMeasurer,
    parser: any BlockParser,
    boundaries: (any WordBoundaries & Sendable)? = nil,
    costs: OperationCosts,
    workLimit: Int = 10_000_000_000,
    messageLimit: Int = 1_000_000,
    wrapping wrap: (any LayoutStrategy) -> any LayoutStrategy = { $0 }
  ) {
    precondition(
      (1...10_000_000).contains(messageLimit),
      "a surface of \(messageLimit) messages: it holds 1 to 10000000"
    )
    self.profile = profile
    meter = WorkMeter(
      costs: costs,
      limit: workLimit,
      allowance: profile.measuring.allowance(at: device.rate)
    )
    transcript = Transcript(
      layout: wrap(profile.placement.policy?.makeLayout() ?? AnchoredTree()),
      markdown: profile.markdown,
      parser: parser,
      spacing: profile.style.spacing,
      limit: messageLimit,
      older: profile.placement.policy?.makeHistory()
    )
    heights = MessageHeights(measurer: measurer, style: profile.style, rule: profile.measuring)
    answers = Answers(
      chunking: profile.chunking,
      reveal: profile.reveal,
      boundaries: boundaries
    )
    turn = Turn(counting: profile.placement.policy?.makeCounting())
    let list = profile.placement.policy?.makeList()
    surroundings = Surroundings(
      device: device,
      isDraggedInProportion: list != nil
    )
    consent = AnimationConsent(
      fallback: profile.fallback.map { FallbackRule($0, rate: device.rate) }
    )
    viewport = Viewport(
      offset: ContentSpace.start - profile.style.topPadding - device.safeTop,
      deceleration: profile.deceleration,
      rules: profile.viewportRules,
      jumps: profile.placement.policy?.makeJumps(),
      list: list
    )
  }

  /// Makes one frame: all six phases.
  ///
  /// - Parameters:
  ///   - events: What is due at or before `instant`, by time and then by arrival.
  ///   - tick: The tick's number.
  ///   - snapshot: Where the frame is written.
  package func frame(
    _ events: [ScheduledEvent],
    at instant: Instant,
    tick: Int,
    into snapshot: inout FrameSnapshot
  ) {
    input(events, at: instant)
    ingest(at: instant)
    reveal(at: instant)
    measure(at: instant)
    layout(at: instant)
    commit(at: instant, tick: tick, into: &snapshot)
  }
}

extension Surface {
  /// The display has another rate from the first tick at or after `instant` on. What fades goes on by its
  /// own instants; the fallback counts as many ticks as the new rate has in a second.
  package func setRate(_ rate: RefreshRate, at instant: Instant) {
    consent.setRate(rate, at: instant)
    meter.allow(profile.measuring.allowance(at: rate))
  }
}

extension Profile {
  /// What is chosen of all that moves the viewport.
  fileprivate var viewportRules: ViewportRules {
    var rules = ViewportRules()
    rules.followsByDirection = appends == .followedByDirection
    rules.followsNearEnd = appends == .followedNearEnd
    rules.bringsNewsToTop = appends == .broughtToTop
    rules.pushesAndPins = afterSend == .pushAndPin
    rules.nearEnd = nearEnd
    rules.spacing = style.spacing
    rules.movesAtOnceForKeyboard = placement.policy?.movesAtOnceForKeyboard ?? false
    return rules
  }
}

extension MeasuringRule {
  /// Declared nanoseconds that may be spent in a frame on what is not yet visible.
  fileprivate func allowance(at rate: RefreshRate) -> Int {
    Int(rate.period.rawValue) * (overscan?.allowancePercent ?? 0) / 100
  }
}
