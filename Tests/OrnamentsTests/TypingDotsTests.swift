import Lengths
import Ornaments
import Testing
import Timebase

@Suite struct TypingDotsTests {
  @Test func threeDotsAndTheirPadding() {
    #expect(TypingDots.count == 3)
    #expect(TypingDots.diameter == LayoutUnit(points: 8))
    #expect(TypingDots.spacing == LayoutUnit(points: 4))
    #expect(TypingDots.horizontalPadding == LayoutUnit(points: 16))
    #expect(TypingDots.verticalPadding == LayoutUnit(points: 12))
    #expect(TypingDots.width == LayoutUnit(points: 64))
    #expect(TypingDots.height == LayoutUnit(points: 32))
  }

  @Test func aDotGrowsAndShrinksInFourTenthsEach() {
    func scale(_ milliseconds: Int) -> Double {
      TypingDots.scale(ofDot: 0, after: .milliseconds(milliseconds))
    }
    #expect(scale(0) == 0.8)
    #expect(abs(scale(200) - 1) < 1e-9)
    #expect(abs(scale(400) - 1.2) < 1e-9)
    #expect(abs(scale(600) - 1) < 1e-9)
    #expect(abs(scale(800) - 0.8) < 1e-9)
    #expect(scale(100) < 0.9, "ease-in-out is slow at its ends")
    #expect(abs(scale(100) - scale(700)) < 1e-9)
  }

  @Test func eachDotStartsAfterTheOneBefore() {
    #expect(TypingDots.scale(ofDot: 1, after: .milliseconds(150)) == 0.8)
    #expect(TypingDots.scale(ofDot: 2, after: .milliseconds(300)) == 0.8)
    for time in [0, 90, 333, 1_000, 12_345] {
      let first = TypingDots.scale(ofDot: 0, after: .milliseconds(time))
      #expect(TypingDots.scale(ofDot: 1, after: .milliseconds(time + 150)) == first)
      #expect(TypingDots.scale(ofDot: 2, after: .milliseconds(time + 300)) == first)
    }
  }

  @Test func scalesStayInTheirRangeAndRepeat() {
    var random = SeededGenerator(seed: PropertySettings.seed)
    for _ in 0..<PropertySettings.iterations {
      let time = Nanoseconds(rawValue: Int64(random.nextIndex(below: 60_000_000_000)))
      let scales = (0..<TypingDots.count).map { TypingDots.scale(ofDot: $0, after: time) }
      let (first, second, third) = (scales[0], scales[1], scales[2])
      for scale in [first, second, third] { #expect(TypingDots.scaleRange.contains(scale)) }
      let later = TypingDots.scale(ofDot: 0, after: time + .milliseconds(800))
      #expect(abs(later - first) < 1e-9, "seed \(PropertySettings.seed), \(time)")
    }
  }
}
