import FramePacing
import Gating
import Profiling
import Timebase

/// Takes the processor time of two builds that take turns, pair by pair.
///
/// The processes of a pair live side by side and take turns, a repetition each, on one processor: none
/// of them meets another machine than the others do. Each pair has new copies of the programs.
struct PairedRuns {
  /// What pairs gave by scenario.
  struct Times {
    /// The base and the head.
    var head: [PairedTimes]
    /// The base and the base again, in the first scenario.
    var again = PairedTimes()
    /// The base and the base with planted work, in the first scenario.
    var planted = PairedTimes()
    /// Where that is planted.
    var plantedPhase = Phase.measure
    /// What as many empty frames cost the base by phase.
    var floor: [[Double]]

    init(scenarioCount: Int) {
      head = Array(repeating: PairedTimes(), count: scenarioCount)
      floor = Array(repeating: [], count: scenarioCount)
    }
  }

  /// What runs in a pair.
  private enum Turn: CaseIterable {
    case base
    case head
    /// The base with the first scenario alone, for the controls, each repetition twice.
    case control
    /// The same again, with planted work in every second repetition.
    case planted
  }

  /// Repetitions of the controls' scenario, the one that warms up among them: what they have to show is
  /// coarser than what is asked of the builds.
  private static let controlRepetitions = 3

  let base: ProbeRun.Build
  let head: ProbeRun.Build
  let scenarios: [String]
  /// What is planted in the head; nil in earnest.
  let planted: PlantArgument?
  let thresholds: GateThresholds
  let probes: ProbeRun
  let workspace: GateWorkspace
  /// Decides who begins.
  private var generator: SeededGenerator

  init(
    base: ProbeRun.Build,
    head: ProbeRun.Build,
    scenarios: [String],
    planted: PlantArgument?,
    thresholds: GateThresholds,
    probes: ProbeRun,
    workspace: GateWorkspace,
    seed: UInt64
  ) {
    self.base = base
    self.head = head
    self.scenarios = scenarios
    self.planted = planted
    self.thresholds = thresholds
    self.probes = probes
    self.workspace = workspace
    generator = SeededGenerator(seed: seed)
  }

  /// Makes `count` more pairs of the scenarios at `indices`; the controls are made with the first
  /// scenario, where that is among them.
  ///
  /// - Parameter progress: Called with how many are made.
  /// - Throws: `ProbeRun.Failure`, and what running children throws.
  mutating func add(
    _ count: Int,
    of indices: [Int],
    to times: inout Times,
    withControls: Bool,
    progress: (Int) -> Void
  ) throws {
    let wantsControls = withControls && indices.first == 0
    for done in 0..<count {
      progress(done)
      let turns = shuffled(wantsControls ? Turn.allCases : [.base, .head])
      let answers = try probes.answersInTurns(to: try works(turns, of: indices))
      take(Dictionary(uniqueKeysWithValues: zip(turns, answers)), of: indices, into: &times)
    }
  }

  private mutating func shuffled(_ turns: [Turn]) -> [Turn] {
    var turns = turns
    for index in turns.indices.dropFirst().reversed() {
      turns.swapAt(index, generator.nextIndex(below: index + 1))
    }
    return turns
  }

  /// What the processes of a pair have to do, in their order.
  private func works(_ turns: [Turn], of indices: [Int]) throws -> [ProbeTurns.Work] {
    let names = indices.map { scenarios[$0] }
    let share = PlantArgument(phase: nil, kind: "share", amount: thresholds.plantedShare)
    let programs = try freshPrograms(for: turns)
    return turns.map { turn in
      var question = ProbeRun.Question(
        build: programs[turn] ?? base,
        mode: .cpu,
        scenarios: names
      )
      var repetitions = thresholds.repetitions
      switch turn {
      case .base: break
      case .head: question.plant = planted
      case .control, .planted:
        question.scenarios = [names[0]]
        // Without anything planted it does as many repetitions.
        let none = PlantArgument(phase: nil, kind: "share", amount: 0)
        question.plant = turn == .planted ? share : none
        repetitions = Self.controlRepetitions
      }
      return ProbeTurns.Work(question: question, repetitions: repetitions)
    }
  }

  /// Copies of the programs for one pair, made in the order of the turns. Each process has its own: of
  /// two that shared one, each would find code in the caches that the other has just run.
  private func freshPrograms(for turns: [Turn]) throws -> [Turn: ProbeRun.Build] {
    var programs: [Turn: ProbeRun.Build] = [:]
    for turn in turns {
      var build = turn == .head ? head : base
      build.program = try workspace.freshCopy(of: build.program, named: "\(turn)")
      programs[turn] = build
    }
    return programs
  }

  private func take(
    _ samples: [Turn: [GateSample]],
    of indices: [Int],
    into times: inout Times
  ) {
    let head: KeyPath<GateSample, [Double]?> = planted == nil ? \.processorTime : \.plantedTime
    for (place, index) in indices.enumerated() {
      guard let old = samples[.base]?[place], let before = old.processorTime,
        let after = samples[.head]?[place][keyPath: head]
      else { continue }
      times.head[index].append(base: before, head: after)
      times.floor[index] = old.floor ?? []
    }
    // Like with like: other scenarios in the process leave their traces in the processor's caches.
    guard let plain = samples[.control]?[0].processorTime,
      let plainToo = samples[.control]?[0].plantedTime,
      let again = samples[.planted]?[0].processorTime,
      let more = samples[.planted]?[0].plantedTime
    else { return }
    times.again.append(base: plain, head: again)
    times.planted.append(base: plainToo, head: more)
    times.plantedPhase = Self.costliest(plain)
  }

  /// The phase that costs most, as a probe finds it too.
  private static func costliest(_ times: [Double]) -> Phase {
    Phase.allCases.max {
      (times[$0.rawValue], $1.rawValue) < (times[$1.rawValue], $0.rawValue)
    } ?? .measure
  }
}
