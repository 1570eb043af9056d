import Foundation
import FrameLogs
import FrameMetrics
import FramePacing
import Judging
import Records
import Testing
import Timebase

private let environment = ProcessInfo.processInfo.environment
private let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 40
private let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1

/// Longer work on one frame never makes a session look better, whatever the format.
@Suite struct LengthenedFrameTests {
  /// The figures by which sessions are compared, by their worse ends.
  private struct Judgement {
    var verdict: Int
    var ratio: Double
    var longest: Double
    var onTime: Double
  }

  private static func judge(_ files: [[UInt8]], _ hertz: Double, _ gaps: GapReading?) throws
    -> Judgement
  {
    let paths = files.map { bytes in
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("lengthened-\(UUID().uuidString).txt").path
      #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
      return path
    }
    defer {
      for path in paths {
        #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) }
      }
    }
    var options = LogOptions()
    options.refreshHertz = hertz
    options.gaps = gaps
    let record = RunRecord.judged(try FrameLogReader.read(paths, options))
    let cell = try #require(record.cells.first)
    func number(_ metric: String) -> Double? {
      cell.metrics.first { $0.metric == metric && $0.statistic == .value }?.value
    }
    let hitches = try #require(number("hitch_time_all_ms"))
    let animating = try #require(number("animating_ms"))
    #expect(
      hitches <= animating + 1e-6,
      "\(cell.recording?.format ?? ""): \(hitches) ms in \(animating) ms"
    )
    return Judgement(
      verdict: record.isPass ? 0 : record.isInvalid ? 1 : 2,
      ratio: try #require(number("hitch_ratio_animating_ms_per_s")),
      longest: try #require(number("hitch_max_ms")),
      // A frame log of this program does not tell of swallowed ticks.
      onTime: number("on_time_of_animating_pct") ?? 100
    )
  }

  @Test(arguments: 0..<RecordedFormat.timed.count) func longerWorkNeverLooksBetter(_ index: Int)
    throws
  {
    let format = RecordedFormat.timed[index]
    for iteration in 0..<iterations {
      var chance = SeededGenerator(seed: seed, index: UInt64(index) << 32 | UInt64(iteration))
      let frames = AppFrames(chance: &chance)
      let place = 2 + chance.nextIndex(below: frames.intervals.count - 4)
      // A frame of a pause does not say how long it worked.
      guard frames.intervals[place] == frames.work[place] else { continue }
      // A hitch, or a freeze of up to a minute: no length is too great to be true.
      let isFreeze = chance.nextIndex(below: 4) == 0
      let more = isFreeze ? 600 + chance.nextIndex(below: 3_000) : 1 + chance.nextIndex(below: 60)
      let longer = frames.lengthened(place, by: more)
      let gaps: GapReading? = [nil, .idle, .stall][chance.nextIndex(below: 3)]
      // Rows without work cannot tell a long frame from a pause that somebody calls idle.
      if gaps == .idle, !format.hasWork { continue }
      let before = try Self.judge(format.write(frames), frames.hertz, gaps)
      let after = try Self.judge(format.write(longer), frames.hertz, gaps)
      let what: Comment =
        "\(format.name), SEED=\(seed), \(iteration), frame \(place), \(frames.intervals[place]) to \(longer.intervals[place]) periods"
      // Without work a stall of over 100 ms is no longer told from a pause: what failed may become
      // inconclusive, and never passes.
      let least = gaps == nil && !format.hasWork ? min(before.verdict, 1) : before.verdict
      #expect(after.verdict >= least, what)
      #expect(after.ratio >= before.ratio - 1e-6, what)
      #expect(after.longest >= before.longest - 1e-6, what)
      #expect(after.onTime <= before.onTime + 1e-6, what)
    }
  }
}
