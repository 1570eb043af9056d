import ChatSurface
import LoadGeneration
import Testing
import Timebase

@Suite struct UnendedStreamsTests {
  private func unended(_ events: [(String?, SurfaceEvent)]) -> [String] {
    let timeline = events.enumerated().map { index, event in
      TimedLoadEvent(event.1, at: Instant(milliseconds: Double(index)), window: event.0)
    }
    return UnendedStreams(in: timeline).all.map(\.id.rawValue)
  }

  @Test func aStreamWithoutEndIsFoundInItsWindow() {
    #expect(unended([(nil, .streamBegin("a")), (nil, .streamEnd("a", .complete))]).isEmpty)
    #expect(unended([(nil, .streamBegin("a")), (nil, .streamBegin("b"))]) == ["a", "b"])
    #expect(unended([("w", .streamBegin("a")), (nil, .streamEnd("a", .complete))]) == ["a"])
  }

  @Test func aStreamThatIsStoppedOrGoneHasEnded() {
    let ends: [SurfaceEvent] = [
      .stop, .removeAll, .remove("a"), .send("u", text: "?"), .streamEnd("a", .failed),
    ]
    for end in ends { #expect(unended([(nil, .streamBegin("a")), (nil, end)]).isEmpty, "\(end)") }
    #expect(unended([(nil, .streamBegin("a")), (nil, .remove("b"))]) == ["a"])
  }

  @Test func aNewNameKeepsTheStream() {
    let events: [(String?, SurfaceEvent)] = [
      (nil, .streamBegin("a")), (nil, .replaceID("a", with: "b")),
    ]
    #expect(unended(events) == ["b"])
    #expect(unended(events + [(nil, .streamEnd("b", .complete))]).isEmpty)
  }

  @Test func itIsNamedWithItsLine() throws {
    let line = #"{"t_ms": 0, "event": "stream_begin", "id": "a"}"#
    let script = try EventScript(bytes: Array("\n\(line)\n".utf8), path: "a.ndjson")
    let stream = try #require(UnendedStreams(in: script.timeline).all.first)
    #expect(stream.description.hasPrefix("a.ndjson:2: the stream of a "))
    #expect(stream.description.contains("stream_end"))
  }
}
