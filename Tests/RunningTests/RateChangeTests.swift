import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

/// The display's rate changes in the middle of a run: low power, heat, a variable rate.
@Suite struct RateChangeTests {
  private static func change(to hertz: Int, at milliseconds: Double) -> TimedLoadEvent {
    TimedLoadEvent(.refresh(RefreshRate(hertz: hertz)), at: Instant(milliseconds: milliseconds))
  }

  private var changes: [TimedLoadEvent] {
    [
      Self.change(to: 60, at: 1_003), Self.change(to: 30, at: 2_007),
      Self.change(to: 120, at: 3_011),
      Self.change(to: 24, at: 4_013),
    ]
  }

  private var load: [TimedLoadEvent] {
    let history = TimedLoadEvent(
      .load(SuppliedMessages(first: 0, count: 200, height: 80)),
      at: .zero
    )
    let flings = [1_500.0, 2_500, 3_500].map {
      TimedLoadEvent(.fling(velocity: -1_500), at: Instant(milliseconds: $0))
    }
    return [history] + TestBench.answer(words: 250) + flings
  }

  @Test func framesComeByTheRateInForceAndNothingElseIsAnother() throws {
    let events = TestBench.ordered(load + changes)
    let result = TestBench.run(events, device: .iPhone15Pro)
    let grid = try #require(result.outcome.grid)
    #expect(grid.stretches.map(\.rate.hertz) == [120, 60, 30, 120, 24])
    #expect(grid.stretches.map(\.start).dropFirst().allSatisfy { $0 > .zero })
    for frame in result.outcome.frames {
      #expect(frame.instant == grid.instant(ofTick: frame.tick))
      #expect(frame.isSwallowed || frame.presented == grid.instant(ofTick: frame.vsync))
    }
    let gaps = zip(result.snapshots, result.snapshots.dropFirst()).map { $1.instant - $0.instant }
    #expect(gaps.contains { (41...42).contains($0.milliseconds) })
    #expect(gaps.contains { (8...8.4).contains($0.milliseconds) })
    #expect(result.made.allSatisfy { $0.isOnTime && $0.drift == .zero })
    #expect(result.outcome.fallbacks.isEmpty && result.outcome.text.isExact)
  }

  /// A fade goes by its own instants, whatever the frames in which it is seen.
  @Test func fadesKeepTheirInstants() {
    let plain = TestBench.run(TestBench.answer(words: 250), device: .iPhone15Pro)
    let changed = TestBench.run(
      TestBench.ordered(TestBench.answer(words: 250) + changes),
      device: .iPhone15Pro
    )
    var compared = 0
    for frame in changed.snapshots {
      guard let other = plain.snapshots.first(where: { $0.instant == frame.instant }) else {
        continue
      }
      #expect(other.streams.map(\.fades) == frame.streams.map(\.fades), "\(frame.instant)")
      compared += 1
    }
    #expect(compared > 100)
  }

  @Test func figuresAreHeldAgainstThePeriodInForce() throws {
    // 10 ms of engine work fit half of 30 Hz, and not half of 120 Hz.
    let slow = TimedLoadEvent(
      .fault(
        .slowPhase(
          .layout,
          cost: .milliseconds(10),
          until: Instant(milliseconds: 2_900)
        )
      ),
      at: Instant(milliseconds: 2_100)
    )
    let events = TestBench.ordered(load + [slow] + changes)
    let outcome = TestBench.run(events, device: .iPhone15Pro).outcome
    let values = TestBench.metrics(of: outcome, at: Device.iPhone15Pro.rate)
    let used = try #require(values.last { $0.metric == "budget_used_pct" }?.value)
    #expect((30...31).contains(used), "\(used)")
    #expect(values.last { $0.metric == "hitch_time_ms" }?.value == 0)
    #expect(values.last { $0.metric == "late_frames" }?.value == 0)
    let lower = try #require(values.last { $0.metric == "lower_rate_promised_pct" }?.value)
    #expect(lower > 20)
    let without = TestBench.run(
      TestBench.ordered(load + [slow]),
      device: .iPhone15Pro
    ).outcome
    let late = TestBench.metrics(of: without, at: Device.iPhone15Pro.rate)
      .last { $0.metric == "late_frames" }?.value
    #expect(try #require(late) > 10)
  }

  @Test func aRateThatTheDeviceDoesNotHaveIsRefusedByName() {
    let events = TestBench.ordered(load + [Self.change(to: 80, at: 1_000)])
    let outcome = TestBench.run(events, device: .iPhone15Pro).outcome
    #expect(outcome.grid?.onlyRate == RefreshRate(hertz: 120))
    #expect(outcome.refusedRates == 1)
    #expect(outcome.refused.map(\.reason) == ["iphone-15-pro has no rate of 80 Hz"])
    var device = Device.iPhone15Pro
    device.otherRates = [RefreshRate(hertz: 80)]
    let allowed = TestBench.run(events, device: device).outcome
    #expect(allowed.refused.isEmpty && allowed.grid?.lastRate.hertz == 80)
    // At 60 Hz the device has its 120 Hz all the same.
    let up = TestBench.ordered(load + [Self.change(to: 120, at: 1_000)])
    let raised = TestBench.run(up, device: Device.iPhone15Pro.at(hertz: 60)).outcome
    #expect(raised.refused.isEmpty && raised.grid?.lastRate.hertz == 120)
  }

  @Test func allWindowsHaveIt() {
    let open = TimedLoadEvent(.window(.open), at: Instant(milliseconds: 2_500), window: "other")
    let messages = TimedLoadEvent(
      .load(SuppliedMessages(first: 0, count: 9)),
      at: Instant(milliseconds: 2_600),
      window: "other"
    )
    let events = TestBench.ordered(load + changes + [open, messages])
    let outcome = TestBench.run(events, device: .iPhone15Pro).outcome
    #expect(outcome.windows.count == 2)
    #expect(outcome.frames.allSatisfy { $0.isSwallowed || $0.isOnTime })
    #expect(outcome.fallbacks.isEmpty)
  }
}
