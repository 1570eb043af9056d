import ChatSurface
import Files
import Foundation
import LoadGeneration
import Scenarios
import Testing
import Timebase

/// The parts of a scenario that make text, turns, touches, typing and rotations.
@Suite struct ScenarioPartTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Scenarios").standardizedFileURL.path

  private func events(
    _ part: String,
    on device: Device = .iPhone15Pro
  ) throws -> [(time: Double, event: SurfaceEvent)] {
    let text = "parts:\n  - \(part)"
    let scenario = try ScenarioFile.read(text, path: "\(Self.folder)/x.yaml")
    return scenario.timeline(on: device).compactMap {
      if case .surface(let event) = $0.event { ($0.instant.milliseconds, event) } else { nil }
    }
  }

  private func problem(_ part: String) -> String {
    do throws(InputError) {
      _ = try ScenarioFile.read("parts:\n  - \(part)", path: "\(Self.folder)/x.yaml")
      return "no error"
    } catch {
      return error.description
    }
  }

  private func tokens(
    _ events: [(time: Double, event: SurfaceEvent)]
  ) -> [(time: Double, bytes: [UInt8])] {
    events.compactMap {
      if case .token(_, let bytes) = $0.event { ($0.time, bytes) } else { nil }
    }
  }

  @Test func aDocumentStreamsAtItsRate() throws {
    let part = "document: {at_ms: 100, mix: everything, words: 600, words_per_s: 60, seed: 4"
    let text = TextSynthesis.document(words: 600, mix: .everything, seed: 4)
    for cut in TokenCut.allCases {
      let tokens = tokens(try events("\(part), cuts: \(cut.rawValue), first_token_ms: 50}"))
      #expect(tokens.flatMap(\.bytes) == text.bytes)
      #expect(tokens.last?.time == 10_150)
      #expect((tokens.first?.time ?? 0) >= 150)
    }
    let stalled = tokens(
      try events("\(part), stalls: 2, shortest_stall_ms: 700, longest_stall_ms: 700}")
    )
    #expect(stalled.flatMap(\.bytes) == text.bytes)
    let gaps = zip(stalled, stalled.dropFirst()).map { $1.time - $0.time }
    #expect(gaps.filter { $0 > 650 }.count == 2)
    #expect(stalled.last?.time == 10_300)
  }

  @Test func turnsAreStoppedHalfWay() throws {
    let part = "turns: {at_ms: 0, count: 3, every_ms: 4000, preset: local-8b-42tps, answer_ms: 3000"
    let whole = try events("\(part)}")
    let stopped = try events("\(part), stop_after_ms: 1500}")
    for (events, stops) in [(whole, 0), (stopped, 3)] {
      var counts = [0, 0, 0, 0]
      for (_, event) in events {
        switch event {
        case .send: counts[0] += 1
        case .streamEnd: counts[1] += 1
        case .taskEnd: counts[2] += 1
        case .stop: counts[3] += 1
        default: break
        }
      }
      #expect(counts == [3, 3, 3, stops])
      #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    }
    #expect(tokens(stopped).allSatisfy { $0.time.truncatingRemainder(dividingBy: 4_000) <= 1_700 })
    let late = tokens(stopped).filter { $0.time.truncatingRemainder(dividingBy: 4_000) > 1_500 }
    #expect(late.count >= 3, "tokens that were on their way come after the stop")
  }

  @Test func recordedTouchesAreReplayed() throws {
    for (name, touches) in [("fling-up-2562", 15), ("fling-up-2910", 10), ("drag-up-down-up", 69)] {
      let part = "touches: {at_ms: 10, count: 2, every_ms: 1000, stream: gestures/\(name).ndjson}"
      let events = try events(part)
      #expect(events.count == 2 * touches, "\(name)")
      #expect(events.first?.time == 10)
      #expect(events[touches].time == 1_010)
    }
    // Released as its source expects: upward, so towards newer messages, and fast.
    let fling = try events(
      "touches: {at_ms: 0, count: 1, every_ms: 1000, stream: gestures/fling-up-2910.ndjson}"
    )
    let tools = TestBench.tools
    let surface = Surface(
      profile: .reference,
      device: .iPhoneSE,
      measurer: tools.measurer,
      parser: tools.parser,
      costs: TestBench.costs
    )
    var snapshot = FrameSnapshot()
    let load = ScheduledEvent(.load(SyntheticHistory(seed: 1, count: 50)), at: .zero)
    let jump = ScheduledEvent(.scroll(to: .top, isAnimated: false), at: .zero)
    surface.frame([load, jump], at: .zero, tick: 0, into: &snapshot)
    let start = snapshot.offset
    let touches = fling.map { ScheduledEvent($0.event, at: Instant(milliseconds: $0.time)) }
    surface.frame(touches, at: Instant(milliseconds: 120), tick: 8, into: &snapshot)
    #expect(snapshot.scroll == .decelerating)
    surface.frame([], at: Instant(milliseconds: 8_000), tick: 480, into: &snapshot)
    #expect((snapshot.offset - start).points > 300)
  }

  @Test func typingGrowsTheComposerLineByLine() throws {
    let part = "typing: {at_ms: 0, chars: 240, count: 2, then: clear}"
    let lines = try events(part).compactMap { event -> (time: Double, lines: Int)? in
      if case .composer(let lines, _, _) = event.event { (event.time, lines) } else { nil }
    }
    #expect(lines.map(\.lines) == [2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1])
    // 45 characters fit the line: the second begins with the 46th at the latest.
    #expect(lines[0].time <= 45 * 331 && lines[0].time > 25 * 331)
    #expect(lines[5].time == 239 * 331 + 500)
    let sent = try events("typing: {at_ms: 0, chars: 30, ms_per_char: 10, then: send}")
    #expect(sent.count == 2)
    guard case .send(let id, let text) = sent[0].event else {
      Issue.record("nothing is sent")
      return
    }
    #expect(id == "user-1" && text.count == 30)
    #expect(try events("typing: {at_ms: 0, chars: 300, chars_per_line: 20}").count == 5)
  }

  @Test func theDeviceIsTurnedAndTurnedBack() throws {
    let sizes = try events("rotations: {at_ms: 500, count: 3, every_ms: 900}").compactMap {
      if case .resize(let width, let height) = $0.event {
        [width.points, height.points]
      } else {
        nil
      }
    }
    #expect(sizes == [[852, 393], [393, 852], [852, 393]])
  }

  @Test(
    arguments: [
      (
        "document: {at_ms: 0, mix: anything, words: 5, words_per_s: 1}",
        "wrong value for mix: \"anything\"; expected one of answer, everything, scripts"
      ),
      (
        "document: {at_ms: 0, mix: answer, words: 0, words_per_s: 1}", "wrong value for words: 0"
      ),
      (
        "document: {at_ms: 0, mix: answer, words: 5, words_per_s: 1, cuts: soft}",
        "wrong value for cuts: \"soft\"; expected one of words, model, hostile, bytes"
      ),
      (
        "touches: {at_ms: 0, count: 1, every_ms: 10, stream: gestures/fling-up-2562.ndjson}",
        "wrong value for every_ms: 10.0 ms; expected at least the 131.0 ms that the touches take"
      ),
      (
        "touches: {at_ms: 0, count: 1, every_ms: 10, stream: gestures/none.ndjson}",
        "none.ndjson: no such file"
      ),
      ("typing: {at_ms: 0, chars: 5, then: burn}", "expected one of keep, clear, send"),
      ("rotations: {at_ms: 0, count: 0, every_ms: 10}", "wrong value for count: 0"),
      ("turns: {at_ms: 0, count: 1, every_ms: 10, preset: local-8b-42tps}", "no answer_ms"),
    ])
  func aWrongPartIsNamed(part: String, expected: String) {
    #expect(problem(part).contains(expected), "\(problem(part))")
  }

  @Test func touchesAreThoseOfOneFinger() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-touches-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: file) }
    for lines in [
      "{\"t_ms\":0,\"event\":\"touch\",\"phase\":\"moved\",\"y_pt\":1}",
      "{\"t_ms\":0,\"event\":\"touch\",\"phase\":\"began\",\"y_pt\":1}",
      "{\"t_ms\":0,\"event\":\"stop\"}",
    ] {
      try Data((lines + "\n").utf8).write(to: file)
      let part = "touches: {at_ms: 0, count: 1, every_ms: 10, stream: \(file.path)}"
      #expect(problem(part).contains("not the touches of one finger"), "\(problem(part))")
    }
  }
}
