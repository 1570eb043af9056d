import Revealing
import Timebase
import ViewportPlacing

/// A drag to the left that slides all messages aside and reveals their timestamps.
///
/// The direction is decided once a finger has moved 10 pt in all (sideways and up or down added):
/// it reveals when it then went left, and further sideways than up or down. The way to there does
/// not count, so that the slide starts at 0. Beyond `maximum` the slide is a rubber band; on release
/// it springs back. The spring's clock takes steps of at most 1/30 s: a frame that comes later makes
/// the way back longer and not the step larger. Numbers are those of swiftui-messaging-ui, whose
/// released offset is the finger's and not the band's.
///
/// Complexity: O(1) each; nothing is allocated.
package struct RevealGesture: Hashable, Sendable {
  /// Whether and how far messages slide.
  package struct Rule: Hashable, Sendable {
    /// Where the rubber band begins, in points; positive.
    package var maximum: Double
    /// How far the rubber band gives, in points; positive.
    package var band: Double

    /// Where the rubber band begins without another word, in points.
    package static let standardMaximum = 60.0

    /// Makes a rule: 60 pt, and as much of a band.
    ///
    /// - Precondition: Both are positive and finite.
    package init(maximum: Double = standardMaximum, band: Double? = nil) {
      let band = band ?? maximum
      precondition(
        maximum > 0 && maximum.isFinite && band > 0 && band.isFinite,
        "a reveal of \(maximum) pt and a band of \(band) pt"
      )
      self.maximum = maximum
      self.band = band
    }
  }

  /// How far a finger moves before its direction is decided, in points.
  package static let directionLock = 10.0
  /// From which offset on timestamps are opaque, in points.
  package static let opaqueOffset = 40.0
  /// The way back: response 0.5 s, damping 0.5.
  package static let spring = Spring(response: 0.5, dampingRatio: 0.5)
  package static let longestStep = Nanoseconds(rawValue: 1_000_000_000 / 30)
  /// Below this distance, in points, and this speed, in points a second, it rests.
  package static let tolerance = 0.5

  private enum State: Hashable {
    case idle
    /// A finger whose direction is not decided.
    case undecided
    /// A finger that reveals.
    case dragging
    /// A finger that does something else.
    case declined
    /// Going back: where it was let go, how long the spring has run, and when that was last told.
    case returning(from: Double, elapsed: Nanoseconds, last: Instant)
  }

  /// Nil when the gesture is disabled.
  private let rule: Rule?
  private var state: State = .idle
  private var start = SIMD2(x: 0.0, y: 0.0)
  /// How far the finger asks for, or the spring has left, in points.
  private var raw = 0.0

  package init(_ rule: Rule? = Rule()) { self.rule = rule }

  /// How far messages slide to the left, in points; 0 at rest, and a little below 0 when the spring
  /// overshoots.
  package var offset: Double {
    guard let rule else { return 0 }
    if raw < 0 { return -RubberBand.rubber(-raw, length: rule.band) }
    guard raw > rule.maximum else { return raw }
    return rule.maximum + RubberBand.rubber(raw - rule.maximum, length: rule.band)
  }

  /// How opaque timestamps are, 0 to 1.
  package var opacity: Double { Self.opacity(atOffset: offset) }

  /// How opaque timestamps are, 0 to 1, when messages are aside by `offset` points.
  package static func opacity(atOffset offset: Double) -> Double {
    min(1, max(0, offset / opaqueOffset))
  }

  /// Whether the offset changes by itself.
  package var isRunning: Bool {
    if case .returning = state { return true }
    return false
  }

  /// Whether a finger reveals; its scroll view should then stand still.
  package var isDragging: Bool { state == .dragging }

  /// A finger went down; what was on its way back goes there at once.
  ///
  /// - Parameters:
  ///   - x: Where, in points.
  ///   - y: The same, downward.
  package mutating func began(x: Double = 0, y: Double = 0) {
    guard rule != nil else { return }
    (raw, state, start) = (0, .undecided, SIMD2(x: x, y: y))
  }

  /// The finger is elsewhere.
  ///
  /// - Parameters:
  ///   - x: Where, in points.
  ///   - y: The same, downward.
  package mutating func moved(x: Double, y: Double) {
    let (x, y) = (x - start.x, y - start.y)
    if state == .undecided, abs(x) + abs(y) >= Self.directionLock {
      state = abs(x) > abs(y) && x < 0 ? .dragging : .declined
    }
    guard state == .dragging else { return }
    raw = max(0, -x - Self.directionLock)
  }

  /// The finger left, or the system took it away: what it revealed springs back.
  package mutating func ended(at instant: Instant) {
    switch state {
    case .dragging where raw > 0:
      state = .returning(from: raw, elapsed: .zero, last: instant)
    case .idle, .returning: break
    case .undecided, .dragging, .declined: state = .idle
    }
  }

  package mutating func rest() { (state, raw) = (.idle, 0) }

  /// Goes on to a frame.
  ///
  /// - Returns: The offset there.
  package mutating func advance(to instant: Instant) -> Double {
    guard case .returning(let start, let elapsed, let last) = state, instant > last else {
      return offset
    }
    let time = elapsed + min(instant - last, Self.longestStep)
    let now = Self.spring.state(position: start, after: time)
    raw = now.position
    state = .returning(from: start, elapsed: time, last: instant)
    if abs(now.position) < Self.tolerance, abs(now.velocity) < Self.tolerance {
      raw = 0
      state = .idle
    }
    return offset
  }

  /// Traps unless a disabled gesture rests.
  package func checkInvariants() {
    precondition(rule != nil || state == .idle && raw == 0, "a disabled drag moves")
  }
}
