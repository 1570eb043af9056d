import FramePacing
import Simulation
import Timebase

/// Frames as a pipeline presents them, made by hand: each tick's engine cost is given.
struct RecordedRun {
  let rate: RefreshRate
  let depth: Int
  var outcome = Runner.Outcome()
  private var pipeline: FramePipeline

  init(hertz: Int = 60, depth: Int = 0) {
    rate = RefreshRate(hertz: hertz)
    self.depth = depth
    pipeline = FramePipeline(rate: rate, depth: depth)
  }

  /// Makes the frames of `ticks`, all of them active.
  mutating func frames(_ ticks: Range<Int>, cost: (Int) -> Nanoseconds) {
    var first = ticks.lowerBound
    while true {
      let tick = max(pipeline.nextTick, first)
      guard tick < ticks.upperBound else { return }
      for swallowed in first..<tick {
        outcome.frames.append(
          FrameRecord(swallowedTick: swallowed, at: rate.instant(ofTick: swallowed))
        )
      }
      let shown = pipeline.present(tick: tick, firstActiveTick: first, duration: cost(tick))
      var record = FrameRecord(swallowedTick: tick, at: rate.instant(ofTick: tick))
      record.isSwallowed = false
      record.cost[.layout] = cost(tick)
      record.end = shown.end
      record.presented = rate.instant(ofTick: shown.vsync)
      record.vsync = shown.vsync
      record.lostVsyncs = shown.lostVsyncs
      record.isOnTime = shown.isOnTime
      outcome.frames.append(record)
      first = tick + 1
    }
  }

  var metrics: [MetricValue] { CellMetrics.all(of: outcome, rate: rate, depth: depth) }

  func value(_ name: String) -> Double? { metrics.first { $0.metric == name }?.value }
}
