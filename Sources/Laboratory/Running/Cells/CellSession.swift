import ChatSurface
import FrameMetrics
import FramePacing
import Lengths
import LoadGeneration
import Profiling
import Records
import Timebase

/// Makes a cell's record a repetition at a time, so that cells can take turns.
///
/// With modelled cost a repetition warms up and the next one is reported, its allocations too, so that
/// they repeat. Measured cost is run as ``RepetitionRule`` says, and each timed repetition counts its
/// own allocations. A load of over ``longestRepeatedLoad`` is neither warmed up for nor repeated: that
/// depends on the load alone, so that every machine does the same. With modelled cost the same holds for
/// a repetition that costs over ``RepetitionRule/longestRepeated`` by the model, and for a design that
/// falls so far behind that its run becomes as long as that. With modelled cost the allocations of what
/// is run once are not counted (those of a long load are, unless Pango measures), as with Pango they would
/// not repeat: a thread of Pango's decides whether a font that is met anew is prepared by the caller, some
/// 70 allocations, and tables that hash addresses grow by chance.
///
/// What is shown is judged in one repetition, the one that warms up if there is one: the others' frames fall
/// alike as a rule, and are not disturbed then. One whose frames fell otherwise is judged afterwards.
package struct CellSession {
  /// The longest load, in screen time, that is run more often than needed: 10 min.
  package static let longestRepeatedLoad = Nanoseconds(seconds: 600)

  /// Of a longer load the screen is kept around the three worst moments: 6 blocks are 3 s at 120 Hz.
  private static let keptOfLongLoad = ScreenTable.Keeping.worst(count: 3, around: 6)

  package enum Repetition: Hashable, Sendable {
    /// It fills caches; nothing of it is kept, unless it shows that there will be no other.
    case warmUp
    /// Its figures are reported.
    case reported
  }

  /// What is run.
  package let plan: CellPlan
  let options: RunOptions
  /// Which token is withheld in every repetition; see ``Runner/Settings``. Nil for none.
  package var plantedLoss: Int?
  /// By how much content is moved unasked in every repetition; see ``Runner/Settings``. Nil for none.
  package var plantedDrift: (at: Instant, by: LayoutUnit)?
  /// What is done in every frame of every repetition although nothing needs it. Nil for nothing.
  package var plantedWork: PlantedWork?
  /// What the next repetition is for; nil when there is none left to make.
  package private(set) var next: Repetition?
  /// How many were made.
  package private(set) var doneCount = 0
  /// How many it will be in all, as far as can be told.
  package private(set) var likelyCount: Int
  private let tools: TextTools
  private let isLong: Bool
  private let counts: Bool
  /// The repetitions that were judged, with what was on screen: of every way in which frames fell the first.
  private var judged: [JudgedRepetition] = []
  private(set) var outcomes: [Runner.Outcome] = []
  /// What each of these came to: the 99th percentile of a frame's cost, in milliseconds.
  private(set) var costs: [Double] = []
  /// What was on screen in each of these.
  private(set) var screens: [ScreenTable] = []
  /// The most memory that was resident up to the end of the first repetition that is reported: it is
  /// not to depend on how many follow, nor on whether one is judged afterwards.
  private(set) var residentPeak: Int?
  /// What an empty frame costs, where cost is measured: medians by phase.
  private(set) var floor: FrameCost?
  /// What the yardstick took before each repetition that is reported, in nanoseconds.
  private(set) var yardstick: [Double] = []
  private let stick = Yardstick()
  let episodes: LoadEpisodes
  private var used = Nanoseconds.zero
  private var longest = Nanoseconds.zero

  package init(_ plan: CellPlan, options: RunOptions, tools: TextTools) {
    self.plan = plan
    self.options = options
    self.tools = tools
    episodes = LoadEpisodes(of: plan.events)
    isLong = (plan.events.last?.instant ?? .zero) > .zero + Self.longestRepeatedLoad
    let isRepeated = !isLong
    counts =
      options.countsAllocations && AllocationCounter.availability.isAvailable
      && !(isLong && options.cost == .modelled && options.measurer == .pango)
    // Only what counts or takes time differs from the first repetition to the next.
    let isWarmedUp = isRepeated && (options.cost != .modelled || counts)
    next = isWarmedUp ? .warmUp : .reported
    let timed = options.cost == .modelled || !isRepeated ? 1 : options.repetitions.likelyCount
    likelyCount = (isWarmedUp ? 1 : 0) + timed
  }

  /// Makes the next repetition.
  ///
  /// - Parameter frames: Gets each presented frame of a repetition that is reported; whoever wants
  ///   those of one repetition only asks for one. With it, no cell is content with its warm-up, and each
  ///   repetition that is reported is judged while it is made.
  /// - Precondition: ``next`` is not nil.
  package mutating func advance(
    frames: ((FrameRecord, FrameSnapshot) throws -> Void)? = nil,
    progress: (Instant) -> Void = { _ in }
  ) throws {
    guard let repetition = next else {
      preconditionFailure("\(plan.scenario) has no repetition left to make")
    }
    let takesTime = options.cost != .modelled
    if takesTime && floor == nil { floor = emptyFrame() }
    let length = takesTime ? stick.leastTime() : .zero
    let start = ThreadCPUClock.now()
    let isJudged = frames == nil ? judged.isEmpty : repetition == .reported
    var settings = settings
    settings.judgesFrames = isJudged
    var screen = emptyScreen
    var runner = runner(plan.events, settings, episodes)
    if let drawing = options.drawing { runner.painters = try RunPainters(drawing) }
    var cost = Nanoseconds.zero
    let outcome = try runner.run { record, snapshot in
      progress(record.instant)
      cost += record.cost.engine
      guard isJudged else { return }
      screen.append(snapshot, of: record)
      if repetition == .reported { try frames?(record, snapshot) }
    }
    let spent = ThreadCPUClock.now() - start
    longest = max(longest, spent)
    doneCount += 1
    if repetition == .reported { residentPeak = residentPeak ?? PeakResident.bytes() }
    if isJudged { judged.append(JudgedRepetition(outcome, on: screen)) }
    let isOnly =
      repetition == .warmUp && frames == nil
      && isEnough(warmUp: outcome, after: takesTime ? spent : cost)
    if repetition == .reported || isOnly {
      report(isJudged ? judged[judged.count - 1] : judge(outcome), isCounted: !isOnly)
    }
    // Judging afterwards takes the cell's time, too.
    used += ThreadCPUClock.now() - start
    next = isOnly || isEnough ? nil : .reported
    likelyCount = max(likelyCount, doneCount + (next == nil ? 0 : 1))
    if takesTime && yardstick.count < outcomes.count {
      yardstick.append(Double(length.rawValue))
    }
  }

  func runner(
    _ events: [TimedLoadEvent],
    _ settings: Runner.Settings,
    _ episodes: LoadEpisodes? = nil
  ) -> Runner {
    Runner(
      events: events,
      profile: plan.profile,
      device: plan.device,
      tools: tools,
      settings: settings,
      episodes: episodes,
      candidate: plan.candidate
    )
  }

  /// The median of 200 empty frames, by phase, after 50 others.
  private func emptyFrame() -> FrameCost {
    var runner = runner([], settings)
    let frames = runner.emptyFrames(250).dropFirst(50)
    var floor = FrameCost()
    for phase in Phase.allCases {
      floor[phase] = frames.map { $0[phase] }.sorted()[frames.count / 2]
    }
    return floor
  }

  var settings: Runner.Settings {
    var settings = Runner.Settings(
      options.conditions,
      costs: options.costs,
      countsAllocations: counts,
      stopsBrokenProfile: plan.stopsBrokenDesign,
      limit: plan.limit
    )
    settings.plantedLoss = plantedLoss
    settings.plantedDrift = plantedDrift
    settings.plantedWork = plantedWork
    // A frame has other places in other repetitions.
    if options.cost != .modelled { settings.firstStackPlace = doneCount }
    return settings
  }

  private var emptyScreen: ScreenTable {
    ScreenTable(keeping: isLong ? Self.keptOfLongLoad : .all)
  }

  /// What a repetition that was not judged comes to: as one of those whose frames fell alike, or else made
  /// once more with the costs that it had.
  private mutating func judge(_ timed: Runner.Outcome) -> JudgedRepetition {
    for known in judged.reversed() {
      if let alike = known.measured(as: timed) { return alike }
    }
    var settings = settings
    settings.cost = .modelled
    settings.knownCosts = timed.costs
    settings.countsAllocations = false
    var screen = emptyScreen
    var runner = runner(plan.events, settings, episodes)
    let outcome = runner.run { screen.append($1, of: $0) }
    let repetition = JudgedRepetition(outcome, on: screen)
    judged.append(repetition)
    return repetition.measured(as: timed) ?? repetition
  }

  /// Keeps what a repetition came to.
  ///
  /// - Parameter isCounted: Whether its allocations repeat.
  private mutating func report(_ repetition: JudgedRepetition, isCounted: Bool) {
    var outcome = repetition.outcome
    if !isCounted { outcome.frames = FrameTable(outcome.frames.lazy.map(\.uncounted)) }
    outcomes.append(outcome)
    costs.append(Self.cost(of: outcome))
    screens.append(repetition.screen)
    residentPeak = residentPeak ?? PeakResident.bytes()
  }

  private var isMeasured: Bool { options.cost != .modelled }

  /// Whether the repetition that was to warm up is the only one.
  ///
  /// - Parameter spent: What it took; with modelled cost, by the model.
  private func isEnough(warmUp outcome: Runner.Outcome, after spent: Nanoseconds) -> Bool {
    options.repetitions.isEnough(warmUp: spent)
      || !isMeasured && outcome.length > Self.longestRepeatedLoad
  }

  /// Whether those that are reported are enough.
  private var isEnough: Bool {
    guard let last = outcomes.last else { return false }
    // A broken profile breaks again.
    return !isMeasured || isLong || last.brokenAt != nil
      || options.repetitions.isEnough(costs: costs, used: used, longest: longest, seed: plan.seed)
  }

  /// The 99th percentile of a presented frame's cost, in milliseconds, by nearest rank.
  private static func cost(of outcome: Runner.Outcome) -> Double {
    // Frames are read from their packed form: once is enough.
    var costs: [Nanoseconds] = []
    for frame in outcome.frames where !frame.isSwallowed { costs.append(frame.cost.engine) }
    costs.sort()
    guard !costs.isEmpty else { return 0 }
    return costs[(costs.count * 99 + 99) / 100 - 1].milliseconds
  }
}

extension Runner.Outcome {
  /// The screen time up to its last frame.
  fileprivate var length: Nanoseconds { frames.last.map { $0.instant - .zero } ?? .zero }
}

extension FrameRecord {
  /// The frame without its allocations.
  fileprivate var uncounted: FrameRecord {
    var frame = self
    frame.allocations = nil
    return frame
  }
}
