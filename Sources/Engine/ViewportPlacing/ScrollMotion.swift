import Revealing
import Timebase

/// The physics of the scroll view: what the content offset does under a finger, and after it has left.
///
/// Closed forms of time, evaluated at a tick: a late frame lands where a punctual one would have.
/// Positions are points in the content space as `Double`; 10^8 pt leave 2^-27 pt of resolution.
public struct ScrollMotion: Sendable {
  /// The natural logarithm of what a fling keeps of its speed in a millisecond.
  private let logDeceleration: Double
  /// Below this speed a motion rests, in points a second.
  static let restSpeed = 10.0
  /// A finger that leaves slower than this does not fling, in points a second.
  static let flingSpeed = 50.0
  /// How far back touches count for the speed of release.
  static let velocityWindow = Nanoseconds.milliseconds(100)
  private enum State {
    case idle
    case dragging(Drag)
    case decelerating(Fling)
    case bouncing(Relaxation, isAtEnd: Bool)
    /// A scroll view of the host's moves it.
    case hosted(ScrollPhase)
  }

  private struct Fling {
    var start: Double
    var velocity: Double
    var since: Instant
    /// Until when it was held against the ends.
    var seen: Instant

    init(from start: Double, velocity: Double, at instant: Instant) {
      self.start = start
      self.velocity = velocity
      since = instant
      seen = instant
    }

    func seen(at instant: Instant) -> Fling {
      var fling = self
      fling.seen = instant
      return fling
    }
  }

  private struct Drag {
    var startOffset: Double
    var startY: Double
    var samples: [(instant: Instant, y: Double)]
    var travel: Double
    /// The offsets that the insets allowed when the content was last placed under the finger.
    var range: Range
    /// The viewport's height then.
    var viewport: Double

    /// Where the content is put.
    var offset: Double {
      RubberBand.shown(startOffset - travel, in: range, viewport: viewport)
    }
  }

  private var state: State = .idle
  /// Makes a scroll view at rest.
  public init(_ deceleration: DecelerationRule = .normal) {
    logDeceleration = ElementaryFunctions.logarithm(deceleration.perMillisecond)
  }

  /// Whether nothing moves the content.
  public var isIdle: Bool { if case .idle = state { true } else { false } }

  /// Whether it bounces back from beyond the end.
  var bouncesAtEnd: Bool { if case .bouncing(_, isAtEnd: true) = state { true } else { false } }

  /// What the scroll view is doing.
  public var activity: ScrollActivity {
    switch state {
    case .idle: .idle
    case .dragging: .dragging
    case .decelerating: .decelerating
    case .bouncing: .bouncing
    case .hosted(let phase): phase == .dragging ? .dragging : .decelerating
    }
  }

  /// What a scroll view of the host's does; nil where none moves the content.
  package var hosted: ScrollPhase? { if case .hosted(let phase) = state { phase } else { nil } }

  /// The speed of the offset at `instant`, in points a second; positive towards newer messages.
  package func velocity(at instant: Instant) -> Double {
    switch state {
    case .idle, .hosted: return 0
    case .dragging(let drag): return -Self.speed(of: drag.samples)
    case .decelerating(let fling):
      return decay(fling.velocity, after: (instant - fling.since).milliseconds)
    case .bouncing(let relaxation, _): return relaxation.displacement(at: instant).velocity
    }
  }

  /// Stops whatever moves the content.
  public mutating func stop() { state = .idle }

  // MARK: Hand

  /// A finger takes the content, which stands at `offset`; lengths in points.
  ///
  /// - Parameters:
  ///   - range: The offsets the insets allow; content caught beyond them stays where it is.
  ///   - viewport: The viewport's height in points, for the rubber band.
  public mutating func touchBegan(
    y: Double,
    at instant: Instant,
    offset: Double,
    range: Range,
    viewport: Double
  ) {
    let start = RubberBand.asked(offset, in: range, viewport: viewport)
    state = .dragging(
      Drag(
        startOffset: start,
        startY: y,
        samples: [(instant, y)],
        travel: 0,
        range: range,
        viewport: viewport
      )
    )
  }

