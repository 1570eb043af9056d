import ArgumentParser
import Driving
import LoadGeneration
import Records

/// The options of `capacity` that are for a web chat; most are those of `drive`.
struct PageCapacityOptions: ParsableArguments {
  @Option(
    help: "Of a web chat: which scenario of `drive` has the number. (default: stream-steady)"
  )
  var scenario: String?

  @Option(help: "Of a web chat: the page's path, in place of that in APP.yaml.")
  var url: String?

  @Option(help: "Of a web chat: the window, such as 1280x800, in place of that in APP.yaml.")
  var viewport: Viewport?

  @Option(help: "Of a web chat: in which engine: chromium (default), webkit, firefox.")
  var engine: Engine?

  @Option(help: "Of a web chat: its time, virtual (default), or the machine's (real).")
  var clock: ClockChoice?

  @Option(help: "Of a web chat: quiet runs of each load on the real clock. (default: 3)")
  var runs: Int?

  @Option(
    help: "Of a web chat: makes its main thread so many times slower, on the real clock: a stress."
  )
  var cpu: Double?

  @Option(
    help: "Of a web chat: keeps what its own server sent in this folder.",
    completion: .directory
  )
  var wire: String?

  /// An option that was given; nil for none.
  var given: String? {
    let all: [(String, Bool)] = [
      ("scenario", scenario != nil), ("url", url != nil), ("viewport", viewport != nil),
      ("clock", clock != nil), ("engine", engine != nil),
      ("runs", runs != nil), ("cpu", cpu != nil), ("wire", wire != nil),
    ]
    return all.first { $0.1 }.map { "--\($0.0)" }
  }

  /// How many quiet runs a load has.
  var runsOfALoad: Int { runs ?? 3 }
  var isReal: Bool { clock == .real }
  var pageClock: PageClock { isReal ? .real(slowed: cpu ?? 1) : .virtual }

  /// The scenario whose number is raised.
  func chosen() throws -> PageScenario {
    let name = scenario ?? PageScenario.standard[0]
    guard let found = PageScenario.named(name) else {
      throw ValidationError(unknown("scenario", name, among: PageScenario.all.map(\.name)))
    }
    return found
  }

  mutating func validate() throws {
    if let runs, !(1...1_000).contains(runs) {
      throw ValidationError("--runs takes 1 to 1000 runs, not \(runs).")
    }
    if let cpu, !(1...20).contains(cpu) {
      throw ValidationError("--cpu takes 1 to 20 times, not \(cpu).")
    }
    if !isReal, cpu != nil || runs != nil {
      throw ValidationError(
        "--\(cpu != nil ? "cpu" : "runs") is for --clock real: on a virtual clock work takes no time, and two "
          + "runs are the same."
      )
    }
  }
}
