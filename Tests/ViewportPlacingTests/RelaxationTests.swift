import Revealing
import Testing
import Timebase
import ViewportPlacing

/// A way to a goal, at the pace of a spring or along a curve.
@Suite struct RelaxationTests {
  private static let paces: [MotionPace] = [
    .programmatic, .bounceBack, .curve(.linear, Nanoseconds(seconds: 0.1)),
    .curve(.easeOut, Nanoseconds(seconds: 0.25)),
  ]

  private func relaxation(_ pace: MotionPace, velocity: Double = 0) -> Relaxation {
    Relaxation(pace: pace, goal: 500, displacement: -120, velocity: velocity, since: .zero)
  }

  private func instant(_ seconds: Double) -> Instant { Instant(milliseconds: seconds * 1_000) }

  /// It begins where it is, ends at its goal, and stays there.
  @Test(arguments: paces)
  func itBeginsWhereItIsAndEndsAtItsGoal(pace: MotionPace) {
    let way = relaxation(pace)
    #expect(abs(way.displacement(at: .zero).position + 120) < 1e-9)
    #expect(way.displacement(at: Instant(nanoseconds: -1_000)).position == -120)
    #expect(!way.isSettled(at: .zero))
    for late in [2.0, 10, 1_000] {
      #expect(way.isSettled(at: instant(late)))
      #expect(abs(way.displacement(at: instant(late)).position) < 0.25)
    }
  }

  /// Without bounce it never passes its goal and comes nearer all the time.
  @Test(arguments: paces)
  func itComesNearerAllTheTime(pace: MotionPace) {
    let way = relaxation(pace)
    var last = 120.0
    for step in 1...400 {
      let left = -way.displacement(at: instant(Double(step) / 400)).position
      #expect(left >= -1e-9 && left <= last + 1e-9, "step \(step)")
      last = left
    }
  }

  /// Another goal on the way changes neither place nor, of a spring, speed; a curve keeps its end.
  @Test(arguments: paces)
  func anotherGoalChangesNothingAtOnce(pace: MotionPace) {
    var random = SeededGenerator(seed: PropertySettings.seed)
    for _ in 0..<PropertySettings.iterations(400) / 8 {
      var way = relaxation(pace, velocity: Double(random.nextIndex(below: 2_000)) - 1_000)
      var time = 0.0
      for _ in 0..<4 {
        time += Double(1 + random.nextIndex(below: 20)) / 1_000
        let now = instant(time)
        let before = way.displacement(at: now)
        let place = way.goal + before.position
        let goal = Double(random.nextIndex(below: 2_000)) - 1_000
        way.aim(at: goal, instant: now)
        let after = way.displacement(at: now)
        #expect(way.goal == goal)
        #expect(abs(way.goal + after.position - place) < 1e-6)
        if case .spring = pace { #expect(abs(after.velocity - before.velocity) < 1e-6) }
      }
      if case .curve(_, let duration) = pace {
        let whole = duration.seconds
        #expect(way.isSettled(at: instant(max(whole, time) + 1e-6)))
        #expect(time >= whole || !way.isSettled(at: instant(whole - 1e-4)))
      }
    }
  }

  @Test func aMoveOfTheSpaceMovesTheGoalAlone() {
    var way = relaxation(.programmatic)
    way.translate(by: 1_000)
    #expect(way.goal == 1_500)
    #expect(way.displacement(at: .zero).position == -120)
  }
}
