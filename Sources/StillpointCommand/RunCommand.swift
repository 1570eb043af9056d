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

      --ablate starts from `reference` and switches one concern at a time to each alternative that \
      another profile has. It runs at 60 Hz unless --refresh is given, and times each cell in one \
      repetition instead of three, after the two that count allocations. In its table ! is worse and \
      * better than the reference; a ratio within 2 %, of measured cost within 10 %, counts as the \
      same. Without scenarios it runs \
      \(Ablation.standardScenarios.joined(separator: ", ")).

      EXAMPLES
        stillpoint run --all --profile all
        stillpoint run stream-steady prepend-while-reading
        stillpoint run my.yaml --profile messaging-ui --refresh 60
        stillpoint run --ablate --cost modelled
        stillpoint run stream-steady --ablate --output Reports/runs/ablation
      """
  )

  @Argument(help: "Scenarios: names, or paths of YAML files.", completion: .file())
  var scenarios: [String] = []

  @Flag(help: "Runs every scenario of the catalogue.")
  var all = false

  @Flag(help: "Switches one concern of `reference` at a time to each alternative.")
  var ablate = false

  @OptionGroup var arguments: RunArguments

  mutating func validate() throws {
    if ablate && !arguments.profile.isEmpty {
      throw ValidationError("--ablate starts from `reference`; leave out --profile.")
    }
    if scenarios.isEmpty && !all && !ablate {
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
      let names = try scenarioNames(in: catalog, console)
      let ablations = ablate ? Ablation.all() : []
      let standard = ablate ? [60] : [60, 120]
      let rates = arguments.refresh.isEmpty ? standard : arguments.refresh.withoutRepeats
      var plans: [CellPlan] = []
      for name in names {
        let scenario = try catalog.scenario(name)
        if ablate, let names = scenario.profileNames {
          console.note("\(name) is for \(names.joined(separator: ", ")) alone; it is left out.")
          continue
        }
        let standard = scenario.profileName ?? scenario.profileNames?.first ?? "reference"
        let profiles =
          ablate
          ? Self.profiles(of: ablations)
          : scenario.suitable(among: try arguments.profiles(standard: standard))
        let cells = try self.plans(for: scenario, rates: rates, profiles: profiles)
        if cells.isEmpty && !all { throw UnsuitableProfile(scenario: scenario) }
        plans += cells
      }
      let session = RunSession(
        arguments: arguments,
        console: console,
        name: ablate ? "ablation" : "run",
        ablation: ablations.map(\.entry)
      )
      let outcome = try session.run(plans)
      if outcome.hasFailed { throw ExitCode(1) }
      if !outcome.isPass { throw ExitCode(2) }
    }
  }

  /// The scenarios to run; an ablation's standard ones as far as they are there.
  private func scenarioNames(
    in catalog: ScenarioCatalog,
    _ console: Console
  ) throws -> [String] {
    if all { return catalog.names }
    guard scenarios.isEmpty, ablate else { return try catalog.checked(scenarios) }
    let names = Ablation.standardScenarios.filter(catalog.names.contains)
    for missing in Ablation.standardScenarios where !names.contains(missing) {
      console.note("\(missing) is not in \(catalog.folder); it is left out.")
    }
    guard !names.isEmpty else {
      throw ValidationError(
        "None of the standard scenarios of an ablation is there; name one, or say --all."
      )
    }
    return names
  }

  /// The reference, and every profile that can be made of it.
  private static func profiles(of ablations: [Ablation]) -> [Profile] {
    [.reference]
      + ablations.compactMap { ablation in
        if case .profile(let profile) = ablation.outcome { return profile }
        return nil
      }
  }

  private func plans(
    for scenario: Scenario,
    rates: [Int],
    profiles: [Profile]
  ) throws -> [CellPlan] {
    let base = try arguments.chosenDevice() ?? scenario.device ?? .iPhone15Pro
    let seed = arguments.seed ?? scenario.seed
    let events = scenario.timeline(seed: seed, on: base)
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
