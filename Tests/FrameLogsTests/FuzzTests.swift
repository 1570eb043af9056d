import CZlib
import Foundation
import FrameLogs
import FrameMetrics
import Testing
import Timebase

/// Whatever bytes a file has, reading and analysing it ends with a log or an error that has words.
@Suite struct FuzzTests {
  /// A small file of each format.
  static let seeds: [(name: String, bytes: [UInt8])] = {
    var seeds: [(String, String)] = [
      ("framestats", FramestatsTests.dump((0..<6).map { FramestatsTests.row($0) })),
      ("hitches", AppleFormatTests.hitches), ("toc", AppleFormatTests.contents),
      ("presentmon", WindowsFormatTests.presentMon(8)),
      (
        "surfaceflinger",
        "16666667\n"
          + (0..<8).map {
            "\(7_000_000_000 + $0 * 16_666_667)\t\(7_000_000_000 + $0 * 16_666_667)\t9\n"
          }
          .joined()
      ),
      (
        "macrobenchmark",
        "{\"benchmarks\":[{\"name\":\"a\",\"sampledMetrics\":{\"frameDurationCpuMs\":{\"runs\":[[1.5,2]]},"
          + "\"frameOverrunMs\":{\"runs\":[[-1,2]]}}}]}"
      ),
      ("metrickit", "{\"animationMetrics\":{\"scrollHitchTimeRatio\":\"12 ms per s\"}}"),
      (
        "capframex",
        "{\"Runs\":[{\"CaptureData\":{\"TimeInSeconds\":[0,0.016,0.033,0.05,0.066],"
          + "\"MsBetweenPresents\":[16,16,16,16,16],\"Dropped\":[false,true,false,false,false]}}]}"
      ),
      (
        "chrome",
        "{\"traceEvents\":["
          + (0..<5).map { TraceFormatTests.reporter($0, "STATE_PRESENTED_ALL") }.joined() + "]}"
      ),
      (
        "flutter",
        "{\"traceEvents\":["
          + (0..<4).map { index in
            "{\"name\":\"Frame\",\"ph\":\"B\",\"ts\":\(index * 16_667)},"
              + "{\"name\":\"Frame\",\"ph\":\"E\",\"ts\":\(index * 16_667 + 900)},"
          }.joined() + "]}"
      ),
      ("summary", "{\"frame_build_times\":[100,200],\"frame_rasterizer_times\":[1,2]}"),
      (
        "devtools",
        "{\"performance\":{\"displayRefreshRate\":60,\"flutterFrames\":[{\"number\":1,\"startTime\":5,"
          + "\"elapsed\":9,\"build\":3,\"raster\":4}]}}"
      ),
      (
        "jankstats",
        (0..<5).map {
          "FrameData(frameStartNanos=\(100_000_000 + $0 * 16_666_667), frameDurationUiNanos=5000000, "
            + "frameDurationTotalNanos=9000000, frameOverrunNanos=-5000000, isJank=false)\n"
        }.joined()
      ),
      ("csv", "t_ms\n" + (0..<9).map { "\(Double($0) * 16.667)\n" }.joined()),
      (
        "stillpoint",
        "{\"schema\":1,\"kind\":\"stillpoint-frame-log\"}\n"
          + (0..<6).map {
            "{\"frame\":\($0),\"t_ms\":\(Double($0) * 1000 / 60),\"window\":\"main\","
              + "\"presented_ms\":\(Double($0 + 1) * 1000 / 60),\"cost_ms\":{\"measure\":1.5}}\n"
          }.joined()
      ),
      (
        "perfetto-csv",
        "ts,dur,pid,display_frame_token,surface_frame_token,present_type,jank_type\n"
          + "20,6,666,2,\"[NULL]\",\"On-time Present\",\"None\"\n21,16,1000,2,1,\"Late Present\",\"None\"\n"
      ),
    ]
    seeds += FieldReportTests.samples.map { ($0.format.rawValue, $0.text) }
    seeds.append(("smartperf intervals", FieldReportTests.seconds(2)))
    seeds.append(("nothing", ""))
    var result = seeds.map { ($0.0, Array($0.1.utf8)) }
    result.append(("perfetto", PerfettoBytes.trace(frames: 6)))
    return result
  }()

  /// Reads bytes by their own format and by every other one, and analyses what comes of it.
  private func survive(_ bytes: [UInt8], formats: [LogFormat?], _ what: String) throws {
    let file = try LogFile(bytes)
    for format in formats {
      var options = LogOptions()
      options.format = format
      do {
        for log in try FrameLogReader.read([file.path], options) {
          for session in log.sessions {
            let analysis = SessionAnalysis(of: session)
            for metric in analysis.metrics {
              #expect(metric.value?.isFinite != false, "\(what): \(metric.metric)")
              #expect(metric.value != nil || metric.note != nil, "\(what): \(metric.metric)")
            }
          }
        }
      } catch let error as FrameLogError {
        #expect(!error.problem.isEmpty && !error.advice.isEmpty, "\(what)")
      }
    }
  }

