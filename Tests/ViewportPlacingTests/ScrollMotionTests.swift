import Testing
import Timebase
import ViewportPlacing

/// Flings at the ends of the scroll range, without a surface.
@Suite struct ScrollMotionTests {
  private func position(
    _ motion: inout ScrollMotion,
    ms: Int,
    _ range: ScrollMotion.Range
  ) -> Double? {
    motion.advance(to: Instant(milliseconds: Double(ms)), range: range, viewport: 600)
  }

  /// Content that is flung back from beyond an end goes there from where it is.
  @Test(arguments: [-1.0, 1])
  func aFlingBackFromBeyondAnEndBeginsWhereItIs(side: Double) throws {
    let range = ScrollMotion.Range(lower: -5_000, upper: 5_000)
    var motion = ScrollMotion()
    motion.fling(velocity: -2_000 * side, at: .zero, offset: 5_100 * side)
    // In 10 ms about 19.8 pt of 2,000 pt/s are made.
    let early = try #require(position(&motion, ms: 10, range))
    #expect(abs(early - (5_100 - 19.8) * side) < 0.1)
    let later = try #require(position(&motion, ms: 100, range))
    #expect(abs(later) < 5_000 && motion.activity == .decelerating)
    #expect(position(&motion, ms: 10_000, range) != nil && motion.isIdle)
  }

  /// One that comes to rest before it is back bounces back from there.
  @Test func aFlingThatDoesNotReachTheEndBouncesBack() throws {
    let range = ScrollMotion.Range(lower: 0, upper: 1_000)
    var motion = ScrollMotion()
    // 100 pt/s go 50 pt in all.
    motion.fling(velocity: -100, at: .zero, offset: 1_200)
    let rest = try #require(position(&motion, ms: 1_100, range))
    #expect(rest > 1_150 && rest < 1_160)
    for ms in 1_101...1_300 { _ = position(&motion, ms: ms, range) }
    #expect(motion.activity == .bouncing)
    #expect(position(&motion, ms: 9_000, range) == 1_000 && motion.isIdle)
  }

  /// Ends that move to and fro, past the content too, move nothing at once.
  @Test func anEndThatMovesPastAFlingMovesNothingAtOnce() {
    var random = SeededGenerator(seed: PropertySettings.seed)
    for _ in 0..<500 {
      var motion = ScrollMotion()
      var range = ScrollMotion.Range(lower: 0, upper: 3_000)
      var last = random.nextFraction() * 4_000 - 500
      let velocity = (random.nextFraction() - 0.5) * 8_000
      motion.fling(velocity: velocity, at: .zero, offset: last)
      var farthest = 0.0
      var ms = 0
      while !motion.isIdle, ms < 20_000 {
        ms += 1
        if ms < 600, random.nextIndex(below: 40) == 0 {
          range.upper = 500 + random.nextFraction() * 3_000
        }
        guard let next = position(&motion, ms: ms, range) else { break }
        farthest = max(farthest, range.lower - last, last - range.upper)
        // A spring of 0.4 s makes at most 5.8 times its way in a second, and is aimed anew with the speed
        // it has; what is left at the end is not seen.
        let fastest = abs(velocity) + 12 * farthest
        #expect(abs(next - last) <= fastest / 1_000 + 0.3, "\(velocity) at \(ms) ms")
        last = next
      }
      #expect(motion.isIdle)
      #expect(last >= range.lower - 0.3 && last <= range.upper + 0.3)
    }
  }

  @Test func contentStretchedUnderAFingerStaysWhenTheViewportGetsAnotherHeight() {
    var motion = ScrollMotion()
    let range = ScrollMotion.Range(lower: 0, upper: 1_000)
    motion.touchBegan(y: 100, at: .zero, offset: 0, range: range, viewport: 667)
    let instant = Instant.zero + .milliseconds(16)
    _ = motion.touchMoved(y: 400, at: instant)
    let stretched = motion.advance(to: instant, range: range, viewport: 667)
    let turned = motion.advance(to: instant + .milliseconds(16), range: range, viewport: 375)
    #expect(stretched.map { $0 < -50 } == true)
    #expect(stretched.flatMap { old in turned.map { abs($0 - old) < 1e-6 } } == true)
  }
}
