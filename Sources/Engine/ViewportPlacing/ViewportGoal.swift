import Lengths
import Timebase

/// Where a programmatic move or a jump goes.
package enum ViewportTarget: Equatable, Sendable {
  case top
  case end
  case pin(UInt32)
  case message(UInt32, ScrollAlignment)
  /// So far into a message, at the lower edge of the top inset.
  case anchor(UInt32, LayoutUnit)
  /// Nowhere any more: the message has left the conversation.
  case gone

  package var message: UInt32? {
    switch self {
    case .pin(let handle), .message(let handle, _), .anchor(let handle, _): handle
    case .top, .end, .gone: nil
    }
  }

  /// The same place of another message.
  package func of(_ message: UInt32) -> ViewportTarget {
    switch self {
    case .message(_, let alignment): .message(message, alignment)
    case .anchor(_, let distance): .anchor(message, distance)
    case .pin: .pin(message)
    case .top, .end, .gone: self
    }
  }
}

/// Where in the viewport a message is put.
public enum ScrollAlignment: String, Hashable, Sendable, CaseIterable {
  case top
  case center
  case bottom
}

/// Where the viewport goes that what holds it alone would not bring it: the one answer to that.
enum ViewportGoal {
  /// Where the hold wants it.
  case none
  /// The end stays where it was when something changed that may not move it, and beyond the range's ends, too.
  case resting(end: LayoutUnit, isBeyondRange: Bool)
  /// An item in which the reader is gets another height in this frame, by a change of width.
  case reading(ReadingPlace)
  /// An unanimated jump of this frame, until everything it shows is measured.
  case landing(ViewportTarget)
  /// It goes to a place by itself.
  case moving(ViewportMove)

  /// The message that it goes to, or that is read.
  var message: UInt32? {
    switch self {
    case .none, .resting: nil
    case .reading(let place): place.handle
    case .landing(let target): target.message
    case .moving(let move): move.target.message
    }
  }

  /// A message has left the conversation: nothing goes there any more.
  mutating func forget(_ message: UInt32) {
    guard self.message == message else { return }
    switch self {
    case .none, .resting: break
    case .reading: self = .none
    case .landing: self = .landing(.gone)
    case .moving(var move):
      move.target = .gone
      self = .moving(move)
    }
  }

  mutating func translate(by distance: LayoutUnit) {
    switch self {
    case .none, .reading, .landing: break
    case .resting(let end, let isBeyond):
      self = .resting(end: end + distance, isBeyondRange: isBeyond)
    case .moving(var move):
      move.translate(by: distance)
      self = .moving(move)
    }
  }
}

/// A programmatic move on its way.
struct ViewportMove {
  /// How long it lasts at most: it may go after a target that is never twice at one place.
  private static let longest = Nanoseconds.milliseconds(5_000)

  var target: ViewportTarget
  /// How far beyond its goal it began: it may be as far beyond the end on its way.
  let excess: LayoutUnit
  private var way: Relaxation
  /// When it began, however often it was aimed again.
  private let began: Instant
  /// Where it has begun in this frame; nil before.
  private var frameStart: LayoutUnit?

  /// Begins one.
  ///
  /// - Parameter velocity: How fast the viewport moves already, in points a second.
  init(
    to target: ViewportTarget,
    goal: LayoutUnit,
    from offset: LayoutUnit,
    velocity: Double,
    pace: MotionPace,
    at instant: Instant
  ) {
    self.target = target
    excess = max(.zero, offset - goal)
    began = instant
    way = Relaxation(
      pace: pace,
      goal: goal.points,
      displacement: offset.points - goal.points,
      velocity: velocity,
      since: instant
    )
  }

  func velocity(at instant: Instant) -> Double { way.displacement(at: instant).velocity }

  mutating func beginFrame() { frameStart = nil }

  /// Aims it at where its target is now; place and speed go on unbroken.
  ///
  /// - Returns: Where it goes on from in this frame, however often it is advanced in it.
  mutating func aim(at goal: LayoutUnit, from offset: LayoutUnit, instant: Instant) -> LayoutUnit {
    if goal.points != way.goal { way.aim(at: goal.points, instant: instant) }
    let start = frameStart ?? offset
    frameStart = start
    return start
  }

  /// Where it is, and whether it is over.
  func position(at instant: Instant) -> (offset: LayoutUnit, isOver: Bool) {
    let isOver = instant - began >= Self.longest || way.isSettled(at: instant)
    return (LayoutUnit(nearest: isOver ? way.goal : way.position(at: instant)), isOver)
  }

  /// A frame shows `offset`: where the range's ends keep it from where it would be it goes on from there,
  /// from rest.
  mutating func shown(at offset: LayoutUnit, instant: Instant) {
    guard LayoutUnit(nearest: way.position(at: instant)) != offset else { return }
    way.stop(at: offset.points, instant: instant)
  }

  mutating func translate(by distance: LayoutUnit) {
    way.translate(by: distance.points)
    if let start = frameStart { frameStart = start + distance }
  }
}
