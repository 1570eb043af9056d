import FrameMetrics
import FrameMetrics
import FramePacing
import Records
import Running
import Timebase

/// Frames as a pipeline presents them, made by hand: each tick's engine cost is given.
struct RecordedRun {
  let rate: RefreshRate
  let depth: Int
  let hostShare: Double
  /// The interaction; nil for all ticks that were given.
  var episodes: [Episode]?
  var outcome = Runner.Outcome()
  private var pipeline: FramePipeline

  init(hertz: Int = 60, depth: Int = 0, hostShare: Double = 0) {
    rate = RefreshRate(hertz: hertz)
    self.depth = depth
    self.hostShare = hostShare
    pipeline = FramePipeline(rate: rate, depth: depth, hostShare: hostShare)
  }

  /// Makes the frames of `ticks`, all of them active.
  mutating func frames(_ ticks: Range<Int>, cost: (Int) -> Nanoseconds) {
    let span = (rate.instant(ofTick: ticks.lowerBound), rate.instant(ofTick: ticks.upperBound))
    outcome.episodes.append(Episode(.change, from: span.0, to: span.1))
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

  var metrics: [MetricValue] {
    var outcome = outcome
    if let episodes { outcome.episodes = episodes }
    return Metric.values(
      of: MetricInput(of: outcome, rate: rate, depth: depth, hostShare: hostShare)
    )
  }

  func value(_ name: String, _ statistic: Statistic = .value) -> Double? {
    metrics.first { $0.metric == name && $0.statistic == statistic }?.value
  }
}
