import Timebase

/// Something on its way to a goal, at the pace of a spring or along a curve.
package struct Relaxation {
  package private(set) var pace: MotionPace
  package private(set) var goal: Double
  /// How far from the goal it was at `since`.
  private var displacement: Double
  /// How fast, in units a second; a curve does not depend on it.
  private var velocity: Double
  private var since: Instant

  package init(
    pace: MotionPace,
    goal: Double,
    displacement: Double,
    velocity: Double,
    since: Instant
  ) {
    self.pace = pace
    self.goal = goal
    self.displacement = displacement
    self.velocity = velocity
    self.since = since
  }

  /// Way and goal were moved in the space.
  package mutating func translate(by distance: Double) { goal += distance }

  package func position(at instant: Instant) -> Double { goal + displacement(at: instant).position }

  package func displacement(at instant: Instant) -> (position: Double, velocity: Double) {
    let elapsed = max(.zero, instant - since)
    switch pace {
    case .spring(let spring, _):
      return spring.state(position: displacement, velocity: velocity, after: elapsed)
    case .curve(let curve, let duration):
      guard elapsed < duration else { return (0, 0) }
      return (displacement * (1 - curve.value(at: elapsed.seconds / duration.seconds)), 0)
    }
  }

  package func isSettled(at instant: Instant) -> Bool {
    switch pace {
    case .spring(_, let rest):
      let now = displacement(at: instant)
      return abs(now.position) < rest.distance && abs(now.velocity) < rest.speed
    case .curve(_, let duration):
      return instant - since >= duration
    }
  }

  /// Goes on to another goal; place and speed go on unbroken. A curve keeps its end.
  package mutating func aim(at goal: Double, instant: Instant) {
    let now = displacement(at: instant)
    goOn(to: goal, from: self.goal + now.position, velocity: now.velocity, at: instant)
  }

  /// Something stood in its way at `place`: it goes on from there, from rest. A curve keeps its end.
  package mutating func stop(at place: Double, instant: Instant) {
    goOn(to: goal, from: place, velocity: 0, at: instant)
  }

  private mutating func goOn(
    to goal: Double,
    from place: Double,
    velocity: Double,
    at instant: Instant
  ) {
    displacement = place - goal
    self.velocity = velocity
    self.goal = goal
    if case .curve(let curve, let duration) = pace {
      pace = .curve(curve, max(Nanoseconds(rawValue: 1), duration - (instant - since)))
    }
    since = instant
  }
}
