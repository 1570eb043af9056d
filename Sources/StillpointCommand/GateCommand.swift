import ArgumentParser
import ChatSurface
import ChildProcesses
import Foundation
import Gating
import Profiling
import Reporting
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
        0 equal, 2 regression or a cell that broke off, 3 no baseline or invalid, 4 fewer than the \
      baseline: accept it
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

  @Option(help: "Cells that run side by side. (default: as many as there are processors)")
  var jobs: Int?

  @Flag(help: "Writes what was measured as the new baseline.")
  var accept = false

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  mutating func validate() throws {
    for rate in refresh where !(1...1000).contains(rate) {
      throw ValidationError("--refresh \(rate) is not in 1 ... 1000 Hz; try 60 or 120.")
    }
    if let jobs, !(1...256).contains(jobs) {
      throw ValidationError("--jobs \(jobs) is not in 1 ... 256; try 1.")
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
      let records = try measure(catalog, console)
      let ended = records.filter { if case .ended = $0.verdict { true } else { false } }
      for record in ended {
        let why = RunVerdict.shortfall(of: record) ?? ""
        console.complain("error: \(RunVerdict.name(of: record)): \(why)")
      }
      if accept, !ended.isEmpty {
        console.complain("Nothing was accepted: mend what ended, and accept then.")
        throw ExitCode(2)
      }
      let cells = records.filter { record in
        if case .ended = record.verdict { false } else { true }
      }
      .map(counts(of:))
      if accept {
        for accepted in try gate.accept(cells) where accepted.isChanged {
          console.say("accepted \(accepted.path)")
          for line in accepted.difference { console.say("  \(line)") }
        }
        return
      }
      let report = try gate.judge(cells)
      for line in report.lines { console.say(line) }
      let isByLimit = ended.allSatisfy { record in
        if case .ended(let end) = record.verdict { end.isByLimit } else { false }
      }
      let code = ended.isEmpty ? report.verdict.exitCode : isByLimit ? 3 : 2
      if code != 0 { throw ExitCode(code) }
    }
  }

  private func requests(_ catalog: ScenarioCatalog) throws -> [CellRequest] {
    let chosen =
      profile.contains("all") ? Profile.all : Profile.all.filter { profile.contains($0.name) }
    var requests: [CellRequest] = []
    for name in scenarios.isEmpty ? catalog.names : try catalog.checked(scenarios) {
      let scenario = try catalog.scenario(name)
      // Half an hour of screen time is for those who ask for it.
      if scenarios.isEmpty, scenario.profileNames?.count == 1 { continue }
      let device = scenario.device ?? .iPhone15Pro
      for profile in scenario.suitable(among: chosen) {
        for rate in refresh.withoutRepeats {
          requests.append(
            .exact(scenario, named: name, profile: profile, device: device, hertz: rate)
          )
        }
      }
    }
    return requests
  }

  /// Runs the cells, a process each: what one does to its memory is not seen by the next.
  private func measure(_ catalog: ScenarioCatalog, _ console: Console) throws -> [CellRecord] {
    try CellProcesses(
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      memoryLimit: MemorySize.standard.bytes,
      timeLimit: .seconds(900),
      takesTurns: false,
      interruption: try Interruption(),
      console: console
    )
    .run(try requests(catalog))
  }

  private func counts(of record: CellRecord) -> CellCounts {
    let facts = MachineFacts.current()
    let key = AllocationKey(
      toolchain: facts.toolchain,
      architecture: facts.architecture,
      allocator: AllocationCounter.availability.description,
      configuration: facts.configuration
    )
    var counts = CellCounts(
      record: record,
      allocationKey: key,
      unlessCounted: "the allocator's statistics are \(AllocationCounter.availability)"
    )
    let outcome = record.counts
    counts.exact.set("chunks", count: outcome.chunks)
    counts.exact.set("releases", count: outcome.releases)
    counts.exact.set("snaps", count: outcome.snaps, expectation: .fewerIsBetter)
    counts.exact.set("cache_hits", count: outcome.cacheHits)
    counts.exact.set("cache_misses", count: outcome.cacheMisses, expectation: .fewerIsBetter)
    counts.exact.set("cache_evictions", count: outcome.cacheEvictions, expectation: .fewerIsBetter)
    counts.exact.set("rebases", count: outcome.rebases)
    counts.exact.set("text_out_sha256", hash: record.textOutSHA256)
    counts.exact.set(outcome.operations.total)
    return counts
  }
}
