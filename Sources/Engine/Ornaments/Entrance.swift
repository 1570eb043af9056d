import Lengths
import Revealing
import Timebase

/// How the first message of a new chat comes in.
package enum EntranceRule: Hashable, Sendable, CaseIterable {
  /// From the frame in which it was sent: three looks and a spring to each of the last two (the SwiftUI
  /// translation).
  case whenSent
  /// From that frame, by one progress for opacity, way and size (the SwiftUI translation's modifier).
  case risesWhenSent
  /// From the frame in which its height is known, and from below the keyboard (`vercel-v0`).
  case whenMeasured
}

/// How the first message of a new chat comes in, and its first answer after it.
///
/// Everything is evaluated from instants, not per frame.
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

  /// The first answer, and when it had something to show.
  package struct Answer: Equatable, Sendable {
    package var handle: UInt32
    package var appeared: Instant
  }

  private enum Way: Equatable {
    /// Sent, not measured.
    case waiting
    case phases
    case rising
    case flying(Flight)
  }

  private let rule: EntranceRule
  private var way: Way
  private var since: Instant
  /// When the entrance is done, so that the answer may begin to fade in; while `whenMeasured` waits, the end
  /// of its patience.
  package private(set) var doneAt: Instant
  /// From when on the message is in its place.
  private var restsAt: Instant
  /// The message that comes in.
  package let message: UInt32
  /// The first answer; nil until it has something to show.
  package private(set) var answer: Answer?

  /// The first message of a new chat is sent.
  package init(_ rule: EntranceRule, message: UInt32, at instant: Instant) {
    let (way, done, rest): (Way, Nanoseconds, Nanoseconds) =
      switch rule {
      case .whenSent: (.phases, Self.phasesTime, Self.phasesRest)
      case .risesWhenSent: (.rising, Self.risingTime, Self.risingRest)
      case .whenMeasured: (.waiting, Self.patience, Self.patience)
      }
    (self.rule, self.message, self.way) = (rule, message, way)
    (since, doneAt, restsAt) = (instant, instant + done, instant + rest)
  }

  /// An answer has something to show; the first counts. A question of which a list has made an answer since
  /// is none to itself.
  package mutating func answers(_ answer: UInt32, at instant: Instant) {
    guard self.answer == nil, answer != message else { return }
    self.answer = Answer(handle: answer, appeared: instant)
  }

  /// A message has left the conversation; another answer may come in in its place.
  mutating func leaves(_ message: UInt32) { if answer?.handle == message { answer = nil } }

  /// The message's height is known; `whenMeasured` starts, if it waits for that.
  ///
  /// - Parameter item: The message's height; 0 or less is not known yet.
  package mutating func measured(
    item: LayoutUnit,
    window: LayoutUnit,
    keyboard: LayoutUnit,
    at instant: Instant
  ) {
    guard way == .waiting, item > .zero, instant < restsAt else { return }
    let flight = Flight(item: item, window: window, keyboard: keyboard)
    way = .flying(flight)
    (since, doneAt, restsAt) = (instant, instant + flight.duration, instant + flight.rest)
  }

  /// Shows the message as it is from `instant` on: reduced motion, background, fallback.
  package mutating func finish(at instant: Instant) {
    (doneAt, restsAt) = (min(instant, doneAt), .distantPast)
  }

  /// Whether a look still changes at `instant`, or waits to: the message's or the answer's.
  package func isRunning(at instant: Instant) -> Bool {
    instant < restsAt
      || answer.map { instant < max(doneAt, $0.appeared) + Self.answerFade } ?? false
  }

  package func look(at instant: Instant) -> Look {
    guard instant < restsAt else { return .settled }
    let time = max(.zero, instant - since)
    return switch way {
    case .waiting: Look(opacity: 0, offset: 0, scale: 1)
    case .phases: Self.phase(after: time)
    case .rising: Self.rise(after: time)
    case .flying(let flight): flight.look(after: time)
    }
  }

  /// How opaque the first answer is; 1 before there is one.
  ///
  /// It fades in over 350 ms from when the entrance is done, or from when it appeared if that was
  /// later: in-out quad (Reanimated's default) in `whenMeasured`, else ease-out.
  package func answerOpacity(at instant: Instant) -> Double {
    guard let answer else { return 1 }
    let start = max(doneAt, answer.appeared)
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
