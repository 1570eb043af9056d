import ArgumentParser
import ChildProcesses
import Driving
import Files
import Foundation
import Profiling
import Reporting
import Simulation

/// `stillpoint drive APP.yaml`.
struct DriveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive",
    abstract: "Drives a chat on the web through scenarios, on a virtual clock, and judges it.",
    discussion: """
      APP.yaml says where the page comes from and where its parts are; Docs/Web.md describes it. The page \
      is opened in a browser of its own (Debian: chromium-headless-shell), which reaches this machine \
      alone. The browser's clock goes on by one refresh period a frame, and the page's requests for \
      answers are answered from its own timers: the machine's load does not matter, and two runs of a \
      page that keeps to its clock are equal in every frame.

      SCENARIOS
      \(PageScenario.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      EXAMPLES
        stillpoint drive Examples/web-chat/APP.yaml
        stillpoint drive Examples/web-chat/APP.yaml --url '/index.html?fault=fight-on-wheel'
        stillpoint drive APP.yaml --scenario stream-steady burst-stall --refresh 60 120
        stillpoint drive APP.yaml --look

      EXIT CODES
        0 pass, 1 error, 2 a budget was missed or text differs, 3 invalid: a gesture moved nothing, a \
      message made no request, the browser or the app ended
      """
  )

  @Argument(help: "The description of the app, in YAML.", completion: .file(extensions: ["yaml"]))
  var app: String

  @Option(parsing: .upToNextOption, help: "Which scenarios; all for each of them.")
  var scenario: [String] = PageScenario.standard

  @Option(parsing: .upToNextOption, help: "Refresh rates in Hz.")
  var refresh: [Int] = [60]

  @Option(help: "The page's path, in place of that in APP.yaml.")
  var url: String?

  @Option(help: "The run's folder; by default one of its own below Reports/runs.")
  var output: String?

  @Option(help: "Writes the frame log of the only scenario and rate here.", completion: .file())
  var frames: String?

  @OptionGroup var exports: ExportOptions

  @Flag(help: "Opens the page once and shows by a picture what each selector finds.")
  var look = false

  @Flag(help: "Prints a verdict for programs.")
  var json = false

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  mutating func validate() throws {
    if scenario == ["all"] { scenario = PageScenario.all.map(\.name) }
    for name in scenario where PageScenario.named(name) == nil {
      throw ValidationError(
        "No scenario is called \(name); there are \(PageScenario.all.map(\.name).joined(separator: ", "))."
      )
    }
    for rate in refresh where !(24...240).contains(rate) {
      throw ValidationError("--refresh takes rates from 24 to 240 Hz, not \(rate).")
    }
    if frames != nil, scenario.count * refresh.count != 1 {
      throw ValidationError("--frames is for one scenario at one rate.")
    }
  }

  func run() throws {
    let console = Console(isQuiet: quiet || json)
    try Failure.report(on: console) {
      do {
        try drive(console)
      } catch let failure as DriveFailure where failure.isInvalid {
        console.complain("invalid: \(failure)")
        throw ExitCode(3)
      }
    }
  }

  private func drive(_ console: Console) throws {
    let description = try AppDescription(path: app)
    let interruption = try Interruption()
    let date = Date()
    var destination = RunDestination(
      named: output,
      title: look ? "look" : "drive-\(description.name)",
      date: date
    )
    if !look { try destination.check(inputs: [app]) }
    try exports.check(inputs: [app])
    let frameLog = try frames.map { try OutputPlace($0, inputs: [app]) }
    if !look { try description.requireParts() }
    var run = try PageRun(description, interruption: interruption)
    run.url = url
    defer { run.end() }
    if look { return try show(run, console) }
    let chosen = scenario.compactMap(PageScenario.named).filter { scenario in
      let isPossible = !scenario.needsOpening || run.has(scenario.opening)
      if !isPossible { console.note("\(scenario.name) needs a query that APP.yaml does not give.") }
      return isPossible
    }
    guard !chosen.isEmpty else {
      throw DriveFailure.refused(
        "no scenario is left to drive",
        advice: "Name others, or give APP.yaml the queries history, older or thoughts."
      )
    }
    let session = DriveSession(run: run, console: console, rates: refresh, scenarios: chosen)
    var record = try session.record()
    record.date = date.formatted(.iso8601)
    record.command = StandardStreams.arguments.dropFirst().map(FileName.shown)
    try interruption.check()
    record.name = try destination.write(record)
    try exports.write(FigureExport(record))
    if let frameLog, let bytes = session.frameLog { try frameLog.write(bytes) }
    let pictures = FileName.joined(destination.path, "pictures")
    if !session.pictures.isEmpty {
      try FileManager.default.createDirectory(
        atPath: pictures,
        withIntermediateDirectories: true
      )
    }
    for picture in session.pictures {
      try WholeFile.write(picture.bytes, to: FileName.joined(pictures, picture.name))
    }
    let outcome = RunAnnouncement(console: console, isJSON: json).say(
      record,
      folder: destination.path
    )
    if !outcome.isPass { throw ExitCode(outcome.isInvalid ? 3 : 2) }
  }

  /// What `--look` says.
  private func show(_ run: PageRun, _ console: Console) throws {
    let look = try run.look()
    let path = output ?? "look.png"
    try WholeFile.write(look.picture, to: path)
    for part in look.parts {
      let places = part.places.prefix(3).map { place in
        "\(place.tag) at \(Int(place.x)), \(Int(place.y)), \(Int(place.width)) x \(Int(place.height))"
      }
      let count = part.places.count
      console.say(
        "\(part.key)  \(part.selector)  \(count == 0 ? "finds nothing" : "finds \(count): ")"
          + places.joined(separator: "; ")
      )
    }
    for note in look.notes { console.say(note) }
    console.say("Picture  \(FileName.resolved(path))")
    if !look.proposal.isEmpty {
      console.say("Found here; add what is right to \(app):")
      for line in look.proposal { console.say(line) }
    }
    if !look.isComplete { throw ExitCode(1) }
  }
}

