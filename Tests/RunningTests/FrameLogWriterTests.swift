import ChatSurface
import Foundation
import FramePacing
import Lengths
import LoadGeneration
import Records
import Testing
import Timebase

@Suite struct FrameLogWriterTests {
  private let alwaysThere: Set<String> = [
    "frame", "t_ms", "window", "offset_pt", "viewport_pt", "visible", "streams", "follow", "button",
  ]

  private func line(_ snapshot: FrameSnapshot, _ change: (inout FrameRecord) -> Void = { _ in })
    -> String
  {
    var writer = FrameLogWriter()
    var record = FrameRecord(swallowedTick: 0, at: .zero)
    record.isSwallowed = false
    record.presented = Instant(nanoseconds: 16_666_666)
    change(&record)
    return String(
      decoding: writer.line(for: record, snapshot, rate: RefreshRate(hertz: 60)),
      as: UTF8.self
    )
  }

  @Test func aFrameAtRestHasNoMoreThanWhatIsAlwaysThere() {
    #expect(
      line(FrameSnapshot()) == #"{"frame":0,"t_ms":0,"window":"main","offset_pt":0,"#
        + #""viewport_pt":0,"visible":[],"streams":[],"follow":"following","#
        + #""button":"send_disabled","presented_ms":16.666666}"# + "\n"
    )
  }

  /// Timestamps are as opaque as they are uncovered; corners are said where they are not of the usual radius.
  @Test(arguments: [(20.0, #","reveal_opacity":0.5"#), (40, ""), (60, "")])
  func whatIsUncoveredSaysHowOpaqueItIs(reveal: Double, opacity: String) {
    var snapshot = FrameSnapshot()
    snapshot.reveal = reveal
    snapshot.corner = LayoutUnit(points: 16)
    let line = line(snapshot)
    #expect(line.contains(#""reveal_pt":\#(Int(reveal))\#(opacity),"corner_pt":16"#), "\(line)")
  }

  @Test func everyNumberIsItsShortestDecimal() {
    var snapshot = FrameSnapshot()
    snapshot.offset = LayoutUnit(rawValue: 50_000_000 * 64 + 1)
    snapshot.viewportHeight = LayoutUnit(points: 667)
    snapshot.blank = LayoutUnit(rawValue: 32)
    let text = line(snapshot) { record in
      record.tick = 7
      record.instant = Instant(nanoseconds: 116_666_666)
      record.cost[.layout] = Nanoseconds(rawValue: 1_230)
      record.cost.stall = .milliseconds(30)
      record.lostVsyncs = 2
      record.drift = LayoutUnit(rawValue: -1)
    }
    for part in [
      #""frame":7,"t_ms":116.666666,"#, #""offset_pt":50000000.015625,"#, #""viewport_pt":667,"#,
      #""drift_pt":-0.015625,"#, #""blank_pt":0.5,"#, #""cost_ms":{"layout":0.00123},"#,
      #""stall_ms":30,"#, #""hitch_ms":33.333333}"#,
    ] { #expect(text.contains(part), "\(part) in \(text)") }
  }

  @Test func namesAreEscaped() throws {
    let name = "a\"\\\n\u{2028}é"
    let message = Message(id: MessageID(rawValue: name), role: .user, text: "Hello")
    let result = TestBench.run([TimedLoadEvent(.append(message), at: .zero)])
    let text = line(try #require(result.snapshots.first))
    #expect(text.contains(#""visible":[{"id":"a\"\\\u000a"# + "\u{2028}é" + #"","y_pt":"#))
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let visible = object?["visible"] as? [[String: Any]]
    #expect(visible?.first?["id"] as? String == name)
  }

  @Test func opacitiesHaveFourDecimalsAndOneIsLeftOut() throws {
    let result = TestBench.run(TestBench.answer(words: 60, everyMilliseconds: 10))
    var snapshot = try #require(
      result.snapshots.first { $0.streams.first?.fades.count == 4 }
    )
    let opacities = [0.99996, 0.123449, 0.5, 0]
    for (index, opacity) in opacities.enumerated() {
      snapshot.streams[0].fades[index].startScalar = 10 * index
      snapshot.streams[0].fades[index].endScalar = 10 * index + 10
      snapshot.streams[0].fades[index].opacity = opacity
    }
    #expect(
      line(snapshot).contains(
        #""fades":[{"end_char":10},"#
          + #"{"start_char":10,"end_char":20,"opacity":0.1234},"#
          + #"{"start_char":20,"end_char":30,"opacity":0.5},"#
          + #"{"start_char":30,"end_char":40,"opacity":0}]}]"#
      )
    )
  }

  /// Every line of a run is JSON, has what must be there, and nothing else at its rest value.
  @Test func aRunsLinesKeepTheRule() throws {
    for profile in Profile.all {
      let log = TestBench.run(GoldenScript.events, profile: profile).log
      let lines = String(decoding: log, as: UTF8.self).split(separator: "\n")
      #expect(lines.first == #"{"schema":1,"kind":"stillpoint-frame-log"}"#)
      for line in lines.dropFirst() {
        let object = try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        )
        #expect(alwaysThere.subtracting(object.keys).isEmpty)
        for (key, value) in object where !alwaysThere.contains(key) {
          #expect(!isAtRest(value), "\(key) in \(line.prefix(80))")
        }
        let inset = ["blank_pt", "composer_pt", "covered_pt"].map { object[$0] as? Double ?? 0 }
        #expect(object["inset_bottom_pt"] as? Double ?? 0 == inset.reduce(0, +))
      }
    }
  }

  private func isAtRest(_ value: Any) -> Bool {
    switch value {
    case let number as NSNumber: number.doubleValue == 0
    case let text as String: text == "idle" || text == "animated"
    case let list as [Any]: list.isEmpty
    case let object as [String: Any]: object.isEmpty
    default: false
    }
  }
}
