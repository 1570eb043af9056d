import ArgumentParser
import ChatSurface
import ChildProcesses
import Foundation
import LoadGeneration
import Records
import Reporting
import Running
import Scenarios

/// `stillpoint tour`.
struct TourCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tour",
    abstract: "Compares six designs in short scenarios: a first report in seconds.",
    discussion: """
      Runs every built-in profile at 60 Hz in the scenarios of Scenarios/tour, each cut to where \
      designs differ. Then raises tokens a second and the length of the history until each design \
      breaks, by doubling; stillpoint capacity has the other dimensions. Costs are modelled, so that \
      the figures are the same at every run. The verdict is that of `reference`, the project's own \
      design, in the scenarios.

      EXAMPLES
        stillpoint tour
        stillpoint tour --output tour
      """
  )

  @Option(
    help: "The report's folder. (default: one below Reports/runs, to which latest points)",
    completion: .directory
  )
  var output: String?

  @Option(
    help: "Configurations that run at once, a process each. (default: one for each processor)"
  )
  var jobs: Int?

  @Flag(help: "Writes frames.csv, too: a row for each tick.")
  var frames = false

  @Flag(help: "Writes trace.perfetto-trace, too, which ui.perfetto.dev opens.")
  var trace = false

  @Flag(help: "Shows pictures of real text in the replay and the strips.")
  var pictures = false

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  @Flag(help: "Prints verdict, limits and figures as JSON for programs to read.")
  var json = false

  private static let hertz = 60

  /// The options of a run that stand for those of a tour.
  private var arguments: RunArguments {
    get throws {
      var arguments = try RunArguments.parse(["--cost", "modelled"])
      (arguments.output, arguments.jobs, arguments.trace) = (output, jobs, trace)
      (arguments.quiet, arguments.json, arguments.pictures) = (quiet, json, pictures)
      try arguments.validate()
      return arguments
    }
  }

  mutating func validate() throws { _ = try arguments }

  func run() throws {
    let console = Console(isQuiet: quiet || json)
    try Failure.report(on: console) {
      let arguments = try arguments
      let catalog = try ScenarioCatalog.find()
      var requests: [CellRequest] = []
      for name in catalog.tourNames {
        let scenario = try catalog.scenario(named: name)
        requests += scenario.suitable(among: Profile.all).map { profile in
          arguments.request(
            .scenario(name),
            title: scenario.name,
            profile: profile,
            device: scenario.device ?? .iPhone15Pro,
            hertz: Self.hertz,
            seed: scenario.seed,
            repetitions: nil
          )
        }
      }
      // Where the report cannot be written nothing is worth running.
      try RunDestination(named: arguments.output, title: "tour", date: Date()).check(inputs: [])
      guard !requests.isEmpty else { throw NothingToRun(names: [catalog.tourFolder]) }
      let capacity = quiet || json ? nil : try self.capacity(on: console)
      let session = RunSession(
        arguments: arguments,
        console: console,
        title: "tour",
        writesFrameRows: frames,
        isBrief: true,
        addendum: capacity.map { text in { _ in text } }
      )
      try session.run(requests).end(isReportOnly: arguments.reportOnly)
    }
  }

  /// The loads that are tried at most: higher ones take longer than a tour may.
  private static let loads: [(dimension: CapacityDimension, highest: Double)] = [
    (.tokens, 16_384), (.history, 409_600),
  ]

  /// Where each design breaks, as text.
  private func capacity(on console: Console) throws -> String {
    let options = try arguments
    let cells = Self.loads.flatMap { load in Profile.all.map { (load, $0.name) } }
    let requests = cells.map { load, profile in
      CapacityRequest(
        dimension: load.dimension.name,
        profile: profile,
        device: Device.iPhone15Pro.name,
        hertz: Self.hertz,
        scale: 1,
        conditions: RunConditions(cost: options.cost, measurer: options.measurer)
      )
    }
    let processes = CapacityProcesses(
      jobs: options.jobsInForce,
      memoryLimit: options.memoryEach.bytes,
      timeLimit: .seconds(options.timeLimit),
      bisects: false,
      interruption: try Interruption(),
      console: console
    )
    let answers = try processes.run(
      requests,
      cells.map { load, _ in (load.dimension.range.lowerBound...load.highest, true) }
    )
    let report = CapacityReport(
      cost: options.cost,
      measurer: options.measurer,
      machine: try DeclaredCosts.builtIn().machine,
      bisects: false,
      answers: answers
    )
    return CapacityTable(report).byDesign(isColoured: console.wantsColour, width: console.width)
  }
}
