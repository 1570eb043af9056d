import Timebase

/// Events that wait for the next frame, with a limit: a source that is faster than the display is
/// told to wait, and nothing is dropped.
public struct PendingEvents: Sendable {
  /// How many events wait at most.
  public static let limit = 100_000

  private var events: [ScheduledEvent] = []

  /// Makes an empty queue.
  public init() {}

  /// How many events wait.
  public var count: Int { events.count }
  /// Whether there is room for another event.
  public var hasRoom: Bool { events.count < Self.limit }

  /// Takes an event in.
  ///
  /// - Returns: Whether there was room; an event that there is no room for stays with its source.
  /// - Precondition: It is due no earlier than the events that wait.
  public mutating func offer(_ event: ScheduledEvent) -> Bool {
    guard hasRoom else { return false }
    precondition(
      events.last.map { $0.instant <= event.instant } ?? true,
      "an event at \(event.instant) comes after one at \(String(describing: events.last?.instant))"
    )
    events.append(event)
    return true
  }

  /// Gives the events due at or before `instant`, in order, and forgets them.
  ///
  /// - Complexity: O(waiting events).
  public mutating func take(dueBy instant: Instant) -> [ScheduledEvent] {
    let end = events.firstIndex { $0.instant > instant } ?? events.count
    let due = Array(events[..<end])
    events.removeSubrange(..<end)
    return due
  }
}
