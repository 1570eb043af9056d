import ChildProcesses
import Foundation
import Serving

/// An app that is there to be opened: a folder that is served here, or a command that was started.
package final class RunningApp {
  /// How long a command may take until its port answers.
  static let readyLimit = Duration.seconds(30)
  /// How many of its last lines are shown when it does not.
  static let shownLines = 20

  /// What its addresses begin with: `http://127.0.0.1:PORT`.
  package let origin: String
  private let server: LocalServer?
  /// The endpoint that the app's own server asks for answers; nil where the page asks.
  private let endpoint: LocalServer?
  /// What streams answers in real time to the pages of a command.
  private var streaming: LocalServer?
  private var process: GuardedProcess?
  private let app: AppDescription
  private let interruption: Interruption
  /// Whether it has answered a message.
  private var isUsed = false

  /// Starts an app and waits until it is there.
  ///
  /// - Throws: ``DriveFailure`` where the folder is none, the port is taken, or the app does not come up.
  package init(_ app: AppDescription, interruption: Interruption) throws {
    (self.app, self.interruption) = (app, interruption)
    switch app.origin {
    case .folder(let folder):
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
        isFolder.boolValue
      else {
        throw DriveFailure.refused(
          "\(app.path): folder: \(folder) is no folder",
          advice: "Name the folder of the page's files; it is taken from where APP.yaml is."
        )
      }
      let server = try LocalServer(LocalServer.Content(folder: folder))
      (self.server, endpoint) = (server, nil)
      origin = "http://127.0.0.1:\(server.port)"
    case .command(_, let port):
      guard !Self.answers(port) else {
        throw DriveFailure.refused(
          "\(app.path): port \(port) is taken before the app was started",
          advice:
            "End the program that has it, or write another port: the command finds it in PORT."
        )
      }
      server = nil
      endpoint = app.streamsItself ? try LocalServer(LocalServer.Content()) : nil
      origin = "http://127.0.0.1:\(port)"
      try launch()
    }
  }

  /// Starts a server that streams itself once more where it has answered before: what it keeps of one
  /// conversation would be in the next.
  package func renew() throws {
    defer { isUsed = true }
    guard isUsed, let process, case .command(_, let port) = app.origin else { return }
    process.end()
    let end = ContinuousClock.now + Self.readyLimit
    while Self.answers(port), ContinuousClock.now < end { usleep(50_000) }
    try launch()
  }

  private func launch() throws {
    guard case .command(let line, let port) = app.origin else { return }
    var command = GuardedProcess.Command(path: "/bin/sh", arguments: ["-c", line])
    command.environment["PORT"] = "\(port)"
    let base = app.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    if !base.isEmpty { command.folder = base.joined(separator: "/") + "/" }
    if let endpoint {
      // As the libraries of OpenAI read them.
      command.environment["OPENAI_BASE_URL"] = "http://127.0.0.1:\(endpoint.port)/v1"
      command.environment["OPENAI_API_KEY"] = "stillpoint"
    }
    let process = try GuardedProcess(command)
    self.process = process
    try wait(for: port, of: process)
  }

  private func wait(for port: Int, of process: GuardedProcess) throws {
    let end = ContinuousClock.now + Self.readyLimit
    while !Self.answers(port) {
      try interruption.check()
      let isRunning = process.isRunning()
      guard isRunning, ContinuousClock.now < end else {
        let lines = process.lastLines(Self.shownLines)
        let said = lines.isEmpty ? "it printed nothing" : lines.joined(separator: "\n")
        process.end()
        let what =
          isRunning
          ? "did not answer at port \(port) within \(Self.readyLimit.components.seconds) s"
          : "ended with code \(process.exitCode ?? 0) before it answered at port \(port)"
        throw DriveFailure.refused(
          "\(app.path): the app \(what)",
          advice: "Its last lines:\n\(said)"
        )
      }
      usleep(50_000)
    }
  }

  /// Whether anybody listens at a port of this machine.
  private static func answers(_ port: Int) -> Bool {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  /// Goes on while the app runs.
  ///
  /// - Throws: ``DriveFailure/died(who:detail:)`` when it has ended.
  package func check() throws(DriveFailure) {
    guard let process, !process.isRunning() else { return }
    let lines = process.lastLines(Self.shownLines).joined(separator: "\n")
    throw .died(
      who: "the app",
      detail: " with code \(process.exitCode ?? 0)"
        + (lines.isEmpty ? "" : "; its last lines:\n\(lines)")
    )
  }

  /// Gives the answers, in turn, to what asks the endpoint from now on.
  func answer(_ streams: [NumberedStream]) {
    endpoint?.answer(
      streams.map { stream in
        ServedAnswer(
          stream.tokens.map { .init(milliseconds: $0.milliseconds, bytes: Array($0.text.utf8)) }
        )
      },
      texts: streams.map(\.text)
    )
  }

  /// Streams answers in real time to what asks for them by number from now on.
  ///
  /// - Parameters:
  ///   - script: What runs in each page before its own scripts; nil for nothing.
  ///   - answer: An answer by its name.
  /// - Returns: What the addresses of answers begin with.
  /// - Throws: ``DriveFailure`` where a script cannot be put into the app's pages.
  func stream(
    script: String?,
    _ answer: @escaping @Sendable (String) -> LocalServer.MadeAnswer?
  ) throws -> String {
    if script != nil, server == nil {
      throw DriveFailure.limit("the probe cannot be put into pages that a command serves")
    }
    let source = try server ?? streaming ?? LocalServer(LocalServer.Content())
    if server == nil { streaming = source }
    source.change { content in (content.script, content.made) = (script, answer) }
    return "http://127.0.0.1:\(source.port)\(LocalServer.madeAnswers)"
  }

  package func end() {
    process?.end()
    endpoint?.stop()
    streaming?.stop()
    server?.stop()
  }

  deinit { end() }
}
