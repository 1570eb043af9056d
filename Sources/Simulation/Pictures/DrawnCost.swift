import FramePacing
import Timebase

/// What drawing took in a cell, in processor time of its thread.
package struct DrawnCost: Hashable, Codable, Sendable {
  /// How frames were drawn.
  package var choice: DrawingChoice
  /// Milliseconds a frame, over all frames of all repetitions, by nearest rank.
  package var p50: Double
  package var p99: Double
  package var max: Double
  /// The part of the period that the 99th percentile takes, below 1: the budget of the engine's own
  /// work is what is left.
  package var share: Double
  /// Calls to the allocator in a frame; nil where they were not counted.
  package var allocations: Double?

  private enum CodingKeys: String, CodingKey {
    case choice
    case p50 = "p50_ms"
    case p99 = "p99_ms"
    case max = "max_ms"
    case share
    case allocations = "allocs_per_frame"
  }

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
    guard !times.isEmpty else { return nil }
    times.sort()
    func percentile(_ part: Int) -> Double { times[(times.count * part + 99) / 100 - 1] }
    self.choice = choice
    (p50, p99, max) = (percentile(50), percentile(99), times[times.count - 1])
    share = min(Self.greatestShare, p99 / rate.periodMilliseconds)
    allocations =
      outcomes.contains { $0.allocationAudit != nil } ? Double(calls) / Double(times.count) : nil
  }
}
