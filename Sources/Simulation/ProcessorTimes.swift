import ChatSurface
import FramePacing
import LoadGeneration
import Profiling
import Timebase

/// Takes the processor time of a cell's phases while its cost is modelled, so that every repetition
/// does the same work and the median of each frame can be taken over them.
public struct ProcessorTimes {
  /// What was measured.
  public struct Result: Sendable {
    /// Frames that were made.
    public var frames: Int
    /// Nanoseconds by phase, of all frames: each frame's is the median of the repetitions.
    public var plain: [Double]
    /// The same with planted work; nil where nothing was planted.
    public var planted: [Double]?
    /// Nanoseconds by phase that as many empty frames take.
    public var floor: [Double]
    /// What the model charges by phase, in nanoseconds, without planted work.
    public var modelled: [Double]
    /// Why the cell is no measure of anything; nil where it is one.
    public var problem: String?
  }

  /// What is planted.
  public enum Plant: Hashable, Sendable {
    /// A loop that takes such a share of a phase's own time; nil for the costliest phase.
    case share(Double, of: Phase?)
    /// This work.
    case work(PlantedWork)
  }

  private let plan: CellPlan
  private let options: RunOptions
  private let tools: TextTools

  /// Prepares a cell; its cost is modelled whatever `options` say.
  public init(_ plan: CellPlan, options: RunOptions, tools: TextTools) {
    self.plan = plan
    self.options = options
    self.tools = tools
  }

  /// Measures `repetitions` times, after one that warms up.
  ///
  /// - Parameter plant: What is planted in as many repetitions more, which take turns with the others.
  /// - Precondition: At least one repetition.
  public func measure(repetitions: Int, plant: Plant? = nil) -> Result {
    precondition(repetitions >= 1, "at least one repetition, got \(repetitions)")
    let first = outcome(planted: nil)
    var plain: [[FrameCost]] = []
    var planted: [[FrameCost]] = []
    var work: PlantedWork?
    for _ in 0..<repetitions {
      plain.append(outcome(planted: nil).processorTime)
      guard let plant else { continue }
      // The repetition that warms up is too dear to say what a share of a phase is.
      let planned = work ?? self.work(plant, by: plain[0])
      work = planned
      planted.append(outcome(planted: planned).processorTime)
    }
    return result(of: first, plain: plain, planted: planted)
  }

  /// Measures one repetition that nothing warms up for: dearer than others, by less than a factor.
  public func measureOnce() -> Result {
    let only = outcome(planted: nil)
    return result(of: only, plain: [only.processorTime], planted: [])
  }

  private func result(
    of first: Runner.Outcome,
    plain: [[FrameCost]],
    planted: [[FrameCost]]
  ) -> Result {
    let frames = first.processorTime.count
    return Result(
      frames: frames,
      plain: Self.sums(plain),
      planted: planted.isEmpty ? nil : Self.sums(planted),
      floor: Self.emptyFrame(runner(planted: nil, events: [])).map { $0 * Double(frames) },
      modelled: Phase.allCases.map { phase in
        Double(options.costs.charge(first.counts.operations[phase]))
      },
      problem: Self.problem(of: first)
    )
  }

  /// Makes one repetition, for whoever counts it from outside.
  public func outcome(planted: PlantedWork?) -> Runner.Outcome {
    var runner = runner(planted: planted, events: plan.events)
    return runner.run { _, _ in }
  }

  /// Why a repetition is no measure of anything; nil where it is one.
  public static func problem(of outcome: Runner.Outcome) -> String? {
    if let broken = outcome.brokenAt {
      return "it broke off at \(broken.instant.milliseconds) ms: \(broken.cause)"
    }
    if !outcome.text.isExact { return "text was lost, repeated or reordered" }
    return outcome.frames.isEmpty ? "no frame was made" : nil
  }

  private func runner(planted: PlantedWork?, events: [TimedLoadEvent]) -> Runner {
    var settings = Runner.Settings(
      clock: .virtual,
      cost: .modelled,
      depth: options.depth,
      latePolicy: options.latePolicy,
      hostShare: options.hostShare,
      costs: options.costs,
      stopsBrokenProfile: plan.profile.name != Profile.standard.name,
      limit: plan.limit
    )
    settings.keepsProcessorTime = true
    settings.plantedWork = planted
    return Runner(
      events: events,
      profile: plan.profile,
      device: plan.device,
      tools: tools,
      settings: settings
    )
  }

  /// The loop that takes a share of a phase, spread evenly over the frames.
  private func work(_ plant: Plant, by times: [FrameCost]) -> PlantedWork {
    switch plant {
    case .work(let work): return work
    case .share(let share, let named):
      var sum = FrameCost()
      for frame in times { sum.add(frame) }
      let phase = named ?? Self.costliest(sum)
      var work = PlantedWork(phase: phase)
      let perFrame = Double(sum[phase].rawValue) / Double(max(1, times.count))
      work.steps = max(1, Int((perFrame * share * PlantedLoop.stepsPerNanosecond()).rounded()))
      return work
    }
  }

  /// The phase that costs most.
  public static func costliest(_ cost: FrameCost) -> Phase {
    Phase.allCases.max { (cost[$0], $1.rawValue) < (cost[$1], $0.rawValue) } ?? .measure
  }

  /// The sums over all frames of each frame's median over the repetitions, by phase.
  static func sums(_ repetitions: [[FrameCost]]) -> [Double] {
    let frames = repetitions.map(\.count).min() ?? 0
    return Phase.allCases.map { phase in
      var sum = 0.0
      var times = [Int64](repeating: 0, count: repetitions.count)
      for frame in 0..<frames {
        for index in repetitions.indices {
          times[index] = repetitions[index][frame][phase].rawValue
        }
        times.sort()
        let middle = times.count / 2
        sum +=
          times.count % 2 == 1
          ? Double(times[middle]) : Double(times[middle - 1] + times[middle]) / 2
      }
      return sum
    }
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