/// Drives every scenario at every rate and makes a run of what came.
final class DriveSession {
  private let run: PageRun
  private let console: Console
  private let rates: [Int]
  private let scenarios: [PageScenario]
  /// The frame log of the last recording.
  private(set) var frameLog: [UInt8]?
  /// What pages showed at the end, as PNG, by scenario and rate.
  private(set) var pictures: [(name: String, bytes: [UInt8])] = []

  init(run: PageRun, console: Console, rates: [Int], scenarios: [PageScenario]) {
    (self.run, self.console) = (run, console)
    (self.rates, self.scenarios) = (rates, scenarios)
  }

  /// Drives them.
  func record() throws -> RunRecord {
    var cells: [CellRecord] = []
    var facts = MachineFacts.current().entries
    facts.append(("source", "page"))
    facts.append(("app", "\(run.app.name) \(run.app.version)"))
    var leaks: [String: Int] = [:]
    var complaints: [String] = []
    var browser = "n/a"
    var probe = 0.0
    let all = scenarios.count * rates.count
    for scenario in scenarios {
      for rate in rates {
        console.progress(cells.count, of: all, "\(scenario.name) at \(rate) Hz")
        var picture: [UInt8]?
        defer {
          if let picture { pictures.append(("\(scenario.name)-\(rate).png", picture)) }
        }
        do {
          let recording = try run.record(scenario, refreshHertz: rate, picture: &picture)
          leaks.merge(recording.end.leaks) { max($0, $1) }
          complaints += recording.complaints
          (browser, probe) = (recording.browser, max(probe, recording.probeMilliseconds))
          cells.append(CellRecord(of: recording, app: run.app))
          frameLog = PageFrameLog.bytes(of: recording, app: run.app)
        } catch let failure as DriveFailure {
          guard case .limit(let reason) = failure else { throw failure }
          cells.append(CellRecord(undriven: scenario, at: rate, app: run.app, because: reason))
        }
      }
    }
    facts.append(("browser", browser))
    facts.append(("probe_ms_per_frame", String(format: "%.2f", probe)))
    let named = leaks.sorted { $0.key < $1.key }.map { "\($0.key) x \($0.value)" }
    facts.append(("runs_in_real_time", named.isEmpty ? "nothing" : named.joined(separator: ", ")))
    if !leaks.isEmpty {
      console.note(
        "the page uses \(named.joined(separator: ", ")): that runs in real time, and frames may differ by it."
      )
    }
    for complaint in Set(complaints).sorted().prefix(5) {
      console.note("the page printed an error: \(complaint)")
    }
    return RunRecord(
      name: "",
      clock: .virtual,
      cost: .modelled,
      measurer: .fixed,
      environment: facts,
      cells: cells
    )
  }
}
