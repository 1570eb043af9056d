import ArgumentParser
import ChatSurface
import FramePacing
import LoadGeneration
import Reporting
import Simulation

/// `stillpoint run`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs scenarios against profiles and writes a report.",
    discussion: """
      A scenario is a name of the catalogue (see `stillpoint list`) or a YAML file of your own. \
      The run fails with 2 when the profile `reference` misses a budget; published profiles are \
      reported against the same budgets.

      EXAMPLES
        stillpoint run --all --profile all
        stillpoint run stream-steady prepend-while-reading
        stillpoint run my.yaml --profile messaging-ui --refresh 60
      """
  )

  @Argument(help: "Scenarios: names, or paths of YAML files.", completion: .file())
  var scenarios: [String] = []

  @Flag(help: "Runs every scenario of the catalogue.")
  var all = false

  @OptionGroup var arguments: RunArguments

  mutating func validate() throws {
    if scenarios.isEmpty && !all {
      throw ValidationError("Name a scenario, or say --all; `stillpoint list` shows what there is.")
    }
    if !scenarios.isEmpty && all {
      throw ValidationError("--all runs every scenario; name some or say --all, not both.")
    }
  }

  func run() throws {
    let console = Console(isQuiet: arguments.quiet || arguments.json)
    try Failure.report(on: console) {
      let catalog = try ScenarioCatalog.find()
      let names = all ? catalog.names : try catalog.checked(scenarios)
      let rates = arguments.refresh.isEmpty ? [60, 120] : arguments.refresh.withoutRepeats
      var plans: [CellPlan] = []
      for name in names {
        let scenario = try catalog.scenario(name)
        let cells = try self.plans(for: scenario, rates: rates)
        if cells.isEmpty && !all { throw UnsuitableProfile(scenario: scenario) }
        plans += cells
      }
      let session = RunSession(arguments: arguments, console: console, name: "run")
      let outcome = try session.run(plans)
      if outcome.hasFailed { throw ExitCode(1) }
      if !outcome.isPass { throw ExitCode(2) }
    }
  }

  private func plans(for scenario: Scenario, rates: [Int]) throws -> [CellPlan] {
    let base = try arguments.chosenDevice() ?? scenario.device ?? .iPhone15Pro
    let seed = arguments.seed ?? scenario.seed
    let events = scenario.timeline(seed: seed, on: base)
    let standard = scenario.profileName ?? scenario.profileNames?.first ?? "reference"
    let profiles = scenario.suitable(among: try arguments.profiles(standard: standard))
    return profiles.flatMap { profile in
      rates.map { rate in
        CellPlan(
          scenario: scenario.name,
          events: events,
          profile: profile,
          device: base.at(hertz: rate),
          seed: seed,
          budgets: scenario.budgetsInForce
        )
      }
    }
  }
}

/// A scenario that is for none of the profiles named.
struct UnsuitableProfile: Error, CustomStringConvertible {
  var scenario: Scenario

  var description: String {
    let names = scenario.profileNames?.joined(separator: ", ") ?? "every profile"
    return """
      \(scenario.name) is for \(names) alone.
      Leave --profile out, or name one of these.
      """
  }
}
