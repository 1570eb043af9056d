import Lengths
import Ornaments
import Testing
import Timebase

@Suite struct DropGestureTests {
  private func dropped(overlap: Double, at instant: Instant = .zero) -> DropGesture {
    DropGesture(
      .file,
      overlap: overlap,
      top: LayoutUnit(points: 700),
      width: LayoutUnit(points: 300),
      height: LayoutUnit(points: 60),
      at: instant
    )
  }

  @Test func eightTenthsOfTheItemMustOverlap() {
    #expect(DropGesture.isAccepted(overlap: 0.8) && !DropGesture.isAccepted(overlap: 0.799))
  }

  @Test func itSettlesOnTheMiddleOfItsTarget() {
    let drop = dropped(overlap: 0.75, at: Instant(milliseconds: 10))
    #expect(drop.position(at: Instant(milliseconds: 10)) == (70, 689))
    #expect(drop.position(at: drop.restsAt) == (70, 708))
  }

  @Test func itSettlesByTheSpring() {
    let drop = dropped(overlap: 0)
    // Response 0.3, damping 0.7.
    #expect(DropGesture.spring.angularFrequency == 2 * Double.pi / 0.3)
    #expect(DropGesture.spring.dampingRatio == 0.7)
    let way = DropGesture.spring.state(position: -52, after: .milliseconds(100)).position
    #expect(abs(drop.position(at: Instant(milliseconds: 100)).y - (708 + way)) < 1e-9)
    var farthest = 0.0
    for time in 0..<1_000 {
      farthest = max(farthest, drop.position(at: Instant(milliseconds: Double(time))).y)
    }
    #expect(farthest > 710 && farthest < 711, "a damping of 0.7 overshoots by 4.6 %")
    #expect(drop.restsAt < Instant(milliseconds: 1_000))
  }
}
