import ChatSurface
import Timebase

/// What a load generator makes happen.
public enum LoadEvent: Sendable {
  /// Something happens to the conversation.
  case surface(SurfaceEvent)
  /// Something happens to the machine.
  case fault(Fault)
}

/// An event of a load and when it is due, whether or not the engine keeps up.
public struct TimedLoadEvent: Sendable {
  /// When it is due.
  public var instant: Instant
  /// What happens.
  public var event: LoadEvent

  /// Schedules `event` at `instant`.
  public init(_ event: LoadEvent, at instant: Instant) {
    self.event = event
    self.instant = instant
  }

  /// Schedules an event of the conversation at `instant`.
  public init(_ event: SurfaceEvent, at instant: Instant) {
    self.init(.surface(event), at: instant)
  }
}

extension Array where Element == TimedLoadEvent {
  /// Orders events by time; those of one instant keep their order.
  public mutating func sortByInstant() {
    // Swift's sort is stable in practice but not by contract: the position decides ties.
    let ordered = enumerated().sorted {
      ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
    }
    self = ordered.map(\.element)
  }
}
