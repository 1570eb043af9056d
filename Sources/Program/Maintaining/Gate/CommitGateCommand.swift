import ArgumentParser
import ChatSurface
import ChildProcesses
import Files
import Foundation
import Gating
import Reporting
import Scenarios
import StillpointCommand

/// `stillpoint-maintain gate`.
struct CommitGateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Holds this build against a commit: counts, allocations, instructions, CPU, budgets.",
    discussion: """
      Builds the commit with the flags of this build, asks both for the same scenarios (this tree's) \
      with Pango and the dictionary, and says of each check: pass, regression, improvement, \
      inconclusive, invalid or not available. What it tolerates stands in Gate.yaml. scripts/gate \
      builds both at once and calls it.

      EXAMPLES
        stillpoint-maintain gate --base main
        stillpoint-maintain gate stream-steady --base HEAD~1 --only exact allocations instructions
        stillpoint-maintain gate --calibrate 10
        stillpoint-maintain gate --calibrate 40 --planted 5 allocation block

      EXIT CODES
        0 pass, 1 error, 2 regression, 3 invalid or inconclusive, 64 usage
      """
  )

  @Argument(help: "Scenarios: names, or paths of YAML files. (default: those of Gate.yaml)")
  var scenarios: [String] = []

  @Option(help: "A commit, branch or tag.")
  var base: String?

  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: "exact, allocations, instructions, cpu, controls, budgets. (default: all)"
  )
  var only: [GateCheck] = []

  @Option(
    help: "The profile: a name, or the path of a YAML file.",
    completion: .profiles
  )
  var profile = Profile.standard.name

  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: "Refresh rates in Hz. (default: that of Gate.yaml)"
  )
  var refresh: [Int] = []

  @Option(help: "The thresholds. (default: Gate.yaml beside the scenarios)", completion: .file())
  var thresholds: String?

  @Option(
    help: "A folder for summary.md, junit.xml, benchmark.json, gate.json and index.html.",
    completion: .directory
  )
  var output: String?

  @Option(help: "Decides the order of the builds in each pair, and resampling.")
  var seed: UInt64 = 1

  @Option(
    help: """
      Rounds of this build against itself, as it is and with work planted: prints false alarms, power \
      and duration.
      """
  )
  var calibrate: Int?

  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: """
      With --calibrate: itself, busy (itself, beside a busy loop a processor), allocation and block (one \
      a frame), instructions, or 1, 3, 5, 10 % of a phase's processor time. (default: all)
      """
  )
  var planted: [GateCalibration.Kind] = []

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  mutating func validate() throws {
    for rate in refresh where !(1...1000).contains(rate) {
      throw ValidationError("--refresh \(rate) is not in 1 ... 1000 Hz; try 60 or 120.")
    }
    if let calibrate, !(1...10_000).contains(calibrate) {
      throw ValidationError("--calibrate \(calibrate) is not in 1 ... 10000 rounds; try 10.")
    }
    guard profile != DesignNames.all else {
      throw ValidationError("--profile all: two builds are compared in one profile; name one.")
    }
    try DesignNames.check(profiles: [profile])
    if only.contains(.run) {
      throw ValidationError("--only run is what `stillpoint gate` makes of a run folder.")
    }
    if Set(only) == [.controls] {
      throw ValidationError("--only controls says nothing of a build; name cpu with it.")
    }
    guard calibrate != nil || base != nil else {
      throw ValidationError("No base; name a commit with --base, or use --calibrate.")
    }
    guard calibrate == nil || base == nil else {
      throw ValidationError("--calibrate holds this build against itself; leave --base out.")
    }
    let given = [("--only", !only.isEmpty), ("--output", output != nil)]
    if calibrate != nil, let name = given.first(where: \.1)?.0 {
      throw ValidationError(
        "\(name) does not go with --calibrate, which prints a table; leave it out."
      )
    }
    guard calibrate != nil || planted.isEmpty else {
      throw ValidationError("--planted goes with --calibrate.")
    }
  }

  func run() throws {
    let console = Console(isQuiet: quiet)
    try Failure.report(on: console) {
      let catalog = try ScenarioCatalog.find()
      if let output { try GateFiles.check(output) }
      let session = try session(catalog, try Interruption(), console)
      if let calibrate {
        let kinds = planted.isEmpty ? GateCalibration.Kind.allCases : planted
        try GateCalibration(session: session, rounds: calibrate, kinds: kinds, seed: seed).run()
      } else if let base {
        let round = try session.round(against: base, checks: Set(only), seed: seed)
        try GateCommand.finish(round, output: output, console)
      }
    }
  }

  private func session(
    _ catalog: ScenarioCatalog,
    _ interruption: Interruption,
    _ console: Console
  ) throws -> CommitSession {
    let parent = URL(fileURLWithPath: catalog.folder).deletingLastPathComponent()
    let file = thresholds ?? parent.appendingPathComponent(GateThresholds.fileName).path
    let limits = try GateThresholds.read(file)
    let named = try catalog.checked(scenarios.isEmpty ? limits.scenarios : scenarios)
    guard !([profile] + named).contains(InputFile.standardInput) else {
      throw ValidationError(
        "Both builds read the files, often; standard input is read once. Name a file."
      )
    }
    // Results of two scenarios of one name could not be told apart.
    var names = ScenarioNames()
    for name in named { _ = try names.scenario(name, in: catalog) }
    return try CommitSession(
      catalog: catalog,
      thresholds: limits,
      scenarios: named,
      profile: try DesignNames.profiles([profile])[0],
      named: profile,
      refresh: refresh.isEmpty ? [limits.refreshHertz] : refresh.withoutRepeats,
      interruption: interruption,
      console: console
    )
  }
}

extension GateCheck: ExpressibleByArgument {}
