import Foundation
import FrameLogs
import FrameMetrics
import Testing
import Timebase

/// Exports of xctrace and payloads of MetricKit: small files of every trap.
@Suite struct AppleFormatTests {
  // MARK: Apple

  static let hitches = """
    <?xml version="1.0"?><trace-query-result><node><schema name="hitches">
    <col><mnemonic>start</mnemonic></col><col><mnemonic>duration</mnemonic></col>
    <col><mnemonic>process</mnemonic></col><col><mnemonic>is-system</mnemonic></col>
    <col><mnemonic>narrative-description</mnemonic></col></schema>
    <row><start-time id="1" fmt="00:00.100">100000000</start-time>
    <duration id="2" fmt="16.67 ms">16666583</duration>
    <process id="3" fmt="Chat (401)"><pid id="4" fmt="401">401</pid></process>
    <boolean id="5" fmt="No">0</boolean><narrative id="6" fmt="Late commit">x</narrative></row>
    <row><start-time id="7">200000000</start-time><duration ref="2"/><process ref="3"/>
    <boolean ref="5"/><sentinel/></row>
    <row><start-time id="8">900000000</start-time><duration id="9">8340000</duration>
    <process id="10" fmt="SpringBoard (55)"/><boolean id="11" fmt="Yes">1</boolean><sentinel/></row>
    </node><node><schema name="hitches-gpu"/><row><start-time>1</start-time>
    <duration>99000000</duration></row></node></trace-query-result>
    """
  static let contents = """
    <?xml version="1.0"?><trace-toc><run number="1"><info><summary><duration>10.0</duration>
    </summary></info><data><table schema="hitches"/></data></run></trace-toc>
    """

  @Test func xctraceResolvesReferencesAndNeverAddsStages() throws {
    let table = try LogFile(Self.hitches, name: "hitches.xml")
    let contents = try LogFile(Self.contents, name: "toc.xml")
    let log = try #require(try FrameLogReader.read([contents.path, table.path]).first)
    #expect(log.format == .xctrace)
    #expect(log.sessions.map(\.name) == ["Chat (401)", "SpringBoard (55), system"])
    let chat = try #require(log.sessions.first)
    #expect(chat.number("hitch_count") == 2)
    #expect(abs((chat.number("hitch_time_all_ms") ?? 0) - 33.333166) < 1e-6)
    #expect(abs((chat.number("hitch_ratio_recording_ms_per_s") ?? 0) - 3.3333166) < 1e-6)
    #expect(chat.figure("hitch_ratio_animating_ms_per_s")?.absence == .missing)
    #expect(chat.figure("on_time_of_animating_pct")?.absence == .missing)
    #expect(log.notes.contains { $0.contains("hitches-gpu") })
    #expect(SessionAnalysis(of: chat).worst.count == 2)
  }

  @Test func withoutTheTableOfContentsThereIsNoRatio() throws {
    let session = try #require(try readLog(Self.hitches).sessions.first)
    let ratio = session.figure("hitch_ratio_recording_ms_per_s")
    #expect(ratio?.absence == .missing)
    #expect(ratio?.note?.contains("toc") == true)
  }

  @Test func aTableWithoutRowsIsNoHitch() throws {
    let text = """
      <trace-query-result><node><schema name="hitches"><col><mnemonic>start</mnemonic></col>
      </schema></node></trace-query-result>
      """
    #expect(try readLog(text).sessions.first?.number("hitch_count") == 0)
  }

  @Test func theSummaryOfIOS18NamesItsExpectedPresent() throws {
    let text = """
      <trace-query-result><node><schema name="hitches-summary"><col><mnemonic>earliest-time</mnemonic>
      </col><col><mnemonic>latency-allowed</mnemonic></col><col><mnemonic>duration</mnemonic></col>
      </schema><row><start-time>50000000</start-time><duration>33333334</duration>
      <duration>16666667</duration></row></node></trace-query-result>
      """
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.timeline.frames.first?.promised?.nanoseconds == 83_333_334)
    #expect(session.number("hitch_time_all_ms") == 16.666667)
  }

  @Test func metricKitGivesWhatItGivesAndSaysSo() throws {
    let text = """
      {"timeStampBegin":"2026-11-01","timeStampEnd":"2026-11-02","appVersion":"3.1",
      "animationMetrics":{"scrollHitchTimeRatio":"1000 ms per s"}}
      """
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.number("hitch_ratio_animating_ms_per_s") == 1000)
    #expect(session.figure("hitch_ratio_animating_ms_per_s")?.note?.contains("scrolling") == true)
    #expect(session.figure("hitch_count")?.absence == .missing)
    for (text, value) in [
      ("3.5 ms per s", 3.5), ("1,5 ms per s", 1.5), ("1,500.5 ms per s", 1500.5),
    ] {
      let payload = "[{\"animationMetrics\":{\"hitchTimeRatio\":\"\(text)\"}}]"
      if value <= 1000 {
        #expect(
          try readLog(payload).sessions.first?.number("hitch_ratio_animating_ms_per_s") == value
        )
      } else {
        _ = try logError(payload)
      }
    }
  }

  @Test func aSummaryWithRefreshIntervalsTellsTheRate() throws {
    let columns = ["start", "duration", "process", "refresh-interval"]
      .map { "<col><mnemonic>\($0)</mnemonic></col>" }.joined()
    let text = """
      <trace-query-result><node><schema name="hitches-summary">\(columns)</schema>
      <row><start-time>1000000000</start-time><duration>25000000</duration>
      <process fmt="Chat (4)"/><duration>8333333</duration></row></node></trace-query-result>
      """
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.timeline.grid.periodMilliseconds(at: .zero) == 8.333333)
    #expect(session.number("hitch_max_ms") == 25)
  }

  @Test func whereThereIsNoDurationThePresentationTells() throws {
    let columns = ["earliest-time", "latency-allowed", "presentation-time"]
      .map { "<col><mnemonic>\($0)</mnemonic></col>" }.joined()
    let text = """
      <trace-query-result><node><schema name="hitches-summary">\(columns)</schema>
      <row><start-time>50000000</start-time><duration>33333334</duration>
      <start-time>100000001</start-time></row></node></trace-query-result>
      """
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.number("hitch_time_all_ms") == 16.666667)
  }

  @Test func theTotalsOfIOS27StandBesideTheRatio() throws {
    let text = """
      {"metrics":[{"type":"HitchTimeMetric","hitchTimeRatio":{"value":4.2,"unit":"ms/s"},
      "totalHitchTime":{"value":1200,"unit":"ms"}}]}
      """
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.number("hitch_ratio_animating_ms_per_s") == 4.2)
    #expect(session.toolFigures.contains { $0.value == 1200 && $0.unit == "ms" })
  }
}
