import Foundation
import FrameLogs
import FrameMetrics
import Testing

/// Real logs with known answers, where they lie beside the project; skipped without.
enum Samples {
  static let folder: URL? = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let logs = folder.appendingPathComponent("shared/data/logs")
    return FileManager.default.fileExists(atPath: logs.path) ? logs : nil
  }()

  static let names = [
    "perfetto/frame_timeline_events.pftrace", "perfetto/frame_timeline_metric.pftrace",
    "perfetto/frame_timeline_events.actual_frame_timeline_events.csv",
    "presentmon/test_case_1_v1.csv", "presentmon/test_case_1.csv", "presentmon/test_case_1_v2.csv",
    "capframex/ShortFile.csv",
    "macrobenchmark/measure_compose-click-benchmark_09-12-2024-msr-disabled.json",
    "flutter/test.timeline.json", "flutter/test.timeline_summary.json",
    "chrome/lighthouse_userflow_step0_trace.json.gz",
  ]

  static var all: [String] {
    guard let folder else { return [] }
    return names.map { folder.appendingPathComponent($0).path }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  static func read(_ names: String...) throws -> FrameLog {
    let folder = try #require(folder)
    let paths = names.map { folder.appendingPathComponent($0).path }
    return try #require(try FrameLogReader.read(paths).first)
  }
}

@Suite(.enabled(if: Samples.folder != nil)) struct SampleTests {
  @Test func perfettoEventsAreThoseOfTraceProcessor() throws {
    let trace = try Samples.read("perfetto/frame_timeline_events.pftrace")
    #expect(trace.variant.contains("13 expected and 15 actual"))
    let tables = try Samples.read(
      "perfetto/frame_timeline_events.actual_frame_timeline_events.csv",
      "perfetto/frame_timeline_events.expected_frame_timeline_events.csv"
    )
    #expect(tables.variant == "actual and expected timeline")
    let (own, theirs) = (try #require(trace.sessions.first), try #require(tables.sessions.first))
    #expect(own.timeline.frames.map(\.self) == theirs.timeline.frames.map(\.self))
    #expect(own.labels == theirs.labels && Set(own.labels) == [1, 5, 7, 14, 16])
  }

  @Test func perfettoMetricIsTheirOwn() throws {
    let log = try Samples.read("perfetto/frame_timeline_metric.pftrace")
    func sum(_ name: String) -> Double { log.sessions.reduce(0) { $0 + ($1.tool(name) ?? 0) } }
    #expect(sum("Perfetto: total_frames") == 11)
    #expect(sum("Perfetto: missed_app_frames") == 3)
    #expect(sum("Perfetto: dropped_frames") == 1)
    let first = try #require(log.sessions.first { $0.name.hasPrefix("process1") })
    #expect(first.tool("Perfetto: missed_frames") == 2)
    #expect(first.tool("Perfetto: frame_dur_p99").map { abs($0 - 33.99) < 1e-9 } == true)
    let fourth = try #require(log.sessions.first { $0.name.hasPrefix("process4") })
    #expect(fourth.tool("Perfetto: missed_sf_frames") == 4)
    #expect(fourth.tool("Perfetto: frame_dur_p90").map { abs($0 - 1.8) < 1e-9 } == true)
  }

  @Test func presentMonCountsItsFramesAndThoseNotShown() throws {
    let log = try Samples.read("presentmon/test_case_1_v1.csv")
    let expected: [(String, Int, Int)] = [
      ("0B7CA0", 26, 0), ("D570F0", 16, 0), ("7777C0", 8, 3), ("25CF20", 4, 0), ("F86F20", 1, 0),
      ("000000", 1, 0),
    ]
    #expect(log.sessions.count == 6)
    for (ending, frames, dropped) in expected {
      let session = try #require(
        log.sessions.first { $0.name.hasSuffix("\(ending))") },
        "\(ending)"
      )
      // No refresh missed those that were never shown.
      #expect(session.number("active_ticks") == Double(frames - dropped))
      #expect(session.number("dropped_frames") == Double(dropped))
    }
    for name in ["presentmon/test_case_1.csv", "presentmon/test_case_1_v2.csv"] {
      let other = try Samples.read(name)
      #expect(other.sessions.reduce(0) { $0 + ($1.tool("PresentMon: not displayed") ?? 0) } == 3)
    }
  }

  @Test func capFrameXReadsAsACapture() throws {
    let session = try #require(try Samples.read("capframex/ShortFile.csv").sessions.first)
    #expect(session.number("active_ticks") == 5)
    #expect(session.number("hitch_count") == 0)
  }

  @Test func macrobenchmarkHasItsPercentiles() throws {
    let log = try Samples.read(
      "macrobenchmark/measure_compose-click-benchmark_09-12-2024-msr-disabled.json"
    )
    let session = try #require(log.sessions.first)
    #expect(session.number("active_ticks") == 992)
    #expect(session.tool("Macrobenchmark: frames in 30 runs") == 992)
    #expect(session.tool("Macrobenchmark: overruns above 0") == 1)
    let expected = [
      "frameDurationCpuMs P50": 2.477292, "frameDurationCpuMs P90": 4.537548,
      "frameDurationCpuMs P95": 5.392201, "frameDurationCpuMs P99": 10.660436,
      "frameOverrunMs P50": -13.57328, "frameOverrunMs P90": -10.951731,
      "frameOverrunMs P95": -5.767486, "frameOverrunMs P99": -4.036014,
    ]
    for (name, value) in expected {
      let own = try #require(session.tool("Macrobenchmark: \(name)"))
      #expect(abs(own - value) < 2e-6, "\(name)")
    }
  }

  @Test func flutterHasItsOwnStatistics() throws {
    for name in ["flutter/test.timeline.json", "flutter/test.timeline_summary.json"] {
      let session = try #require(try Samples.read(name).sessions.first)
      #expect(session.tool("Flutter: average build time") == 15)
      #expect(session.tool("Flutter: 90th percentile build time") == 19)
      #expect(session.tool("Flutter: worst build time") == 19)
      #expect(session.tool("Flutter: build times over 16 ms") == 2)
      #expect(session.tool("Flutter: average rasterizer time") == 16)
      #expect(session.tool("Flutter: 99th percentile rasterizer time") == 20)
      #expect(session.tool("Flutter: rasterizer times over 16 ms") == 2)
    }
  }

  @Test func chromeCountsItsStates() throws {
    let log = try Samples.read("chrome/lighthouse_userflow_step0_trace.json.gz")
    func sum(_ name: String) -> Double { log.sessions.reduce(0) { $0 + ($1.tool(name) ?? 0) } }
    #expect(sum("Chrome: no update desired") == 77)
    #expect(sum("Chrome: presented") == 43)
    #expect(sum("Chrome: dropped") == 12)
    #expect(sum("Chrome: BeginFrame events of the file") == 55)
    #expect(sum("Chrome: DrawFrame events of the file") == 10)
    for session in log.sessions {
      let period = try #require(session.timeline.grid.periodMilliseconds(at: .zero))
      #expect(abs(period - 8.318) < 0.05)
    }
  }
}
