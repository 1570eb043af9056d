import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Running
import Testing
import Timebase

/// What a stall of the host costs is the same on every display and in every profile.
@Suite struct StallTests {
  private func run(
    _ stalls: [(at: Double, milliseconds: Double)],
    seconds: Double = 20,
    hertz: Int,
    profile: Profile = .reference
  ) -> (outcome: Runner.Outcome, metrics: [MetricValue]) {
    let words = Int(seconds * 1000 / 23)
    let faults = stalls.map {
      TimedLoadEvent(
        event: .fault(.stall(Nanoseconds(milliseconds: $0.milliseconds))),
        atMilliseconds: $0.at
      )
    }
    let events = TestBench.ordered(TestBench.answer(words: words, everyMilliseconds: 23) + faults)
    let device = Device.iPhone15Pro.at(hertz: hertz)
    let outcome = TestBench.run(events, profile: profile, device: device).outcome
    return (outcome, TestBench.metrics(of: outcome, at: device.rate))
  }

  private func hitchTime(_ metrics: [MetricValue]) throws -> Double {
    try #require(metrics.value(of: .hitchTime)?.value)
  }

  /// 20 streams of 20 s, or as many as `ITERATIONS` says, each with one stall of 20 to 700 ms at a random
  /// phase.
  @Test func aStallReadsTheSameAt60And120HzAndLeavesNoLag() throws {
    for index in 0..<PropertySettings.iterations(20) {
      var chance = SeededGenerator(seed: 12, index: UInt64(index))
      let stall = (
        at: Double.random(in: 500...19_000, using: &chance),
        milliseconds: Double.random(in: 20...700, using: &chance)
      )
      let slow = run([stall], hertz: 60)
      let fast = run([stall], hertz: 120)
      let times = (try hitchTime(slow.metrics), try hitchTime(fast.metrics))
      #expect(abs(times.0 - times.1) <= 1000.0 / 60 + 1e-9, "\(stall): \(times)")
      #expect(times.0 >= stall.milliseconds - 2 * 1000.0 / 60, "\(stall): \(times)")
      for (outcome, hertz) in [(slow.outcome, 60), (fast.outcome, 120)] {
        let late = outcome.frames.filter { !$0.isSwallowed && !$0.isOnTime }
        #expect(late.count == 1, "\(stall) at \(hertz) Hz: \(late.count) late frames")
      }
    }
  }

  /// A profile that fades is active all the time, one that does not only now and then.
  @Test(arguments: [
    Profile.reference, .builtIn("messaging-ui"), .builtIn("vercel-v0"),
    .builtIn("parameter-article"),
  ])
  func aStallOf66MillisecondsHasOneRatio(profile: Profile) throws {
    let expected = try #require(
      run([(5_003, 66.7)], hertz: 60).metrics.value(of: .hitchRatio)?.value
    )
    #expect(expected > 0)
    for hertz in [60, 120] {
      let metrics = run([(5_003, 66.7)], hertz: hertz, profile: profile).metrics
      let ratio = try #require(metrics.value(of: .hitchRatio)?.value)
      #expect(abs(ratio / expected - 1) <= 0.03, "\(profile.name) at \(hertz) Hz: \(ratio)")
    }
  }

  /// MEASURES 1: an engine that needs 0.6 T of each period loses every other vsync beside a host that
  /// draws for half of it, and none alone.
  @Test(arguments: [60, 120])
  func anEngineMayUseWhatTheHostLeaves(hertz: Int) throws {
    let period = RefreshRate(hertz: hertz).periodMilliseconds
    for (work, share, isLate) in [
      (0.6, 0.5, true), (0.6, 0, false), (0.4, 0.5, false), (0.4, 0, false),
    ] {
      var run = RecordedRun(hertz: hertz, hostShare: share)
      run.frames(0..<10 * hertz) { _ in Nanoseconds(milliseconds: work * period) }
      let fps = try #require(run.value("fps_avg"))
      let ratio = try #require(run.value("hitch_ratio_ms_per_s"))
      let context = "\(work) T at share \(share): \(fps) fps, \(ratio) ms/s"
      #expect(abs(fps - (isLate ? Double(hertz) / 2 : Double(hertz))) < 0.1, "\(context)")
      #expect(abs(ratio - (isLate ? 500 : 0)) < 1, "\(context)")
      let made = run.outcome.frames.filter { !$0.isSwallowed }
      #expect(made.count { !$0.isOnTime } == (isLate ? made.count : 0), "\(context)")
    }
  }

  /// 10 s with work and stall together 500 ms: 57 fps, 48.33 ms/s of hitches without a host and 50 with
  /// one that draws for half the period.
  @Test func halfASecondInTen() throws {
    for (share, ratio) in [(0.0, 48.3333), (0.5, 50.0)] {
      var run = RecordedRun(hostShare: share)
      run.frames(0..<600) { $0 == 300 ? .milliseconds(500) : .milliseconds(5) }
      #expect(abs(try #require(run.value("hitch_ratio_ms_per_s")) - ratio) < 0.001)
      #expect(abs(try #require(run.value("fps_avg")) - (share == 0 ? 57.1 : 57)) < 0.001)
    }
  }

  /// Of 296 frames 147 are lost both ways (WICG frame-timing #57): equal in ratio, told apart by
  /// everything that looks at single frames.
  @Test func steadyThirtyAndOneFreezeAreToldApart() throws {
    var steady = RecordedRun()
    steady.frames(0..<296) { tick in tick < 294 ? .milliseconds(20) : .milliseconds(2) }
    var freeze = RecordedRun()
    freeze.frames(0..<296) { tick in
      tick == 60 ? Nanoseconds(milliseconds: 148 * 1000.0 / 60 - 1) : .milliseconds(2)
    }
    let period = 1000.0 / 60
    for run in [steady, freeze] {
      #expect(abs(try #require(run.value("hitch_time_ms")) - 147 * period) < 0.001)
      #expect(abs(try #require(run.value("interaction_ms")) - 296 * period) < 0.001)
    }
    #expect(steady.value("hitch_ratio_ms_per_s") == freeze.value("hitch_ratio_ms_per_s"))
    #expect(abs(try #require(steady.value("hitch_max_ms")) - period) < 0.001)
    #expect(try #require(freeze.value("hitch_max_ms")) > 2_400)
    #expect((steady.value("frozen_frames"), freeze.value("frozen_frames")) == (0, 1))
    #expect(try #require(steady.value("interval_residency_pct", .twoPeriods)) > 98)
    #expect(try #require(freeze.value("interval_residency_pct", .morePeriods)) > 49)
    #expect(freeze.value("interval_residency_pct", .twoPeriods) == 0)
    #expect(try #require(steady.value("dropped_in_1s_pct", .max)) == 50)
    #expect(try #require(freeze.value("dropped_in_1s_pct", .max)) == 100)
  }
}
