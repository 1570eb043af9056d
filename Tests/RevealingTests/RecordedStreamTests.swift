import Foundation
import Revealing
import Testing
import Timebase
import TokenStreaming

/// Recorded streams of real models, where the folder with them is there (`STILLPOINT_DATA`).
@Suite struct RecordedStreamTests {
  static let folder =
    ProcessInfo.processInfo.environment["STILLPOINT_DATA"].map { $0 + "/streams" } ?? ""

  struct Token: Decodable {
    var t_ms: Double
    var text: String
  }

  static func streams() -> [(name: String, tokens: [Token])] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".ndjson") }.sorted().compactMap { name in
      guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else {
        return nil
      }
      let tokens = text.split(separator: "\n").compactMap {
        try? JSONDecoder().decode(Token.self, from: Data($0.utf8))
      }
      return (name, tokens)
    }
  }

  @Test(
    .enabled(if: !streams().isEmpty, "no recorded streams (set STILLPOINT_DATA)"),
    arguments: SeedDefectTests.designs
  )
  func recordedTextIsExactAndTheReferenceKeepsItsLaws(design: SeedDefectTests.Design) {
    for (name, tokens) in Self.streams() {
      var stream = StreamedText(design.chunks, design.reveal)
      var backlog = 0
      for token in tokens {
        stream.token(token.text, token.t_ms)
        backlog = max(backlog, stream.timeline.backlogChunks)
      }
      let end = tokens.last?.t_ms ?? 0
      stream.finish(end)
      #expect(stream.shown == tokens.map(\.text).joined(), "\(name)")
      #expect(stream.timeline.poolPeak <= 4, "\(name)")
      let waits = stream.releases.map { ($0.at - $0.completed).milliseconds }.sorted()
      let last = stream.releases.last?.at.milliseconds ?? 0
      let median = waits.isEmpty ? 0 : waits[waits.count / 2]
      print(
        "\(design.name), \(name): backlog \(backlog), wait p50 \(median) max"
          + " \(waits.last ?? 0) ms, drained after \(last - end) ms,"
          + " snaps \(stream.timeline.snaps), jump \(stream.timeline.opacityJumpMax),"
          + " unfaded \(stream.timeline.unfadedReleases) of \(stream.timeline.releases)"
      )
      if design.name == "reference" {
        #expect((waits.last ?? 0) <= 400, "\(name)")
        #expect(last <= end + 400, "\(name)")
        #expect(stream.timeline.snaps == 0, "\(name)")
      }
    }
  }
}
