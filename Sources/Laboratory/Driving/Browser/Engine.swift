import Foundation

/// An engine of browsers in which a page is driven.
package enum Engine: String, CaseIterable, Hashable, Sendable {
  case chromium
  case webkit
  case firefox

  /// Its name in tables.
  package var title: String {
    switch self {
    case .chromium: "Chromium"
    case .webkit: "WebKit"
    case .firefox: "Firefox"
    }
  }

  /// Whether its frames are drawn on command, so that what is found is exact. In the others a page has the
  /// machine's clock: its places and its text are judged, and its pacing is not.
  package var isExact: Bool { self == .chromium }

  /// How often a scenario is driven where it is not exact: what differs between the runs of one page is the
  /// engine's own scatter, and nothing within that is missed.
  package static let controlRuns = 3

  /// The packages of Debian that it needs.
  package var packages: String {
    switch self {
    case .chromium: "chromium-headless-shell"
    case .webkit: "webkit2gtk-driver xvfb"
    case .firefox: "firefox-esr"
    }
  }

  /// The environment variable that names its program in place of the usual ones.
  var variable: String {
    switch self {
    case .chromium: Browser.variable
    case .webkit: "STILLPOINT_WEBKIT"
    case .firefox: "STILLPOINT_FIREFOX"
    }
  }

  /// The programs that are looked for, in order.
  var programs: [String] {
    switch self {
    case .chromium: Browser.programs
    case .webkit: ["/usr/bin/WebKitWebDriver"]
    case .firefox: ["/usr/bin/firefox-esr", "/usr/bin/firefox"]
    }
  }

  /// Where the display of its own is that WebKit draws on.
  static let displayPrograms = ["/usr/bin/Xvfb", "/usr/local/bin/Xvfb"]

  /// Its program.
  ///
  /// - Throws: ``DriveFailure`` where there is none.
  func program() throws(DriveFailure) -> String {
    if let named = ProcessInfo.processInfo.environment[variable] {
      guard access(named, X_OK) == 0 else {
        throw .refused(
          "\(variable) names \(named), which cannot be run",
          advice: "Correct it, or leave it out: apt install \(packages)."
        )
      }
      return named
    }
    return try Self.first(of: programs, for: self)
  }

  /// The packages to install before it can be used; nil where it is there.
  package var missing: String? {
    let isThere =
      (try? program()) != nil
      && (self != .webkit || Self.displayPrograms.contains { access($0, X_OK) == 0 })
    return isThere ? nil : packages
  }

  static func first(of programs: [String], for engine: Engine) throws(DriveFailure) -> String {
    if let found = programs.first(where: { access($0, X_OK) == 0 }) { return found }
    throw .notInstalled(engine)
  }
}

extension DriveFailure {
  /// What is said of an engine that is not there.
  static func notInstalled(_ engine: Engine) -> DriveFailure {
    .refused(
      "\(engine.title) is not installed",
      advice: "apt install \(engine.packages), or name its program in \(engine.variable)."
    )
  }
}
