import Files
import LoadGeneration
import Testing
import Timebase

/// Logs of models' servers in place of a stream.
@Suite struct ForeignStreamTests {
  private func stream(_ text: String) throws -> StreamFile {
    guard case .stream(let stream) = try LoadFile.read(bytes: Array(text.utf8), path: "a.log")
    else {
      throw Unexpected()
    }
    return stream
  }
  private struct Unexpected: Error {}

  @Test func ollamaTellsWhenEachTokenCameAndWhenItWasAskedFor() throws {
    let text = """
      {"model":"a","created_at":"2026-03-01T23:59:59.5Z","response":"Hel","done":false}
      {"model":"a","created_at":"2026-03-02T02:00:00.25+02:00","response":"lo","done":false}
      {"model":"a","created_at":"2026-03-02T00:00:00.3Z","response":"","done":true,\
      "total_duration":1000000000}
      """
    let entries = try stream(text).entries
    #expect(entries.map(\.instant.milliseconds) == [200, 950])
    #expect(entries.map(\.content) == [.bytes(Array("Hel".utf8)), .bytes(Array("lo".utf8))])
    let chat =
      "{\"created_at\":\"2026-03-01T00:00:00Z\",\"message\":{\"role\":\"assistant\",\"content\":\"a\"}}\n"
      + "{\"created_at\":\"2026-03-01T00:00:01Z\",\"message\":{\"role\":\"assistant\",\"content\":\"b\"}}\n"
    #expect(try stream(chat).entries.map(\.instant.milliseconds) == [0, 1000])
  }

  @Test func eventsAreReadWhereATimeStandsBeforeEachLine() throws {
    let text = """
      1760000000.000000000 event: message
      1760000000.100000000 data: {"choices":[{"delta":{"role":"assistant"}}]}
      1760000000.250000000 data: {"choices":[{"delta":{"content":"Hi"}}]}
      1760000000.260000000
      1760000000.500 data: {"choices":[{"delta":{"content":"!"}}]}
      1760000000.600 data: [DONE]
      """
    #expect(try stream(text).entries.map(\.instant.milliseconds) == [250, 500])
    let other =
      "1760000000000 data: {\"type\":\"x\",\"delta\":{\"text\":\"a\"}}\n"
      + "1760000000020 data: {\"content\":\"b\"}\n"
    #expect(try stream(other).entries.map(\.instant.milliseconds) == [0, 20])
  }

  @Test func eventsWithoutTimesSayHowToRecordThem() throws {
    for head in ["", ": ping\n\n", "event: message\n"] {
      let error = #expect(throws: InputError.self) {
        try stream(head + "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n")
      }
      #expect(error?.problem.contains("server-sent events") == true)
      #expect(error?.advice.contains("date +%s.%N") == true)
    }
  }
}
