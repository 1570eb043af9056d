import ArgumentParser
import ChatSurface
import ChildProcesses
import Files
import Foundation
import Gating
import Profiling
import Reporting
import Simulation

/// `stillpoint gate`.
package struct GateCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Holds this build against baselines or a saved run: counts, allocations, figures.",
    discussion: """
      Runs scenarios with virtual clock, modelled cost and the fixed measurer, where every count \
      repeats exactly, and prints what differs from the baselines as a patch. A base can also be one \
      baseline file, a folder of them, or a run folder. In this package's own repository scripts/gate \
      holds a build against a commit.

      EXAMPLES
        stillpoint gate
        stillpoint gate stream-steady --profile my-app.yaml --baselines baselines
        stillpoint gate --base Reports/runs/before
        stillpoint gate --accept --reason "messages are measured once"

      EXIT CODES
        0 pass, 1 error, 2 regression, 3 invalid or inconclusive, 4 better than the baseline: \
      accept it, 64 usage
      """
  )

  @Argument(
    help: """
      Scenarios: names, or paths of YAML files. (default: with a run folder all of the run's, else \
      the whole catalogue but for those made for one profile alone)
      """
  )
  var scenarios: [String] = []

  @Option(help: "A baseline file or a folder of them, or a run folder.")
  var base: String?

  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: """
      Profiles: names, paths of YAML files, or `all`. (default: \(Profile.standard.name); with a run \
      folder all of the run's)
      """,
    completion: .profiles
  )
  var profile: [String] = []

  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: "Refresh rates in Hz. (default: 60 120)"
  )
  var refresh: [Int] = []

  @Option(
    help: "The folder of the baselines. (default: Reports/baselines beside the scenarios)",
    completion: .directory
  )
  var baselines: String?

  @Option(
    help: "A folder for summary.md, junit.xml, benchmark.json, gate.json and index.html.",
    completion: .directory
  )
  var output: String?

  @Option(help: "Cells that run side by side. (default: as many as there are processors)")
  var jobs: Int?

  @Flag(help: "Writes what was measured as the new baseline; needs --reason and a clean tree.")
  var accept = false

  @Option(help: "Why the new baseline is right; written down beside it.")
  var reason: String?

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  package init() {}

  package func run() throws {
    let console = Console(isQuiet: quiet)
    try Failure.report(on: console) {
      let catalog = try ScenarioCatalog.find()
      if let output { try GateFiles.check(output) }
      let interruption = try Interruption()
      let round: GateRound
      let against = try GateBase(named: base)
      try checkOptions(against)
      switch against {
      case .baselines(let folder):
        guard let made = try heldAgainstBaselines(folder, catalog, interruption, console) else {
          return
        }
        round = made
      case .counts(let path): round = try heldAgainst(file: path, catalog, interruption, console)
      case .run(let path): round = try heldAgainst(run: path, interruption, console)
      }
      try Self.finish(round, output: output, console)
    }
  }

  /// Prints a round, writes its files, and ends with its exit code.
  package static func finish(_ round: GateRound, output: String?, _ console: Console) throws {
    console.say(GateText(round).text(isColoured: console.wantsColour))
    if let output {
      try GateFiles.write(round, to: output)
      console.say("written to \(output)")
    }
    if round.verdict.exitCode != 0 { throw ExitCode(round.verdict.exitCode) }
  }

  // MARK: Baselines

  /// Runs the cells and holds them against the baselines of a folder.
  ///
  /// - Returns: Nil when they were accepted instead.
  private func heldAgainstBaselines(
    _ folder: String?,
    _ catalog: ScenarioCatalog,
    _ interruption: Interruption,
    _ console: Console
  ) throws -> GateRound? {
    let folder = folder ?? baselines ?? catalog.baselinesFolder
    let gate = Gate(folder: folder)
    if accept {
      try FolderPlace(folder).check(isOwned: { _ in false }, isOurs: { _ in true })
      try GateAcceptance.checkTree(around: folder)
    }
    let records = try measure(try requests(catalog), interruption, console)
    if accept, let reason {
      try GateAcceptance(gate: gate, console: console).accept(records, because: reason)
      return nil
    }
    let (ended, whole) = Self.parted(records)
    if scenarios.isEmpty { noteUnknown(in: folder, catalog, console) }
    let report = try gate.judge(whole.map { CellCounts.all(of: $0, byPhase: false) })
    var round = report.round(base: folder)
    round.results += ended
    return round
  }

  /// Says of which scenarios there are baselines that a gate over the whole catalogue does not run.
  private func noteUnknown(in folder: String, _ catalog: ScenarioCatalog, _ console: Console) {
    let files = ((try? Folder.names(in: folder)) ?? []).filter { $0.hasSuffix(".json") }
    let scenarios = files.compactMap { file in
      (try? Baseline.read("\(folder)/\(file)"))?.cell.scenario
    }
    let unknown = scenarios.withoutRepeats.filter { !catalog.names.contains($0) }
    guard !unknown.isEmpty else { return }
    console.note(
      "\(unknown.joined(separator: ", ")): there are baselines of it in \(folder), but no such scenario "
        + "in \(catalog.folder); it was not run."
    )
  }

  /// Cells whose process ended, as results, and the others.
  private static func parted(_ records: [CellRecord]) -> ([CheckResult], [CellRecord]) {
    var ended: [CheckResult] = []
    var whole: [CellRecord] = []
    for record in records {
      guard case .ended(let end) = record.verdict else {
        whole.append(record)
        continue
      }
      ended.append(
        CheckResult(
          .exact,
          CellIdentity(
            scenario: record.scenario,
            profile: record.profile,
            device: record.device,
            refreshHertz: record.refreshHertz
          ),
          end.isByLimit ? .invalid : .regression,
          notes: [RunVerdict.shortfall(of: record) ?? "its process ended"]
        )
      )
    }
    return (ended, whole)
  }

  private func heldAgainst(
    file: String,
    _ catalog: ScenarioCatalog,
    _ interruption: Interruption,
    _ console: Console
  ) throws -> GateRound {
    let baseline = try Baseline.read(file)
    let cell = baseline.cell
    let scenario = try catalog.scenario(scenarios.first ?? cell.scenario)
    guard scenarios.count <= 1, scenario.name == cell.scenario else {
      throw ValidationError(
        "\(file) is a baseline of \(cell.scenario); name no other scenario, or a folder of baselines."
      )
    }
    let named = try DesignNames.profiles(DesignNames.paths(in: profile))
    guard let profile = (Profile.all + named).first(where: { $0.name == cell.profile }),
      let device = Device.all.first(where: { $0.name == cell.device })
    else {
      throw ValidationError("\(file) is of \(cell), which this build does not know.")
    }
    let request = CellRequest.exact(
      scenario,
      named: scenarios.first ?? cell.scenario,
      profile: profile,
      device: device,
      hertz: cell.refreshHertz
    )
    let (ended, whole) = Self.parted(try measure([request], interruption, console))
    let comparisons = whole.map {
      GateComparison(
        measured: CellCounts.all(of: $0, byPhase: false),
        baseline: baseline,
        path: file
      )
    }
    var round = GateReport(comparisons: comparisons).round(base: file)
    round.results += ended
    return round
  }

  private func heldAgainst(
    run path: String,
    _ interruption: Interruption,
    _ console: Console
  ) throws -> GateRound {
    let base = try RunBase(
      path: path,
      scenarios: scenarios,
      profiles: profile,
      refresh: refresh.withoutRepeats
    )
    if jobs != nil, !base.isModelled {
      throw ValidationError(
        "--jobs does not go with a run of measured cost: cells that run side by side disturb each other."
      )
    }
    let cells = try CellProcesses(
      jobs: base.isModelled ? jobsInForce : 1,
      memoryLimit: MemorySize.standard.bytes,
      timeLimit: .seconds(900),
      takesTurns: !base.isModelled,
      interruption: interruption,
      console: console
    )
    .run(base.requests)
    return try base.round(cells)
  }

  private func requests(_ catalog: ScenarioCatalog) throws -> [CellRequest] {
    let chosen = try DesignNames.profiles(profilesInForce)
    let rates = refresh.isEmpty ? [60, 120] : refresh.withoutRepeats
    var requests: [CellRequest] = []
    var named = ScenarioNames()
    for name in scenarios.isEmpty ? catalog.names : try catalog.checked(scenarios) {
      let (scenario, content) = try named.scenario(name, in: catalog)
      // Half an hour of screen time is for those who ask for it.
      if scenarios.isEmpty, scenario.profileNames?.count == 1 { continue }
      let device = scenario.device ?? .iPhone15Pro
      for profile in scenario.suitable(among: chosen) {
        for rate in rates {
          var request = CellRequest.exact(
            scenario,
            named: name,
            profile: profile,
            device: device,
            hertz: rate
          )
          request.content = content
          requests.append(request)
        }
      }
    }
    return requests
  }

  var profilesInForce: [String] { profile.isEmpty ? [Profile.standard.name] : profile }

  private var jobsInForce: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Runs the cells, a process each: what one does to its memory is not seen by the next.
  private func measure(
    _ requests: [CellRequest],
    _ interruption: Interruption,
    _ console: Console
  ) throws -> [CellRecord] {
    try CellProcesses(
      jobs: jobsInForce,
      memoryLimit: MemorySize.standard.bytes,
      timeLimit: .seconds(900),
      takesTurns: false,
      interruption: interruption,
      console: console
    )
    .run(requests)
  }
}
