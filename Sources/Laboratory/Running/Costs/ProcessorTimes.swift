import ChatSurface
import FramePacing
import LoadGeneration
import Profiling
import Timebase

/// Takes the processor time of a cell's phases while its cost is modelled, so that every repetition
/// does the same work and the least time of each frame can be taken over them.
///
/// The least, not the median: what else happens on a machine adds time and never takes any away. A
/// virtual processor that shares a core with a neighbour's runs at two speeds (1 to 1.85 was seen), in
/// stretches of 2 to 500 ms; with a third of the time slow, the median of three repetitions of a frame
/// is slow in one frame of four, the least of five in one of 250.
package struct ProcessorTimes {
  /// What was measured.
  package struct Result: Sendable {
    /// Frames that were made.
    package var frames: Int
    /// Nanoseconds by phase, of all frames: each frame's is the least of the repetitions.
    package var plain: [Double]
    /// By repetition, without the one that warmed up: the times of ``framesOfTurn`` frames each.
    package var turns: [[FrameCost]]
    /// The same with planted work.
    package var plantedTurns: [[FrameCost]]
    /// Nanoseconds by phase that as many empty frames take.
    package var floor: [Double]
    /// What was counted by phase, without planted work.
    package var work: [OperationCounts]
    /// What the model charges for it, in nanoseconds.
    package var modelled: [Double]
    /// Why the cell is no measure of anything; nil where it is one.
    package var problem: String?
  }

  /// What is planted.
  package enum Plant: Hashable, Sendable {
    /// A loop that takes such a share of a phase's own time; nil for the costliest phase.
    case share(Double, of: Phase?)
    case work(PlantedWork)
  }

  /// Frames whose times are kept together: 2 to 10 ms of work.
  package static let framesOfTurn = 100
  /// Repetitions that warm up where work is planted: what a share of a phase is has to be known before
  /// the first one with it, the first of all is too dear by itself, and one alone may have been slow.
  private static let warmUpsBeforePlanted = 3

  /// Whether the measurer forgets all texts before each repetition. Else it finds every stretch of text
  /// among those of the repetition before, and shaping, which an app does whenever text is new to it,
  /// takes no time at all.
  package var forgetsTexts = false
  /// Whether the first repetition alone is judged. What the others show is the same, and judging it takes
  /// a fifth of their time.
  package var judgesFirstAlone = false

  private let plan: CellPlan
  private let options: RunOptions
  private let tools: TextTools
  private let plant: Plant?
  private var first: Runner.Outcome?
  private var plain = LeastCosts()
  private var turns: [[FrameCost]] = []
  private var plantedTurns: [[FrameCost]] = []
  private var work: PlantedWork?
  /// Those whose time was taken.
  private var repetitions = 0

  /// Prepares a cell; its cost is modelled whatever `options` say.
  ///
  /// - Parameter plant: What is planted in a second run of each repetition.
  package init(_ plan: CellPlan, options: RunOptions, tools: TextTools, plant: Plant? = nil) {
    self.plan = plan
    self.options = options
    self.tools = tools
    self.plant = plant
  }

  /// Measures `repetitions` times, after one that warms up. That one counts too: where it is dearer,
  /// the least time is another's.
  ///
  /// - Precondition: At least one repetition.
  package mutating func measure(repetitions: Int) -> Result {
    precondition(repetitions >= 1, "at least one repetition, got \(repetitions)")
    warmUp()
    for _ in 0..<repetitions { measureAgain {} }
    return result()
  }

  /// Makes the repetition that warms up, or several where work is planted. Cells that are measured
  /// together warm up first, and then take turns, so that a stretch in which the machine is slow meets
  /// all of them.
  package mutating func warmUp() {
    for _ in 0..<(plant == nil ? 1 : Self.warmUpsBeforePlanted) {
      let outcome = timed(planted: nil) {}
      plain.add(outcome.processorTime)
      first = first ?? outcome
    }
    work = plant.map { Self.work($0, by: plain) }
  }

  /// Makes a repetition more.
  ///
  /// - Parameter frameMade: Called after each frame that shows something new; what it takes is no part of
  ///   any.
  /// - Throws: What `frameMade` throws.
  /// - Precondition: ``warmUp()`` was called.
  package mutating func measureAgain(_ frameMade: () throws -> Void) rethrows {
    precondition(first != nil, "a repetition warms up before others are measured")
    let times = try timed(planted: nil, frameMade).processorTime
    plain.add(times)
    turns.append(Self.turns(of: times))
  }

  /// Makes a repetition more with what is planted.
  ///
  /// - Parameter frameMade: As for ``measureAgain(_:)``.
  /// - Throws: What `frameMade` throws.
  /// - Precondition: Something is planted, and ``warmUp()`` was called.
  package mutating func measurePlanted(_ frameMade: () throws -> Void) rethrows {
    precondition(work != nil, "work is planted after a repetition has warmed up")
    plantedTurns.append(Self.turns(of: try timed(planted: work, frameMade).processorTime))
  }

  private static func turns(of frames: [FrameCost]) -> [FrameCost] {
    stride(from: 0, to: frames.count, by: framesOfTurn).map { start in
      var sum = FrameCost()
      for frame in frames[start..<min(start + framesOfTurn, frames.count)] { sum.add(frame) }
      return sum
    }
  }

  /// What was measured so far.
  ///
  /// - Precondition: A repetition was measured.
  package func result() -> Result {
    guard let first, !plain.frames.isEmpty || first.processorTime.isEmpty else {
      preconditionFailure("no repetition was measured")
    }
    let frames = first.processorTime.count
    let work = Phase.allCases.map { first.counts.operations[$0] }
    return Result(
      frames: frames,
      plain: plain.sums,
      turns: turns,
      plantedTurns: plantedTurns,
      floor: Self.emptyFrame(runner(planted: nil, events: [])).map { $0 * Double(frames) },
      work: work,
      modelled: work.map { Double(options.costs.charge($0)) },
      problem: Self.problem(of: first)
    )
  }

  /// Makes one repetition, for whoever counts it from outside.
  package func outcome(planted: PlantedWork?) -> Runner.Outcome {
    outcome(planted: planted, at: nil) {}
  }

  /// Makes one whose time is taken: of each frame at another place of the stack than before, so that the
  /// least of several does not hang on where the stack of this process happens to lie.
  private mutating func timed(
    planted: PlantedWork?,
    _ frameMade: () throws -> Void
  ) rethrows -> Runner.Outcome {
    repetitions += 1
    return try outcome(planted: planted, at: repetitions, frameMade)
  }

  private func outcome(
    planted: PlantedWork?,
    at stackPlace: Int?,
    _ frameMade: () throws -> Void
  ) rethrows -> Runner.Outcome {
    var runner = runner(
      planted: planted,
      events: plan.events,
      at: stackPlace,
      isJudged: first == nil || !judgesFirstAlone
    )
    if forgetsTexts { tools.measurer.forgetTexts() }
    var last: Int?
    return try runner.run { frame, _ in
      // It is called for each window that a frame shows something new in.
      defer { last = frame.tick }
      if frame.tick != last { try frameMade() }
    }
  }

  /// Why a repetition is no measure of anything; nil where it is one.
  package static func problem(of outcome: Runner.Outcome) -> String? {
    if let broken = outcome.brokenAt {
      return "it broke off at \(broken.instant.milliseconds) ms: \(broken.cause)"
    }
    if !outcome.text.isExact { return "text was lost, repeated or reordered" }
    return outcome.frames.isEmpty ? "no frame was made" : nil
  }

  private func runner(
    planted: PlantedWork?,
    events: [TimedLoadEvent],
    at stackPlace: Int? = nil,
    isJudged: Bool = true
  ) -> Runner {
    var settings = Runner.Settings(
      options.conditions,
      costs: options.costs,
      stopsBrokenProfile: plan.stopsBrokenDesign,
      limit: plan.limit
    )
    settings.cost = .modelled
    settings.keepsProcessorTime = true
    settings.plantedWork = planted
    settings.firstStackPlace = stackPlace
    settings.judgesFrames = isJudged
    return Runner(
      events: events,
      profile: plan.profile,
      device: plan.device,
      tools: tools,
      settings: settings,
      candidate: plan.candidate
    )
  }

  /// The loop that takes a share of a phase, spread evenly over the frames.
  private static func work(_ plant: Plant, by times: LeastCosts) -> PlantedWork {
    switch plant {
    case .work(let work): return work
    case .share(let share, let named):
      var sum = FrameCost()
      for frame in times.frames { sum.add(frame) }
      let phase = named ?? costliest(sum)
      var work = PlantedWork(phase: phase)
      let perFrame = Double(sum[phase].rawValue) / Double(max(1, times.frames.count))
      work.steps = max(1, Int((perFrame * share * PlantedLoop.stepsPerNanosecond()).rounded()))
      return work
    }
  }

  /// The phase that costs most.
  package static func costliest(_ cost: FrameCost) -> Phase {
    Phase.allCases.max { (cost[$0], $1.rawValue) < (cost[$1], $0.rawValue) } ?? .measure
  }

  private static func emptyFrame(_ runner: Runner) -> [Double] {
    var runner = runner
    // The first ones warm up.
    let frames = runner.emptyFrameTimes(250).dropFirst(50)
    return Phase.allCases.map { phase in
      Double(frames.map { $0[phase].rawValue }.sorted()[frames.count / 2])
    }
  }
}

/// The least cost of each frame and phase over repetitions that do the same work.
package struct LeastCosts {
  package private(set) var frames: [FrameCost] = []

  /// Has taken nothing in yet.
  package init() {}

  /// Takes a repetition in; frames beyond those that every repetition has are left out.
  package mutating func add(_ repetition: [FrameCost]) {
    if frames.isEmpty {
      frames = repetition
      return
    }
    if repetition.count < frames.count { frames.removeLast(frames.count - repetition.count) }
    for index in frames.indices {
      for phase in Phase.allCases {
        frames[index][phase] = min(frames[index][phase], repetition[index][phase])
      }
    }
  }

  /// The sums over all frames, by phase, in nanoseconds.
  package var sums: [Double] {
    Phase.allCases.map { phase in
      frames.reduce(0) { $0 + Double($1[phase].rawValue) }
    }
  }
}
