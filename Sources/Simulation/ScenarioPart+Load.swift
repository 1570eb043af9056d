import LoadGeneration
import Timebase

extension ScenarioPart {
  /// A question is sent and a synthesised document streams in, at a steady rate of words.
  public struct Document: Hashable, Sendable {
    /// When the question is sent.
    public var start: Instant
    /// What the document is made of.
    public var mix: TextMix
    /// Its words.
    public var words: Int
    /// Words a second.
    public var wordsPerSecond: Double
    /// Where it is cut into tokens.
    public var cut: TokenCut
    /// Chooses text and cuts; nil for chance that belongs to the scenario's seed.
    public var seed: UInt64?
    /// From the question to the first byte.
    public var firstToken: Nanoseconds
    /// How many times nothing arrives for a while; what was due comes at the end in one flush.
    public var stalls: Int
    /// The shortest of these times.
    public var shortestStall: Nanoseconds
    /// The longest of these times.
    public var longestStall: Nanoseconds
    /// Unicode scalars of the question.
    public var questionCharacters: Int

    /// Makes a document.
    public init(
      at start: Instant,
      mix: TextMix,
      words: Int,
      wordsPerSecond: Double,
      cut: TokenCut = .model,
      seed: UInt64? = nil,
      firstToken: Nanoseconds = .milliseconds(200),
      stalls: Int = 0,
      shortestStall: Nanoseconds = .milliseconds(300),
      longestStall: Nanoseconds = .milliseconds(1_600),
      questionCharacters: Int = 80
    ) {
      self.start = start
      self.mix = mix
      self.words = words
      self.wordsPerSecond = wordsPerSecond
      self.cut = cut
      self.seed = seed
      self.firstToken = firstToken
      self.stalls = stalls
      self.shortestStall = shortestStall
      self.longestStall = longestStall
      self.questionCharacters = questionCharacters
    }
  }

  /// Questions are sent and answered, one after the other; each answer may be stopped.
  public struct Turns: Hashable, Sendable {
    /// The first question and its answer; the others are like it.
    public var reply: Reply
    /// How many.
    public var count: Int
    /// From one question to the next.
    public var interval: Nanoseconds
    /// From a question to the stop of its answer; nil lets it end.
    public var stop: Nanoseconds?

    /// Makes turns.
    public init(
      _ reply: Reply,
      count: Int,
      interval: Nanoseconds,
      stoppingAfter stop: Nanoseconds? = nil
    ) {
      self.reply = reply
      self.count = count
      self.interval = interval
      self.stop = stop
    }
  }

  /// A touch stream is replayed, again and again.
  public struct Touches: Sendable {
    /// When the first begins.
    public var start: Instant
    /// How many times.
    public var count: Int
    /// From one to the next.
    public var interval: Nanoseconds
    /// The finger, from 0 on; its last touch ends or is cancelled.
    public var stream: [TimedLoadEvent]

    /// Makes replayed touches.
    public init(at start: Instant, count: Int, interval: Nanoseconds, stream: [TimedLoadEvent]) {
      self.start = start
      self.count = count
      self.interval = interval
      self.stream = stream
    }
  }

  /// Text is typed into the composer, which grows by its lines.
  public struct Typing: Hashable, Sendable {
    /// What becomes of the typed text.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
      /// It stays in the composer.
      case keep
      /// It is taken away; the composer has one line again.
      case clear
      /// It is sent, and nobody answers; the composer has one line again.
      case send
    }

    /// When the first character is typed.
    public var start: Instant
    /// Characters typed each time.
    public var characters: Int
    /// From one character to the next; 331 ms is the mean of people on phones (36.2 words a minute).
    public var interval: Nanoseconds
    /// Characters that fit a line; nil for the viewport less 16 pt at each side, 8 pt each.
    public var charactersPerLine: Int?
    /// What becomes of the text, half a second after the last character.
    public var outcome: Outcome
    /// How many times all of that happens.
    public var count: Int
    /// From the outcome to the next first character.
    public var pause: Nanoseconds

    /// Makes typing.
    public init(
      at start: Instant,
      characters: Int,
      interval: Nanoseconds = .milliseconds(331),
      charactersPerLine: Int? = nil,
      outcome: Outcome = .keep,
      count: Int = 1,
      pause: Nanoseconds = .milliseconds(1_000)
    ) {
      self.start = start
      self.characters = characters
      self.interval = interval
      self.charactersPerLine = charactersPerLine
      self.outcome = outcome
      self.count = count
      self.pause = pause
    }
  }

  /// The device is turned, and turned back.
  public struct Rotations: Hashable, Sendable {
    /// When it is turned first.
    public var start: Instant
    /// How many times it is turned.
    public var count: Int
    /// From one to the next.
    public var interval: Nanoseconds

    /// Makes rotations.
    public init(at start: Instant, count: Int, interval: Nanoseconds) {
      self.start = start
      self.count = count
      self.interval = interval
    }
  }
}
