import Foundation
import FrameLogs
import FrameMetrics
import Judging
import Records
import Testing
import Timebase

private let environment = ProcessInfo.processInfo.environment
private let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 40
/// The only format that is tried, and its first iteration: for a failure that is looked at.
private let only = environment["FORMAT"]
private let first = environment["FIRST"].flatMap { Int($0) } ?? 0
private let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1

/// Whatever a recording loses, leaves out, or has of slower frames: no grade gets better, in any format.
@Suite struct WorsenedRecordingTests {
  private static let formats = RecordedFormat.timed + RecordedFormat.counted + [.trace]

  /// What a recording comes to: 0 pass, 1 nothing can be said, 2 missed; figures where it has them.
  private struct Grade {
    var rank: Int
    var ratio: Double?
    var longest: Double?
    var onTime: Double?
    /// How many frames are kept; 0 where it cannot be read.
    var frames = 0
    var words: String
  }

  /// Files that are written again and again: to make one anew waits for the disk.
  private struct Scratch {
    private let paths: [String]

    init() {
      let folder = FileManager.default.temporaryDirectory
      paths = (0..<2).map { _ in
        folder.appendingPathComponent("worsened-\(UUID().uuidString).txt").path
      }
    }

    func remove() {
      for path in paths where FileManager.default.fileExists(atPath: path) {
        #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) }
      }
    }

    /// Where files with these bytes are now.
    func hold(_ files: [[UInt8]]) throws -> [String] {
      try zip(paths, files).map { path, bytes in
        if !FileManager.default.fileExists(atPath: path) {
          #expect(FileManager.default.createFile(atPath: path, contents: nil))
        }
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(bytes))
        try file.close()
        return path
      }
    }
  }

  private static func grade(
    _ files: [[UInt8]],
    _ hertz: Double,
    _ gaps: GapReading?,
    _ scratch: Scratch
  ) throws -> Grade {
    let paths = try scratch.hold(files)
    var options = LogOptions()
    options.refreshHertz = hertz
    options.gaps = gaps
    let record: RunRecord
    do {
      record = RunRecord.judged(try FrameLogReader.read(paths, options))
    } catch let error as FrameLogError {
      return Grade(rank: 1, words: "\(error)")
    }
    func number(_ metrics: String...) -> Double? {
      metrics.lazy.compactMap { metric in
        record.cells.first?.metrics.first { $0.metric == metric && $0.statistic == .value }?.value
      }.first
    }
    return Grade(
      rank: record.isPass ? 0 : record.isInvalid ? 1 : 2,
      ratio: number("hitch_ratio_animating_ms_per_s", "hitch_ratio_recording_ms_per_s"),
      longest: number("hitch_max_ms"),
      onTime: number("on_time_of_animating_pct"),
      frames: record.cells.first?.recording?.timeline.frames.count ?? 0,
      words: record.word + " " + record.reasons.joined(separator: "; ")
    )
  }

  /// How a recording is made worse.
  private enum Worsening {
    case longer, slower, unshown, cut, beyond
  }

  /// What can become worse in a format.
  private static func worsenings(of format: RecordedFormat) -> [Worsening] {
    [.longer, .slower, .beyond] + (format.hasUnshown ? [.unshown] : [])
      + (format.isDocument ? [.cut] : [])
  }

  @Test(arguments: 0..<formats.count) func noGradeGetsBetter(_ index: Int) throws {
    let format = Self.formats[index]
    guard only == nil || only == format.name else { return }
    let kinds = Self.worsenings(of: format)
    let scratch = Scratch()
    defer { scratch.remove() }
    var base: (number: Int, grade: Grade)?
    for iteration in first..<iterations {
      // A recording is made worse in each way.
      let number = iteration / kinds.count
      var chance = SeededGenerator(seed: seed, index: UInt64(index) << 32 | UInt64(number))
      let frames = AppFrames(chance: &chance)
      var gaps: GapReading? = [nil, .idle, .stall][chance.nextIndex(below: 3)]
      // Rows without work cannot tell a long frame from a pause that somebody calls idle.
      if gaps == .idle, !format.hasWork { gaps = nil }
      let kind = kinds[iteration % kinds.count]
      let files = format.write(frames)
      let before =
        try base.flatMap { $0.number == number ? $0.grade : nil }
        ?? Self.grade(files, frames.hertz, gaps, scratch)
      base = (number, before)
      let what =
        "\(format.name), SEED=\(seed), \(iteration), \(kind), gaps \(gaps?.rawValue ?? "-")"
      switch kind {
      case .longer, .slower, .unshown:
        var worse = frames
        var place = 2 + chance.nextIndex(below: frames.intervals.count - 4)
        let part = 0.1 + 2.9 * chance.nextFraction()
        switch kind {
        case .longer:
          // A frame of a pause does not say how long it worked: the one before does.
          while place > 0, frames.intervals[place] != frames.work[place] { place -= 1 }
          worse = frames.lengthened(place, by: 1 + chance.nextIndex(below: 3_000))
        case .slower: worse = frames.slowed(by: part)
        default: worse.unshown[place] = 1 + chance.nextIndex(below: 5)
        }
        let after = try Self.grade(format.write(worse), frames.hertz, gaps, scratch)
        let all: Comment = "\(what), by \(part): \(before.words) became \(after.words)"
        // Without work a stall of over 100 ms is no longer told from a pause: what failed may become
        // inconclusive, and never passes.
        let least = gaps == nil && !format.hasWork ? min(before.rank, 1) : before.rank
        #expect(after.rank >= least, all)
        // Where all frames are slower, late is later than those were: the grade counts.
        if kind == .longer {
          if let first = before.ratio, let second = after.ratio {
            #expect(second >= first - 1e-6, all)
          }
          if let first = before.onTime, let second = after.onTime {
            #expect(second <= first + 1e-6, all)
          }
        }
        if kind != .slower, let first = before.longest, let second = after.longest {
          #expect(second >= first - 1e-6, all)
        }
        // An engine that draws one frame while it builds the next keeps up at up to twice the time.
        if kind == .slower, !["Flutter", "DevTools"].contains(format.name) {
          #expect(after.rank > 0, all)
        }
      case .cut:
        let end =
          files[0].count / 10 + chance.nextIndex(below: files[0].count * 9 / 10 - 3)
        let half = Array(files[0].prefix(end))
        let after = try Self.grade([half] + files.dropFirst(), frames.hertz, gaps, scratch)
        #expect(after.rank > 0, "\(what), \(end) bytes: \(after.words)")
      case .beyond:
        // Fewer than there are of any row: hitches alone are few.
        let most = format.name == "xctrace" ? 0 : 31 + chance.nextIndex(below: 20)
        if format.name == "xctrace", frames.work.allSatisfy({ $0 < 2 }) { continue }
        let after = try FrameLimit.$frames.withValue(most) {
          try Self.grade(files, frames.hertz, gaps, scratch)
        }
        // Some readers keep rows without a limit.
        if after.frames < before.frames || format.name == "xctrace" {
          #expect(after.rank > 0, "\(what), \(most) rows: \(after.words)")
        }
      }
    }
  }
}
