import Lengths
import Ornaments
import Testing
import Timebase

@Suite struct DropGestureTests {
  private func frame(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> DropGesture.Frame {
    .init(
      x: LayoutUnit(points: x),
      y: LayoutUnit(points: y),
      width: LayoutUnit(points: width),
      height: LayoutUnit(points: height)
    )
  }

  @Test func eightTenthsOfTheItemMustOverlap() {
    #expect(DropGesture.isAccepted(overlap: 0.8) && !DropGesture.isAccepted(overlap: 0.799))
  }

  @Test func itSettlesOnTheMiddleOfItsTarget() {
    let drop = DropGesture(
      .file,
      from: frame(560, 705, 100, 40),
      settlingOn: frame(500, 700, 300, 60),
      at: Instant(milliseconds: 10)
    )
    #expect(drop.position(at: Instant(milliseconds: 10)) == (560, 705))
    #expect(drop.position(at: drop.restsAt) == (600, 710))
  }

  @Test func itSettlesByTheSpring() {
    let drop = DropGesture(
      .file,
      from: frame(0, 0, 100, 40),
      settlingOn: frame(200, 0, 100, 40),
      at: .zero
    )
    // Response 0.3, damping 0.7.
    #expect(DropGesture.spring.angularFrequency == 2 * Double.pi / 0.3)
    #expect(DropGesture.spring.dampingRatio == 0.7)
    let way = DropGesture.spring.state(position: -200, after: .milliseconds(100)).position
    #expect(abs(drop.position(at: Instant(milliseconds: 100)).x - (200 + way)) < 1e-9)
    var farthest = 0.0
    for time in 0..<1_000 {
      farthest = max(farthest, drop.position(at: Instant(milliseconds: Double(time))).x)
    }
    #expect(farthest > 205 && farthest < 215, "a damping of 0.7 overshoots by 4.6 %")
    #expect(drop.restsAt < Instant(milliseconds: 1_000))
  }
}
