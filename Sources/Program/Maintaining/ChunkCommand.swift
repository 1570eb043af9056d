import ArgumentParser
import Files
import Foundation
import LoadGeneration
import Timebase
import TokenStreaming
import WordDictionary
import StillpointCommand

/// `stillpoint-maintain chunk FILE`.
struct ChunkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chunk",
    abstract: "Prints the chunks a text or stream is cut into, a JSON string a line.",
    discussion: """
      The chunks concatenate to the text; without time-outs they do not depend on how it was cut \
      into tokens.

      EXAMPLES
        stillpoint-maintain chunk answer.ndjson
        stillpoint-maintain chunk notes.txt
      """
  )

  @Argument(
    help: "A stream (.ndjson), or any other file as plain text; - reads standard input.",
    completion: .file()
  )
  var file: String

  @Option(help: "words: Unicode words; spaces: a word and its spaces; delta: whole tokens.")
  var rule: Rule = .words

  enum Rule: String, CaseIterable, ExpressibleByArgument {
    case words
    case spaces
    case delta
  }

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      var chunker = WordChunker(rule: chunkRule, boundaries: SystemWordBoundaries())
      var sink = ChunkSink()
      var end = Instant.zero
      for token in try tokens() {
        end = token.instant
        chunker.append(token.bytes, at: .zero, into: &sink)
      }
      chunker.finish(at: max(.zero, end), into: &sink)
      var start = 0
      var lines = ""
      for chunk in sink.chunks {
        let text = String(
          decoding: sink.bytes[start..<start + chunk.utf8Count],
          as: UTF8.self
        )
        lines += try Self.json(text) + "\n"
        start += chunk.utf8Count
      }
      console.put(lines)
    }
  }

  private var chunkRule: ChunkRule {
    switch rule {
    case .words: .unicodeWords
    case .spaces: .spaces
    case .delta: .wholeDelta
    }
  }

  private func tokens() throws -> [StreamToken] {
    let input = try InputFile.read(file, as: .document)
    if isStream(input.bytes) {
      return try StreamFile(bytes: input.bytes, path: input.path).tokens(seed: 1)
    }
    _ = try InputLines.text(of: input)
    return [StreamToken(at: .zero, bytes: input.bytes)]
  }

  /// Whether the file is a stream: by its name, or because its first line begins like a token.
  private func isStream(_ bytes: [UInt8]) -> Bool {
    file.hasSuffix(".ndjson") || bytes.starts(with: "{\"t_ms\":".utf8)
  }

  private static func json(_ text: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(text), as: UTF8.self)
  }
}
