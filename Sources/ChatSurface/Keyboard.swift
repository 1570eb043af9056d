import Lengths
import Revealing
import Timebase

/// The keyboard as the system reports it: how high it will be, and what an event changed.
///
/// The height is a final value: it holds from the frame of the event on, and whatever has to move
/// on screen moves by animating the content offset. Events are merged, ignored or counted:
/// - one that repeats, within 100 ms of the first, what that one said is merged with it: iOS says
///   "shown" three times on return from the background, and it counts once;
/// - one that comes while the app is in the background is ignored;
/// - any other counts. Of those, one that says what already holds changes nothing; another height
///   while the keyboard is open (emoji, suggestions) is a change and not a show.
///
/// Complexity: O(1) each; nothing is allocated.
package struct Keyboard: Equatable, Sendable {
  /// How long after the first event a repetition is merged with it.
  package static let mergeWindow = Nanoseconds.milliseconds(100)
  /// How long an animation takes when the system does not say.
  package static let defaultDuration = Nanoseconds.milliseconds(250)
  /// How an animation runs when the system does not say.
  package static let defaultCurve = TimingCurve.easeInOut

  /// What an event changed.
  package enum Change: Hashable, Sendable {
    /// Nothing: merged, ignored, or what already held.
    case none
    /// The keyboard opens; `from` is 0.
    case shown(from: LayoutUnit, to: LayoutUnit)
    /// It stays open at another height.
    case changed(from: LayoutUnit, to: LayoutUnit)
    /// It closes; `from` is 0 where a finger had already taken it all the way.
    case hidden(from: LayoutUnit)
  }

  /// An event and when it came.
  private struct Report: Equatable {
    var height: LayoutUnit
    var instant: Instant
  }

  /// The height from the viewport's bottom edge; 0 when closed. The final value of an animation.
  package private(set) var height: LayoutUnit = .zero
  /// The height it was last open at, which a finger does not change; 0 before the first show.
  package private(set) var openHeight: LayoutUnit = .zero
  /// How long the last event that counted lets the keyboard take.
  package private(set) var duration = Keyboard.defaultDuration
  /// How the keyboard moves meanwhile.
  package private(set) var curve = Keyboard.defaultCurve
  /// Events that counted.
  package private(set) var counted = 0
  /// Events that were merged with the first of their kind.
  package private(set) var merged = 0
  /// Events that came in the background.
  package private(set) var ignored = 0
  /// Whether a finger is dragging the keyboard down.
  package private(set) var isTracking = false
  /// Whether the app is in the background.
  package private(set) var isInBackground = false

  private var first: Report?

  /// Makes a closed keyboard.
  package init() {}

  /// Whether it is open, or held open by a finger.
  package var isOpen: Bool { height > .zero || isTracking }

  /// Takes what the system says: a show, a hide (height 0) or another height.
  ///
  /// It ends the tracking of a finger, whoever said so first.
  ///
  /// - Parameters:
  ///   - height: The height it will have, 0 or more.
  ///   - duration: How long it takes to get there, 0 or more.
  ///   - curve: How it moves meanwhile.
  ///   - instant: When the event is due.
  /// - Returns: What changed.
  /// - Precondition: `height` and `duration` are not negative.
  package mutating func take(
    height: LayoutUnit,
    duration: Nanoseconds = Keyboard.defaultDuration,
    curve: TimingCurve = Keyboard.defaultCurve,
    at instant: Instant
  ) -> Change {
    precondition(height >= .zero, "a keyboard cannot be \(height) high")
    precondition(duration >= .zero, "a keyboard cannot take \(duration)")
    guard !isInBackground else {
      ignored += 1
      return .none
    }
    if let first, first.height == height, !isTracking, height == self.height,
      instant - first.instant <= Self.mergeWindow
    {
      merged += 1
      return .none
    }
    counted += 1
    first = Report(height: height, instant: instant)
    self.duration = duration
    self.curve = curve
    let wasOpen = isOpen
    isTracking = false
    let old = self.height
    self.height = height
    if height > .zero { openHeight = height }
    switch (wasOpen, height > .zero) {
    case (false, true): return .shown(from: old, to: height)
    case (true, false): return .hidden(from: old)
    case (true, true): return old == height ? .none : .changed(from: old, to: height)
    case (false, false): return .none
    }
  }

  /// Follows a finger that drags the open keyboard: the height is the finger's at once.
  ///
  /// - Parameter height: What is left of the keyboard, 0 or more.
  /// - Returns: `changed`, also at 0, where the finger may still bring it back; `none` when the
  ///   keyboard is closed or the app is in the background.
  /// - Precondition: `height` is not negative.
  package mutating func track(height: LayoutUnit) -> Change {
    precondition(height >= .zero, "a keyboard cannot be \(height) high")
    guard isOpen, !isInBackground else { return .none }
    isTracking = true
    guard height != self.height else { return .none }
    let old = self.height
    self.height = height
    return .changed(from: old, to: height)
  }

  /// The finger has let go, and the keyboard goes on by itself.
  ///
  /// - Parameters: As of `take`; the height is 0 or what the keyboard goes back to.
  /// - Returns: What changed; `none` when no finger was tracked: a second end does nothing.
  package mutating func endTracking(
    height: LayoutUnit,
    duration: Nanoseconds = Keyboard.defaultDuration,
    curve: TimingCurve = Keyboard.defaultCurve,
    at instant: Instant
  ) -> Change {
    guard isTracking else { return .none }
    return take(height: height, duration: duration, curve: curve, at: instant)
  }

  /// The app has gone to the background: what the keyboard does there is ignored.
  package mutating func background() { isInBackground = true }

  /// The app is in front again; the keyboard is as high as it was.
  package mutating func foreground() { isInBackground = false }
}
