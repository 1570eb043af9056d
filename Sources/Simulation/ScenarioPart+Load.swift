import LoadGeneration
import Timebase

extension ScenarioPart {
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
