import ArgumentParser
import ChildProcesses
import Driving
import Files
import Foundation
import Gating
import LoadGeneration
import Records
import Reporting

/// `stillpoint drive APP.yaml`.
struct DriveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive",
    abstract: "Drives a chat on the web through scenarios, on a virtual clock, and judges it.",
    discussion: """
      APP.yaml says where the page comes from and where its parts are; Docs/Web.md describes it. Of a page \
      without it (dist/index.html, or the folder dist) the parts are looked for first. The page \
      is opened in a browser of its own (Debian: chromium-headless-shell), which reaches this machine \
      alone. The browser's clock goes on by one refresh period a frame, and the page's requests for \
      answers are answered from its own timers: the machine's load does not matter, and two runs of a \
      page that keeps to its clock are equal in every frame.

      With --clock real the page has the machine's clock: its processor time, its pacing and its long tasks are \
      measured in \(CellRecord.leastRuns) runs, and its frames are traced in one more. A run whose main thread waited for a \
      core over \(Int(CoreUse.mostWaiting * 100)) % of the time is driven again; where that goes on, the scenario is \
      invalid, and never missed.

      SCENARIOS
      \(PageScenario.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      EXAMPLES
        stillpoint drive Examples/web-chat/APP.yaml
        stillpoint drive Examples/web-chat/APP.yaml --url '/index.html?fault=fight-on-wheel'
        stillpoint drive APP.yaml --scenario stream-steady burst-stall --refresh 60 120
        stillpoint drive dist
        stillpoint drive APP.yaml --look
        stillpoint drive APP.yaml --clock real
        stillpoint drive OLD.yaml --against NEW.yaml --clock real
        stillpoint drive APP.yaml --scenario all --shard 1/4 --output parts/1
        stillpoint drive APP.yaml --engine chromium webkit firefox

      EXIT CODES
        0 pass, 1 error, 2 a budget was missed or text differs, or the other app is worse, 3 invalid: a gesture moved nothing, a \
      message made no request, the browser or the app ended
      """
  )

  @Argument(
    help: "The description of the app, in YAML; or a page, or a folder with an index.html.",
    completion: .file(extensions: ["yaml", "html"])
  )
  var app: String

  @Option(parsing: .upToNextOption, help: "Which scenarios; all for each of them.")
  var scenario: [String] = PageScenario.standard

  @Option(parsing: .upToNextOption, help: "Refresh rates in Hz.")
  var refresh: [Int] = [60]

  @Option(help: "The page's path, in place of that in APP.yaml.")
  var url: String?

  @Option(
    help: "The window, such as 1280x800 or 420x800; by default what APP.yaml says, or 1280x800."
  )
  var viewport: Viewport?

  @Option(
    parsing: .upToNextOption,
    help: "In which engines: chromium, webkit, firefox; of several each has a column."
  )
  var engine = [Engine.chromium]

  @OptionGroup var streams: StreamOptions

  @Option(help: "What time the page has: virtual, or the machine's (real).")
  var clock = ClockChoice.virtual

  @Option(help: "How many runs on the real clock are measured, for each scenario.")
  var runs = CellRecord.leastRuns

  @Option(
    help:
      "Makes the page's main thread so many times slower, on the real clock: a stress, and no other device."
  )
  var cpu = 1.0

  @Option(
    help: "Another version of the app: both take turns, and what became worse or better is said.",
    completion: .file(extensions: ["yaml"])
  )
  var against: String?

  @Option(
    help: "Keeps what the app's own server sent in this folder, and sends it again from there.",
    completion: .directory
  )
  var wire: String?

  @Option(help: "The run's folder; by default one of its own below Reports/runs.")
  var output: String?

  @Option(help: "Writes the frame log of the only scenario and rate here.", completion: .file())
  var frames: String?

  @OptionGroup var sharing: ShardOptions

  @OptionGroup var exports: ExportOptions

  @Flag(help: "Opens the page once and shows by a picture what each selector finds.")
  var look = false

  @Flag(help: "Prints verdict and figures as JSON: Docs/Schemas/run.schema.json.")
  var json = false

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  mutating func validate() throws {
    if scenario == ["all"] { scenario = PageScenario.all.map(\.name) }
    for name in scenario where PageScenario.named(name) == nil {
      throw ValidationError(
        "No scenario is called \(name). "
          + nearMatchAdvice(for: name, among: PageScenario.all.map(\.name))
      )
    }
    for rate in refresh where !(24...240).contains(rate) {
      throw ValidationError("--refresh takes rates from 24 to 240 Hz, not \(rate).")
    }
    guard (1...20).contains(cpu) else {
      throw ValidationError("--cpu takes 1 to 20 times, not \(cpu).")
    }
    guard (1...1_000).contains(runs) else {
      throw ValidationError("--runs takes 1 to 1000 runs, not \(runs).")
    }
    if clock == .real, refresh != [60] {
      throw ValidationError("--clock real draws at 60 Hz: other rates need the virtual clock.")
    }
    if clock != .real, cpu != 1 {
      throw ValidationError("--cpu is for --clock real: on a virtual clock work takes no time.")
    }
    try Engine.check(engine, rates: refresh, isReal: clock == .real, isSlowed: cpu != 1)
    if look, engine.count != 1 { throw ValidationError("--look opens one engine.") }
    if frames != nil, engine.count != 1 { throw ValidationError("--frames is for one engine.") }
    if look, against != nil { throw ValidationError("--look opens one app.") }
    try sharing.refuse([
      ("--look", look), ("--frames", frames != nil), ("--clock real", clock == .real),
      ("--shard-costs", sharing.shardCosts != nil),
    ])
    if frames != nil, against != nil { throw ValidationError("--frames is for one app.") }
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
        console.complain("invalid: \(lines: "\(failure)")")
        throw ExitCode(3)
      }
    }
  }

  private func drive(_ console: Console) throws {
    let interruption = try Interruption()
    var description = try AppDescription(path: app)
    if let viewport { description.viewport = viewport }
    let date = Date()
    let parts = against == nil ? [""] : ["before", "after"]
    var destinations = parts.map { part in
      RunDestination(
        named: output.map { part.isEmpty ? $0 : FileName.joined($0, part) },
        title: "drive-\(description.name)" + (part.isEmpty ? "" : "-\(part)"),
        date: date
      )
    }
    let inputs = [app, against].compactMap { $0 }.flatMap {
      [$0, FileName.joined($0, "index.html")]
    }
    if !look {
      for place in destinations { try place.check(inputs: inputs) }
    }
    let outside = look ? nil : output
    let frameLog = try frames.map { try OutputPlace($0, inputs: inputs, outside: outside) }
    try exports.check(inputs: inputs, outside: outside, beside: frameLog)
    if look {
      var run = try PageRun(description, interruption: interruption).opened(in: engine[0])
      run.url = url
      defer { run.end() }
      return try show(
        run,
        try OutputPlace(output ?? "look.png", replacing: .picture, inputs: [app]),
        console
      )
    }
    description = try AppDescription(
      path: app,
      in: viewport,
      url: url,
      engine: engine[0],
      interruption,
      console
    )
    var run = try PageRun(description, interruption: interruption)
    run.url = url
    run.clock = pageClock
    run.wires = KeptWires(folder: wire.map { against == nil ? $0 : FileName.joined($0, "before") })
    defer { run.end() }
    let others = try against.map { try other($0, than: description, interruption) }
    defer { others?.end() }
    let load = try streams.load()
    let chosen = scenario.compactMap(PageScenario.named).map(load.applied).filter { scenario in
      guard let missing = scenario.missing(in: description) else { return true }
      console.note("\(scenario.name) is not driven: \(app) does not give \(missing).")
      return false
    }
    guard !chosen.isEmpty else {
      throw DriveFailure.refused(
        "no scenario is left to drive",
        advice: "Name others, or give \(app) what they need."
      )
    }
    var pages = DriveSession.pages(chosen, at: refresh)
    var shard = try sharing.shard?.resolved()
    pages = shard?.part(of: pages) { $0.rate } ?? pages
    let session = DriveSession(
      runs: others.map { [run, $0] } ?? [run],
      console: console,
      pages: pages
    )
    session.count = runs
    session.engines = engine
    let records = try session.records()
    try interruption.check()
    var written = records
    for index in written.indices {
      written[index].shard = shard
      written[index].date = date.formatted(.iso8601)
      written[index].command = StandardStreams.arguments.dropFirst().map(FileName.shown)
    }
    var files = try exports.files(FigureExport(written[written.count - 1]))
    if let frameLog, let bytes = session.frameLog { files.append((frameLog, .bytes(bytes))) }
    /// Each run is made before the one in front of it takes its place.
    func write(from index: Int) throws(OutputError) {
      guard index < written.count else { return }
      var place = destinations[index]
      let name = try place.write(written[index], attachments: session.files[index]) {
        () throws(OutputError) in try write(from: index + 1)
      }
      (destinations[index], written[index].name) = (place, name)
    }
    try OutputPlace.write(files) { () throws(OutputError) in try write(from: 0) }
    if written.count == 2 {
      return try compare(written, destinations.map(\.path), session, console)
    }
    let outcome = RunAnnouncement(console: console, isJSON: json).say(
      written[0],
      folder: destinations[0].path
    )
    if !outcome.isPass { throw ExitCode(outcome.isInvalid ? 3 : 2) }
  }

  /// Says what became of the first app in the second.
  private func compare(
    _ records: [RunRecord],
    _ folders: [String],
    _ session: DriveSession,
    _ console: Console
  ) throws {
    let comparison = try RunComparison(records[0], records[1])
    let table = ComparisonTable(comparison, names: (folders[0], folders[1]), listsAll: false)
    if json {
      console.put(table.json + "\n")
    } else {
      console.say("\(lines: table.text(isColoured: console.wantsColour))")
    }
    let ratios = session.processorRatios
    for ratio in ratios { console.say("\(ratio.words)") }
    if comparison.count(of: .worse) > 0 || ratios.contains(where: \.isWorse) { throw ExitCode(2) }
    let isInvalid = records.flatMap(\.cells).contains { $0.verdict.kind.exitCode == 3 }
    if isInvalid { throw ExitCode(3) }
  }

  private var pageClock: PageClock { clock == .real ? .real(slowed: cpu) : .virtual }

  /// The other version, under the first one's name: what it is called is no difference.
  private func other(
    _ path: String,
    than first: AppDescription,
    _ interruption: Interruption
  ) throws -> PageRun {
    let quiet = Console(isQuiet: true)
    var description = try AppDescription(
      path: path,
      in: viewport,
      url: url,
      engine: engine[0],
      interruption,
      quiet
    )
    description.name = first.name
    var run = try PageRun(description, interruption: interruption)
    (run.url, run.clock) = (url, pageClock)
    run.wires = KeptWires(folder: wire.map { FileName.joined($0, "after") })
    return run
  }

  /// What `--look` says.
  private func show(_ run: PageRun, _ picture: OutputPlace, _ console: Console) throws {
    let look = try run.look()
    try picture.write(look.picture)
    for part in look.parts {
      let places = part.places.prefix(3).map { place in
        "\(place.tag) at \(Int(place.x)), \(Int(place.y)), \(Int(place.width)) x \(Int(place.height))"
      }
      let count = part.places.count
      console.say(
        "\(part.key)  \(part.selector)  \(count == 0 ? "finds nothing" : "finds \(count): ")"
          + "\(sentence: places.joined(separator: "; "))"
      )
    }
    for note in look.notes { console.say("\(lines: note)") }
    console.say("Picture  \(FileName.resolved(picture.path))")
    if !look.proposal.isEmpty {
      let page = AppDescription.lines(ofPage: app, describedIn: ".")
      let place = page == nil ? "add what is right to \(app)" : "write what is right into APP.yaml"
      console.say("Found here; \(place):")
      for line in (page ?? []) + look.proposal { console.say("\(sentence: line)") }
    }
    if !look.isComplete { throw ExitCode(1) }
  }
}
