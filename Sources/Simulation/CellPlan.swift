import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Timebase

/// One cell of a run: a load, a profile, a device at a rate.
public struct CellPlan: Sendable {
  /// The scenario's name.
  public var scenario: String
  /// The load, ordered by time.
  public var events: [TimedLoadEvent]
  public var profile: Profile
  /// The device; its rate is the cell's.
  public var device: Device
  public var seed: UInt64
  /// What is held against the figures.
  public var budgets: Budgets
  /// Where the run ends although something is still active; nil for never.
  public var limit: Instant?
  /// Whether a design that is hopelessly late is stopped and reported as broken: every one but the
  /// reference, whose every figure is wanted.
  public var stopsBrokenDesign: Bool

  /// Whether the profile makes the choices of the reference, whatever its name is.
  public var isReference: Bool { candidate == nil && Self.isReference(profile) }

  /// Whose engine or tools are run; nil for those of this package.
  public let candidate: Candidate?

  private static func isReference(_ profile: Profile) -> Bool {
    var profile = profile
    profile.name = Profile.standard.name
    return profile == .standard
  }

  /// Makes a plan.
  public init(
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
public struct RunOptions: Sendable {
  public var clock: ClockChoice
  public var cost: CostChoice
  public var measurer: MeasurerChoice
  /// 0 for double, 1 for triple buffering.
  public var depth: Int
  /// What a late engine does with ticks that passed meanwhile.
  public var latePolicy: FramePipeline.LatePolicy
  /// The part of each period that the host draws in; nil for the device's own.
  public var hostShare: Double?
  /// How often the cell is run, where cost is measured; the median is reported.
  public var repetitions: RepetitionRule
  /// Whether allocations are counted.
  public var countsAllocations: Bool
  /// Whether what was said is kept, and not only how long its lines are.
  public var keepsText = false
  /// How frames are drawn, with cost of `cpu`; nil where the time for it is declared.
  public var drawing: DrawingChoice?
  public var costs: OperationCosts

  /// Makes options.
  public init(
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