  @Test(arguments: 0..<seeds.count) func aFileCutAtAnyByteIsReadOrRefused(_ index: Int) throws {
    let seed = Self.seeds[index]
    // Every byte in a long run, every third one in a short one.
    let step = TestSettings.iterations > 40 ? 1 : 3
    for end in stride(
      from: Int(TestSettings.seed % UInt64(step)),
      through: seed.bytes.count,
      by: step
    ) {
      try survive(Array(seed.bytes.prefix(end)), formats: [nil], "\(seed.name) cut at \(end)")
    }
  }

  @Test(arguments: 0..<seeds.count) func aMutatedFileIsReadOrRefused(_ index: Int) throws {
    let seed = Self.seeds[index]
    var random = SeededGenerator(seed: TestSettings.seed &+ UInt64(index))
    for iteration in 0..<TestSettings.iterations {
      let bytes = Self.mutated(seed.bytes, &random)
      try survive(bytes, formats: [nil], "\(seed.name), SEED=\(TestSettings.seed), \(iteration)")
    }
  }

  @Test(arguments: 0..<seeds.count) func aFileOfAnotherFormatIsReadOrRefused(_ index: Int) throws {
    let seed = Self.seeds[index]
    try survive(seed.bytes, formats: LogFormat.allCases, "\(seed.name) as another format")
  }

  /// The samples that are there, mutated as well.
  @Test func mutatedSamplesAreReadOrRefused() throws {
    var random = SeededGenerator(seed: TestSettings.seed)
    for sample in Samples.all {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: sample)))
      for iteration in 0..<max(1, TestSettings.iterations / 10) {
        let mutated = Self.mutated(bytes, &random)
        try survive(mutated, formats: [nil], "\(sample), SEED=\(TestSettings.seed), \(iteration)")
      }
    }
  }

  private static let words = [
    "9223372036854775807", "-9223372036854775808", "1e308", "-1", "0", "NaN",
    "18446744073709551616",
    "\"", "{", "]", ",", "\n", "1e-320", "999999999999", "0.0000001", "<", "\u{FEFF}", "null",
  ]

  private static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 3:
        let word = words[Int.random(in: 0..<words.count, using: &random)]
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
        bytes.replaceSubrange(place..<end, with: Array(word.utf8))
      case 4:
        let end = min(bytes.count, place + Int.random(in: 1...200, using: &random))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      default:
        // A number becomes another one of the same length.
        var at = place
        while at < bytes.count, bytes[at] &- 0x30 <= 9 {
          bytes[at] = UInt8.random(in: 0x30...0x39, using: &random)
          at += 1
        }
      }
    }
    return bytes
  }

  // MARK: Bombs

  @Test func aBombOfGzipEndsWithAnError() throws {
    // 64 MiB of one letter; what unfolds to no frames is not kept.
    let bomb = try Gzip.folded([UInt8](repeating: 0x7B, count: 64 << 20))
    #expect(bomb.count < 1 << 20)
    _ = #expect(throws: FrameLogError.self) { try LogFile(bomb).read() }
    let lines = try Gzip.folded(
      Array("t_ms\n1\n2\n".utf8) + [UInt8](repeating: 0x31, count: 8 << 20)
    )
    _ = try? LogFile(lines).read()
  }

  @Test func entitiesAndNestingAreRefused() throws {
    let entities = """
      <?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>
      <trace-query-result>&b;</trace-query-result>
      """
    #expect(try logError(entities).problem.contains("declared"))
    let depth = 100_000
    let json = "{\"traceEvents\":" + String(repeating: "[", count: depth)
    _ = try logError(json)
    let members = String(repeating: "{\"traceEvents\":", count: depth)
    _ = try logError(members)
    let xml = "<trace-query-result>" + String(repeating: "<a>", count: depth)
    _ = try logError(xml)
  }

  @Test func foldedFilesAreReadAsTheyAre() throws {
    let text = FramestatsTests.dump((0..<20).map { FramestatsTests.row($0) })
    let folded = try Gzip.folded(Array(text.utf8))
    let log = try LogFile(folded).read()
    #expect(
      log.sessions.first?.timeline.frames.map(\.self)
        == (try readLog(text)).sessions.first?.timeline.frames.map(\.self)
    )
  }
}

/// Gzip for tests.
enum Gzip {
  struct Failure: Error {}

  static func folded(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    let version = zlibVersion()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, version, size) == Z_OK
    else { throw Failure() }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let count = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target -> Int in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        return deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
      }
    }
    guard count > 0 else { throw Failure() }
    return Array(output.prefix(count))
  }
}
