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
@dynamicMemberLookup
package struct RunOptions: Sendable {
  /// How it is run, as the command says.
  package var conditions: RunConditions
  /// Whether allocations are counted.
  package var countsAllocations: Bool
  package var costs: OperationCosts

  /// Makes options with the costs that are declared for the measurer.
  ///
  /// - Throws: What reading the declared costs throws.
  package init(_ conditions: RunConditions, countsAllocations: Bool = true) throws {
    (self.conditions, self.countsAllocations) = (conditions, countsAllocations)
    costs = try DeclaredCosts.builtIn().table(for: conditions.measurer)
  }

  /// Makes options.
  package init(
    cost: CostChoice = .cpu,
    measurer: MeasurerChoice = .pango,
    depth: Int = 0,
    latePolicy: FramePipeline.LatePolicy = .coalesce,
    hostShare: Double? = nil,
    repetitions: RepetitionRule = .standard,
    countsAllocations: Bool = true,
    costs: OperationCosts
  ) {
    conditions = RunConditions(
      cost: cost,
      measurer: measurer,
      depth: depth,
      latePolicy: latePolicy,
      hostShare: hostShare,
      repetitions: repetitions
    )
    (self.countsAllocations, self.costs) = (countsAllocations, costs)
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<RunConditions, Value>) -> Value {
    get { conditions[keyPath: path] }
    set { conditions[keyPath: path] = newValue }
  }
}
