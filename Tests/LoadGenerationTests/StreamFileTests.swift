import Foundation
import LoadGeneration
import Testing
import Timebase

@Suite struct StreamFileTests {
  private func read(_ text: String) throws -> StreamFile {
    try StreamFile(bytes: Array(text.utf8), path: "a.ndjson")
  }

  @Test func timesAreExactToTheNanosecond() throws {
    let text = """
      {"t_ms": 0, "text": ""}
      {"t_ms": 0.000001, "text": ""}
      {"t_ms": 12.3456785, "text": ""}
      {"t_ms": 1763.714, "text": ""}
      {"t_ms": 1.7637145e3, "text": ""}
      {"t_ms": 604800000, "text": ""}
      """
    #expect(
      try read(text).entries.map(\.instant.nanoseconds)
        == [0, 1, 12_345_679, 1_763_714_000, 1_763_714_500, 604_800_000_000_000]
    )
  }

  @Test func textIsWhatTheLineSays() throws {
    let text =
      "{\"text\": \"a\\n\\u00e9\\ud83d\\ude00\u{2028}b\\/\\\"\", \"t_ms\": 1}\r\n"
      + "{\"t_ms\":1,\"bytes_hex\":\"E282\"}\n\n{\"t_ms\": 1, \"bytes_hex\": \"ac\"}\n"
    let tokens = try read(text).tokens(seed: 1)
    #expect(tokens.map(\.bytes) == [Array("a\né😀\u{2028}b/\"".utf8), [0xE2, 0x82], [0xAC]])
    #expect(tokens.allSatisfy { $0.instant == Instant(nanoseconds: 1_000_000) })
  }

  @Test func synthesisedTokensHaveTheSizesOfTheirLines() throws {
    let sizes = [7, 0, 1, 300, 2_982, 12]
    let text = sizes.map { "{\"t_ms\": 1, \"chars\": \($0)}\n" }.joined()
    let stream = try read(text + "{\"t_ms\": 1, \"text\": \"end\"}\n")
    let tokens = stream.tokens(seed: 5)
    #expect(
      tokens.map { String(decoding: $0.bytes, as: UTF8.self).unicodeScalars.count } == sizes + [3]
    )
    #expect(tokens == stream.tokens(seed: 5))
    #expect(tokens != stream.tokens(seed: 6))
  }

  @Test func theFirstLineSaysWhatAFileIs() throws {
    let script = "\n{\"t_ms\": 0, \"event\": \"stop\"}"
    guard case .script(let read) = try LoadFile.read(bytes: Array(script.utf8), path: "a") else {
      Issue.record("not a script")
      return
    }
    #expect(read.timeline.count == 1)
    let stream = "{\"t_ms\": 3, \"text\": \"a\"}"
    let timeline = try LoadFile.read(bytes: Array(stream.utf8), path: "a").timeline(seed: 1)
    #expect(timeline.map(\.instant.milliseconds) == [0, 0, 3, 3, 3])
    #expect(
      timeline.map(name)
        == ["send user-1 Hello", "begin assistant-1", "token a", "end complete", "task end"]
    )
  }

  private func name(_ event: TimedLoadEvent) -> String {
    guard case .surface(let event) = event.event else { return "fault" }
    switch event {
    case .send(let id, let text): return "send \(id) \(text)"
    case .streamBegin(let id): return "begin \(id)"
    case .token(_, let bytes): return "token \(String(decoding: bytes, as: UTF8.self))"
    case .streamEnd(_, let reason): return "end \(reason.rawValue)"
    case .taskEnd: return "task end"
    default: return "other"
    }
  }

  /// The developer's recordings, where they are.
  private static var recordings: [URL] {
    let named = ProcessInfo.processInfo.environment["STILLPOINT_DATA"]
    let folder = URL(fileURLWithPath: named ?? "../shared/data").appendingPathComponent("streams")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    return (files ?? []).filter { $0.pathExtension == "ndjson" }
  }

  @Test(
    .enabled(
      if: !recordings.isEmpty,
      "no recorded streams; name their folder's parent in STILLPOINT_DATA"
    )
  )
  func recordingsReadAsFoundationReadsThem() throws {
    struct Line: Decodable {
      var t_ms: Double
      var text: String
    }
    for url in Self.recordings {
      let stream = try StreamFile(path: url.path)
      let lines = try Data(contentsOf: url).split(separator: 0x0A).map {
        try JSONDecoder().decode(Line.self, from: $0)
      }
      #expect(stream.entries.count == lines.count)
      for (entry, line) in zip(stream.entries, lines) {
        #expect(entry.content == .bytes(Array(line.text.utf8)))
        #expect(entry.instant == Instant(milliseconds: line.t_ms))
      }
    }
  }

  @Test func anyCutOrChangeOfAFileIsReadOrRefused() throws {
    let iterations = Int(ProcessInfo.processInfo.environment["ITERATIONS"] ?? "") ?? 3_000
    let seed = UInt64(ProcessInfo.processInfo.environment["SEED"] ?? "") ?? 1
    var generator = SeededGenerator(seed: seed)
    let whole = Array(
      "{\"t_ms\": 1.5e1, \"text\": \"a\\u00e9é😀\"}\n{\"t_ms\": 16, \"bytes_hex\": \"e2\"}\n".utf8
    )
    let noise = Array("{}[]\",:\\u0019e-+. \n\r\u{7F}é".utf8) + [0xFF, 0xC0, 0]
    for iteration in 0..<iterations {
      var bytes = whole
      for _ in 0...generator.nextIndex(below: 3) {
        let place = generator.nextIndex(below: bytes.count)
        switch generator.nextIndex(below: 3) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(noise[generator.nextIndex(below: noise.count)], at: place)
        default: bytes[place] = noise[generator.nextIndex(below: noise.count)]
        }
      }
      do {
        _ = try StreamFile(bytes: bytes, path: "a")
        for line in bytes.split(separator: 0x0A) where !line.allSatisfy({ $0 <= 0x20 }) {
          #expect(
            (try? JSONSerialization.jsonObject(with: Data(line))) != nil,
            "seed \(seed) iteration \(iteration): accepted \(String(decoding: line, as: UTF8.self))"
          )
        }
      } catch {
        #expect(error.description.split(separator: "\n").count == 2)
      }
    }
  }
}
