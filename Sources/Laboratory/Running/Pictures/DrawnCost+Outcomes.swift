import FramePacing
import Records
import Timebase

extension DrawnCost {
  /// The most of a period that is taken for drawing: a budget of nothing could not be kept at all.
  static let greatestShare = 0.999

  /// Looks at the frames of a cell's repetitions; nil when none was made.
  init?(_ choice: DrawingChoice, of outcomes: [Runner.Outcome], rate: RefreshRate) {
    var times: [Double] = []
    var calls = 0
    for outcome in outcomes {
      calls += outcome.drawingAllocations
      for frame in outcome.frames where !frame.isSwallowed {
        times.append(frame.cost.drawing.milliseconds)
      }
    }
    guard let longest = times.max() else { return nil }
    times.sort()
    func percentile(_ part: Int) -> Double { times[(times.count * part + 99) / 100 - 1] }
    let isCounted = outcomes.contains { $0.allocationAudit != nil }
    self.init(
      choice,
      p50: percentile(50),
      p99: percentile(99),
      max: longest,
      share: min(Self.greatestShare, percentile(99) / rate.periodMilliseconds),
      allocations: isCounted ? Double(calls) / Double(times.count) : nil
    )
  }
}
