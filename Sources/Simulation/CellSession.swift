import ChatSurface
import FrameMetrics
import FramePacing
import Profiling
import Timebase

/// Makes a cell's record a repetition at a time, so that cells can take turns.
///
/// Allocations are counted in a repetition with modelled cost, so that it repeats, after one that
/// warms up; where the run's cost is modelled, that repetition is the one reported. Measured cost is
/// run several times more. A load of over ``longestRepeatedLoad`` is neither warmed up for nor
/// repeated: that depends on the load alone, so that every machine does the same.
public struct CellSession {
  /// The longest load, in screen time, that is run more often than needed: 10 min.
  public static let longestRepeatedLoad = Nanoseconds(seconds: 600)

  /// What a repetition is for.
  public enum Repetition: Hashable, Sendable {
    /// It fills caches; nothing of it is kept.
    case warmUp
    /// Allocations are counted in it; it is also the one reported where cost is modelled.
    case counted
    /// Its figures are reported.
    case reported
  }

  /// What is run.
  public let plan: CellPlan
  let options: RunOptions
  /// Which token is withheld in every repetition; see ``Runner/Settings``. Nil for none.
  package var plantedLoss: Int?
  /// The repetitions that are still to be made, in order.
  public private(set) var pending: [Repetition]
  /// How many were made.
  public private(set) var doneCount = 0
  private let tools: TextTools
  private(set) var allocated: Runner.Outcome?
  private(set) var outcomes: [Runner.Outcome] = []

  /// Prepares a cell.
  public init(_ plan: CellPlan, options: RunOptions, tools: TextTools) {
    self.plan = plan
    self.options = options
    self.tools = tools
    let isLong = (plan.events.last?.instant ?? .zero) > .zero + Self.longestRepeatedLoad
    let isMeasured = options.cost != .modelled
    pending = []
    if options.countsAllocations && options.clock == .virtual
      && AllocationCounter.availability.isAvailable
    {
      pending = isLong ? [.counted] : [.warmUp, .counted]
      if !isMeasured { return }
    }
    let isRepeated = isMeasured && options.clock == .virtual && !isLong
    let count = isRepeated ? max(1, options.repetitions) : 1
    pending += Array(repeating: .reported, count: count)
  }

  /// Makes the next repetition.
  ///
  /// - Parameter frame: Gets each presented frame of a repetition that is reported; whoever wants
  ///   those of one repetition only asks for one.
  /// - Precondition: One is pending.
  public mutating func advance(
    frames: ((FrameRecord, FrameSnapshot) throws -> Void)? = nil,
    progress: (Instant) -> Void = { _ in }
  ) throws {
    precondition(!pending.isEmpty, "\(plan.scenario) has no repetition left to make")
    let repetition = pending.removeFirst()
    doneCount += 1
    let isReported =
      repetition == .reported || (repetition == .counted && options.cost == .modelled)
    var settings = Runner.Settings(
      clock: options.clock,
      cost: repetition == .reported ? options.cost : .modelled,
      depth: options.depth,
      latePolicy: options.latePolicy,
      hostShare: options.hostShare,
      costs: options.costs,
      countsAllocations: repetition == .counted,
      stopsBrokenProfile: plan.profile.name != "reference",
      limit: plan.limit
    )
    settings.plantedLoss = plantedLoss
    var runner = Runner(
      events: plan.events,
      profile: plan.profile,
      device: plan.device,
      tools: tools,
      settings: settings
    )
    let outcome = try runner.run { record, snapshot in
      progress(record.instant)
      if isReported { try frames?(record, snapshot) }
    }
    if repetition == .counted { allocated = outcome }
    guard isReported else { return }
    outcomes.append(outcome)
    // A broken profile breaks again.
    if outcome.brokenAt != nil { pending.removeAll() }
  }
}
