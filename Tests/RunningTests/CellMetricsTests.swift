import FrameMetrics
import FramePacing
import Records
import Testing
import Timebase

@Suite struct CellMetricsTests {
  private func isNear(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 0.001 } ?? false
  }

  /// MEASURES 1: averages hide a stall of 500 ms in 10 s at 60 Hz, the hitch ratio shows it.
  @Test func theWorkedExampleOfTheMeasures() {
    var run = RecordedRun()
    run.frames(0..<600) { $0 == 300 ? .milliseconds(500) : .milliseconds(5) }
    #expect(run.value("active_ticks") == 600)
    #expect(run.value("swallowed_ticks") == 29)
    #expect(run.value("late_frames") == 30)
    #expect(isNear(run.value("budget_adherence_pct"), 95))
    #expect(isNear(run.value("hitch_ratio_ms_per_s"), 48.333))
    #expect(run.value("hitch_count") == 1)
    #expect(isNear(run.value("hitch_max_ms"), 483.333))
    #expect(isNear(run.value("fps_avg"), 57.1))
    #expect(run.value("frame_cost_ms", .p99) == 5)
    #expect(run.value("frame_cost_ms", .max) == 500)
    #expect(run.value("layout_cost_ms", .p50) == 5)
    #expect(run.value("input_cost_ms", .max) == 0)
    #expect(isNear(run.value("budget_used_pct", .p99), 30))
    // The deadline is a period after the tick; ticks lie at the floor of their nanosecond.
    #expect(isNear(run.value("frame_overrun_ms", .p99), 5 - 16.666))
    #expect(isNear(run.value("dropped_in_1s_pct", .max), 100 * 29.0 / 60))
    // 89 of 541 windows of a second have some of the 29 lost vsyncs in them, 31 all of them.
    #expect(isNear(run.value("dropped_in_1s_pct", .p95), 100 * 29.0 / 60))
    #expect(run.value("present_lag_ms", .p99) == 0)
    #expect(run.value("frozen_frames") == 0)
    // The one frame that took 30 periods has 5 % of the time.
    #expect(isNear(run.value("fps_low1_integral"), 2))
    // Two steps of 570 are wrong by 29 periods each: too few for p99.
    #expect(run.value("animation_error_ms", .p99) == 0)
    #expect(run.value("fallback_entries") == 0)
    #expect(run.value("fallback_time_pct") == 0)
    #expect(run.value("fallback_detect_ms", .max) == nil)
    #expect(run.value("token_visible_ms", .p99) == nil)
  }

  /// A chain of late frames is one hitch; a frame in time ends it, and so does idle time.
  @Test func chainsAreCountedOnce() {
    var chain = RecordedRun()
    chain.frames(0..<60) { (10..<20).contains($0) ? .milliseconds(30) : .milliseconds(2) }
    #expect(chain.value("hitch_chains") == 1)
    // Ticks 10, 12 ... 18 are handled, each loses a vsync.
    #expect(chain.value("hitch_count") == 5)
    #expect(chain.value("late_frames") == 10)
    #expect(isNear(chain.value("hitch_chain_max_ms"), 5 * 1000.0 / 60))
    var apart = RecordedRun()
    apart.frames(0..<60) { $0 == 10 || $0 == 13 ? .milliseconds(30) : .milliseconds(2) }
    #expect(apart.value("hitch_chains") == 2)
    var idle = RecordedRun()
    idle.frames(0..<1) { _ in .milliseconds(30) }
    idle.frames(100..<101) { _ in .milliseconds(45) }
    #expect(idle.value("hitch_chains") == 2)
    #expect(isNear(idle.value("hitch_max_ms"), 2000.0 / 60))
    #expect(idle.value("active_ticks") == 2)
    // 3 vsyncs lost in an interaction of two periods.
    #expect(isNear(idle.value("hitch_ratio_ms_per_s"), 1500))
  }

  @Test func overrunsAreSigned() {
    var late = RecordedRun()
    late.frames(0..<10) { _ in .milliseconds(20) }
    #expect(isNear(late.value("frame_overrun_ms", .p99), 20 - 16.666))
    var deep = RecordedRun(depth: 1)
    deep.frames(0..<1) { _ in .milliseconds(20) }
    #expect(isNear(deep.value("frame_overrun_ms", .p99), 20 - 33.333))
    #expect(deep.value("late_frames") == 0)
    #expect(deep.value("present_lag_ms", .p99) == 0)
  }

  @Test func animationErrorsAreFoundBetweenFramesThatGoOn() {
    var even = RecordedRun()
    even.frames(0..<60) { _ in .milliseconds(18) }
    // Each takes two vsyncs and stands for two ticks: even steps, though half of them are lost.
    #expect(even.value("animation_error_ms", .p99) == 0)
    var uneven = RecordedRun()
    uneven.frames(0..<60) { $0 % 3 == 0 ? .milliseconds(18) : .milliseconds(1) }
    // 0 is shown at 2, 2 at 3: two ticks in one period; 3 is shown at 5: one tick in two.
    #expect(isNear(uneven.value("animation_error_ms", .p99), 1000.0 / 60))
    var idle = RecordedRun()
    idle.frames(0..<1) { _ in .milliseconds(40) }
    idle.frames(60..<61) { _ in .milliseconds(1) }
    #expect(idle.value("animation_error_ms", .p99) == nil)
  }

  @Test func frozenFramesHitchForMoreThan700Milliseconds() {
    var run = RecordedRun()
    run.frames(0..<300) { tick in
      switch tick {
      case 10: .milliseconds(712)
      case 100: .milliseconds(720)
      default: .milliseconds(1)
      }
    }
    #expect(run.value("frozen_frames") == 1)
  }

  /// Vsyncs lost in a stall longer than the window fill every window within it.
  @Test func aStallLongerThanAWindowFillsIt() {
    var run = RecordedRun()
    run.frames(0..<400) { $0 == 100 ? .milliseconds(3_000) : .milliseconds(1) }
    #expect(run.value("dropped_in_1s_pct", .max) == 100)
    // 120 of 341 windows lie within the stall.
    #expect(run.value("dropped_in_1s_pct", .p95) == 100)
  }

  @Test func timeInFallbackCountsSwallowedTicks() {
    var run = RecordedRun()
    run.frames(0..<100) { $0 == 50 ? .milliseconds(500) : .milliseconds(1) }
    run.outcome.frames = FrameTable(
      run.outcome.frames.map { frame in
        var frame = frame
        frame.isFallback = frame.tick >= 50 && !frame.isSwallowed
        return frame
      }
    )
    #expect(run.value("fallback_time_pct") == 50)
  }
}
