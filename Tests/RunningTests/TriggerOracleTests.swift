import ChatSurface
import FramePacing
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

/// When animation is given up and when it comes back, computed by the rules of the page on fallbacks from the
/// script and from what each frame's own work took. Nothing else of a run is asked: neither when its frames were
/// made and shown, nor what they lost.
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
  /// What the work of each frame took, in nanoseconds, in order, the host's stalls left out.
  let work: [Int]

  private(set) var frames: [Frame] = []

  struct Frame: Equatable {
    var tick: Int
    var stall: Int
    var vsync: Int
    var lost: Int
  }

  init(hertz: Int, stalls: [(at: Int, length: Int)], ticks: Int, work: [Int]) {
    (self.hertz, self.stalls, self.ticks, self.work) = (hertz, stalls, ticks, work)
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
    while tick < ticks, frames.count < work.count {
      let due = stalls[taken...].prefix { $0.at <= instant(tick) }
      taken += due.count
      let stall = due.reduce(0) { $0 + $1.length }
      end = max(instant(tick), end) + work[frames.count] + stall
      let vsync = max(shown + 1, tick + 1, firstTick(atOrAfter: end + drawing))
      // The first tick after the last frame is due at the vsync after it, or after what was shown then.
      let wanted = max(shown, (frames.last?.tick ?? -1) + 1)
      frames.append(Frame(tick: tick, stall: stall, vsync: vsync, lost: vsync - wanted - 1))
      shown = vsync
      tick = max(tick + 1, firstTick(atOrAfter: end), vsync)
    }
  }

  /// Ticks that were shown late, or not at all.
  var lateTicks: [Int] {
    let onTime = Set(frames.filter { $0.vsync == $0.tick + 1 }.map(\.tick))
    return (0..<ticks).filter { !onTime.contains($0) }
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

  /// The frames of a run, and what each took beside the host's stalls.
  private func made(
    _ outcome: Runner.Outcome,
    before end: Int
  ) -> (frames: [TriggerOracle.Frame], work: [Int]) {
    let frames = outcome.frames.filter { !$0.isSwallowed && $0.tick < end }
    return (
      frames.map { frame in
        let stall = Int(frame.cost.stall.rawValue)
        return .init(tick: frame.tick, stall: stall, vsync: frame.vsync, lost: frame.lostVsyncs)
      },
      frames.map { Int($0.cost.engine.rawValue) }
    )
  }

  @Test(arguments: [60, 120]) func everyStayFollowsFromTheScript(hertz: Int) throws {
    var found = 0
    for iteration in 0..<PropertySettings.iterations(10) {
      var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let stalls = stalls(&chance)
      let seconds = stalls.reduce(0) { max($0, $1.at) } / 1_000_000_000 + 8
      for (profile, rule) in Self.profiles() {
        let context = "\(iteration) at \(hertz) Hz, \(profile.name): \(stalls)"
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
        let ticks = seconds * hertz
        let made = made(outcome, before: ticks)
        let oracle = TriggerOracle(hertz: hertz, stalls: stalls, ticks: ticks, work: made.work)
        #expect(made.frames == oracle.frames, "\(context)")
        let last = Instant(nanoseconds: Int64(oracle.instant(ticks)))
        let stays = outcome.fallbacks.filter { $0.start < last }
        let expected = oracle.stays(rule(hertz))
        found += expected.count
        #expect(
          stays.map { device(hertz, $0.start) } == expected.map(\.start),
          "\(context)"
        )
        #expect(
          stays.map { $0.end.flatMap { $0 < last ? device(hertz, $0) : nil } }
            == expected.map(\.end),
          "\(context)"
        )
        for (stay, rule) in zip(stays, expected) {
          #expect(stay.cause == .hostStall, "\(context)")
          let first = Instant(nanoseconds: Int64(oracle.instant(rule.firstLate)))
          #expect(stay.detection == stay.start - first, "\(context)")
        }
      }
    }
    #expect(found > 0)
  }

  private func device(_ hertz: Int, _ instant: Instant) -> Int {
    RefreshRate(hertz: hertz).firstTick(atOrAfter: instant)
  }

  /// With a token due in each tick a stall makes the ticks late that follow from it and from each frame's own
  /// work. Where that work costs nothing, those are the same in every design, and so is the share on time, whose
  /// denominator is the load's.
  @Test func theSameStallIsTheSameShareInEveryDesign() throws {
    for iteration in 0..<PropertySettings.iterations(3) {
      var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let stall = (
        at: Int.random(in: 500_000_000...2_500_000_000, using: &chance),
        length: Int.random(in: 20_000_000...900_000_000, using: &chance)
      )
      for hertz in [60, 120] {
        var figures: Set<String> = []
        for (profile, costs) in Profile.all.flatMap({ [($0, TestBench.costs), ($0, .init())] }) {
          var settings = TestBench.settings()
          settings.costs = costs
          var runner = Runner(
            events: load([stall], seconds: 4),
            profile: profile,
            device: .iPhone15Pro.at(hertz: hertz),
            tools: TestBench.tools,
            settings: settings
          )
          let outcome = runner.run { _, _ in }
          let ticks = 4 * hertz
          let made = made(outcome, before: ticks)
          let oracle = TriggerOracle(hertz: hertz, stalls: [stall], ticks: ticks, work: made.work)
          let context = "\(stall) at \(hertz) Hz, \(profile.name)"
          #expect(made.frames == oracle.frames, "\(context)")
          let late = outcome.frames.filter { !$0.isOnTime }.map(\.tick)
          #expect(late == oracle.lateTicks, "\(context)")
          let metrics = TestBench.metrics(of: outcome, at: RefreshRate(hertz: hertz))
          let count = try #require(metrics.value(of: .lateFrames)?.value)
          let share = try #require(metrics.value(of: .adherence)?.value)
          #expect(count == Double(late.count), "\(context)")
          if made.work.allSatisfy({ $0 == 0 }) { figures.insert("\(late) \(share)") }
        }
        #expect(figures.count == 1, "\(stall) at \(hertz) Hz: \(figures)")
      }
    }
  }
}
