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
      var (recent, stay) = (Seen(), Seen())
      var entry: Int?
      var swallowed = 0
      for step in 0..<(6 * hertz) {
        let isLossy = step < 3 * hertz && Double.random(in: 0..<1, using: &chance) < lossRate
        let lost = isLossy ? Int.random(in: 1...(hertz * 2), using: &chance) / hertz * 3 + 1 : 0
        if Double.random(in: 0..<1, using: &chance) < idleRate {
          driver.tick += Int.random(in: 1...hertz, using: &chance)
        }
        let tick = driver.tick + swallowed
        for passed in driver.tick..<tick {
          recent.ticks.append(passed)
          if entry != nil { stay.ticks.append(passed) }
        }
        let losses =
          isPlain
          ? recent.losses(from: tick - hertz) : recent.losses(from: recent.start(ofLast: hertz))
        let isTooLate = isPlain ? hertz - losses < 50 : (hertz - losses) * 6 < 5 * hertz
        if let since = entry {
          let start = max(since, tick - 2 * hertz)
          let isClean = 30 * stay.losses(from: start) <= stay.ticks.count { $0 >= start }
          if isPlain ? !isTooLate : tick - since >= 2 * hertz && isClean {
            entry = nil
            if !isPlain { recent = Seen() }
          }
        } else if isTooLate {
          (entry, stay) = (tick, Seen())
        }
        let isActive = driver.frame(lost: lost, swallowed: swallowed)
        driver.rule.checkInvariants()
        recent.add(tick, lost)
        if entry != nil { stay.add(tick, lost) }
        swallowed = lost
        #expect(
          isActive == (entry != nil),
          "SEED=\(PropertySettings.seed) iteration \(iteration) tick \(tick)"
        )
      }
      #expect(driver.rule.episodes.count { $0.end == nil } == (entry == nil ? 0 : 1))
    }
  }

  /// Active ticks, and the vsyncs that were lost, each by its own tick.
  private struct Seen {
    var ticks: [Int] = []
    var lost: [Int] = []

    mutating func add(_ tick: Int, _ count: Int) {
      ticks.append(tick)
      lost += tick..<tick + count
    }

    func losses(from start: Int) -> Int { lost.count { $0 >= start } }

    /// The first of the last so many ticks; before everything where there are fewer.
    func start(ofLast count: Int) -> Int {
      ticks.count < count ? .min : ticks[ticks.count - count]
    }
  }
}
