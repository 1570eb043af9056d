import ArgumentParser
import ChatSurface
import Files
import Foundation
import FrameMetrics
import FramePacing
import LoadGeneration
import Reporting
import Scenarios

/// `stillpoint replay FILE`.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays a recorded stream or an event script and writes a report.",
    discussion: """
      A stream is NDJSON with a token a line: {"t_ms": 12.5, "text": "..."}, or only its size: \
      {"t_ms": 12.5, "chars": 7}. An event script has an "event" in every line. A log of Ollama is read \
      as it is, one of server-sent events where the seconds since 1970 stand before each line.

      It judges as `run` does, by the standard budgets; a stream that never ends is a missed budget.

      EXAMPLES
        stillpoint replay answer.ndjson
        stillpoint replay answer.ndjson --profile all --refresh 60 120
          (with more than one profile also a table of how each shows the text)
        stillpoint replay bug.ndjson --cost modelled --measurer fixed \\
          --frames frames.ndjson
      """
  )

  @Argument(help: "The stream or event script; - reads standard input.", completion: .file())
  var file: String

  @OptionGroup var arguments: RunArguments

  func run() throws {
    let console = Console(isQuiet: arguments.quiet || arguments.json)
    try Failure.report(on: console) {
      let place = try arguments.framesPlace(inputs: [file])
      console.saysToError = place?.isStandardOutput == true
      let input = try InputFile.read(file, as: .lines)
      let load = try load(input)
      let seed = arguments.seed ?? 1
      let events = load.timeline(seed: seed)
      let name = input.title
      let base = try arguments.chosenDevice() ?? .iPhone15Pro
      let rates = try arguments.rates(of: base, standard: [60])
      let profiles = try arguments.profiles()
      let unended = UnendedStreams(in: events).all
      for stream in unended {
        arguments.reportOnly
          ? console.note("\(lines: "\(stream)")") : console.complain("error: \(lines: "\(stream)")")
      }
      let requests = profiles.flatMap { profile in
        rates.map { rate in
          var request = arguments.request(
            .file(file),
            title: name,
            profile: profile,
            device: base,
            hertz: rate,
            seed: seed,
            // A frame log is of one repetition: the only one.
            repetitions: arguments.frames == nil ? nil : .exactly(1)
          )
          request.content = input.contentForOthers
          return request
        }
      }
      let notes = profiles.flatMap { Self.notes(on: $0, under: events) }
      var session = RunSession(
        arguments: arguments,
        console: console,
        title: "replay-\(name)",
        inputs: [file] + arguments.designFiles
      )
      if profiles.count > 1 {
        session.addendum = { record in
          RevealTable(of: record, notes: notes)
            .text(isColoured: console.wantsColour, width: console.width)
        }
      }
      let outcome = try session.run(requests, frameLog: place)
      try outcome.end(isReportOnly: arguments.reportOnly)
      if !arguments.reportOnly && !unended.isEmpty { throw ExitCode(2) }
    }
  }

  /// Reads a stream or a script; one that is refused leaves the file of frames as it was, and says so.
  private func load(_ input: InputFile) throws -> LoadFile {
    do {
      return try Self.load(input)
    } catch var error as InputError {
      if let frames = arguments.frames { error.advice += " \(frames) was not written." }
      throw error
    }
  }

  /// A file of another kind is answered with where it goes.
  private static func load(_ input: InputFile) throws -> LoadFile {
    do {
      return try LoadFile.read(input)
    } catch {
      var wrong: InputError = error
      guard wrong.problem == "broken JSON", wrong.line == 1 else { throw wrong }
      let ending = FileName.last(of: input.path).split(separator: ".").last.map(String.init) ?? ""
      let isDesign = String(decoding: input.bytes, as: UTF8.self).split(separator: "\n")
        .contains { $0.hasPrefix("base:") }
      if isDesign {
        wrong.advice =
          "A design is tried by `stillpoint run stream-steady --profile \(input.path)`."
      } else if ["yaml", "yml"].contains(ending) {
        wrong.advice = "A scenario is played by `stillpoint run \(input.path)`."
      } else if !["ndjson", "jsonl", "json", "txt", "-"].contains(ending) {
        wrong.advice = "A recording of an app is judged by `stillpoint analyze \(input.path)`."
      }
      throw wrong
    }
  }

  /// What the profile's design leaves open under a load, a line each.
  private static func notes(on profile: Profile, under events: [TimedLoadEvent]) -> [String] {
    ProfileGap.gaps(of: profile.name, under: events).map { gap in
      "  \(profile.name), \(gap.subject.title): \(gap.answer)"
    }
  }
}

extension InputFile {
  /// What it is called in a report.
  var title: String {
    path == Self.title(of: Self.standardInput)
      ? "standard-input" : FileName.shown(FileName.stem(of: path))
  }

  /// What a cell's process needs of it, which cannot read it again; nil for a file that it can.
  var contentForOthers: Data? { isRepeatable ? nil : Data(bytes) }
}
