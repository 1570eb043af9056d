import FramePacing
import Testing
import Timebase

@Suite struct FallbackRulePropertyTests {
  /// Re-computes every decision from the whole list of active ticks and what each lost.
  @Test
  func everyDecisionFollowsFromTheTicksBeforeIt() {
    for iteration in 0..<PropertySettings.iterations {
      var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let hertz = [24, 60, 120].randomElement(using: &chance) ?? 60
      let isPlain = Bool.random(using: &chance)
      let driver = FallbackDriver(isPlain ? .withoutHysteresis : .withHysteresis, hertz: hertz)
      let lossRate = Double.random(in: 0...0.5, using: &chance)
      let idleRate = Double.random(in: 0...0.3, using: &chance)
      var ticks: [(tick: Int, lost: Int)] = []
      var first = 0
      var entry: Int?
      var swallowed = 0
      for step in 0..<(6 * hertz) {
        let isLossy = step < 3 * hertz && Double.random(in: 0..<1, using: &chance) < lossRate
        let lost = isLossy ? Int.random(in: 1...4, using: &chance) : 0
        if Double.random(in: 0..<1, using: &chance) < idleRate {
          driver.tick += Int.random(in: 1...hertz, using: &chance)
        }
        let tick = driver.tick + swallowed
        let recent =
          isPlain
          ? ticks.filter { $0.tick >= tick - hertz } : Array(ticks.dropFirst(first).suffix(hertz))
        let losses = recent.reduce(0) { $0 + $1.lost }
        let isTooLate = isPlain ? hertz - losses < 50 : (hertz - losses) * 6 < 5 * hertz
        if let since = entry {
          let stay = ticks.filter { $0.tick >= max(since, tick - 2 * hertz) }
          let isClean = 30 * stay.reduce(0) { $0 + $1.lost } <= stay.count
          if isPlain ? !isTooLate : tick - since >= 2 * hertz && isClean {
            entry = nil
            if !isPlain { first = ticks.count }
          }
        } else if isTooLate {
          entry = tick
        }
        let isActive = driver.frame(lost: lost, swallowed: swallowed)
        driver.rule.checkInvariants()
        ticks += (tick - swallowed..<tick).map { ($0, 0) } + [(tick, lost)]
        swallowed = lost
        #expect(
          isActive == (entry != nil),
          "SEED=\(PropertySettings.seed) iteration \(iteration) tick \(tick)"
        )
      }
      #expect(driver.rule.episodes.count { $0.end == nil } == (entry == nil ? 0 : 1))
    }
  }
}
