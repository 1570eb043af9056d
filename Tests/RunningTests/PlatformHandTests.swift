import ChatSurface
import Lengths
import LoadGeneration
import PublishedDesigns
import Running
import Testing
import Timebase

/// What a platform makes of a finger: a swipe scrolls nothing, and a keyboard may go along with it.
@Suite struct PlatformHandTests {
  private typealias Move = (phase: TouchPhase, x: Double, y: Double)

  private func script(
    _ moves: [Move],
    keyboard: Int? = nil,
    from start: Double = 2_000
  ) -> [TimedLoadEvent] {
    var events = [
      TimedLoadEvent(.load(SuppliedMessages(first: 0, count: 60, height: 80)), at: .zero),
      TimedLoadEvent(.timestamps(false), at: Instant(milliseconds: 100)),
    ]
    if let keyboard {
      events.append(
        TimedLoadEvent(
          .keyboard(height: LayoutUnit(points: keyboard)),
          at: Instant(milliseconds: 500)
        )
      )
    }
    for (index, move) in moves.enumerated() {
      events.append(
        TimedLoadEvent(
          .touch(move.phase, y: move.y, x: move.x),
          at: Instant(milliseconds: start + Double(index) * 50)
        )
      )
    }
    return events
  }

  private func way(_ moves: [Move]) -> Double {
    let frames = TestBench.run(script(moves)).snapshots
    return (frames.last?.offset.points ?? 0) - (frames.first?.offset.points ?? 0)
  }

  /// A swipe with some up and down in it leaves the list where it is, whatever it does after 10 pt.
  @Test func aSwipeIsNoScroll() {
    let swipe: [Move] = [
      (.began, 60, 300), (.moved, 63, 302), (.moved, 90, 304), (.moved, 150, 340),
      (.ended, 150, 340),
    ]
    #expect(way(swipe) == 0)
  }

  /// A finger that goes up and down, and a little sideways, scrolls: from where that is decided on.
  @Test func theWayToTheDecisionDoesNotCount() {
    let drag: [Move] = [
      (.began, 60, 300), (.moved, 62, 305), (.moved, 63, 312), (.moved, 64, 400),
      (.moved, 64, 400), (.moved, 64, 400), (.moved, 64, 400), (.ended, 64, 400),
    ]
    #expect(way(drag) == -88)
  }

  /// One that goes up or down alone scrolls from its first point on.
  @Test func aFingerThatOnlyGoesDownScrollsAtOnce() {
    let drag: [Move] = [
      (.began, 60, 300), (.moved, 60, 305), (.moved, 70, 400), (.moved, 70, 400),
      (.moved, 70, 400), (.moved, 70, 400), (.ended, 70, 400),
    ]
    #expect(way(drag) == -100)
  }

  // MARK: Keyboard

  /// What is covered at the times of the moves, and at the end: the keyboard and 8 pt.
  private func covered(_ moves: [Move], _ profile: Profile) -> [Double] {
    let frames = TestBench.run(script(moves, keyboard: 260), profile: profile).snapshots
    let times = moves.indices.map { 2_000 + Double($0) * 50 } + [60_000]
    return times.map { time in
      frames.last { $0.instant <= Instant(milliseconds: time + 20) }?.covered.points ?? 0
    }
  }

  /// The SE is 667 pt high: at 500 pt a finger leaves 167 of the keyboard, at 600 67.
  private static let down: [Move] = [
    (.began, 60, 300), (.moved, 60, 380), (.moved, 60, 500), (.moved, 60, 600), (.ended, 60, 600),
  ]
  private static let back: [Move] = [
    (.began, 60, 300), (.moved, 60, 500), (.moved, 60, 600), (.moved, 60, 550), (.ended, 60, 550),
  ]

  @Test func aFingerTakesTheKeyboardAlongAndClosesIt() {
    var profile = Profile.reference
    #expect(covered(Self.down, profile) == [268, 268, 268, 268, 268, 268])
    profile.dismissal = .byFinger
    #expect(covered(Self.down, profile) == [268, 268, 175, 75, 0, 0])
  }

  @Test func aFingerThatGoesBackBringsItBack() {
    var profile = Profile.reference
    profile.dismissal = .byFinger
    #expect(covered(Self.back, profile) == [268, 175, 75, 125, 268, 268])
  }

  /// Nothing but the hand moves what is read, in all designs.
  @Test func nobodyIsMovedByIt() {
    for base in Profile.all {
      for moves in [Self.down, Self.back] {
        var profile = base
        profile.dismissal = .byFinger
        let result = TestBench.run(script(moves, keyboard: 260), profile: profile)
        let figures = TestBench.metrics(of: result.outcome, at: Device.iPhoneSE.rate)
        for figure in ["anchor_drift_max_pt", "reader_moved_times"] {
          let value = figures.first { $0.metric == figure }?.value
          #expect(value ?? 0 == 0, "\(base.name): \(figure)")
        }
        #expect(result.outcome.refusals.isEmpty)
      }
    }
  }
}
