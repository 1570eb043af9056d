import ArgumentParser
import ChatSurface
import FramePacing
import LoadGeneration
import Simulation

/// The options that `run` and `replay` share.
struct RunArguments: ParsableArguments {
  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: "Profiles to run, or `all`. (default: the scenario's own, else reference)"
  )
  var profile: [String] = []

  @Option(help: "iphone-15-pro (default), iphone-se or desktop.")
  var device: String?

  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: "Refresh rates in Hz. (default: 60 120 for run, 60 for replay)"
  )
  var refresh: [Int] = []

  @Option(help: "virtual: time moves by the model alone; realtime: sleeps to each tick.")
  var clock: ClockChoice = .virtual

  @Option(help: "What a frame costs: modelled, cpu (thread CPU time) or wall.")
  var cost: CostChoice = .cpu

  @Option(help: "What measures text: pango (real fonts) or fixed (8 pt a character).")
  var measurer: MeasurerChoice = .pango

  @Option(help: "The seed of everything random. (default: the scenario's own)")
  var seed: UInt64?

  @Option(help: "The run's folder. (default: one below Reports/runs)", completion: .directory)
  var output: String?

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  @Flag(help: "Prints the verdict as JSON for programs to read.")
  var json = false

  mutating func validate() throws {
    for rate in refresh where !(1...1000).contains(rate) {
      throw ValidationError("--refresh \(rate) is not in 1 ... 1000 Hz; try 60 or 120.")
    }
    _ = try profiles()
    _ = try chosenDevice()
  }

  /// The profiles named; near matches are offered for a name that is none.
  ///
  /// - Parameter standard: The profile where none is named.
  func profiles(standard: String = "reference") throws -> [Profile] {
    let profile = self.profile.isEmpty ? [standard] : self.profile
    if profile.contains("all") { return Profile.all }
    return try profile.withoutRepeats.map { name in
      guard let found = Profile.all.first(where: { $0.name == name }) else {
        throw ValidationError(unknown("profile", name, among: Profile.all.map(\.name) + ["all"]))
      }
      return found
    }
  }

  /// The device named; nil when none was.
  func chosenDevice() throws -> Device? {
    guard let device else { return nil }
    guard let found = Device.all.first(where: { $0.name == device }) else {
      throw ValidationError(unknown("device", device, among: Device.all.map(\.name)))
    }
    return found
  }

  /// How the cells are to be made.
  func options() throws -> RunOptions {
    RunOptions(
      clock: clock,
      cost: cost,
      measurer: measurer,
      costs: try DeclaredCosts.builtIn().table(for: measurer)
    )
  }
}

/// What a name that is none of `names` is answered.
func unknown(_ kind: String, _ name: String, among names: [String]) -> String {
  "There is no \(kind) named `\(name)`. \(nearMatchAdvice(for: name, among: names))"
}

extension ClockChoice: ExpressibleByArgument {}
extension CostChoice: ExpressibleByArgument {}
extension MeasurerChoice: ExpressibleByArgument {}
