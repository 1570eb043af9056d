import ArgumentParser
import ChatSurface
import Files
import Foundation
import FramePacing
import LoadGeneration
import Records
import Reporting
import Scenarios

/// `stillpoint run`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs scenarios against profiles and writes a report.",
    discussion: """
      A scenario is a name of the catalogue (see `stillpoint list`) or a YAML file of your own. \
      The run fails with 2 when the profile `reference` misses a budget; published profiles are \
      reported against the same budgets. It ends with 3 when nothing was missed but a figure that a \
      budget is for is missing, or a limit ended a configuration.

      Measured cost is repeated, the configurations of a scenario in turn, until the 95 % interval of the \
      median of the p99 cost is within \(Int(RepetitionRule.width * 100)) % (\(RepetitionRule.least) to \
      \(RepetitionRule.most) times), or --time-each is used.

      --ablate starts from `reference`, or the one profile named, and switches one concern at a time \
      to each alternative that another profile has. It runs at 60 Hz unless --refresh is given, and times each configuration in one \
      repetition. In its table ! is worse and \
      * better than where it starts from; a ratio within 2 %, of measured cost within 10 %, counts as the \
      same. Without scenarios it runs \
      \(Ablation.standardScenarios.joined(separator: ", ")).

      EXAMPLES
        stillpoint run --all --profile all
        stillpoint run --all --cost modelled --shard 1/4
        stillpoint run --all --cost modelled --shard auto --shard-costs Reports/runs/last
        stillpoint run stream-steady prepend-while-reading
        stillpoint run my.yaml --profile messaging-ui --refresh 60
        stillpoint run --ablate --cost modelled
        stillpoint run stream-steady --profile mine.yaml reference --device my-phone.yaml
        stillpoint run --ablate --profile mine.yaml --cost modelled
        stillpoint run stream-steady --ablate --output Reports/runs/ablation
      """
  )

  @Argument(
    help: "Scenarios: names, or paths of YAML files; - reads standard input.",
    completion: .scenarios
  )
  var scenarios: [String] = []

  @Flag(help: "Runs every scenario of the catalogue.")
  var all = false

  @Flag(help: "Switches one concern of `reference`, or of the profile named, at a time.")
  var ablate = false

  @OptionGroup var sharing: ShardOptions

  @Option(
    help: """
      Runs only configurations whose name matches this regular expression; a name is as in \
      stream-steady.my-app.iphone-15-pro.60.
      """
  )
  var filter: String?

  @OptionGroup var arguments: RunArguments

  mutating func validate() throws {
    if ablate && (arguments.profile.count > 1 || arguments.profile == [DesignNames.all]) {
      throw ValidationError("--ablate starts from one profile; name one with --profile.")
    }
    if scenarios.isEmpty && !all && !ablate {
      throw ValidationError("Name a scenario, or say --all; `stillpoint list` shows what there is.")
    }
    if ablate && arguments.timeEach != nil {
      throw ValidationError(
        "--ablate times each configuration in one repetition; leave out --time-each."
      )
    }
    if ablate && arguments.frames != nil {
      throw ValidationError("--frames is for one configuration; leave out --ablate.")
    }
    if let filter, (try? Regex(filter)) == nil {
      throw ValidationError("--filter \(filter) is no regular expression; try a part of a name.")
    }
    if !scenarios.isEmpty && all {
      throw ValidationError("--all runs every scenario; name some or say --all, not both.")
    }
  }

  func run() throws {
    let console = Console(isQuiet: arguments.quiet || arguments.json)
    try Failure.report(on: console) {
      let place = try arguments.framesPlace(inputs: scenarios.filter(ScenarioCatalog.isPath))
      console.saysToError = place?.isStandardOutput == true
      let catalog = try ScenarioCatalog.find()
      let names = try scenarioNames(in: catalog, console)
      let chosen = try arguments.profiles()
      let ablations = ablate ? Ablation.all(from: chosen[0]) : []
      var requests: [CellRequest] = []
      var named = ScenarioNames()
      var loads: [String: (events: Int, seconds: Double)] = [:]
      for name in names {
        let (scenario, content) = try named.scenario(name, in: catalog)
        if ablate, let names = scenario.profileNames {
          console.note(
            "\(name) is for \(sentence: names.joined(separator: ", ")) alone; it is left out."
          )
          continue
        }
        let profiles = try self.profiles(for: scenario, name: name, chosen, ablations)
        var cells = try self.requests(for: scenario, name: name, profiles: profiles)
        for index in cells.indices { cells[index].content = content }
        if sharing.shard != nil, !cells.isEmpty { loads[scenario.name] = scenario.load }
        for stream in scenario.unendedStreams { console.note("\(lines: "\(stream)")") }
        if cells.isEmpty && !all {
          if profiles.isEmpty { throw UnsuitableProfile(scenario: scenario) }
          throw UnsuitableRate(scenario: scenario)
        }
        requests += cells
      }
      requests = try wanted(of: requests)
      guard !requests.isEmpty else { throw NothingToRun(names: names) }
      if !ablate { shareTime(among: &requests, console) }
      var shard = try sharing.shard?.resolved()
      shard?.profiles = requests.map(\.profile).withoutRepeats
      if shard != nil {
        let costs = try CellCosts(sharing.shardCosts, loads: loads)
        requests = shard?.part(of: requests, cost: costs.cost) ?? requests
      }
      let session = RunSession(
        arguments: arguments,
        console: console,
        title: title(of: names, shard),
        inputs: names.filter(ScenarioCatalog.isPath) + arguments.designFiles,
        ablation: ablations.map(\.entry),
        ablationBase: ablate ? chosen[0].name : nil,
        shard: shard
      )
      if place != nil {
        guard requests.count == 1 else { throw SeveralFrameLogs(names: requests.map(\.name)) }
        // A frame log is of one repetition: the only one.
        requests[0].conditions.repetitions = .exactly(1)
      }
      try session.run(requests, frameLog: place).end(isReportOnly: arguments.reportOnly)
    }
  }

  /// The requests that `--filter` finds.
  private func wanted(of requests: [CellRequest]) throws -> [CellRequest] {
    guard let filter else { return requests }
    let expression = try Regex(filter)
    return requests.filter { $0.name.firstMatch(of: expression) != nil }
  }

  /// Gives each cell its part of the time in which measured cost is repeated.
  private func shareTime(among requests: inout [CellRequest], _ console: Console) {
    guard arguments.cost != .modelled else { return }
    let seconds = RepetitionRule.seconds(ofEachOf: requests.count)
    for index in requests.indices {
      requests[index].conditions.repetitions = arguments.repetitions(within: seconds)
    }
    guard seconds < RepetitionRule.secondsOfCell, arguments.timeEach == nil else { return }
    let each = String(format: "%.1f", seconds)
    console.note(
      "\(requests.count) configurations have \(each) s each to repeat what is measured; those that need more have "
        + "too few repetitions for a mark: --time-each \(Int(RepetitionRule.secondsOfCell)) gives them that."
    )
  }

  /// The scenarios to run; an ablation's standard ones as far as they are there.
  private func scenarioNames(
    in catalog: ScenarioCatalog,
    _ console: Console
  ) throws -> [String] {
    if all { return catalog.names }
    guard scenarios.isEmpty, ablate else { return try catalog.checked(scenarios) }
    let names = Ablation.standardScenarios.filter { catalog.path(of: $0) != nil }
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

  /// The base, and every profile that can be made of it.
  private static func profiles(of ablations: [Ablation], from base: Profile) -> [Profile] {
    [base]
      + ablations.compactMap { ablation in
        if case .profile(let profile) = ablation.outcome { return profile }
        return nil
      }
  }

  private func profiles(
    for scenario: Scenario,
    name: String,
    _ chosen: [Profile],
    _ ablations: [Ablation]
  ) throws -> [Profile] {
    if ablate { return Self.profiles(of: ablations, from: chosen[0]) }
    guard arguments.profile.isEmpty else { return scenario.suitable(among: chosen) }
    if let profiles = scenario.matrix?.profiles, !profiles.isEmpty { return profiles }
    return [scenario.profile ?? scenario.profiles?.first ?? .standard]
  }

  /// What the run's folder is called after its time.
  private func title(of names: [String], _ shard: Shard?) -> String {
    let part = shard.map { "-\($0.number)-of-\($0.count)" } ?? ""
    if ablate { return "ablation" + part }
    if all { return "all" + part }
    let first = names.first.map { name in
      name == InputFile.standardInput ? "standard-input" : FileName.stem(of: name)
    }
    return (first ?? "run") + (names.count > 1 ? "-and-\(names.count - 1)-more" : "") + part
  }

  private func requests(
    for scenario: Scenario,
    name: String,
    profiles: [Profile]
  ) throws -> [CellRequest] {
    let matrix = scenario.matrix
    var devices = matrix?.devices ?? []
    if let named = try arguments.chosenDevice() { devices = [named] }
    if devices.isEmpty { devices = [scenario.device ?? .iPhone15Pro] }
    let standard = ablate ? [60] : [60, 120]
    var cells: [(profile: Profile, device: Device, rate: Int)] = []
    for device in devices {
      let asked = matrix?.rates ?? []
      let own = asked.filter { device.has(hertz: $0) }
      // A device of a matrix that has none of its rates is left out.
      if arguments.refresh.isEmpty, !asked.isEmpty, own.isEmpty { continue }
      // One that names its rates is run at each.
      let usual = device.otherRates.isEmpty || ablate ? standard : device.rates
      let rates = try arguments.rates(of: device, standard: asked.isEmpty ? usual : own)
      for profile in profiles { cells += rates.map { (profile, device, $0) } }
    }
    return cells.map { profile, base, rate in
      arguments.request(
        .scenario(name),
        title: scenario.name,
        profile: profile,
        device: base,
        hertz: rate,
        seed: arguments.seed ?? scenario.seed,
        // An ablation has cells enough.
        repetitions: ablate ? .exactly(1) : nil
      )
    }
  }
}

/// A run of which no cell is left.
struct NothingToRun: Error, CustomStringConvertible {
  var names: [String]

  var description: String {
    """
    nothing is left to run of \(names.map(FileName.shown).joined(separator: ", ")): each is for profiles, \
    devices or rates that are not asked for.
    Name other scenarios, or leave out --profile, --device, --refresh, --filter or --ablate.
    """
  }
}

/// A frame log is asked for, and there are several.
struct SeveralFrameLogs: Error, CustomStringConvertible {
  var names: [String]

  var description: String {
    """
    --frames is for one configuration, and these are \(names.count): \(names.prefix(3).joined(separator: ", "))\(names.count > 3 ? " ..." : "").
    Name one scenario, and one of each with --profile, --device and --refresh, or say --filter.
    """
  }
}

/// A scenario none of whose rates a device has.
struct UnsuitableRate: Error, CustomStringConvertible {
  var scenario: Scenario

  var description: String {
    let rates = scenario.matrix?.rates.map { "\($0)" }.joined(separator: ", ") ?? "none"
    return """
      \(scenario.name) asks for \(rates) Hz, which no device that it is run on has.
      Name the rates with --refresh, or another --device.
      """
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
