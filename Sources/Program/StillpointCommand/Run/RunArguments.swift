import ArgumentParser
import ChatSurface
import Files
import Foundation
import FramePacing
import LoadGeneration
import Records
import Running

/// The options that `run` and `replay` share.
struct RunArguments: ParsableArguments {
  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: """
      Profiles to run: names, paths of YAML files, or `all`. (default: the scenario's own, else \
      \(Profile.standard.name))
      """,
    completion: .profiles
  )
  var profile: [String] = []

  @Option(
    help: """
      iphone-15-pro (default), iphone-se, desktop, or the path of a YAML file.
      """,
    completion: .devices
  )
  var device: String?

  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: "Refresh rates in Hz. (default: those of 60 and 120 that the device has; 60 for replay)"
  )
  var refresh: [Int] = []

  @Flag(help: "Takes rates that the device does not have.")
  var force = false

  // There is one; commands that name it go on working.
  @Option(help: .hidden)
  var clock: ClockChoice = .virtual

  @Option(help: "What a frame costs: modelled, cpu (thread CPU time) or wall.")
  var cost: CostChoice = .cpu

  @Option(help: "What measures text: pango (real fonts) or fixed (8 pt a character).")
  var measurer: MeasurerChoice = .pango

  @Option(
    help: """
      The part of each refresh period that the host draws in after the engine, 0 up to below 1: \
      declared, not measured. 0 shows the engine alone. (default: the device's, 0.5)
      """
  )
  var hostShare: Double?

  @Option(help: "Frames in flight: 0 for double, 1 for triple buffering.")
  var depth = 0

  @Option(
    help: """
      What a late engine does with ticks that passed: coalesce goes on with the next one whose \
      vsync is free, queue handles every one of them.
      """
  )
  var latePolicy: FramePipeline.LatePolicy = .coalesce

  @Option(help: "The seed of everything random. (default: the scenario's own)")
  var seed: UInt64?

  @Option(
    help: """
      The run's folder. (default: one named by time and scenario below Reports/runs, to which \
      Reports/runs/latest points afterwards)
      """,
    completion: .directory
  )
  var output: String?

  @Option(
    help: """
      Configurations that run at once, a process each. (default: 1 with measured cost, one for each processor \
      with modelled)
      """
  )
  var jobs: Int?

  @Option(
    help: "Writes the frame log of one configuration here; - is standard output.",
    completion: .file()
  )
  var frames: String?

  @Flag(help: "Writes trace.perfetto-trace, too, which ui.perfetto.dev opens.")
  var trace = false

  @Flag(
    help: "Keeps what was said, so that the replay draws it; else it draws lines of its lengths."
  )
  var withText = false

  @Flag(
    help: """
      Shows pictures of real text in the replay and the strips: up to 60 of each configuration, 12 MB in all.
      """
  )
  var pictures = false

  @Option(
    help: """
      How frames are drawn: declared takes --host-share of each period; cairo draws what changed and cairo-whole \
      everything, and what that takes of the thread's CPU time is measured. Needs --cost cpu.
      """
  )
  var draw: DrawArgument = .declared

  @Option(help: "How many pixels a point has for --draw cairo, 1 to 3. (default: 2)")
  var pixels: Int?

  @Option(help: "The most memory a configuration may have resident, such as 512M.")
  var memoryEach = MemorySize.standard

  @Option(
    help: """
      How long measured cost is repeated, in seconds of each configuration. One whose repetition takes over \
      5 s is run once. (default: 20, for `run` with more than 20 configurations their part of 400)
      """
  )
  var timeEach: Double?

  @Option(help: "The longest a configuration may take, all its repetitions together, in seconds.")
  var timeLimit = 900

  @Flag(
    help: ArgumentHelp(
      "Runs all configurations in this process, for profilers; a trap then ends the run.",
      visibility: .hidden
    )
  )
  var inProcess = false

  @Option(
    help: ArgumentHelp(
      "Moves all content unasked, as MILLISECONDS:POINTS: a drift that the report must show.",
      visibility: .hidden
    )
  )
  var plantDrift: PlantedDrift?

  @Flag(help: "Ends with 0 whatever the verdict says; an error is still 1.")
  var reportOnly = false

  @OptionGroup var exports: ExportOptions

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  @Flag(help: "Prints verdict, limits and figures as JSON for programs to read.")
  var json = false

  mutating func validate() throws {
    for rate in refresh where !(1...1000).contains(rate) {
      throw ValidationError("--refresh \(rate) is not in 1 ... 1000 Hz; try 60 or 120.")
    }
    if let hostShare, !(0..<1).contains(hostShare) {
      throw ValidationError(
        "--host-share \(hostShare) is not 0 up to below 1; try 0.5, or 0 for the engine alone."
      )
    }
    if pictures && measurer != .pango {
      throw ValidationError("--pictures draws real fonts: leave out --measurer \(measurer).")
    }
    guard clock == .virtual else {
      throw ValidationError("--clock real is for `stillpoint drive`: a run's clock is virtual.")
    }
    try draw.check(pixels: pixels, cost: cost, measurer: measurer, hostShare: hostShare)
    if let jobs, !(1...256).contains(jobs) {
      throw ValidationError("--jobs \(jobs) is not in 1 ... 256; try 1.")
    }
    if let timeEach, !(0...100_000).contains(timeEach) {
      throw ValidationError("--time-each \(timeEach) is not in 0 ... 100000 s; try 20.")
    }
    guard (1...1_000_000).contains(timeLimit) else {
      throw ValidationError("--time-limit \(timeLimit) is not in 1 ... 1000000 s; try 900.")
    }
    guard (0...1).contains(depth) else {
      throw ValidationError(
        "--depth \(depth) is neither 0 (double buffering) nor 1 (triple buffering)."
      )
    }
    try DesignNames.check(profiles: profile)
    if frames != nil, profile.count > 1 || profile.contains(DesignNames.all) || refresh.count > 1 {
      throw ValidationError(
        "--frames takes one profile and one rate; name one with --profile and --refresh."
      )
    }
    let option: String? =
      pictures
      ? "--pictures" : draw != .declared ? "--draw" : plantDrift != nil ? "--plant-drift" : nil
    if let option { try DesignNames.refuseEngines(profile, in: option) }
    if let device { try DesignNames.check(device: device) }
  }

  /// The profiles named, the standard one where none is; near matches are offered for a name that is
  /// none.
  func profiles() throws -> [Profile] {
    profile.isEmpty ? [.standard] : try DesignNames.profiles(profile)
  }

  /// The files of profiles and devices that are read.
  var designFiles: [String] { DesignNames.paths(in: profile + [device].compactMap { $0 }) }

  /// Where the frame log goes; nil where none is asked for.
  ///
  /// - Parameter inputs: What is read beside designs.
  func framesPlace(inputs: [String]) throws -> OutputPlace? {
    try frames.map { try OutputPlace($0, inputs: inputs + designFiles, outside: output) }
  }

  /// The device named; nil when none was.
  func chosenDevice() throws -> Device? {
    try device.map { try DesignNames.device($0) }
  }

  /// The rates that a device is run at.
  ///
  /// - Parameter standard: Those where none is named; the ones that it has.
  /// - Throws: `ValidationError` for one that it does not have, unless it is forced.
  func rates(of device: Device, standard: [Int]) throws -> [Int] {
    let own = standard.filter { device.has(hertz: $0) }
    if refresh.isEmpty { return own.isEmpty ? [device.rate.hertz] : own }
    for rate in refresh where !force && !device.has(hertz: rate) {
      let rates =
        device.otherRates.isEmpty
        ? "\(device.rate.hertz) Hz or a whole part of it"
        : device.rates.map { "\($0)" }.joined(separator: ", ") + " Hz"
      throw ValidationError(
        "--refresh \(rate): \(device.name) shows \(rates); try \(device.rate.hertz), or say --force."
      )
    }
    return refresh.withoutRepeats
  }

  /// How the cells are made.
  var conditions: RunConditions {
    var conditions = RunConditions(
      cost: cost,
      measurer: measurer,
      depth: depth,
      latePolicy: latePolicy,
      hostShare: hostShare,
      repetitions: repetitions(within: RepetitionRule.secondsOfCell)
    )
    (conditions.drawing, conditions.keepsText) = (draw.choice(pixels: pixels), withText)
    return conditions
  }

  /// How many cells run side by side.
  var jobsInForce: Int {
    jobs
      ?? (cost == .modelled ? ProcessInfo.processInfo.activeProcessorCount : 1)
  }

  /// How often a cell with measured cost is run.
  ///
  /// - Parameter seconds: The time of a cell where the command does not say.
  func repetitions(within seconds: Double) -> RepetitionRule {
    .adaptive(seconds: timeEach ?? seconds)
  }

  /// A cell.
  ///
  /// - Parameter repetitions: With measured cost; nil for those of a run.
  func request(
    _ load: CellRequest.Load,
    title: String,
    profile: Profile,
    device: Device,
    hertz: Int,
    seed: UInt64,
    repetitions: RepetitionRule?
  ) -> CellRequest {
    var request = CellRequest(
      load: load,
      title: title,
      profile: profile.name,
      device: device.name,
      hertz: hertz,
      seed: seed,
      conditions: conditions
    )
    if let repetitions { request.conditions.repetitions = repetitions }
    request.plantedDrift = plantDrift
    request.describe(profile, on: device)
    return request
  }
}

/// What a name that is none of `names` is answered.
func unknown(_ kind: String, _ name: String, among names: [String]) -> String {
  "There is no \(kind) named `\(name)`. \(nearMatchAdvice(for: name, among: names))"
}

extension ClockChoice: ExpressibleByArgument {}
extension CostChoice: ExpressibleByArgument {}
extension MeasurerChoice: ExpressibleByArgument {}
extension FramePipeline.LatePolicy: ExpressibleByArgument {}

/// Content that is moved although nothing asked for it.
struct PlantedDrift: Codable, Hashable, ExpressibleByArgument {
  /// When, in milliseconds.
  var milliseconds: Double
  /// By how much, in whole points; positive is downward.
  var points: Int

  /// Reads `MILLISECONDS:POINTS`.
  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = Double(parts[0]), milliseconds.isFinite,
      (0...1e9).contains(milliseconds), let points = Int(parts[1]), abs(points) <= 10_000
    else { return nil }
    (self.milliseconds, self.points) = (milliseconds, points)
  }
}
