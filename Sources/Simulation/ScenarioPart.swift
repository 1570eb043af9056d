import LoadGeneration
import Timebase

/// One thing that happens in a scenario. Instants count from the scenario's start.
public enum ScenarioPart: Sendable {
  /// A question and a synthesised answer.
  case reply(Reply)
  /// A question and a recorded answer.
  case replay(Replay)
  /// Pages of older messages.
  case pages(Pages)
  /// Flings.
  case flings(Flings)
  /// Drags that fling nothing.
  case drags(Drags)
  /// The history, opened and scrolled.
  case opens(Opens)
  /// A question and a synthesised document.
  case document(Document)
  /// Questions and answers, one after the other.
  case turns(Turns)
  /// A recorded finger.
  case touches(Touches)
  /// Text typed into the composer.
  case typing(Typing)
  /// Turns of the device.
  case rotations(Rotations)
  /// The keyboard, opened and closed.
  case keyboards(Keyboards)
  /// The composer, grown line by line and emptied.
  case composers(Composers)
  /// Other sizes of text.
  case textSizes(TextSizes)
  /// Random edits.
  case edits(Edits)
  /// Things dropped onto composers.
  case drops(Drops)
  /// Other windows and what happens there.
  case windows(Windows)
  /// Events as they are, in order of time.
  case events([TimedLoadEvent])

  /// A question is sent and a synthesised answer streams in.
  public struct Reply: Hashable, Sendable {
    /// When the question is sent.
    public var start: Instant
    /// How tokens arrive.
    public var preset: LoadPreset
    /// How long the answer is, from the question on.
    public var limit: OpenLoopGenerator.Limit
    /// How many times nothing arrives for a while, beside what the preset does.
    public var stalls: Int
    /// The shortest of these times.
    public var shortestStall: Nanoseconds
    /// The longest of these times.
    public var longestStall: Nanoseconds
    /// Unicode scalars of the question.
    public var questionCharacters: Int

    /// Makes a reply.
    public init(
      at start: Instant,
      preset: LoadPreset,
      limit: OpenLoopGenerator.Limit,
      stalls: Int = 0,
      shortestStall: Nanoseconds = .milliseconds(300),
      longestStall: Nanoseconds = .milliseconds(1_600),
      questionCharacters: Int = 80
    ) {
      self.start = start
      self.preset = preset
      self.limit = limit
      self.stalls = stalls
      self.shortestStall = shortestStall
      self.longestStall = longestStall
      self.questionCharacters = questionCharacters
    }
  }

  /// A question is sent and a recorded stream is the answer.
  public struct Replay: Hashable, Sendable {
    /// When the question is sent.
    public var start: Instant
    /// The recording.
    public var stream: StreamFile

    /// Makes a replay.
    public init(at start: Instant, stream: StreamFile) {
      self.start = start
      self.stream = stream
    }
  }

  /// Older messages are fetched page by page: each is asked for, arrives some time later, and after
  /// a pause the next is asked for.
  public struct Pages: Hashable, Sendable {
    /// When the first page is asked for.
    public var start: Instant
    /// How many pages.
    public var count: Int
    /// How many messages a page has.
    public var messages: Int
    /// The shortest time from asking to arrival.
    public var shortestLatency: Nanoseconds
    /// The longest.
    public var longestLatency: Nanoseconds
    /// From the arrival of a page to asking for the next.
    public var pause: Nanoseconds

    /// Makes pages.
    public init(
      at start: Instant,
      count: Int,
      messages: Int,
      shortestLatency: Nanoseconds = .milliseconds(50),
      longestLatency: Nanoseconds = .milliseconds(500),
      pause: Nanoseconds = .milliseconds(250)
    ) {
      self.start = start
      self.count = count
      self.messages = messages
      self.shortestLatency = shortestLatency
      self.longestLatency = longestLatency
      self.pause = pause
    }
  }

  /// The content is flung, again and again.
  public struct Flings: Hashable, Sendable {
    /// When the first fling is.
    public var start: Instant
    /// How many.
    public var count: Int
    /// From one to the next.
    public var interval: Nanoseconds
    /// Speeds in points a second, in turn; positive is towards newer messages.
    public var velocities: [Double]

    /// Makes flings.
    public init(at start: Instant, count: Int, interval: Nanoseconds, velocities: [Double]) {
      self.start = start
      self.count = count
      self.interval = interval
      self.velocities = velocities
    }
  }

  /// A finger drags the content and holds still before it leaves, so that nothing is flung.
  public struct Drags: Hashable, Sendable {
    /// When the first drag begins.
    public var start: Instant
    /// How many.
    public var count: Int
    /// From the beginning of one to that of the next.
    public var interval: Nanoseconds
    /// How far the content goes each time, in points; positive is towards newer messages.
    public var distance: Double
    /// How long the finger moves.
    public var moving: Nanoseconds

    /// Makes drags.
    public init(
      at start: Instant,
      count: Int,
      interval: Nanoseconds,
      distance: Double,
      moving: Nanoseconds = .milliseconds(400)
    ) {
      self.start = start
      self.count = count
      self.interval = interval
      self.distance = distance
      self.moving = moving
    }
  }

  /// The history is opened again and again, and each time scrolled up by dragging.
  public struct Opens: Hashable, Sendable {
    /// When it is opened first.
    public var start: Instant
    /// How many times.
    public var count: Int
    /// From one to the next.
    public var interval: Nanoseconds
    /// How many viewports are scrolled towards older messages, in drags of half a viewport.
    public var viewports: Int

    /// Makes openings.
    public init(at start: Instant, count: Int, interval: Nanoseconds, viewports: Int) {
      self.start = start
      self.count = count
      self.interval = interval
      self.viewports = viewports
    }
  }
}
