import Lengths
import Ornaments
import Testing
import Timebase

@Suite struct EntranceTests {
  private func instant(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

  private func sent(_ rule: EntranceRule = .whenSent) -> Entrance {
    Entrance(rule, message: 1, at: instant(100))
  }

  /// How opaque an answer is that appeared at some time.
  private func opacity(_ entrance: Entrance, appeared: Double, at time: Double) -> Double {
    var answered = entrance
    answered.answers(2, at: instant(appeared))
    return answered.answerOpacity(at: instant(time))
  }

  private func measured(_ height: Int) -> Entrance {
    var entrance = sent(.whenMeasured)
    entrance.measured(
      item: LayoutUnit(points: height),
      window: LayoutUnit(points: 852),
      keyboard: LayoutUnit(points: 336),
      at: instant(100)
    )
    return entrance
  }

  @Test func theFirstAnswerCounts() {
    var ornaments = SurfaceOrnaments()
    ornaments.entrance = sent()
    ornaments.entrance?.answers(1, at: instant(110))
    #expect(ornaments.entrance?.answer == nil, "a message does not answer itself")
    ornaments.entrance?.answers(2, at: instant(120))
    ornaments.entrance?.answers(3, at: instant(200))
    let answer = ornaments.entrance?.answer
    #expect(answer?.handle == 2 && answer?.appeared == instant(120))
    #expect(ornaments.messages == [1, 2])
    ornaments.checkInvariants()
    ornaments.leaves(2)
    #expect(ornaments.messages == [1])
    ornaments.leaves(1)
    #expect(ornaments.entrance == nil)
  }

  @Test func aFrameShowsWhatMovesAndTellsWhoseLookChanges() {
    var ornaments = SurfaceOrnaments()
    ornaments.entrance = sent()
    ornaments.entrance?.answers(2, at: instant(150))
    ornaments.drop = DropGesture(
      .code,
      overlap: 1,
      top: LayoutUnit(points: 700),
      width: LayoutUnit(points: 300),
      height: LayoutUnit(points: 60),
      at: instant(150)
    )
    var changed: [UInt32] = []
    let look = ornaments.step(to: instant(200), since: instant(150)) { changed.append($0) }
    #expect(changed == [1, 2] && look.entrance != nil && look.answerOpacity == 0)
    #expect(look.drop?.item == .code && ornaments.isRunning(at: instant(200)))
    changed = []
    let rest = ornaments.step(to: instant(9_000), since: instant(8_000)) { changed.append($0) }
    #expect(changed.isEmpty && rest.entrance == nil && rest.answerOpacity == 1 && rest.drop == nil)
    #expect(ornaments.entrance == nil && ornaments.drop == nil && rest.reveal == 0)
  }

  @Test func itBeginsHiddenAndEndsInPlace() {
    let entrance = sent()
    let first = entrance.look(at: instant(100))
    #expect(first == .init(opacity: 0, offset: 50, scale: 0.95))
    #expect(entrance.isRunning(at: instant(700)))
    let rest = instant(100) + Entrance.phasesRest
    #expect(!entrance.isRunning(at: rest))
    #expect(entrance.look(at: rest) == .settled)
    let before = entrance.look(at: rest - Nanoseconds.milliseconds(1))
    #expect(abs(before.offset) < 0.02 && abs(before.scale - 1) < 0.001 && before.opacity > 0.999)
  }

  @Test func theFirstSpringGoesToTheMiddleLookAndTheSecondTakesOverUnbroken() {
    let entrance = sent()
    // 0.3 s, bounce 0.2, from 50 to 10 pt.
    let exact = 10 + Entrance.firstSpring.state(position: 40, after: .milliseconds(120)).position
    #expect(abs(entrance.look(at: instant(220)).offset - exact) < 1e-9)
    #expect(abs(entrance.look(at: instant(300)).offset - 10) < 2)
    #expect(abs(entrance.look(at: instant(300)).opacity - 0.5) < 0.03)
    #expect(abs(entrance.look(at: instant(300)).scale - 0.98) < 0.002)
    let step = 0.01
    let before = entrance.look(at: instant(300 - step))
    let at = entrance.look(at: instant(300))
    let after = entrance.look(at: instant(300 + step))
    #expect(abs((at.offset - before.offset) - (after.offset - at.offset)) < 0.001)
  }

  /// The translation's modifier: opacity p, 30 pt of way, 0.95 to 1 of the size, all by one progress.
  @Test func oneProgressCarriesOpacityWayAndSize() {
    let entrance = sent(.risesWhenSent)
    #expect(entrance.look(at: instant(100)) == .init(opacity: 0, offset: 30, scale: 0.95))
    let spring = DampedSpring(response: 0.3, bounce: 0.2)
    for time in stride(from: 0.01, to: 0.6, by: 0.01) {
      let left = spring.state(.init(position: 1, velocity: 0), after: time).position
      let look = entrance.look(at: instant(100 + time * 1_000))
      #expect(abs(look.offset - 30 * left) < 0.02)
      #expect(abs(look.scale - (1 - 0.05 * left)) < 1e-4)
      #expect(abs(look.opacity - min(1, max(0, 1 - left))) < 1e-3)
    }
    #expect(entrance.doneAt == instant(400))
    #expect(opacity(entrance, appeared: 200, at: 400) == 0)
    #expect(opacity(entrance, appeared: 200, at: 750) == 1)
    #expect(entrance.look(at: instant(100) + Entrance.risingRest) == .settled)
  }

  @Test func eachPartFollowsItsOwnThreeValues() {
    let (hidden, appearing) = (Entrance.hidden, Entrance.appearing)
    #expect([hidden.opacity, appearing.opacity] == [0, 0.5])
    #expect([hidden.offset, appearing.offset] == [50, 10])
    #expect([hidden.scale, appearing.scale] == [0.95, 0.98])
    #expect(Entrance.firstSpring.angularFrequency == 2 * Double.pi / 0.3)
    #expect(abs(Entrance.firstSpring.dampingRatio - 0.8) < 1e-12)
    #expect(Entrance.secondSpring.angularFrequency == 2 * Double.pi / 0.4)
    #expect(abs(Entrance.secondSpring.dampingRatio - 0.85) < 1e-12)
    #expect(Entrance.secondDelay == .milliseconds(200))
  }

  @Test func noOpacityLeavesItsRangeAndNoLookJumps() {
    for entrance in [sent(), measured(32), measured(100), measured(600)] {
      var last = entrance.look(at: instant(100))
      for time in stride(from: 100.0, through: 3_000, by: 1) {
        let look = entrance.look(at: instant(time))
        #expect((0...1).contains(look.opacity))
        #expect(abs(look.opacity - last.opacity) < 0.02 && abs(look.offset - last.offset) < 12)
        last = look
      }
      #expect(last == .settled)
    }
  }

  @Test func theFirstAnswerFadesInOnlyWhenTheEntranceIsDone() {
    let entrance = sent()
    let done = instant(700)
    #expect(entrance.doneAt == done)
    #expect(opacity(entrance, appeared: 150, at: 400) == 0)
    #expect(opacity(entrance, appeared: 150, at: 700) == 0)
    // Ease-out: more than half at half the time.
    #expect(opacity(entrance, appeared: 150, at: 875) > 0.6)
    #expect(opacity(entrance, appeared: 150, at: 1_049) < 1)
    #expect(opacity(entrance, appeared: 150, at: 1_050) == 1)
    #expect(opacity(entrance, appeared: 2_000, at: 2_000) == 0)
    #expect(opacity(entrance, appeared: 2_000, at: 2_350) == 1)
  }

  @Test func aHeightThatComesLaterChangesNothing() {
    var flown = measured(40)
    flown.measured(
      item: LayoutUnit(points: 300),
      window: LayoutUnit(points: 852),
      keyboard: .zero,
      at: instant(5_000)
    )
    #expect(flown == measured(40))
  }

  @Test func whatIsCutShortIsInPlaceAtOnce() {
    var entrance = sent()
    entrance.finish(at: instant(200))
    #expect(entrance.look(at: instant(200)) == .settled)
    #expect(entrance.doneAt == instant(200))
    entrance.finish(at: instant(900))
    #expect(entrance.doneAt == instant(200))
  }

  @Test func fromTheKeyboardItWaitsUntilTheMessageIsMeasured() {
    var entrance = sent(.whenMeasured)
    #expect(entrance.look(at: instant(150)).opacity == 0)
    #expect(entrance.isRunning(at: instant(150)))
    let height = LayoutUnit(points: 852)
    entrance.measured(item: .zero, window: height, keyboard: .zero, at: instant(150))
    #expect(entrance.look(at: instant(160)).offset == 0, "nothing starts from an unknown height")
    entrance.measured(
      item: LayoutUnit(points: 44),
      window: height,
      keyboard: .zero,
      at: instant(170)
    )
    #expect(entrance.look(at: instant(170)).offset > 852)
  }

  @Test func aMessageThatIsNeverMeasuredShowsInTheEnd() {
    let entrance = sent(.whenMeasured)
    #expect(entrance.look(at: instant(599)).opacity == 0)
    #expect(entrance.look(at: instant(600)) == .settled)
    #expect(opacity(entrance, appeared: 100, at: 950) == 1)
    var late = entrance
    late.measured(
      item: LayoutUnit(points: 44),
      window: LayoutUnit(points: 852),
      keyboard: .zero,
      at: instant(700)
    )
    #expect(late == entrance)
  }

  @Test func theFlightStartsBelowTheKeyboardByTheMessagesHeight() {
    func start(_ height: Int) -> Double { measured(height).look(at: instant(100)).offset }
    // 852 less 336, and 16 to 0.85 of the height.
    #expect(start(32) == 532)
    #expect(start(10) == start(32))
    #expect(start(220) == 703)
    #expect(start(1_000) == start(220))
    #expect(abs(start(126) - 577.55) < 1e-9)
    #expect(measured(32).doneAt == instant(586))
    #expect(measured(220).doneAt == instant(845))
    // Cubic ease-out: 7/8 at half the time.
    #expect(abs(measured(32).look(at: instant(343)).opacity - 0.875) < 1e-9)
    #expect(abs(Flight.spring.angularFrequency - (200 / 0.7).squareRoot()) < 1e-9)
    #expect(abs(Flight.spring.dampingRatio - 14 / (200 * 0.7).squareRoot()) < 1e-9)
  }
}
