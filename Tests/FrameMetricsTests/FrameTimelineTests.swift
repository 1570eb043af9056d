import FrameMetrics
import FramePacing
import Testing
import Timebase

/// Timelines that no simulation makes: displays of variable rate, dropped frames, no promises.
@Suite struct FrameTimelineTests {
  private func at(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

  private func frame(
    _ wanted: Double,
    promised: Double?,
    shown: Double?,
    work: Double? = nil
  ) -> FrameTimeline.Frame {
    FrameTimeline.Frame(
      wanted: at(wanted),
      promised: promised.map(at),
      fate: shown.map { .presented(at($0)) } ?? .dropped,
      work: work.map {
        FrameTimeline.Work(
          start: at(wanted),
          end: at(wanted + $0),
          engine: Nanoseconds(milliseconds: $0)
        )
      }
    )
  }

  private func figure(_ timeline: FrameTimeline, _ metric: Metric, _ statistic: Statistic = .value)
    -> MetricValue?
  {
    Metric.values(of: MetricInput(timeline: timeline)).value(of: metric, statistic)
  }

  private let step = Nanoseconds(milliseconds: 1000.0 / 240)

  /// A display that goes from 120 to 60 Hz because the system promised so: no hitch.
  @Test func aRateThatChangesByPromiseIsNoHitch() {
    let fast = (0..<60).map { index -> FrameTimeline.Frame in
      let wanted = Double(index) * 8.333
      return frame(wanted, promised: wanted + 8.333, shown: wanted + 8.333)
    }
    let slow = (0..<60).map { index -> FrameTimeline.Frame in
      let wanted = 60 * 8.333 + Double(index) * 16.667
      return frame(wanted, promised: wanted + 16.667, shown: wanted + 16.667)
    }
    let timeline = FrameTimeline(
      grid: .variable(
        step: step,
        rates: [
          .init(from: .zero, period: Nanoseconds(milliseconds: 8.333)),
          .init(from: at(60 * 8.333), period: Nanoseconds(milliseconds: 16.667)),
        ]
      ),
      frames: fast + slow
    )
    #expect(figure(timeline, .hitchRatioAnimating)?.value == 0)
    #expect(figure(timeline, .hitchCount)?.value == 0)
    #expect(figure(timeline, .onTimeOfAnimating)?.value == 100)
    // The same pictures against a fixed 120 Hz would be a hitch each.
    let fixed = FrameTimeline(
      grid: .variable(step: step, rates: timeline.grid.rates),
      frames: fast
        + slow.map { slow in
          var slow = slow
          slow.promised = slow.wanted + Nanoseconds(milliseconds: 8.333)
          return slow
        }
    )
    #expect(figure(fixed, .hitchCount)?.value == 60)
  }

  /// A hitch on a fine grid is not rounded to whole periods of the fastest rate: 12.5 ms stay 12.5.
  @Test func aHitchKeepsItsLengthOnAFineGrid() throws {
    let timeline = FrameTimeline(
      grid: .variable(step: step, rates: [.init(from: .zero, period: step * 2)]),
      frames: [frame(0, promised: 10, shown: 10), frame(10, promised: 20, shown: 32.5)]
    )
    #expect(abs(try #require(figure(timeline, .longestHitch)?.value) - 12.5) < 1e-6)
  }

  /// A standing lag counts once: each frame is late against its promise, and none more than the last.
  @Test func aStandingLagCountsOnce() throws {
    let frames = (0..<20).map { index -> FrameTimeline.Frame in
      let wanted = Double(index) * 16.667
      let lag = index < 10 ? 0 : 16.667
      return frame(wanted, promised: wanted + 16.667, shown: wanted + 16.667 + lag)
    }
    let period = Nanoseconds(milliseconds: 16.667)
    let timeline = FrameTimeline(
      grid: .variable(step: period, rates: [.init(from: .zero, period: period)]),
      frames: frames
    )
    #expect(figure(timeline, .hitchCount)?.value == 1)
    #expect(abs(try #require(figure(timeline, .longestHitch)?.value) - 16.667) < 0.01)
    #expect(figure(timeline, .onTimeOfAnimating)?.value == 50)
  }

  /// A dropped frame is no picture; the next one that is shown stands for it, from its promise on.
  @Test func aDroppedFrameIsLateFromItsOwnPromise() throws {
    let rate = RefreshRate(hertz: 60)
    func tick(_ index: Int) -> Double { rate.instant(ofTick: index).milliseconds }
    let timeline = FrameTimeline(
      grid: .fixed(rate),
      frames: [
        frame(tick(0), promised: tick(1), shown: tick(1), work: 2),
        frame(tick(1), promised: tick(2), shown: nil, work: 30),
        frame(tick(2), promised: tick(3), shown: tick(4), work: 2),
      ]
    )
    #expect(figure(timeline, .hitchCount)?.value == 1)
    #expect(abs(try #require(figure(timeline, .longestHitch)?.value) - 2000.0 / 60) < 1e-6)
    #expect(figure(timeline, .lateFrames)?.value == 2)
    // It was made, so its work counts.
    #expect(figure(timeline, .frameCost, .max)?.value == 30)
  }

  @Test func withoutPromisesLatenessIsMissingAndSaysWhy() {
    let frames = (0..<10).map { index -> FrameTimeline.Frame in
      let wanted = Double(index) * 16
      return frame(wanted, promised: nil, shown: wanted + 16)
    }
    let timeline = FrameTimeline(grid: .unknown, frames: frames)
    for metric in [Metric.hitchRatioAnimating, .onTimeOfAnimating, .hitchCount, .longestHitch] {
      let value = figure(timeline, metric)
      #expect(value?.absence == .missing && value?.note?.isEmpty == false, "\(metric.id)")
    }
    #expect(figure(timeline, .frameCost, .p99)?.absence == .missing)
    #expect(figure(timeline, .animatingTime)?.value == 160)
  }

  /// Intervals are told apart by how long pictures stood, gaps of idle time aside.
  @Test func residencyIsOfTheTimePicturesStood() throws {
    let rate = RefreshRate(hertz: 60)
    var frames: [FrameTimeline.Frame] = []
    for (wanted, shown) in [(0, 1), (1, 2), (2, 4), (4, 8), (100, 101), (101, 102)] {
      frames.append(
        FrameTimeline.Frame(
          wanted: rate.instant(ofTick: wanted),
          promised: rate.instant(ofTick: wanted + 1),
          fate: .presented(rate.instant(ofTick: shown))
        )
      )
    }
    let values = Metric.values(
      of: MetricInput(timeline: FrameTimeline(grid: .fixed(rate), frames: frames))
    )
    func share(_ statistic: Statistic) -> Double? {
      values.first { $0.metric == "interval_residency_pct" && $0.statistic == statistic }?.value
    }
    // 1 + 1 periods at one, 2 at two, 4 at four; the idle stretch between is nobody's.
    #expect([share(.onePeriod), share(.twoPeriods), share(.fourPeriods)] == [25, 25, 50])
  }
}

extension FrameTimeline.Grid {
  fileprivate var rates: [FrameTimeline.RateInForce] {
    if case .variable(_, let rates) = self { rates } else { [] }
  }
}
