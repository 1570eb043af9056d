import Ornaments
import Testing
import Timebase

@Suite struct RevealGestureTests {
  private func dragged(_ x: Double, _ y: Double = 0) -> RevealGesture {
    var gesture = RevealGesture()
    gesture.began()
    gesture.moved(x: x, y: y)
    return gesture
  }

  @Test func aDragCountsAfterTenPoints() {
    #expect(dragged(-9).offset == 0)
    #expect(!dragged(-9).isDragging)
    #expect(dragged(-10).isDragging)
    #expect(dragged(-10).offset == 0)
    #expect(dragged(-35).offset == 25)
    #expect(dragged(-70).offset == 60)
  }

  @Test func onlyLeftAndMoreSidewaysThanUpOrDownReveals() {
    #expect(!dragged(30).isDragging)
    #expect(!dragged(-20, 20).isDragging)
    #expect(dragged(-20, 19).isDragging)
    var vertical = dragged(-2, -12)
    vertical.moved(x: -80, y: -12)
    #expect(vertical.offset == 0, "the direction is decided once")
  }

  @Test(arguments: [0.5, 10, 60, 200, 5_000])
  func beyondTheMaximumItIsARubberBand(excess: Double) {
    let offset = dragged(-70 - excess).offset
    let expected = 60 + 60 * (1 - 1 / (0.55 * excess / 60 + 1))
    #expect(abs(offset - expected) < 1e-9)
    #expect(offset > 60 && offset < 120)
  }

  @Test func aBandOfItsOwnLengthGivesAsMuch() {
    var gesture = RevealGesture(.init(maximum: 80, band: 20))
    gesture.began()
    gesture.moved(x: -190, y: 0)
    #expect(abs(gesture.offset - (80 + 20 * (1 - 1 / (0.55 * 100 / 20 + 1)))) < 1e-9)
  }

  @Test func timestampsFadeInOverFortyPoints() {
    #expect(dragged(-10).opacity == 0)
    #expect(dragged(-30).opacity == 0.5)
    #expect(dragged(-50).opacity == 1)
    #expect(dragged(-300).opacity == 1)
  }

  @Test func releaseSpringsBackAndOvershoots() {
    var gesture = dragged(-60)
    gesture.ended(at: .zero)
    #expect(gesture.isRunning)
    var lowest = 0.0
    var frames = 0
    while gesture.isRunning, frames < 600 {
      frames += 1
      lowest = min(lowest, gesture.advance(to: Instant(milliseconds: Double(frames) * 1000 / 60)))
      #expect((0...1).contains(gesture.opacity))
    }
    #expect(gesture.offset == 0)
    #expect(lowest < -1 && lowest > -10)
    #expect(frames > 30 && frames < 120)
  }

  @Test func theWayBackIsThatOfTheSpring() {
    var gesture = dragged(-60)
    gesture.ended(at: .zero)
    var last = 0.0
    for frame in 1...6 { last = gesture.advance(to: Instant(milliseconds: Double(frame) * 25)) }
    // Response 0.5, damping 0.5: ω = 4π, after 150 ms.
    let exact = RevealGesture.spring.state(position: 50, after: .milliseconds(150)).position
    #expect(RevealGesture.spring.dampingRatio == 0.5)
    #expect(abs(RevealGesture.spring.angularFrequency - 4 * Double.pi) < 1e-9)
    #expect(abs(last - exact) < 1e-9)
  }

  @Test func aStepIsAThirtiethOfASecondAtMost() {
    var late = dragged(-60)
    var punctual = late
    late.ended(at: .zero)
    punctual.ended(at: .zero)
    let afterAStall = late.advance(to: Instant(milliseconds: 700))
    let after33 = punctual.advance(to: .zero + Nanoseconds(rawValue: 1_000_000_000 / 30))
    #expect(afterAStall == after33)
    #expect(late.advance(to: Instant(milliseconds: 700)) == afterAStall)
  }

  @Test func aTouchTakesItBackAtOnce() {
    var gesture = dragged(-60)
    gesture.ended(at: .zero)
    _ = gesture.advance(to: Instant(milliseconds: 16))
    gesture.began()
    #expect(gesture.offset == 0 && !gesture.isRunning)
    gesture.ended(at: Instant(milliseconds: 20))
    #expect(!gesture.isRunning)
  }

  @Test func aDisabledGestureRevealsNothing() {
    var gesture = RevealGesture(nil)
    gesture.began()
    gesture.moved(x: -100, y: 0)
    gesture.ended(at: .zero)
    #expect(gesture.advance(to: Instant(milliseconds: 16)) == 0)
    #expect(!gesture.isRunning && !gesture.isDragging && gesture.opacity == 0)
  }

  /// The further the finger, the further the slide, and never beyond the band's end.
  @Test func theSlideGrowsWithTheFinger() {
    var random = SeededGenerator(seed: PropertySettings.seed)
    for _ in 0..<PropertySettings.iterations {
      let near = random.nextFraction() * 400 + 11
      let far = near + random.nextFraction() * 100 + 0.01
      let (first, second) = (dragged(-near).offset, dragged(-far).offset)
      #expect(first < second && second < 120, "seed \(PropertySettings.seed), \(near), \(far)")
    }
  }

  @Test func aDisabledDragRevealsNothing() {
    var drag = RevealGesture()
    drag.began(x: 300, y: 300)
    drag.moved(x: 200, y: 300)
    #expect(drag.isDragging && drag.advance(to: .zero) > 0)
    drag = RevealGesture(nil)
    #expect(!drag.isDragging && drag.advance(to: .zero) == 0)
    drag.began(x: 300, y: 300)
    drag.moved(x: 200, y: 300)
    #expect(!drag.isDragging)
    drag.checkInvariants()
  }
}