  /// - Returns: How far the finger is from where it went down; positive is downward, towards
  ///   older messages. Nil without a finger.
  @discardableResult
  public mutating func touchMoved(y: Double, at instant: Instant) -> Double? {
    guard case .dragging(var drag) = state else { return nil }
    // The samples are changed where they are: two owners would make a copy.
    state = .idle
    drag.samples.append((instant, y))
    drag.samples.removeAll { instant - $0.instant > Self.velocityWindow }
    drag.travel = y - drag.startY
    state = .dragging(drag)
    return drag.travel
  }

  /// - Returns: The speed of the offset at which the content was let go; nil without a finger.
  @discardableResult
  public mutating func touchEnded(at instant: Instant, offset: Double) -> Double? {
    guard case .dragging(let drag) = state else { return nil }
    let recent = drag.samples.filter { instant - $0.instant <= Self.velocityWindow }
    let velocity = -Self.speed(of: recent)
    let kept = abs(velocity) >= Self.flingSpeed ? velocity : 0
    state = .decelerating(Fling(from: offset, velocity: kept, at: instant))
    return velocity
  }

  /// Sets the content in motion, in points a second; positive towards newer messages.
  public mutating func fling(velocity: Double, at instant: Instant, offset: Double) {
    state = .decelerating(Fling(from: offset, velocity: velocity, at: instant))
  }

  /// A scroll view of the host's moves the content from here on; its moves are the host's to say.
  package mutating func host(_ phase: ScrollPhase) { state = .hosted(phase) }

  // MARK: Time

  /// What the offset is at `instant`; nil when nothing moves it.
  ///
  /// A fling that passes an end of `range` turns into a bounce at the instant of the crossing. One that
  /// was let go beyond an end, or that an end has moved past, keeps its place: it bounces back from
  /// there, or goes on where its way leads back. A bounce goes to the end as it is; it is over where the
  /// content has grown as far as it stands. A motion that has come to rest becomes idle.
  ///
  /// - Parameter viewport: The viewport's height in points, for the rubber band.
  public mutating func advance(to instant: Instant, range: Range, viewport: Double) -> Double? {
    switch state {
    case .idle, .hosted: return nil
    case .dragging(var drag):
      if range != drag.range || viewport != drag.viewport {
        // Under a finger another range moves nothing: it is felt with the finger's next way.
        let shown = drag.offset
        drag.range = range
        drag.viewport = viewport
        drag.startOffset = RubberBand.asked(shown, in: range, viewport: viewport) + drag.travel
        state = .dragging(drag)
      }
      return drag.offset
    case .decelerating(let fling): return decelerate(fling, to: instant, in: range)
    case .bouncing(let relaxation, let isAtEnd):
      return bounce(relaxation, isAtEnd: isAtEnd, to: instant, in: range)
    }
  }

  /// The content was moved by `distance` points in the space; the motion goes on with it.
  public mutating func translate(by distance: Double) {
    switch state {
    case .idle, .hosted: break
    case .dragging(var drag):
      drag.startOffset += distance
      drag.range.lower += distance
      drag.range.upper += distance
      state = .dragging(drag)
    case .decelerating(var fling):
      fling.start += distance
      state = .decelerating(fling)
    case .bouncing(var relaxation, let isAtEnd):
      relaxation.translate(by: distance)
      state = .bouncing(relaxation, isAtEnd: isAtEnd)
    }
  }

