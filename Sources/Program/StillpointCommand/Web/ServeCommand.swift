import ArgumentParser
import ChildProcesses
import Driving
import Files
import Foundation
import LoadGeneration
import Scenarios
import Serving
import Timebase

/// `stillpoint serve STREAM`.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves a stream as an OpenAI-compatible endpoint of this machine.",
    discussion: """
      What is served is a stream file, the name of a shipped stream or of a load preset (see `stillpoint \
      list`), or a scenario of `stillpoint drive`. It answers POST /v1/chat/completions, as \
      server-sent events or whole, and GET /v1/models, for pages of any origin, at 127.0.0.1 alone. \
      Tokens come when the stream says; Ctrl-C ends it.

      EXAMPLES
        stillpoint serve Scenarios/streams/f1-local-qwen3-8b-steady.ndjson --port 8080
        stillpoint serve stream-steady --folder dist
        stillpoint serve stream-steady --cut 40
        stillpoint serve stream-steady --buffer 16384
      """
  )

  @Argument(help: "A stream file, a stream's or preset's name, or a scenario of `drive`.")
  var stream: String

  @Option(help: "The port; 0 takes any that is free, and says which.")
  var port: UInt16 = 8080

  @Option(help: "Serves the files of this folder, too.", completion: .directory)
  var folder: String?

  @Flag(help: "Replaces the words by numbered ones: w00042.")
  var numbered = false

  @Option(help: "The seed of texts that are made.")
  var seed: UInt64 = 1

  @Option(help: "Stalls before the token of this number; see --stall-ms.")
  var stall: Int?

  @Option(name: .customLong("stall-ms"), help: "How long a stall is, in milliseconds.")
  var stallMilliseconds = 3_000.0

  @Flag(help: "Sends everything at once.")
  var flood = false

  @Option(help: "Cuts the connection in the middle of the event of this token.")
  var cut: Int?

  @Option(help: "Sends an error object in place of this token.")
  var error: Int?

  @Option(help: "Answers every request with this status, such as 429.")
  var status: Int?

  @Option(help: "Holds bytes back until there are so many, as a proxy does.")
  var buffer: Int?

  mutating func validate() throws {
    if let status, !(400...599).contains(status) {
      throw ValidationError("--status takes an error's number, 400 to 599, not \(status).")
    }
    for (name, value) in [("stall", stall), ("cut", cut), ("error", error)] {
      if let value, value < 0 { throw ValidationError("--\(name) takes a token's number, from 0.") }
    }
    if let buffer, buffer < 1 { throw ValidationError("--buffer takes at least 1 byte.") }
    if !(0...600_000).contains(stallMilliseconds) {
      throw ValidationError("--stall-ms takes up to 600,000 ms.")
    }
  }

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      let interruption = try Interruption()
      let tokens = try ServedStreams.tokens(stream, seed: seed, isNumbered: numbered)
      var faults = ServedAnswer.Faults()
      if let stall { faults.stall = (stall, stallMilliseconds) }
      faults.floods = flood
      (faults.cut, faults.error, faults.buffer) = (cut, error, buffer)
      if let folder, !Folder.isFolder(folder) {
        throw InputError(
          path: folder,
          problem: "no folder",
          expected: "a folder of files",
          advice: "Check the path of --folder."
        )
      }
      var content = LocalServer.Content(
        answers: [ServedAnswer(tokens, faults: faults)],
        texts: [String(decoding: tokens.flatMap(\.bytes), as: UTF8.self)],
        folder: folder
      )
      content.status = status
      let server = try LocalServer(content, port: port)
      console.say("Serves \(stream) at http://127.0.0.1:\(server.port)/v1; Ctrl-C ends it.")
      while interruption.signal == nil { usleep(50_000) }
      server.stop()
    }
  }
}

/// Finds what is served by its name.
enum ServedStreams {
  static func tokens(
    _ name: String,
    seed: UInt64,
    isNumbered: Bool
  ) throws -> [ServedAnswer.Token] {
    if let scenario = PageScenario.named(name) {
      return scenario.streams[0].tokens.map { token in
        ServedAnswer.Token(milliseconds: token.milliseconds, bytes: Array(token.text.utf8))
      }
    }
    let recorded = try recorded(name, seed: seed)
    guard !isNumbered else {
      return NumberedStream(numbering: recorded).tokens.map { token in
        ServedAnswer.Token(milliseconds: token.milliseconds, bytes: Array(token.text.utf8))
      }
    }
    return recorded.map { token in
      ServedAnswer.Token(
        milliseconds: (token.instant - Instant.zero).milliseconds,
        bytes: token.bytes
      )
    }
  }

  static func recorded(_ name: String, seed: UInt64) throws -> [StreamToken] {
    if let preset = LoadPreset.named(name) {
      return OpenLoopGenerator.tokens(preset, seed: seed, limit: .tokens(600))
    }
    let catalog = try? ScenarioCatalog.find()
    if let catalog, catalog.streamNames.contains(name) {
      let file = FileName.joined(catalog.streamsFolder, "\(name).ndjson")
      return try StreamFile(path: file).tokens(seed: seed)
    }
    let names =
      PageScenario.all.map(\.name) + LoadPreset.all.map(\.name) + (catalog?.streamNames ?? [])
    if let advice = nearMatchQuestion(for: name, among: names), !Folder.exists(name) {
      throw InputError(
        path: name,
        problem: "no such stream, scenario or file",
        expected: "a name that `stillpoint list` gives, or a stream's file",
        advice: advice
      )
    }
    return try StreamFile(path: name).tokens(seed: seed)
  }
}
