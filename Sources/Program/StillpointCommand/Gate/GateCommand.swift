import ArgumentParser
import ChatSurface
import ChildProcesses
import Files
import Foundation
import Gating
import Judging
import Profiling
import Records
import Reporting
import Scenarios

/// `stillpoint gate`.
package struct GateCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Holds this build against baselines or a saved run: counts, allocations, figures.",
    discussion: """
      Runs scenarios with virtual clock, modelled cost and the fixed measurer, where every count \
      repeats exactly, and prints what differs from the baselines as a patch. Hashes of frame logs and \
      texts may not differ; work and allocations are worse from 1 % more in a scenario, 2 % in a phase, \
      and 5 % more than at the last release. With --base it is held against a saved run. In this \
      package's own repository scripts/gate holds a build against a commit.

      EXAMPLES
        stillpoint gate
        stillpoint gate stream-steady --profile my-app.yaml --baselines baselines.csv
        stillpoint gate --base Reports/runs/before
        stillpoint gate --adopt

      EXIT CODES
        0 pass or better, 1 error, 2 regression, 3 invalid or inconclusive, 64 usage
      """
  )

  @Argument(
    help: """
      Scenarios: names, or paths of YAML files. (default: with a run folder all of the run's, else \
      the whole catalogue but for those made for one profile alone)
      """
  )
  var scenarios: [String] = []

  @Option(help: "A run folder, in place of baselines.", completion: .directory)
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
    help:
      "The file of the baselines. (default: \(Gate.standardPath) of this repository or folder)",
    completion: .file(extensions: ["csv"])
  )
  var baselines: String?

  @Option(
    help: "A folder for summary.md, junit.xml, benchmark.json, gate.json and index.html.",
    completion: .directory
  )
  var output: String?

  @Option(help: "Configurations that run at once. (default: as many as there are processors)")
  var jobs: Int?

  @Flag(help: "Writes what was measured as the new baseline: lines to commit with the change.")
  var adopt = false

  @Flag(help: "With --adopt: these are a release's counts; later builds may exceed them by 5 %.")
  var release = false

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
      if let base {
        round = try heldAgainst(run: base, interruption, console)
      } else {
        guard let made = try heldAgainstBaselines(catalog, interruption, console) else { return }
        round = made
      }
      try Self.finish(round, output: output, console)
    }
  }

  /// Prints a round, writes its files, and ends with its exit code.
  package static func finish(_ round: GateRound, output: String?, _ console: Console) throws {
    console.say("\(lines: GateText(round).text(isColoured: console.wantsColour))")
    if let output {
      try GateFiles.write(round, to: output)
      console.say("written to \(output)")
    }
    if round.verdict.exitCode != 0 { throw ExitCode(round.verdict.exitCode) }
  }

  // MARK: Baselines

  /// Runs the cells and holds them against baselines.
  ///
  /// - Returns: Nil when they were adopted instead.
  private func heldAgainstBaselines(
    _ catalog: ScenarioCatalog,
    _ interruption: Interruption,
    _ console: Console
  ) throws -> GateRound? {
    let gate = Gate(path: baselines ?? catalog.baselinesPath)
    // What cannot be read is said before minutes of work.
    let table = try gate.table()
    let records = try measure(try requests(catalog), interruption, console)
    if adopt {
      try adopt(records, in: gate, console)
      return nil
    }
    let (ended, whole) = Self.parted(records)
    if scenarios.isEmpty { noteUnknown(in: table, gate.path, catalog, console) }
    let report = try gate.judge(whole.map { CellCounts.all(of: $0, byPhase: false) })
    let typed = StandardStreams.arguments.dropFirst().map(FileName.word)
    var round = report.round(
      base: gate.path,
      adoptedBy: (["stillpoint"] + typed + ["--adopt"]).joined(separator: " ")
    )
    round.results += ended
    return round
  }

  /// Adopts all cells, or none: one whose text was lost, that broke or that is invalid is refused.
  ///
  /// - Throws: `ExitCode` 2 or 3 when a cell is refused.
  private func adopt(_ records: [CellRecord], in gate: Gate, _ console: Console) throws {
    let refused = records.filter { $0.problemForGate != nil }
    for record in refused {
      console.complain(
        "error: \(RunVerdict.name(of: record)): \(sentence: record.problemForGate ?? "")"
      )
    }
    guard refused.isEmpty else {
      console.complain("Nothing was adopted: mend what is named above, and adopt then.")
      let isEnd = refused.contains { $0.verdict.processEnd?.isByLimit == false }
      throw ExitCode(isEnd ? 2 : 3)
    }
    let adopted = try gate.adopt(
      records.map { CellCounts.all(of: $0, byPhase: false) },
      isRelease: release
    )
    .filter(\.isChanged)
    for cell in adopted {
      console.say("adopted \(cell.cell)")
      for line in cell.difference { console.say("  \(sentence: line)") }
    }
    let cells = records.count == 1 ? "1 configuration" : "\(records.count) configurations"
    console.say(
      adopted.isEmpty
        ? "\(gate.path) says this already of \(cells); nothing was written."
        : "\(gate.path) is written: commit it with the change that explains it."
    )
  }

  /// Says of which scenarios there are baselines that a gate over the whole catalogue does not run.
  private func noteUnknown(
    in table: BaselineTable,
    _ path: String,
    _ catalog: ScenarioCatalog,
    _ console: Console
  ) {
    let scenarios = table.baselines.map(\.cell.scenario)
    let unknown = scenarios.withoutRepeats.filter { !catalog.names.contains($0) }
    guard !unknown.isEmpty else { return }
    console.note(
      "\(sentence: unknown.joined(separator: ", ")): there are baselines of it in \(path), but no such scenario "
        + "in \(catalog.folder); it was not run."
    )
  }

  /// Cells whose process ended, as results, and the others.
  private static func parted(_ records: [CellRecord]) -> ([CheckResult], [CellRecord]) {
    var ended: [CheckResult] = []
    var whole: [CellRecord] = []
    for record in records {
      guard let end = record.verdict.processEnd else {
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
        "--jobs does not go with a run of measured cost: configurations that run side by side disturb each other."
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
