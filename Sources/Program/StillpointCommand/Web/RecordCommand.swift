import ArgumentParser
import Files
import Foundation
import Serving

/// `stillpoint record URL`.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Copies a stream of an OpenAI-compatible endpoint into a stream file.",
    discussion: """
      It asks URL/chat/completions for one streamed answer and writes a line for each token, with the time \
      at which the read that held it came. A key is taken from the environment variable that --key-from \
      names; it is sent in the header Authorization and written nowhere.

      EXAMPLES
        stillpoint record http://127.0.0.1:8080/v1 --output answer.ndjson
        stillpoint record https://api.example.com/v1 --key-from API_KEY --output story.ndjson
      """
  )

  @Argument(help: "The endpoint's address, such as http://127.0.0.1:8080/v1.")
  var url: String

  @Option(help: "The stream file to write.", completion: .file(extensions: ["ndjson"]))
  var output: String

  @Option(help: "The model's name.")
  var model = "default"

  @Option(help: "What is asked.")
  var prompt = "Write about the sea, in 300 words."

  @Option(name: .customLong("key-from"), help: "The environment variable that holds the key.")
  var keyVariable: String?

  @Option(name: .customLong("time-limit"), help: "How long it may take, in seconds.")
  var timeLimit = 600

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      let place = try OutputPlace(output)
      var key: String?
      if let keyVariable {
        key = ProcessInfo.processInfo.environment[keyVariable]
        guard key?.isEmpty == false else {
          throw StreamRecorder.Refused(
            what: "the environment variable \(keyVariable) is not set",
            advice: "Set it to the endpoint's key, or leave out --key-from."
          )
        }
      }
      let recorder = try StreamRecorder(url: url, model: model, prompt: prompt, key: key)
      let tokens = try recorder.record(within: .seconds(timeLimit))
      var lines: [UInt8] = []
      for token in tokens {
        let time = (token.milliseconds * 1000).rounded() / 1000
        lines += "{\"t_ms\": \(time), \"text\": \(ServedAnswer.quoted(token.text))}\n".utf8
      }
      try place.write(lines)
      let flushes = Set(tokens.map(\.milliseconds)).count
      console.say(
        "\(tokens.count) tokens in \(flushes) reads over "
          + "\(Int(tokens.last?.milliseconds ?? 0)) ms: \(output)"
      )
    }
  }
}
