import Lengths
import Timebase

/// The keyboard as the system reports it: how high it will be, and what an event changed.
///
/// The height is a final value: it holds from the frame of the event on, and whatever has to move
/// on screen moves by animating the content offset. Each event counts at once, with two exceptions:
/// - what comes while the app is in the background is not shown, and the last of it says what is
///   true when the app is back;
/// - after a return events are collected until none has come for 100 ms, 300 ms at most, and the
///   last of them counts then: iOS shows and hides the keyboard several times on a return.
///
/// An event that says what already holds changes nothing; another height while the keyboard is open
/// (emoji, suggestions) is a change and not a show.
///
/// Complexity: O(1) each; nothing is allocated.
package struct Keyboard: Equatable, Sendable {
  /// For so long after a return, and after each event that is collected, events are collected.
  package static let returnWindow = Nanoseconds.milliseconds(100)
  /// For so long after a return events are collected at most.
  package static let longestReturn = Nanoseconds.milliseconds(300)

  /// What an event changed.
  package enum Change: Hashable, Sendable {
    /// Nothing: collected, or what already held.
    case none
    /// The keyboard opens; `from` is 0.
    case shown(from: LayoutUnit, to: LayoutUnit)
    /// It stays open at another height.
    case changed(from: LayoutUnit, to: LayoutUnit)
    /// It closes; `from` is 0 where a finger had already taken it all the way.
    case hidden(from: LayoutUnit)
  }

  /// What the system said.
  private struct Report: Equatable {
    var height: LayoutUnit
    var pace: MotionPace
  }

  private enum Phase: Equatable {
    case inFront
    case inBackground(last: Report?)
    case returning(since: Instant, until: Instant, last: Report?)
  }

  private var phase = Phase.inFront
  /// The height it has, or will have when it is done moving.
  package private(set) var height: LayoutUnit = .zero
  /// The height it was last open at, which a finger does not change; 0 before the first show.
  package private(set) var openHeight: LayoutUnit = .zero
  package private(set) var pace = MotionPace.keyboard
  package private(set) var isTracking = false

  package init() {}

  /// Whether it is open, or held open by a finger.
  package var isOpen: Bool { height > .zero || isTracking }

  /// When what was collected after a return counts; nil when nothing was.
  package var nextDue: Instant? {
    guard case .returning(_, let until, _?) = phase else { return nil }
    return until
  }

  /// Takes what the system says: a show, a hide (height 0) or another height.
  ///
  /// It ends the tracking of a finger, whoever said so first.
  ///
  /// - Parameters:
  ///   - height: The height it will have, 0 or more.
  ///   - instant: When the event is due; what was due before that was taken by `advance`.
  /// - Precondition: `height` is not negative.
  package mutating func take(
    height: LayoutUnit,
    pace: MotionPace = .keyboard,
    at instant: Instant
  ) -> Change {
    precondition(height >= .zero, "a keyboard cannot be \(height) high")
    let report = Report(height: height, pace: pace)
    switch phase {
    case .inFront: return apply(report)
    case .inBackground:
      phase = .inBackground(last: report)
    case .returning(let since, let until, _):
      if instant <= until {
        let next = min(instant + Self.returnWindow, since + Self.longestReturn)
        phase = .returning(since: since, until: next, last: report)
        return .none
      }
      // Nothing had been collected, so nobody asked for a frame at the end of the wait.
      phase = .inFront
      return apply(report)
    }
    return .none
  }

  /// Follows a finger that drags the open keyboard: the height is the finger's at once.
  ///
  /// - Parameter height: What is left of the keyboard, 0 or more.
  /// - Returns: `changed`, also at 0, where the finger may still bring it back; when the keyboard is
  ///   closed what had been collected of it, and `none` when the app is in the background.
  /// - Precondition: `height` is not negative.
  package mutating func track(height: LayoutUnit) -> Change {
    precondition(height >= .zero, "a keyboard cannot be \(height) high")
    if case .inBackground = phase { return .none }
    let old = self.height
    // A finger on the keyboard says more than what was reported while it came back.
    var change = Change.none
    if case .returning(_, _, let last?) = phase { change = apply(last) }
    phase = .inFront
    guard isOpen else { return change }
    isTracking = true
    self.height = height
    return height == old ? .none : .changed(from: old, to: height)
  }

  /// Takes what was collected after a return, if the wait is over at `instant`.
  package mutating func advance(to instant: Instant) -> Change {
    guard case .returning(_, let until, let last) = phase, until <= instant else { return .none }
    phase = .inFront
    return last.map { apply($0) } ?? .none
  }

  /// The app has gone to the background: what the keyboard does there is not shown.
  package mutating func background() {
    switch phase {
    case .inFront: phase = .inBackground(last: nil)
    case .inBackground: break
    case .returning(_, _, let last): phase = .inBackground(last: last)
    }
  }

  package mutating func foreground(at instant: Instant) {
    guard case .inBackground(let last) = phase else { return }
    phase = .returning(since: instant, until: instant + Self.returnWindow, last: last)
  }

  private mutating func apply(_ report: Report) -> Change {
    pace = report.pace
    let (wasOpen, old) = (isOpen, height)
    isTracking = false
    height = report.height
    if height > .zero { openHeight = height }
    switch (wasOpen, height > .zero) {
    case (false, true): return .shown(from: old, to: height)
    case (true, false): return .hidden(from: old)
    case (true, true): return old == height ? .none : .changed(from: old, to: height)
    case (false, false): return .none
    }
  }

  /// Traps unless the heights agree and a wait ends after it began.
  package func checkInvariants() {
    precondition(height >= .zero && openHeight >= .zero, "\(height) of \(openHeight)")
    precondition(
      isTracking || height == .zero || height == openHeight,
      "\(height), not \(openHeight)"
    )
    guard case .returning(let since, let until, _) = phase else { return }
    precondition(until > since && until <= since + Self.longestReturn, "\(since) to \(until)")
  }
}
