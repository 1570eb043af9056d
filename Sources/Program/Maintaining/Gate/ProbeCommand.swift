import ArgumentParser
import ChatSurface
import ChildProcesses
import Foundation
import FramePacing
import Gating
import Profiling
import Records
import Running
import Scenarios
import StillpointCommand

/// What a probe is asked for.
enum ProbeMode: String, CaseIterable, ExpressibleByArgument {
  /// What repeats: frame log, operations and allocations by phase, text.
  case counts
  /// Processor time by phase.
  case cpu
  /// One repetition that callgrind counts.
  case instructions
  /// Budgets with measured cost.
  case budgets
}

/// `stillpoint-maintain probe`: what one build says of cells when the gate asks it. The gate starts it, of this
/// build and of the base's, so it is not listed; a line of JSON for each scenario.
struct ProbeCommand: ParsableCommand {
  static let name = "probe"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Measures cells for the gate that started it.",
    shouldDisplay: false
  )

  @Argument(help: "counts, cpu, instructions or budgets.")
  var mode: ProbeMode

  @Argument(help: "Scenarios: names or paths.")
  var scenarios: [String]

  @Option(help: "The profile.")
  var profile = Profile.standard.name

  @Option(help: "The refresh rate in Hz.")
  var refresh = 60

  @Option(help: "What measures text.")
  var measurer: MeasurerChoice = .pango

  // The gate gives this flag and the next one because programs of older commits want them.
  @Flag(help: "cpu as a child of the gate: each repetition when it is asked for.")
  var turns = false

  @Flag(
    help:
      "instructions, each scenario in a copy of this process, which begins with what it has made ready."
  )
  var apart = false

  @Option(help: "With --turns, the number of the processor on which it is measured.")
  var processor: Int?

  @Option(help: "Planted work: PHASE:KIND=AMOUNT; share, steps, allocations or parses.")
  var plant: PlantArgument?

  mutating func validate() throws {
    guard !scenarios.isEmpty else { throw ValidationError("No scenario; name one.") }
    guard (1...1000).contains(refresh) else {
      throw ValidationError("--refresh \(refresh) is not in 1 ... 1000 Hz; try 60.")
    }
    guard turns == (mode == .cpu) else { throw ValidationError("--turns goes with cpu.") }
    guard apart == (mode == .instructions) else {
      throw ValidationError("--apart goes with instructions.")
    }
  }

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      if mode == .instructions, !CallgrindCollection.availability.isAvailable {
        console.complain("instructions: \(sentence: CallgrindCollection.availability)")
        throw ExitCode(1)
      }
      CellPlantedEnd.named(for: profile)?.happen()
      // Before all else: from here on it ends when the gate has.
      let parent = mode == .cpu ? try ParentConnection.open() : nil
      let tools = try TextTools.make(measurer)
      let catalog = try ScenarioCatalog.find()
      let named = try catalog.checked(scenarios).map { try cell(of: $0, catalog, tools) }
      if let parent {
        try ProbeTurns.serve(parent, try timed(named, tools), on: processor)
        return
      }
      let samples = try named.map { cell in
        switch mode {
        case .instructions: try collectedApart(cell, tools)
        case .budgets: try judged(cell, tools)
        case .counts, .cpu: try counted(cell, tools)
        }
      }
      for sample in samples {
        console.put(String(decoding: try GateSample.encoder.encode(sample), as: UTF8.self) + "\n")
      }
    }
  }

  /// A cell that is asked for, and what is known of it before it is run.
  private struct Cell {
    var request: CellRequest
    var sample: GateSample
  }

  private func cell(
    of name: String,
    _ catalog: ScenarioCatalog,
    _ tools: TextTools
  ) throws -> Cell {
    let scenario = try catalog.scenario(name)
    let device = scenario.device ?? .iPhone15Pro
    let chosen = try DesignNames.profiles([profile])
    guard let profile = chosen.first, chosen.count == 1 else {
      throw ValidationError("Name one profile.")
    }
    var request = CellRequest.exact(
      scenario,
      named: name,
      profile: profile,
      device: device,
      hertz: refresh
    )
    request.conditions.measurer = measurer
    let facts = MachineFacts.current()
    var sample = GateSample(
      cell: CellIdentity(
        scenario: scenario.name,
        profile: profile.name,
        device: device.name,
        refreshHertz: refresh
      ),
      load: try request.loadSHA256(),
      tools: "\(tools.measurer.identity)\(tools.boundaries == nil ? "" : ", dictionary")",
      toolchain: "\(facts.toolchain), \(facts.architecture), \(facts.configuration)"
    )
    sample.design = ProfileChoices(of: profile).written
    return Cell(request: request, sample: sample)
  }

  private func judged(_ cell: Cell, _ tools: TextTools) throws -> GateSample {
    var (request, sample) = (cell.request, cell.sample)
    request.conditions.cost = .cpu
    request.conditions.repetitions = .exactly(1)
    request.hashesFrames = false
    let record = try request.record(with: tools)
    sample.frames = record.frames.count
    sample.problem = record.problemForGate
    sample.missed = record.budgets.filter { $0.state != .kept && $0.state != .model }.map {
      GateSample.Budget(
        name: $0.name,
        limit: $0.limit,
        value: $0.value,
        isUpperLimit: $0.isUpperLimit
      )
    }
    return sample
  }

  private func counted(_ cell: Cell, _ tools: TextTools) throws -> GateSample {
    let request = cell.request
    var sample = cell.sample
    let output = try request.frameOutput(at: RefreshRate(hertz: refresh))
    var session = CellSession(
      try request.plan(),
      options: try RunOptions(request.conditions),
      tools: tools
    )
    if let plant { session.plantedWork = try plant.work() }
    while session.next != nil { try session.advance(frames: output.writer) }
    var record = session.result().record
    record.frameLogSHA256 = try output.finish()
    sample.frames = record.frames.count
    sample.problem = record.problemForGate
    sample.counts = CellCounts.all(of: record, byPhase: true)
    return sample
  }

  /// Cells that take turns, a repetition each, so that a stretch in which the machine is slow does not
  /// meet all repetitions of one.
  private func timed(_ cells: [Cell], _ tools: TextTools) throws -> [TimedCell] {
    try cells.map { cell in
      var times = ProcessorTimes(
        try cell.request.plan(),
        options: try RunOptions(cell.request.conditions),
        tools: tools,
        plant: try plant?.plant()
      )
      times.forgetsTexts = true
      times.judgesFirstAlone = true
      return TimedCell(times: times, empty: cell.sample)
    }
  }

  /// The same in a process of its own, of which callgrind writes a file of its own.
  private func collectedApart(_ cell: Cell, _ tools: TextTools) throws -> GateSample {
    do {
      let copy = try ProcessCopy.run {
        Array(try GateSample.encoder.encode(try collected(cell, tools)))
      }
      var sample = try JSONDecoder().decode(GateSample.self, from: Data(copy.answer))
      sample.process = copy.process
      return sample
    } catch let failure as ProcessCopy.Failure {
      throw ExitCode(failure.exitCode)
    }
  }

  /// Waits until nothing else of this process works, 30 s at most: Pango sorts the fonts that it has met in a
  /// thread of its own, and chance decides whether that falls into what is counted.
  ///
  /// - Returns: Whether nothing else works.
  private static func awaitOtherThreads() -> Bool {
    var quiet = 0
    for _ in 0..<300 where quiet < 3 {
      let before = clock()
      usleep(100_000)
      quiet = clock() - before < 5_000 ? quiet + 1 : 0
    }
    return quiet == 3
  }

  /// One repetition that warms up, and one that callgrind counts.
  private func collected(_ cell: Cell, _ tools: TextTools) throws -> GateSample {
    let (plan, options) = (try cell.request.plan(), try RunOptions(cell.request.conditions))
    var times = ProcessorTimes(plan, options: options, tools: tools)
    times.forgetsTexts = true
    let work = try plant?.work()
    _ = times.outcome(planted: work)
    let isAlone = Self.awaitOtherThreads()
    let outcome = CallgrindCollection.collect { times.outcome(planted: work) }
    var sample = cell.sample
    sample.frames = outcome.frames.count
    sample.problem =
      ProcessorTimes.problem(of: outcome)
      ?? (isAlone ? nil : "another thread of the program worked while instructions were counted")
    return sample
  }
}
