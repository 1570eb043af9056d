import ChatSurface
import Lengths
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
    let target = frame(0, 0, 1_000, 100)
    #expect(DropGesture.isAccepted(frame(0, -20, 100, 100), on: target))
    #expect(!DropGesture.isAccepted(frame(0, -21, 100, 100), on: target))
    var edge = frame(0, -20, 100, 100)
    edge.y = edge.y - LayoutUnit(rawValue: 1)
    #expect(!DropGesture.isAccepted(edge, on: target), "to the unit")
    #expect(DropGesture.overlap(frame(0, -20, 100, 100), target) == 0.8)
    #expect(DropGesture.isAccepted(overlap: 0.8) && !DropGesture.isAccepted(overlap: 0.799))
  }

  @Test func itIsTheItemsAreaThatCounts() {
    #expect(DropGesture.isAccepted(frame(10, 10, 5, 5), on: frame(0, 0, 1_000, 1_000)))
    #expect(!DropGesture.isAccepted(frame(0, 0, 1_000, 1_000), on: frame(10, 10, 5, 5)))
    #expect(!DropGesture.isAccepted(frame(2_000, 0, 10, 10), on: frame(0, 0, 1_000, 1_000)))
    #expect(!DropGesture.isAccepted(frame(5, 5, 0, 10), on: frame(0, 0, 1_000, 1_000)))
  }

  @Test func whatCountsSettlesOnTheTargetAndElseGoesBack() {
    let target = frame(500, 700, 300, 60)
    let origin = frame(20, 30, 100, 40)
    let taken = DropGesture(
      item: frame(560, 705, 100, 40),
      origin: origin,
      target: target,
      at: Instant(milliseconds: 10)
    )
    #expect(taken.isAccepted)
    #expect(taken.place(at: Instant(milliseconds: 10)) == (560, 705))
    #expect(taken.place(at: taken.restsAt) == (600, 710))
    let refused = DropGesture(
      item: frame(560, 100, 100, 40),
      origin: origin,
      target: target,
      at: .zero
    )
    #expect(!refused.isAccepted)
    #expect(refused.place(at: refused.restsAt) == (20, 30))
  }

  @Test func itSettlesByTheSpring() {
    let drop = DropGesture(
      item: frame(0, 0, 100, 40),
      origin: frame(200, 0, 100, 40),
      target: frame(900, 900, 10, 10),
      at: .zero
    )
    // Response 0.3, damping 0.7.
    #expect(DropGesture.spring.angularFrequency == 2 * Double.pi / 0.3)
    #expect(DropGesture.spring.dampingRatio == 0.7)
    let way = DropGesture.spring.state(position: -200, after: .milliseconds(100)).position
    #expect(abs(drop.place(at: Instant(milliseconds: 100)).x - (200 + way)) < 1e-9)
    var farthest = 0.0
    for time in 0..<1_000 {
      farthest = max(farthest, drop.place(at: Instant(milliseconds: Double(time))).x)
    }
    #expect(farthest > 205 && farthest < 215, "a damping of 0.7 overshoots by 4.6 %")
    #expect(drop.restsAt < Instant(milliseconds: 1_000))
  }

  @Test func theExactTestAgreesWithTheFraction() {
    for seed in PropertySettings.seed..<PropertySettings.seed + 20 {
      var random = SeededGenerator(seed: seed)
      func side(_ most: Int) -> Int { random.nextIndex(below: most) }
      for _ in 0..<PropertySettings.iterations {
        let item = frame(side(200), side(200), side(80) + 1, side(80) + 1)
        let target = frame(side(200), side(200), side(200), side(200))
        let overlap = DropGesture.overlap(item, target)
        guard (0...1).contains(overlap),
          DropGesture.isAccepted(item, on: target) == (overlap >= 0.8)
        else {
          Issue.record("seed \(seed): \(item) on \(target): \(overlap)")
          return
        }
      }
    }
  }
}
