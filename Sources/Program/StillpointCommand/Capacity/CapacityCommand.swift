import ArgumentParser
import ChatSurface
import ChildProcesses
import Driving
import Files
import Foundation
import Judging
import LoadGeneration
import Records
import Reporting
import Running
import Scenarios

/// `stillpoint capacity`.
struct CapacityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capacity",
    abstract: "Raises a load until a design or a web chat breaks, and says where and by what.",
    discussion: """
      One dimension is raised while the others rest: the load is doubled until the hitch ratio or the \
      time to open is missed, then halved between the last load that was kept and the first that was \
      not, to 5 %. Text lag and what is read (it may not move) are judged beside it, each with a load \
      of its own. With modelled cost the same command gives the same bytes. With measured cost the \
      loads around the answer are tried again in eight rounds, a process each; the change point has a \
      95 % interval.

      With a scenario and --raise a number of that scenario is raised from where it stands in the \
      file, and its own budgets are held; an item of a list is named by its number from 0.

      With a web chat, as `drive` takes it, and --raise a number of one of drive's scenarios is raised \
      from where it stands there, and the page is opened anew for each load. On the virtual \
      clock the answer is the same every time, but work takes no time and no frame is late there; \
      --clock real judges frames, too, and --cpu slows the page's main thread.

      The folder gets capacity.csv, capacity.json, capacity.md and index.html. `merge` puts the parts that \
      --shard made together.

      DIMENSIONS
      \(CapacityDimension.allCases.map { "  \($0.name): \($0.title); \($0.rest)" }
        .joined(separator: "\n"))

      NUMBERS OF A WEB CHAT
      \(PageNumber.allCases.map { "  \($0.name): \($0.title)" }.joined(separator: "\n"))

      EXAMPLES
        stillpoint capacity
        stillpoint capacity --dimension tokens-per-s history-messages --profile reference
        stillpoint capacity --dimension history-messages --scale 1 4 6
        stillpoint capacity my-scenario.yaml --raise history.messages
        stillpoint capacity my-scenario.yaml --raise parts.0.reply.tokens --profile all
        stillpoint capacity Examples/web-chat/APP.yaml --raise tokens_per_s
        stillpoint capacity APP.yaml --raise history --scenario scroll-up --up-to 1000
        stillpoint capacity APP.yaml --raise history --clock real --cpu 4
        stillpoint capacity dist --raise tokens_per_s
      """
  )

  @Argument(
    help: "A scenario: a name, or the path of a YAML file; or a web chat, as `drive` takes it.",
    completion: .scenarios
  )
  var source: String?

  @Option(
    help: """
      The number of the scenario that is raised, its keys with dots between them; of a web chat one of \
      the names above.
      """
  )
  var raise: String?

  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: "What is raised. (default: every dimension)",
    completion: .list(CapacityDimension.allCases.map(\.name))
  )
  var dimension: [String] = []

  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: "Profiles: names, paths of YAML files, or `all`. (default: all)",
    completion: .profiles
  )
  var profile: [String] = []

  @Option(
    help: "iphone-15-pro (default), iphone-se, desktop, or the path of a YAML file.",
    completion: .devices
  )
  var device: String?

  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: "Refresh rates in Hz. (default: those of 60 and 120 that the device has)"
  )
  var refresh: [Int] = []

  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: "Cores that are N times slower than the one costs are declared for, or measured on."
  )
  var scale: [Double] = [1]

  @Option(help: "What a frame costs: modelled, cpu (thread CPU time) or wall.")
  var cost: CostChoice = .modelled

  @Option(help: "What measures text: pango (real fonts) or fixed (8 pt a character).")
  var measurer: MeasurerChoice = .pango

  @Option(
    help: """
      The part of each refresh period that the host draws in, 0 up to below 1. (default: the device's)
      """
  )
  var hostShare: Double?

  @Option(help: "The seed of everything random. (default: 1, or the scenario's own)")
  var seed: UInt64?

  @Option(help: "The highest load that is tried. (default: the end of the dimension)")
  var upTo: Double?

  @OptionGroup var page: PageCapacityOptions

  @OptionGroup var sharing: ShardOptions

  @Flag(help: "Doubles only: a load that is kept, and twice that, which is not.")
  var doubling = false

  @Option(
    help: "The folder of the report. (default: \(CapacityFolder.standard))",
    completion: .directory
  )
  var output = CapacityFolder.standard

  @Option(
    help: """
      Searches that run side by side, a process each. (default: as many as there are processors with \
      modelled cost, else 1)
      """
  )
  var jobs: Int?

  @Option(help: "The most memory a search may have resident, such as 512M.")
  var memoryEach = MemorySize.standard

  @Option(
    help: """
      The longest a search may take, in seconds. (default: 300; of a web chat on the real clock 1800)
      """
  )
  var timeLimit: Int?

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  @Flag(help: "Prints the answers as JSON for programs to read.")
  var json = false

  mutating func validate() throws {
    for name in dimension where CapacityDimension(rawValue: name) == nil {
      throw ValidationError(
        unknown("dimension", name, among: CapacityDimension.allCases.map(\.name))
      )
    }
    for value in scale where !(0.01...1_000).contains(value) {
      throw ValidationError("--scale \(value) is not in 0.01 ... 1000; try 4.")
    }
    if let hostShare, !(0..<1).contains(hostShare) {
      throw ValidationError("--host-share \(hostShare) is not 0 up to below 1; try 0.5.")
    }
    if let jobs, !(1...256).contains(jobs) {
      throw ValidationError("--jobs \(jobs) is not in 1 ... 256; try 1.")
    }
    if let timeLimit, !(1...1_000_000).contains(timeLimit) {
      throw ValidationError("--time-limit \(timeLimit) is not in 1 ... 1000000 s; try 300.")
    }
    for rate in refresh where !(1...1000).contains(rate) {
      throw ValidationError("--refresh \(rate) is not in 1 ... 1000 Hz; try 60 or 120.")
    }
    if raise != nil, source == nil {
      throw ValidationError("--raise names a number of a scenario; name the scenario, too.")
    }
    if let source, raise == nil { throw ValidationError(try raiseAdvice(source)) }
    if let upTo, !(upTo > 0 && upTo <= 1e15) {
      throw ValidationError("--up-to \(upTo) is not above 0; try 1000.")
    }
    try checkPage()
    try sharing.refuse([
      ("a web chat", isOfPage), ("--shard-costs", sharing.shardCosts != nil),
    ])
    if source != nil, !dimension.isEmpty {
      throw ValidationError(
        "A scenario and --dimension are two ways to say what is raised; use one."
      )
    }
    try DesignNames.check(profiles: profile)
    try DesignNames.refuseEngines(profile, in: "capacity")
    if let device { try DesignNames.check(device: device) }
  }

  func run() throws {
    let console = Console(isQuiet: quiet || json)
    try Failure.report(on: console) {
      let folder = CapacityFolder(path: output)
      if let source, let raise, isOfPage {
        try folder.check(inputs: [source, FileName.joined(source, "index.html")])
        return try finish(try runPage(source, raise, console), folder, console)
      }
      let ramp = try ramp()
      try folder.check(
        inputs: [source].compactMap { $0 }.filter(ScenarioCatalog.isPath)
          + DesignNames.paths(in: profile + [device].compactMap { $0 })
      )
      if let why = try ramp?.ramp.whyUnjudged(cost: cost) {
        console.complain("invalid: \(why)")
        throw ExitCode(3)
      }
      var requests = try requests(ramp?.request)
      var shard = try sharing.shard?.resolved()
      let input = try Self.digest(of: requests)
      requests = shard?.part(of: requests) { $0.hertz * $0.dearness } ?? requests
      let ranges = try requests.map { request -> (ClosedRange<Double>, Bool) in
        if let ramp { return (try ending(ramp.ramp.range), ramp.ramp.isWhole) }
        return (try ending((CapacityDimension(rawValue: request.dimension) ?? .tokens).range), true)
      }
      let isModelled = cost == .modelled
      let processes = CapacityProcesses(
        jobs: jobs ?? (isModelled ? ProcessInfo.processInfo.activeProcessorCount : 1),
        memoryLimit: memoryEach.bytes,
        timeLimit: .seconds(timeLimit ?? 300),
        bisects: !doubling,
        interruption: try Interruption(),
        console: console
      )
      let report = CapacityReport(
        cost: cost,
        measurer: measurer,
        machine: isModelled ? try DeclaredCosts.builtIn().machine : nil,
        bisects: !doubling,
        answers: try processes.run(requests, ranges)
      )
      var part: CapacityReport.Part?
      if let shard {
        part = CapacityReport.Part(
          shard: shard,
          revision: RunEnvironment.revision,
          command: RunMerge.command(of: StandardStreams.arguments.dropFirst().map(FileName.shown)),
          input: input,
          content: report
        )
      }
      try finish(report, folder, console, as: part)
    }
  }

  /// A hash of what is searched for: the same for the same designs, scenario and conditions.
  private static func digest(of requests: [CapacityRequest]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return TextDigest.sha256(Array(try encoder.encode(requests)))
  }

  private func finish(
    _ report: CapacityReport,
    _ folder: CapacityFolder,
    _ console: Console,
    as part: CapacityReport.Part? = nil
  ) throws {
    try folder.write(report, as: part)
    Self.say(report, in: output, console, isJSON: json)
  }

  /// Says what a report in a folder has.
  static func say(
    _ report: CapacityReport,
    in output: String,
    _ console: Console,
    isJSON json: Bool
  ) {
    if json {
      console.put(CapacityFiles.json(of: report))
    } else {
      let table = CapacityTable(report)
      console.say("\(lines: table.text(isColoured: console.wantsColour, width: console.width))")
      console.say("\(output)/index.html has a chart for each dimension.")
    }
  }

  /// The loads of a range that --up-to leaves.
  private func ending(_ range: ClosedRange<Double>) throws -> ClosedRange<Double> {
    guard let upTo else { return range }
    guard upTo >= range.lowerBound else {
      throw ValidationError("--up-to \(upTo) is below \(range.lowerBound), the lowest load.")
    }
    return range.lowerBound...min(upTo, range.upperBound)
  }

  /// The scenario of which a number is raised.
  private func ramp() throws -> (ramp: ScenarioRamp, request: CapacityRequest.Ramp)? {
    guard let source, let raise else { return nil }
    let catalog = try ScenarioCatalog.find()
    let name = try catalog.checked([source])[0]
    let path = catalog.path(of: name) ?? name
    let text = String(decoding: try InputFile.read(path, as: .document).bytes, as: UTF8.self)
    let request = CapacityRequest.Ramp(
      text: text,
      path: path,
      streams: catalog.streamsFolder,
      key: raise
    )
    do {
      let ramp = try ScenarioRamp(
        text,
        path: path,
        streams: catalog.streamsFolder,
        raising: raise
      )
      return (ramp, request)
    } catch let error as ScenarioRamp.BadKey {
      throw ValidationError(error.description)
    }
  }

  private func requests(_ ramp: CapacityRequest.Ramp?) throws -> [CapacityRequest] {
    let profiles = try DesignNames.profiles(profile.isEmpty ? [DesignNames.all] : profile)
    let chosen = try device.map { try DesignNames.device($0) } ?? .iPhone15Pro
    let dimensions =
      ramp.map { [$0.key] }
      ?? (dimension.isEmpty ? CapacityDimension.allCases.map(\.name) : dimension.withoutRepeats)
    let rates = try rates(of: chosen)
    return dimensions.flatMap { dimension in
      scale.withoutRepeats.flatMap { scale in
        rates.flatMap { rate in
          profiles.map { profile in
            CapacityRequest(
              dimension: dimension,
              ramp: ramp,
              profile: profile.name,
              profileText: DesignText.text(of: profile),
              device: chosen.name,
              deviceText: Device.all.contains(chosen) ? nil : DeviceFile.yaml(chosen),
              hertz: rate,
              scale: scale,
              seed: seed,
              conditions: RunConditions(cost: cost, measurer: measurer, hostShare: hostShare)
            )
          }
        }
      }
    }
  }

  private func rates(of device: Device) throws -> [Int] {
    let asked = refresh.isEmpty ? [60, 120].filter { device.has(hertz: $0) } : refresh
    for rate in asked where !device.has(hertz: rate) {
      throw ValidationError(
        "--refresh \(rate): \(device.name) has no such rate; try \(device.rate.hertz)."
      )
    }
    return asked.isEmpty ? [device.rate.hertz] : asked.withoutRepeats
  }
}
