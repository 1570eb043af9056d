import ChatSurface
import FramePacing
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

/// When animation is given up and when it comes back, computed from the script alone by the rules of the page on
/// fallbacks: nothing of the engine or of the pipeline is asked.
private struct TriggerOracle {
  struct Rule {
    var entersBelow: Double
    var comesBackAtOnce: Bool
  }

  struct Stay: Equatable {
    var start: Int
    var end: Int?
    var firstLate: Int
  }

  let hertz: Int
  /// When each stall begins and how long it is, in nanoseconds, in order.
  let stalls: [(at: Int, length: Int)]
  /// Something is due at each tick before this one.
  let ticks: Int

  private(set) var frames: [(tick: Int, vsync: Int, lost: Int)] = []
  /// Whether a frame's end lies so near a refresh that the cost of its own work decides.
  private(set) var isDoubtful = false

  init(hertz: Int, stalls: [(at: Int, length: Int)], ticks: Int) {
    (self.hertz, self.stalls, self.ticks) = (hertz, stalls, ticks)
    makeFrames()
  }

  func instant(_ tick: Int) -> Int { tick * 1_000_000_000 / hertz }

  private func firstTick(atOrAfter instant: Int) -> Int {
    var tick = max(0, instant * hertz / 1_000_000_000 - 1)
    while self.instant(tick) < instant { tick += 1 }
    return tick
  }

  /// Double buffering, half of each period left to drawing, ticks that a late frame passed left out.
  private mutating func makeFrames() {
    let drawing = 1_000_000_000 / hertz / 2
    var (end, shown, taken, tick) = (0, -1, 0, 0)
    while tick < ticks {
      let start = max(instant(tick), end)
      // A frame's own work takes 0.6 ms at most, and 5 us more for each token that waited, one every 5 ms.
      let waited = instant(tick) - (frames.last.map { instant($0.tick) } ?? 0)
      let margin = 600_000 + waited / 1_000
      var length = 0
      while taken < stalls.count, stalls[taken].at <= instant(tick) {
        length += stalls[taken].length
        taken += 1
      }
      end = start + length
      let ready = firstTick(atOrAfter: end + drawing)
      if firstTick(atOrAfter: end + drawing + margin) != ready { isDoubtful = true }
      let next = max(tick + 1, firstTick(atOrAfter: end))
      if max(tick + 1, firstTick(atOrAfter: end + margin)) != next { isDoubtful = true }
      let vsync = max(shown + 1, tick + 1, ready)
      // The first tick after the last frame is due at the vsync after it, or after what was shown then.
      let due = max(shown, (frames.last?.tick ?? -1) + 1)
      frames.append((tick, vsync, vsync - due - 1))
      shown = vsync
      tick = max(next, vsync)
    }
  }

  func stays(_ rule: Rule) -> [Stay] {
    var stays: [Stay] = []
    var (active, lost): ([Int], [(tick: Int, frame: Int)]) = ([], [])
    var (stayActive, stayLost): ([Int], [Int]) = ([], [])
    var before = -1
    for frame in frames {
      let passed = before + 1..<frame.tick
      active += passed
      if stays.last?.end == nil, !stays.isEmpty { stayActive += passed }
      let start = rule.comesBackAtOnce ? frame.tick - hertz : active.suffix(hertz).first ?? 0
      let isFull = rule.comesBackAtOnce || active.count >= hertz
      let inWindow = lost.filter { !isFull || $0.tick >= start }
      let shown = Double(hertz - inWindow.count)
      let isLate = shown < rule.entersBelow
      if let stay = stays.last, stay.end == nil {
        let since = max(stay.start, frame.tick - 2 * hertz)
        let losses = stayLost.count { $0 >= since }
        let ticks = stayActive.count { $0 >= since }
        let isBack =
          rule.comesBackAtOnce
          ? !isLate : frame.tick - stay.start >= 2 * hertz && 30 * losses <= ticks
        if isBack {
          stays[stays.count - 1].end = frame.tick
          if !rule.comesBackAtOnce { (active, lost) = ([], []) }
        }
      } else if isLate {
        stays.append(Stay(start: frame.tick, end: nil, firstLate: inWindow[0].frame))
        (stayActive, stayLost) = ([], [])
      }
      let isInStay = stays.last.map { $0.end == nil } ?? false
      active.append(frame.tick)
      let own = (0..<frame.lost).map { frame.tick + $0 }
      lost += own.map { ($0, frame.tick) }
      if isInStay {
        stayActive.append(frame.tick)
        stayLost += own
      }
      before = frame.tick
    }
    return stays
  }
}

@Suite struct TriggerOracleTests {
  /// One to six stalls of 10 ms to 5 s, some soon after one another.
  private func stalls(_ chance: inout SeededGenerator) -> [(at: Int, length: Int)] {
    var at = Int.random(in: 300_000_000...3_000_000_000, using: &chance)
    return (0..<Int.random(in: 1...6, using: &chance)).map { _ in
      let longest = [100, 350, 1_100, 5_000].randomElement(using: &chance) ?? 100
      let stall = (at, Int.random(in: 10...longest, using: &chance) * 1_000_000)
      at += Int.random(in: 5_000_000...1_500_000_000, using: &chance)
      return stall
    }
  }

