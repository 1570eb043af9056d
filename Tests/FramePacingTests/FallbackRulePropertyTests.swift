import ConformanceTags
import FramePacing
import Testing
import Timebase

@Suite struct FallbackRulePropertyTests {
  /// Re-computes every decision from the whole list of ticks.
  @Test(.tags(.fallbackEnter, .fallbackLeave, .fallbackWindow, .profilesArticleFallback))
  func everyDecisionFollowsFromTheTicksBeforeIt() {
    for iteration in 0..<PropertySettings.iterations {
      var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let hertz = [24, 60, 120].randomElement(using: &chance) ?? 60
      let isPlain = Bool.random(using: &chance)
      let driver = FallbackDriver(isPlain ? .below50 : .reference, hertz: hertz)
      let lossRate = Double.random(in: 0...0.5, using: &chance)
      var ticks: [Int] = []
      var entry: Int?
      var swallowed = 0
      for _ in 0..<(6 * hertz) {
        let isBad = ticks.count < 3 * hertz
        let isLossy = isBad && Double.random(in: 0..<1, using: &chance) < lossRate
        let lost = isLossy ? Int.random(in: 1...4, using: &chance) : 0
        let losses = ticks.suffix(hertz).reduce(0, +)
        let isTooLate =
          isPlain
          ? Double(hertz - losses) < 50
          : Double(hertz - losses) * 6 < 5 * Double(hertz)
        if let since = entry {
          let stay = ticks[since...]
          let isClean =
            stay.count >= 2 * hertz && 30 * stay.suffix(2 * hertz).reduce(0, +) <= 2 * hertz
          if isPlain ? !isTooLate : isClean { entry = nil }
        } else if isTooLate {
          entry = ticks.count + swallowed
        }
        let isActive = driver.frame(lost: lost, swallowed: swallowed)
        ticks += Array(repeating: 0, count: swallowed) + [lost]
        swallowed = lost
        #expect(
          isActive == (entry != nil),
          "SEED=\(PropertySettings.seed) iteration \(iteration) tick \(ticks.count)"
        )
      }
      #expect(driver.rule.episodes.count { $0.end == nil } == (entry == nil ? 0 : 1))
    }
  }
}
