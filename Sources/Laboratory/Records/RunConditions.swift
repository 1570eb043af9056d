import FramePacing

/// How a run is made, as its command says it: what a configuration's process is asked for, what runs it and
/// what its record keeps are made from this.
package struct RunConditions: Hashable, Codable, Sendable {
  package var clock = ClockChoice.virtual
  package var cost: CostChoice
  package var measurer: MeasurerChoice
  /// 0 for double, 1 for triple buffering.
  package var depth: Int
  /// What a late engine does with ticks that passed meanwhile.
  package var latePolicy: FramePipeline.LatePolicy
  /// The part of each period that the host draws in, 0 up to below 1; nil for the device's own.
  package var hostShare: Double?
  /// How often a configuration is run, where cost is measured; the median is reported.
  package var repetitions: RepetitionRule
  /// How frames are drawn, with cost of `cpu`; nil where the time for it is declared.
  package var drawing: DrawingChoice?
  /// Whether what was said is kept, and not only how long its lines are.
  package var keepsText = false

  /// Makes conditions.
  package init(
    cost: CostChoice = .cpu,
    measurer: MeasurerChoice = .pango,
    depth: Int = 0,
    latePolicy: FramePipeline.LatePolicy = .coalesce,
    hostShare: Double? = nil,
    repetitions: RepetitionRule = .standard
  ) {
    (self.cost, self.measurer) = (cost, measurer)
    (self.depth, self.latePolicy, self.hostShare) = (depth, latePolicy, hostShare)
    self.repetitions = repetitions
  }
}