  /// A token every 5 ms: something is due at each tick.
  private func load(_ stalls: [(at: Int, length: Int)], seconds: Int) -> [TimedLoadEvent] {
    let faults = stalls.map {
      TimedLoadEvent(
        event: .fault(.stall(Nanoseconds(rawValue: Int64($0.length)))),
        atMilliseconds: Double($0.at) / 1e6
      )
    }
    return TestBench.ordered(
      TestBench.answer(words: seconds * 200, everyMilliseconds: 5, from: -100) + faults
    )
  }

  private static func profiles() -> [(Profile, (Int) -> TriggerOracle.Rule)] {
    var article = Profile.builtIn("vercel-v0")
    article.fallback = .init(entersBelow: .framesPerSecond(50), hasHysteresis: false)
    var slow = Profile.reference
    slow.fallback = .init(entersBelow: .framesPerSecond(50), hasHysteresis: true)
    let fiveSixths = { (hertz: Int) in
      TriggerOracle.Rule(entersBelow: Double(hertz) * 5 / 6, comesBackAtOnce: false)
    }
    let fifty = { (_: Int) in TriggerOracle.Rule(entersBelow: 50, comesBackAtOnce: true) }
    let fiftyForLong = { (_: Int) in TriggerOracle.Rule(entersBelow: 50, comesBackAtOnce: false) }
    return [
      (.reference, fiveSixths), (.builtIn("parameter-article"), fifty), (article, fifty),
      (slow, fiftyForLong),
    ]
  }

  @Test(arguments: [60, 120]) func everyStayFollowsFromTheScript(hertz: Int) throws {
    var (compared, found) = (0, 0)
    for iteration in 0..<PropertySettings.iterations(10) {
      var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let context = "SEED=\(PropertySettings.seed) iteration \(iteration) at \(hertz) Hz"
      let stalls = stalls(&chance)
      let seconds = stalls.reduce(0) { max($0, $1.at) } / 1_000_000_000 + 8
      let oracle = TriggerOracle(hertz: hertz, stalls: stalls, ticks: seconds * hertz)
      guard !oracle.isDoubtful else { continue }
      for (profile, rule) in Self.profiles() {
        var settings = TestBench.settings()
        settings.limit = Instant(milliseconds: Double(seconds) * 1_000)
        var runner = Runner(
          events: load(stalls, seconds: seconds),
          profile: profile,
          device: .iPhone15Pro.at(hertz: hertz),
          tools: TestBench.tools,
          settings: settings
        )
        let outcome = runner.run { _, _ in }
        let made = outcome.frames.filter { !$0.isSwallowed && $0.tick < seconds * hertz }
        #expect(made.map(\.tick) == oracle.frames.map(\.tick), "\(context): frames")
        #expect(made.map(\.lostVsyncs) == oracle.frames.map(\.lost), "\(context): lost")
        let last = Instant(nanoseconds: Int64(oracle.instant(seconds * hertz)))
        let stays = outcome.fallbacks.filter { $0.start < last }
        let expected = oracle.stays(rule(hertz))
        found += expected.count
        #expect(
          stays.map { device(hertz, $0.start) } == expected.map(\.start),
          "\(context), \(profile.name): \(stalls)"
        )
        #expect(
          stays.map { $0.end.flatMap { $0 < last ? device(hertz, $0) : nil } }
            == expected.map(\.end),
          "\(context), \(profile.name): \(stalls)"
        )
        for (stay, rule) in zip(stays, expected) {
          #expect(stay.cause == .hostStall, "\(context)")
          let first = Instant(nanoseconds: Int64(oracle.instant(rule.firstLate)))
          #expect(stay.detection == stay.start - first, "\(context), \(profile.name)")
        }
        compared += 1
      }
    }
    #expect(compared >= PropertySettings.iterations(10), "too few scripts are beyond doubt")
    #expect(found > 0)
  }

  private func device(_ hertz: Int, _ instant: Instant) -> Int {
    RefreshRate(hertz: hertz).firstTick(atOrAfter: instant)
  }

  /// With a token due in each tick a stall makes the same ticks late in every design, and the share on time,
  /// whose denominator is the load's, is the same.
  @Test func theSameStallIsTheSameShareInEveryDesign() throws {
    for iteration in 0..<PropertySettings.iterations(3) {
      var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let stall = (
        at: Int.random(in: 500_000_000...2_500_000_000, using: &chance),
        length: Int.random(in: 20_000_000...900_000_000, using: &chance)
      )
      for hertz in [60, 120] {
        // Where a design's own work decides which refresh the frame meets, it may be late by one more.
        let oracle = TriggerOracle(hertz: hertz, stalls: [stall], ticks: 4 * hertz)
        if oracle.isDoubtful { continue }
        let figures = try Profile.all.map { profile in
          var runner = Runner(
            events: load([stall], seconds: 4),
            profile: profile,
            device: .iPhone15Pro.at(hertz: hertz),
            tools: TestBench.tools,
            settings: TestBench.settings()
          )
          let outcome = runner.run { _, _ in }
          let metrics = TestBench.metrics(of: outcome, at: RefreshRate(hertz: hertz))
          let late = try #require(metrics.value(of: .lateFrames)?.value)
          let share = try #require(metrics.value(of: .adherence)?.value)
          return "\(late) \(share)"
        }
        #expect(Set(figures).count == 1, "\(stall) at \(hertz) Hz: \(figures)")
      }
    }
  }
}
