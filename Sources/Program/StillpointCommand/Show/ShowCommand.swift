import ArgumentParser
import ChatSurface
import Drawing
import Files
import FramePacing
import LoadGeneration
import Records
import Reporting
import Running
import Scenarios
import StillpointEngine
import Timebase

/// `stillpoint show`.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Plays a scenario in a window, in real time.",
    discussion: """
      The list scrolls by wheel and by drag, a click on the composer opens the keyboard and Escape closes \
      it, text is typed, and Return sends it. A timer of 60 Hz makes the frames: the window knows no vsync. \
      Windows beside the first one, and faults, are left out. Needs SDL 2 and a display.

      The session is told what each frame took: with --slow-drawing fades are given up after a second, and \
      --log says when and why. 'stillpoint analyze LOG' judges what was shown.

      EXAMPLES
        stillpoint show stream-steady
        stillpoint show fling-through-history --profile messaging-ui --device iphone-se --dark
        xvfb-run stillpoint show stream-steady --seconds 5 --screenshots shots
        stillpoint show stream-steady --slow-drawing 40 --log slow.ndjson
      """
  )

  @Argument(help: "A scenario: a name, or the path of a YAML file.", completion: .scenarios)
  var scenario: String

  @Option(help: "The profile: a name or the path of a YAML file.", completion: .profiles)
  var profile: String?

  @Option(help: "The device: a name or the path of a YAML file.", completion: .devices)
  var device: String?

  @Option(help: "How many pixels a point has, 1 to 3.")
  var pixels = 1

  @Flag(help: "Paints in dark colours.")
  var dark = false

  @Option(help: "Ends after so many seconds. (default: when the window is closed)")
  var seconds: Double?

  @Option(
    help: "A folder for a PNG of what is shown, one a second.",
    completion: .directory
  )
  var screenshots: String?

  @Option(help: "A log of what is shown, for 'stillpoint analyze'.", completion: .file())
  var log: String?

  @Option(help: "Makes drawing take so many milliseconds longer.")
  var slowDrawing = 0

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  private static let hertz = 60

  mutating func validate() throws {
    guard (1...3).contains(pixels) else {
      throw ValidationError("--pixels \(pixels) is not 1, 2 or 3; try 1.")
    }
    guard (0...10_000).contains(slowDrawing) else {
      throw ValidationError("--slow-drawing \(slowDrawing) is not 0 to 10000 ms; try 40.")
    }
    if let seconds, !(0...1_000_000).contains(seconds) {
      throw ValidationError("--seconds \(seconds) is not 0 to 1000000; try 10.")
    }
    if let profile {
      try DesignNames.check(profiles: [profile])
      try DesignNames.refuseEngines([profile], in: "show")
    }
    if let device { try DesignNames.check(device: device) }
  }

  func run() throws {
    let console = Console(isQuiet: quiet)
    try Failure.report(on: console) {
      let catalog = try ScenarioCatalog.find()
      var named = ScenarioNames()
      let (scenario, _) = try named.scenario(scenario, in: catalog)
      let device = try
        (self.device.map { try DesignNames.device($0) } ?? scenario.device ?? .iPhone15Pro)
        .at(hertz: Self.hertz)
      let profile = try self.profile.map { try DesignNames.profiles([$0])[0] } ?? .standard
      if let screenshots { try Folder.make(screenshots) }
      let log = try self.log.map { path throws(OutputError) in
        ShownLog(
          file: try OutputPlace(path, replacing: .marked("stillpoint-frame-log", "a frame log")),
          device: device.name,
          hertz: Self.hertz
        )
      }
      let tools = try TextTools.make(.pango)
      let painter = try FramePainter(pixels: pixels, appearance: dark ? .dark : .light)
      let session = HostSession(
        profile: profile,
        device: device,
        measurer: tools.measurer,
        parser: tools.parser,
        boundaries: tools.boundaries,
        costs: try DeclaredCosts.builtIn().table(for: .pango)
      )
      var shown = ShownConversation(
        session: session,
        painter: painter,
        device: device,
        events: scenario.timeline(on: device),
        log: log
      )
      let window = try DesktopWindow(
        title: "\(scenario.name), \(profile.name)",
        width: Int(device.width.points) * pixels,
        height: Int(device.height.points) * pixels,
        scale: pixels
      )
      try play(&shown, in: window, console)
    }
  }

  private func play(_ shown: inout ShownConversation, in window: DesktopWindow, _ console: Console)
    throws
  {
    let clock = SystemClock()
    let period = RefreshRate(hertz: Self.hertz).period
    var times: [Double] = []
    var (late, leftOut, shots) = (0, 0, 0)
    var next = Instant.zero
    var spent: Nanoseconds?
    while true {
      clock.sleep(until: next)
      let start = clock.now
      let now = start.milliseconds / 1_000
      if let seconds, now >= seconds { break }
      while let action = window.nextAction() {
        if case .closed = action { return try end(&shown, times, late: late, leftOut, console) }
        try shown.take(action, at: now)
      }
      leftOut += try shown.takeLoad(until: now)
      shown.log?.begin(at: start, period: period)
      if shown.makeFrame(at: now, took: spent?.seconds) {
        shown.painter.withPixels { window.show($0, stride: $1) }
        if slowDrawing > 0 { clock.sleep(until: clock.now + .milliseconds(slowDrawing)) }
        let end = clock.now
        shown.noteShown(at: end)
        let work = end - start
        spent = work
        times.append(work.milliseconds)
        if work > period { late += 1 }
        if let screenshots, now >= Double(shots) {
          let place = FileName.joined(screenshots, "\(shots).png")
          try OutputPlace(place, replacing: .picture).write(shown.painter.png())
          shots += 1
        }
      }
      // A frame that took too long makes the next one start at once, and no further one late.
      next = max(next + period, clock.now)
    }
    try end(&shown, times, late: late, leftOut, console)
  }

  /// Writes the log, and says what frames took.
  private func end(
    _ shown: inout ShownConversation,
    _ times: [Double],
    late: Int,
    _ leftOut: Int,
    _ console: Console
  ) throws {
    try shown.log?.finish()
    tell(times, late: late, leftOut, console)
    if let fallback = shown.frame.fallback {
      let start = DecimalText.short(fallback.start)
      let end = fallback.end.map { DecimalText.short($0) + " s" } ?? "the end"
      console.say("Fades were given up from \(start) s to \(end), by \(fallback.cause).")
    }
  }

  /// Says what frames took, on the real clock.
  private func tell(_ times: [Double], late: Int, _ leftOut: Int, _ console: Console) {
    let sorted = times.sorted()
    func percentile(_ part: Int) -> String {
      sorted.isEmpty ? "n/a" : DecimalText.short(sorted[(sorted.count * part + 99) / 100 - 1])
    }
    console.say(
      "\(times.count) frames; to make, paint and show one took p50 \(percentile(50)) ms, p99 "
        + "\(percentile(99)) ms; \(late) took longer than a period of \(Self.hertz) Hz."
    )
    if leftOut > 0 {
      console.note("\(leftOut) events of other windows, and faults, were left out.")
    }
  }
}
