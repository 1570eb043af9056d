import Lengths
import Revealing
import Timebase

/// How the first user message of a new chat comes in, and when the first answer may fade in.
///
/// Everything is evaluated from instants, not per frame. A conversation that was there before has
/// no entrance: a machine that was never armed shows everything as it is.
///
/// Complexity: O(1) each; nothing is allocated.
public struct Entrance: Equatable, Sendable {
  /// How a message looks at an instant.
  public struct Look: Hashable, Sendable {
    /// 0 to 1.
    public var opacity: Double
    /// How far below its place it is drawn, in points.
    public var offset: Double
    /// Of its size.
    public var scale: Double

    package init(opacity: Double, offset: Double, scale: Double) {
      self.opacity = opacity
      self.offset = offset
      self.scale = scale
    }

    /// In its place.
    package static let settled = Look(opacity: 1, offset: 0, scale: 1)
  }

  /// The three looks of `whenSent`.
  package static let hidden = Look(opacity: 0, offset: 50, scale: 0.95)
  /// What the first spring goes to.
  package static let appearing = Look(opacity: 0.5, offset: 10, scale: 0.98)
  /// Where `risesWhenSent` begins.
  package static let low = Look(opacity: 0, offset: 30, scale: 0.95)
  /// When `risesWhenSent` is done.
  package static let risingTime = Nanoseconds.milliseconds(300)
  /// When it rests, to a hundredth of a point.
  package static let risingRest = firstSpring.restTime(position: low.offset, tolerance: 0.01)
  /// From the send on: 0.3 s, bounce 0.2. It carries `risesWhenSent`, too, of which the modifier says nothing.
  package static let firstSpring = Spring(response: 0.3, bounce: 0.2)
  /// Takes over with the place and speed it finds: 0.4 s, bounce 0.15.
  package static let secondSpring = Spring(response: 0.4, bounce: 0.15)
  package static let secondDelay = Nanoseconds.milliseconds(200)
  /// When `whenSent` are done: SwiftUI calls a spring complete after its duration, though it may still
  /// swing a little.
  package static let phasesTime = Nanoseconds.milliseconds(600)
  /// When they rest, to a hundredth of a point.
  package static let phasesRest: Nanoseconds = {
    let way = firstSpring.state(position: hidden.offset - appearing.offset, after: secondDelay)
    let rest = secondSpring.restTime(
      position: appearing.offset + way.position,
      velocity: way.velocity,
      tolerance: 0.01
    )
    return secondDelay + rest
  }()
  package static let answerFade = Nanoseconds.milliseconds(350)
  /// How long `whenMeasured` waits to be measured; then the message shows as it is. Published
  /// source (aix): it takes the send back after as long.
  package static let patience = Nanoseconds.milliseconds(500)

  private enum State: Equatable {
    /// No entrance, or not yet.
    case idle
    /// Sent, not measured.
    case waiting(since: Instant)
    case phases(since: Instant)
    case rising(since: Instant)
    case flying(Flight, since: Instant)
    case over(done: Instant)
  }

  private let rule: EntranceRule
  private var state: State = .idle
  private var hasRun = false

  package init(_ rule: EntranceRule) { self.rule = rule }

  /// The first message of a new chat is sent.
  ///
  /// Runs once: later sends change nothing.
  package mutating func send(at instant: Instant) {
    guard !hasRun, state == .idle else { return }
    switch rule {
    case .whenSent:
      state = .phases(since: instant)
      hasRun = true
    case .risesWhenSent:
      state = .rising(since: instant)
      hasRun = true
    case .whenMeasured: state = .waiting(since: instant)
    }
  }

  /// The message's height is known; `whenMeasured` starts, if it waits for that.
  ///
  /// - Parameter item: The message's height; 0 or less is not known yet.
  package mutating func measured(
    item: LayoutUnit,
    window: LayoutUnit,
    keyboard: LayoutUnit,
    at instant: Instant
  ) {
    guard case .waiting(let since) = state, item > .zero, instant < since + Self.patience else {
      return
    }
    state = .flying(Flight(item: item, window: window, keyboard: keyboard), since: instant)
    hasRun = true
  }

  /// Shows the message as it is from `instant` on: reduced motion, background, fallback.
  package mutating func finish(at instant: Instant) {
    switch state {
    case .idle, .over: return
    case .waiting, .phases, .rising, .flying:
      state = .over(done: min(instant, doneAt ?? instant))
      hasRun = true
    }
  }

  /// When the entrance is done, so that the answer may begin to fade in.
  ///
  /// - Returns: Nil when there is none; while `whenMeasured` waits, the end of its patience.
  package var doneAt: Instant? {
    switch state {
    case .idle: nil
    case .waiting(let since): since + Self.patience
    case .phases(let since): since + Self.phasesTime
    case .rising(let since): since + Self.risingTime
    case .flying(let flight, let since): since + flight.duration
    case .over(let done): done
    }
  }

  /// Whether the look still changes at `instant`, or waits to.
  package func isRunning(at instant: Instant) -> Bool {
    switch state {
    case .idle, .over: false
    case .waiting(let since): instant < since + Self.patience
    case .phases(let since): instant < since + Self.phasesRest
    case .rising(let since): instant < since + Self.risingRest
    case .flying(let flight, let since): instant < since + flight.rest
    }
  }

  package func look(at instant: Instant) -> Look {
    guard isRunning(at: instant) else { return .settled }
    switch state {
    case .idle, .over: return .settled
    case .waiting: return Look(opacity: 0, offset: 0, scale: 1)
    case .phases(let since): return Self.phase(after: max(.zero, instant - since))
    case .rising(let since): return Self.rise(after: max(.zero, instant - since))
    case .flying(let flight, let since): return flight.look(after: max(.zero, instant - since))
    }
  }

  /// How opaque the first answer is.
  ///
  /// It fades in over 350 ms from when the entrance is done, or from when it appeared if that was
  /// later: in-out quad (Reanimated's default) in `whenMeasured`, else ease-out.
  ///
  /// - Parameter appeared: When the answer first had something to show.
  /// - Returns: 1 where there is no entrance.
  package func answerOpacity(appeared: Instant, at instant: Instant) -> Double {
    guard let doneAt else { return 1 }
    let start = max(doneAt, appeared)
    guard instant > start else { return 0 }
    let curve: TimingCurve = rule == .whenMeasured ? .inOutQuad : .easeOut
    return curve.value(at: (instant - start) / Self.answerFade)
  }

  private static func rise(after time: Nanoseconds) -> Look {
    let left = firstSpring.state(position: 1, after: time).position
    return Look(
      opacity: min(1, max(0, 1 - left)),
      offset: low.offset * left,
      scale: 1 - (1 - low.scale) * left
    )
  }

  private static func phase(after time: Nanoseconds) -> Look {
    func value(_ part: (Look) -> Double) -> Double {
      let first = firstSpring.state(
        position: part(hidden) - part(appearing),
        after: min(time, secondDelay)
      )
      let reached = part(appearing) + first.position
      guard time > secondDelay else { return reached }
      let target = part(.settled)
      let second = secondSpring.state(
        position: reached - target,
        velocity: first.velocity,
        after: time - secondDelay
      )
      return target + second.position
    }
    return Look(
      opacity: min(1, max(0, value { $0.opacity })),
      offset: value { $0.offset },
      scale: value { $0.scale }
    )
  }
}
