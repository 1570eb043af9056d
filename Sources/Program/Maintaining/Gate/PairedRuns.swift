import FramePacing
import Gating
import Profiling
import Timebase
import StillpointCommand

/// Takes the processor time of two builds that take turns, pair by pair.
///
/// The processes of a pair live side by side and take turns, some frames each, on one processor: none
/// of them meets another machine than the others do. Many scenarios are measured in lanes, each by processes
/// of its own on a processor of its own: what that does to the other processor meets both builds alike.
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

  let base: ProbeRun.Build
  let head: ProbeRun.Build
  let scenarios: [String]
  /// What is planted in the head; nil in earnest.
  let planted: PlantArgument?
  let thresholds: GateThresholds
  let probes: ProbeRun
  let workspace: GateWorkspace
  /// Copies that serve all pairs, by name.
  private var copies: [String: String] = [:]
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
  /// scenario, where that is among them, and in every second pair: what they have to show is coarser than what
  /// is asked of the builds.
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
    let laneCount = PairLanes.count(scenarios: indices.count, processors: Processors.allowed.count)
    for done in 0..<count {
      progress(done)
      let costs = indices.map { times.head[$0].baseTime(of: nil) }
      let lanes = PairLanes.lanes(of: costs, count: laneCount).map { $0.map { indices[$0] } }
      var turns: [[Turn]] = []
      var works: [ProbeTurns.Work] = []
      for (lane, indices) in lanes.enumerated() {
        let hasControls = wantsControls && lane == 0 && done.isMultiple(of: 2)
        turns.append(shuffled(hasControls ? Turn.allCases : [.base, .head]))
        works += try self.works(turns[lane], of: indices, in: lane)
      }
      var answers = try probes.answersInTurns(to: works)[...]
      for (turns, indices) in zip(turns, lanes) {
        let own = Dictionary(uniqueKeysWithValues: zip(turns, answers.prefix(turns.count)))
        answers = answers.dropFirst(turns.count)
        take(own, of: indices, into: &times)
      }
    }
  }

  private mutating func shuffled(_ turns: [Turn]) -> [Turn] {
    var turns = turns
    for index in turns.indices.dropFirst().reversed() {
      turns.swapAt(index, generator.nextIndex(below: index + 1))
    }
    return turns
  }

  /// What the processes of a pair have to do in a lane, in their order.
  private mutating func works(
    _ turns: [Turn],
    of indices: [Int],
    in lane: Int
  ) throws -> [ProbeTurns.Work] {
    let names = indices.map { scenarios[$0] }
    let share = PlantArgument(phase: nil, kind: "share", amount: thresholds.plantedShare)
    let programs = try freshPrograms(for: turns, in: lane)
    return turns.map { turn in
      var question = ProbeRun.Question(
        build: programs[turn] ?? base,
        mode: .cpu,
        scenarios: names
      )
      var isPlanted = [false]
      switch turn {
      case .base: break
      case .head:
        question.plant = planted
        isPlanted = [planted != nil]
      case .control, .planted:
        question.scenarios = [names[0]]
        // Without anything planted it does as many repetitions.
        let none = PlantArgument(phase: nil, kind: "share", amount: 0)
        question.plant = turn == .planted ? share : none
        isPlanted.append(true)
      }
      return ProbeTurns.Work(
        question: question,
        repetitions: thresholds.repetitions,
        isPlanted: isPlanted,
        lane: lane
      )
    }
  }

  /// Copies of the programs for one pair, made in the order of the turns. Each process has its own: of
  /// two that shared one, each would find code in the caches that the other has just run. Where code gets
  /// other pages in each repetition there is nothing to share, and one copy of each serves all pairs.
  private mutating func freshPrograms(
    for turns: [Turn],
    in lane: Int
  ) throws -> [Turn: ProbeRun.Build] {
    var programs: [Turn: ProbeRun.Build] = [:]
    for turn in turns {
      let build = turn == .head ? head : base
      let name = CodePages.canBeRenewed ? build.role : "\(turn)-\(lane)"
      var copy = build
      copy.program =
        try copies[name] ?? workspace.freshCopy(of: build.program, named: name)
      if CodePages.canBeRenewed { copies[name] = copy.program }
      programs[turn] = copy
    }
    return programs
  }

  private func take(
    _ samples: [Turn: [GateSample]],
    of indices: [Int],
    into times: inout Times
  ) {
    let turns: KeyPath<GateSample, TurnTimes?> =
      planted == nil ? \.turnTimes : \.plantedTurnTimes
    for (place, index) in indices.enumerated() {
      guard let old = samples[.base]?[place], let new = samples[.head]?[place] else { continue }
      times.head[index].append(old.turnTimes, new[keyPath: turns])
      times.floor[index] = old.floor ?? []
    }
    // Like with like: other scenarios in the process leave their traces in the processor's caches.
    guard let plain = samples[.control]?[0], let again = samples[.planted]?[0] else { return }
    times.again.append(plain.turnTimes, again.turnTimes)
    times.planted.append(plain.plantedTurnTimes, again.plantedTurnTimes)
    times.plantedPhase = Self.costliest(plain.processorTime ?? [])
  }

  /// The phase that costs most, as a probe finds it too.
  private static func costliest(_ times: [Double]) -> Phase {
    guard times.count == Phase.allCases.count else { return .measure }
    return Phase.allCases.max {
      (times[$0.rawValue], $1.rawValue) < (times[$1.rawValue], $0.rawValue)
    } ?? .measure
  }
}
