import ArgumentParser
import ChatSurface
import FramePacing
import Gating
import LoadGeneration
import Profiling
import Simulation

/// `stillpoint gate`.
struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Compares exact counts, frame-log hashes and allocations with the baselines.",
    discussion: """
      Runs scenarios with virtual clock, modelled cost and the fixed measurer, where every count \
      repeats exactly, and prints what differs as a patch. Allocations are compared for the same \
      toolchain, architecture and allocator only.

      EXAMPLES
        stillpoint gate
        stillpoint gate stream-steady --profile all
        stillpoint gate --accept

      EXIT CODES
        0 equal, 2 regression, 3 no baseline or invalid, 4 fewer than the baseline: accept it
      """
  )

  @Argument(
    help: """
      Scenarios: names, or paths of YAML files. (default: the whole catalogue but for those made \
      for one profile alone)
      """
  )
  var scenarios: [String] = []

  @Option(name: .long, parsing: .upToNextOption, help: "Profiles, or `all`.")
  var profile: [String] = ["reference"]

  @Option(name: .long, parsing: .upToNextOption, help: "Refresh rates in Hz.")
  var refresh: [Int] = [60, 120]

  @Option(
    help: "The folder of the baselines. (default: Reports/baselines beside the scenarios)",
    completion: .directory
  )
  var baselines: String?

  @Flag(help: "Writes what was measured as the new baseline.")
  var accept = false

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  mutating func validate() throws {
    for rate in refresh where !(1...1000).contains(rate) {
      throw ValidationError("--refresh \(rate) is not in 1 ... 1000 Hz; try 60 or 120.")
    }
    for name in profile where name != "all" && !Profile.all.contains(where: { $0.name == name }) {
      throw ValidationError(unknown("profile", name, among: Profile.all.map(\.name) + ["all"]))
    }
  }

  func run() throws {
    let console = Console(isQuiet: quiet)
    try Failure.report(on: console) {
      let catalog = try ScenarioCatalog.find()
      let gate = Gate(folder: baselines ?? catalog.baselinesFolder)
      let cells = try measure(catalog, console)
      if accept {
        for accepted in try gate.accept(cells) where accepted.isChanged {
          console.say("accepted \(accepted.path)")
          for line in accepted.difference { console.say("  \(line)") }
        }
        return
      }
      let report = try gate.judge(cells)
      for line in report.lines { console.say(line) }
      let code = report.verdict.exitCode
      if code != 0 { throw ExitCode(code) }
    }
  }

  private func measure(_ catalog: ScenarioCatalog, _ console: Console) throws -> [CellCounts] {
    let chosen =
      profile.contains("all") ? Profile.all : Profile.all.filter { profile.contains($0.name) }
    let options = RunOptions(
      cost: .modelled,
      measurer: .fixed,
      costs: try DeclaredCosts.builtIn().table(for: .fixed)
    )
    let runner = CellRunner(options: options, tools: try TextTools.make(.fixed))
    var plans: [CellPlan] = []
    for name in scenarios.isEmpty ? catalog.names : try catalog.checked(scenarios) {
      let scenario = try catalog.scenario(name)
      // Half an hour of screen time is for those who ask for it.
      if scenarios.isEmpty, scenario.profileNames?.count == 1 { continue }
      let base = scenario.device ?? .iPhone15Pro
      let events = scenario.timeline(on: base)
      for profile in scenario.suitable(among: chosen) {
        for rate in refresh.withoutRepeats {
          plans.append(
            CellPlan(
              scenario: scenario.name,
              events: events,
              profile: profile,
              device: base.at(hertz: rate),
              seed: scenario.seed,
              budgets: scenario.budgetsInForce
            )
          )
        }
      }
    }
    var cells: [CellCounts] = []
    for (index, plan) in plans.enumerated() {
      console.progress(
        index,
        of: plans.count,
        "\(plan.scenario), \(plan.profile.name) at \(plan.device.rate.hertz) Hz"
      )
      cells.append(try counts(of: plan, runner))
    }
    return cells
  }

  private func counts(of plan: CellPlan, _ runner: CellRunner) throws -> CellCounts {
    let log = FrameLogDigest()
    var result = try runner.run(plan) { log.add($0, $1, plan.device.rate) }
    result.record.frameLogSHA256 = log.finish()
    let facts = MachineFacts.current()
    let key = AllocationKey(
      toolchain: facts.toolchain,
      architecture: facts.architecture,
      allocator: AllocationCounter.availability.description,
      configuration: facts.configuration
    )
    var counts = CellCounts(
      record: result.record,
      allocationKey: key,
      unlessCounted: "the allocator's statistics are \(AllocationCounter.availability)"
    )
    let outcome = result.counts
    counts.exact.set("chunks", count: outcome.chunks)
    counts.exact.set("releases", count: outcome.releases)
    counts.exact.set("snaps", count: outcome.snaps, expectation: .fewerIsBetter)
    counts.exact.set("cache_hits", count: outcome.cacheHits)
    counts.exact.set("cache_misses", count: outcome.cacheMisses, expectation: .fewerIsBetter)
    counts.exact.set("cache_evictions", count: outcome.cacheEvictions, expectation: .fewerIsBetter)
    counts.exact.set("rebases", count: outcome.rebases)
    counts.exact.set("text_out_sha256", hash: result.record.textOutSHA256)
    counts.exact.set(outcome.operations.total)
    return counts
  }
}
