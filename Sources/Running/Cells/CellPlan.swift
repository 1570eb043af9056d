import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Records
import Timebase

/// One cell of a run: a load, a profile, a device at a rate.
package struct CellPlan: Sendable {
  /// The scenario's name.
  package var scenario: String
  /// The load, ordered by time.
  package var events: [TimedLoadEvent]
  package var profile: Profile
  /// The device; its rate is the cell's.
  package var device: Device
  package var seed: UInt64
  /// What is held against the figures.
  package var budgets: Budgets
  /// Where the run ends although something is still active; nil for never.
  package var limit: Instant?
  /// Whether a design that is hopelessly late is stopped and reported as broken: every one but the
  /// reference, whose every figure is wanted.
  package var stopsBrokenDesign: Bool

  /// Whether the profile makes the choices of the reference, whatever its name is.
  package var isReference: Bool { candidate == nil && Self.isReference(profile) }

  /// Whose engine or tools are run; nil for those of this package.
  package let candidate: Candidate?

  private static func isReference(_ profile: Profile) -> Bool {
    var profile = profile
    profile.name = Profile.standard.name
    return profile == .standard
  }

  package init(
    scenario: String,
    events: [TimedLoadEvent],
    profile: Profile,
    device: Device,
    seed: UInt64,
    budgets: Budgets = .standard,
    limit: Instant? = nil,
    candidate: Candidate? = nil
  ) {
    self.candidate = candidate
    self.scenario = scenario
    self.events = events
    self.profile = profile
    self.device = device
    self.seed = seed
    self.budgets = budgets
    self.limit = limit
    stopsBrokenDesign = candidate != nil || !Self.isReference(profile)
  }
}

/// How the cells of a run are made.
package struct RunOptions: Sendable {
  package var clock: ClockChoice
  package var cost: CostChoice
  package var measurer: MeasurerChoice
  /// 0 for double, 1 for triple buffering.
  package var depth: Int
  /// What a late engine does with ticks that passed meanwhile.
  package var latePolicy: FramePipeline.LatePolicy
  /// The part of each period that the host draws in; nil for the device's own.
  package var hostShare: Double?
  /// How often the cell is run, where cost is measured; the median is reported.
  package var repetitions: RepetitionRule
  /// Whether allocations are counted.
  package var countsAllocations: Bool
  /// Whether what was said is kept, and not only how long its lines are.
  package var keepsText = false
  /// How frames are drawn, with cost of `cpu`; nil where the time for it is declared.
  package var drawing: DrawingChoice?
  package var costs: OperationCosts

  package init(
    clock: ClockChoice = .virtual,
    cost: CostChoice = .cpu,
    measurer: MeasurerChoice = .pango,
    depth: Int = 0,
    latePolicy: FramePipeline.LatePolicy = .coalesce,
    hostShare: Double? = nil,
    repetitions: RepetitionRule = .standard,
    countsAllocations: Bool = true,
    costs: OperationCosts
  ) {
    self.clock = clock
    self.cost = cost
    self.measurer = measurer
    self.depth = depth
    self.latePolicy = latePolicy
    self.hostShare = hostShare
    self.repetitions = repetitions
    self.countsAllocations = countsAllocations
    self.costs = costs
  }
}