  private mutating func decelerate(_ fling: Fling, to instant: Instant, in range: Range) -> Double {
    let (lower, upper) = (min(range.lower, range.upper), max(range.lower, range.upper))
    let rest = restTime(of: fling.velocity)
    let isOver = (instant - fling.since).milliseconds >= rest
    let position = offset(of: fling, at: instant)
    guard position < lower || position > upper else {
      state = isOver ? .idle : .decelerating(fling.seen(at: instant))
      return position
    }
    let edge = position < lower ? lower : upper
    let before = offset(of: fling, at: fling.seen)
    // How far from the edge, how fast and when the bounce begins.
    let began: (displacement: Double, velocity: Double, instant: Instant)
    if position < lower ? before >= lower : before <= upper {
      let crossing = timeToTravel(edge - fling.start, fling.velocity)
      let instant = fling.since + Nanoseconds(milliseconds: crossing)
      began = (0, decay(fling.velocity, after: crossing), instant)
    } else if (edge - before) * fling.velocity > 0 {
      // It is on its way back by itself.
      guard isOver else {
        state = .decelerating(fling.seen(at: instant))
        return position
      }
      began = (position - edge, 0, fling.since + Nanoseconds(milliseconds: rest))
    } else {
      let velocity = decay(fling.velocity, after: (fling.seen - fling.since).milliseconds)
      began = (before - edge, velocity, fling.seen)
    }
    let relaxation = Relaxation(
      pace: .bounceBack,
      goal: edge,
      displacement: began.displacement,
      velocity: began.velocity,
      since: began.instant
    )
    state = .bouncing(relaxation, isAtEnd: position > upper)
    return relaxation.position(at: instant)
  }

  private mutating func bounce(
    _ relaxation: Relaxation,
    isAtEnd: Bool,
    to instant: Instant,
    in range: Range
  ) -> Double {
    var relaxation = relaxation
    let edge = isAtEnd ? max(range.lower, range.upper) : range.lower
    let isSameEdge = edge == relaxation.goal
    if !isSameEdge { relaxation.aim(at: edge, instant: instant) }
    let place = relaxation.position(at: instant)
    let isBeyond = isAtEnd ? place >= edge : place <= edge
    guard isBeyond, !relaxation.isSettled(at: instant) else {
      state = .idle
      // Content that came has brought the end down as far as it stands.
      return isBeyond || isSameEdge
        ? edge : min(max(place, range.lower), max(range.lower, range.upper))
    }
    state = .bouncing(relaxation, isAtEnd: isAtEnd)
    return place
  }

  /// Where a fling would be without ends.
  private func offset(of fling: Fling, at instant: Instant) -> Double {
    let elapsed = (instant - fling.since).milliseconds
    return fling.start + travel(fling.velocity, after: min(elapsed, restTime(of: fling.velocity)))
  }

  // MARK: Formulas

  /// The speed left of `velocity` after so many milliseconds.
  private func decay(_ velocity: Double, after milliseconds: Double) -> Double {
    velocity * exponential(milliseconds)
  }

  /// The way made in so many milliseconds, in points.
  private func travel(_ velocity: Double, after milliseconds: Double) -> Double {
    velocity / 1000 * (exponential(milliseconds) - 1) / logDeceleration
  }

  /// The milliseconds after which `distance` points are made.
  private func timeToTravel(_ distance: Double, _ velocity: Double) -> Double {
    let remaining = 1 + distance * logDeceleration * 1000 / velocity
    guard remaining > 0 else { return 0 }
    return max(0, ElementaryFunctions.logarithm(remaining) / logDeceleration)
  }

  /// The milliseconds after which `restSpeed` is left.
  private func restTime(of velocity: Double) -> Double {
    guard abs(velocity) > Self.restSpeed else { return 0 }
    return ElementaryFunctions.logarithm(Self.restSpeed / abs(velocity)) / logDeceleration
  }

  private func exponential(_ milliseconds: Double) -> Double {
    ElementaryFunctions.exponential(milliseconds * logDeceleration)
  }

  private static func speed(of samples: [(instant: Instant, y: Double)]) -> Double {
    guard let first = samples.first, let last = samples.last, last.instant > first.instant
    else { return 0 }
    return (last.y - first.y) / (last.instant - first.instant).seconds
  }
}
