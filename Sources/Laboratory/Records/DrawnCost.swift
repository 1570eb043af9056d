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

  /// Makes a cost of its parts.
  package init(
    _ choice: DrawingChoice,
    p50: Double,
    p99: Double,
    max: Double,
    share: Double,
    allocations: Double?
  ) {
    self.choice = choice
    (self.p50, self.p99, self.max) = (p50, p99, max)
    self.share = share
    self.allocations = allocations
  }
}
