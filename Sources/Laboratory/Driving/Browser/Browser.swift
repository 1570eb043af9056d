import ChildProcesses
import Files
import Foundation

/// A browser of its own: started here, with a profile of its own that goes with it.
final class Browser {
  /// The programs that are looked for, in order.
  static let programs = [
    "/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium-headless-shell",
    "/usr/lib64/chromium-browser/headless_shell",
  ]
  /// Names the program in place of those.
  static let variable = "STILLPOINT_BROWSER"

  let process: GuardedProcess
  let pipe: DevToolsPipe
  /// Its name and version, as it says them.
  let version: String
  /// Its profile, which goes after it.
  private let scratch: ScratchFolder

  /// Starts a browser whose windows are as large as `viewport`.
  ///
  /// - Throws: ``DriveFailure`` when there is none, or it does not come up.
  init(_ viewport: Viewport, clock: PageClock) throws {
    let program = try Engine.chromium.program()
    try Self.allowFiles()
    let scratch = try ScratchFolder()
    let profile = scratch.path
    var command = GuardedProcess.Command(
      path: program,
      arguments: Self.flags + (clock.isReal ? Self.realFlags : Self.virtualFlags) + [
        "--user-data-dir=\(profile)",
        "--window-size=\(viewport.width),\(viewport.height)", "about:blank",
      ]
    )
    // A sandbox of Chromium's own refuses to run as root.
    if getuid() == 0 { command.arguments.insert("--no-sandbox", at: 0) }
    command.environment = ["TZ": "UTC", "LANG": "en_US.UTF-8", "HOME": profile, "TMPDIR": profile]
    command.hasChannel = true
    command.scratch = profile
    self.scratch = scratch
    process = try GuardedProcess(command)
    pipe = DevToolsPipe(process)
    do {
      version = try pipe.call("Browser.getVersion")["product"] as? String ?? "unknown"
    } catch DriveFailure.died(_, let detail) {
      throw DriveFailure.refused(
        "\(program) ended before it said what it is\(detail)",
        advice:
          "It has to be a headless shell of Chromium: install chromium-headless-shell, or name its "
          + "program in \(Self.variable)."
      )
    }
  }

  /// What makes it draw when it is told to, and keeps real time out.
  private static let virtualFlags = [
    "--enable-begin-frame-control", "--run-all-compositor-stages-before-draw",
    "--disable-threaded-animation", "--disable-threaded-scrolling", "--disable-checker-imaging",
    "--disable-new-content-rendering-timeout", "--disable-image-animation-resync",
    "--deterministic-mode",
  ]

  /// What keeps it from slowing down a page that nobody sees.
  private static let realFlags = [
    "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
  ]

  /// What makes it reach nothing but this machine, and draw alike on all.
  private static let flags = [
    "--remote-debugging-pipe", "--enable-smooth-scrolling", "--disable-gpu",
    "--force-device-scale-factor=1", "--font-render-hinting=none", "--hide-scrollbars",
    "--mute-audio", "--no-first-run",
    "--disable-extensions", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-breakpad", "--js-flags=--max-old-space-size=2048",
    "--disable-dev-shm-usage", "--lang=en-US",
    "--disable-features=" + disabledFeatures.joined(separator: ","),
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--proxy-server=direct://",
    "--proxy-bypass-list=*",
  ]

  /// The last of them holds tasks back after a key or a click until a frame is drawn, and so the answers to
  /// requests that a page makes then: on a virtual clock that waits for these, no frame would ever come.
  private static let disabledFeatures = [
    "Translate", "OptimizationHints", "MediaRouter", "DialMediaRouteProvider",
    "DeferRendererTasksAfterInput",
  ]

  /// How many files a browser has open at once, with some to spare.
  private static let openFiles: rlim_t = 1_024

  /// Raises the limit of open files as far as this process may.
  private static func allowFiles() throws(DriveFailure) {
    var limit = rlimit()
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard getrlimit(files, &limit) == 0, limit.rlim_cur < openFiles else { return }
    limit.rlim_cur = min(openFiles, limit.rlim_max)
    guard setrlimit(files, &limit) == 0, limit.rlim_cur >= openFiles / 4 else {
      throw .refused(
        "a browser needs \(openFiles / 4) open files, and \(limit.rlim_max) are allowed here",
        advice: "Raise the limit: ulimit -n \(openFiles)"
      )
    }
  }
}
