import ChatSurface
import Files
import FramePacing
import Timebase

/// What a load generator makes happen.
package enum LoadEvent: Sendable {
  /// Something happens to the conversation.
  case surface(SurfaceEvent)
  /// A window is opened, closed or merged: the one that the event names.
  case window(WindowChange)
  /// The display has another rate from the first tick at or after it on, for all windows.
  case refresh(RefreshRate)
  /// Something happens to the machine.
  case fault(Fault)
}

/// What happens to a window as a whole.
package enum WindowChange: String, Hashable, Sendable, CaseIterable {
  /// It is opened, empty.
  case open
  /// It is closed, with all that it shows.
  case close
  /// It is closed, and what its conversation and its composer held goes into another: the one of
  /// the other windows that was opened first.
  case merge
}

/// An event of a load and when it is due, whether or not the engine keeps up.
package struct TimedLoadEvent: Sendable {
  /// When it is due.
  package var instant: Instant
  /// What happens.
  package var event: LoadEvent
  /// The window it happens to; nil for the main one. Means nothing for a fault or a
  /// rate: the machine is one.
  package var window: String?
  /// Where it is written; nil for one that a generator made.
  package var place: EventPlace?

  /// The name of the window that is open from the start.
  package static let mainWindow = "main"

  /// Schedules `event` at `instant`.
  package init(
    _ event: LoadEvent,
    at instant: Instant,
    window: String? = nil,
    place: EventPlace? = nil
  ) {
    self.event = event
    self.instant = instant
    self.window = window
    self.place = place
  }

  /// Schedules an event of the conversation at `instant`.
  package init(_ event: SurfaceEvent, at instant: Instant, window: String? = nil) {
    self.init(.surface(event), at: instant, window: window)
  }

  /// The name of the window it happens to.
  package var windowName: String { window ?? Self.mainWindow }
}

extension Array where Element == TimedLoadEvent {
  /// Orders events by time; those of one instant keep their order.
  package mutating func sortByInstant() {
    // Swift's sort is stable in practice but not by contract: the position decides ties.
    let ordered = enumerated().sorted {
      ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
    }
    self = ordered.map(\.element)
  }
}
