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

/// The frames of an app, from which each format's rows are written.
private struct AppFrames {
  /// Refreshes a second.
  var hertz: Double
  /// For each frame how many periods after the one before it is shown.
  var intervals: [Int]
  /// For each frame how many periods of these it worked; at most the interval.
  var work: [Int]

  var period: Double { 1e9 / hertz }

  init(chance: inout SeededGenerator) {
    hertz = chance.nextIndex(below: 2) == 0 ? 60 : 120
    let count = 60 + chance.nextIndex(below: 80)
    // An app that lets its display pause, and hitches now and then.
    let hitches = chance.nextIndex(below: 3)
    let pauses = chance.nextIndex(below: 3)
    intervals = Array(repeating: 1, count: count)
    work = intervals
    for _ in 0..<hitches {
      let index = 2 + chance.nextIndex(below: count - 4)
      intervals[index] = 2 + chance.nextIndex(below: 4)
      work[index] = intervals[index]
    }
    for _ in 0..<pauses {
      intervals[2 + chance.nextIndex(below: count - 4)] = 14 + chance.nextIndex(below: 60)
    }
  }

  /// When each frame was shown, in ns.
  var shown: [Double] {
    var now = 1e9
    return intervals.map { interval in
      now += Double(interval) * period
      return now
    }
  }

  /// The same app with a frame that takes longer, by whole periods.
  func lengthened(_ index: Int, by periods: Int) -> AppFrames {
    var frames = self
    frames.intervals[index] += periods
    frames.work[index] += periods
    return frames
  }
}

/// Longer work on one frame never makes a session look better, whatever the format.
@Suite struct LengthenedFrameTests {
  private struct Format: Sendable {
    var name: String
    /// Whether a row tells how long its frame worked.
    var hasWork = true
    /// The files of a log.
    var write: @Sendable (AppFrames) -> [String]

    init(_ name: String, hasWork: Bool = true, files: @escaping @Sendable (AppFrames) -> [String]) {
      (self.name, self.hasWork, write) = (name, hasWork, files)
    }

    init(_ name: String, hasWork: Bool = true, _ text: @escaping @Sendable (AppFrames) -> String) {
      self.init(name, hasWork: hasWork, files: { [text($0)] })
    }
  }

  private static let formats: [Format] = [
    Format("times", hasWork: false) { frames in
      "present_ns\n" + frames.shown.map { "\(Int64($0))\n" }.joined()
    },
    Format("durations") { frames in
      "frame_time_ms\n"
        + frames.intervals.map { "\(Double($0) * frames.period / 1e6)\n" }.joined()
    },
    Format("times and durations") { frames in
      "timestamp_ms,frame_time_ms\n"
        + zip(frames.shown, frames.work).map { shown, work in
          "\(shown / 1e6),\(Double(work) * frames.period / 1e6)\n"
        }.joined()
    },
    Format("Recorder") { frames in
      let period = frames.period / 1e6
      return "{\"schema\":1,\"kind\":\"stillpoint-frame-log\",\"source\":\"app\",\"recorder\":1}\n"
        + frames.spans.enumerated().map { index, span in
          let start = span.wanted / 1e6
          return
            "{\"frame\":\(index + 1),\"t_ms\":\(start),\"promised_ms\":\(start + period),"
            + "\"presented_ms\":\(span.shown / 1e6),\"period_ms\":\(period),\"animating\":false}\n"
        }.joined()
        + "{\"kind\":\"stillpoint-frame-log-end\",\"frames\":\(frames.intervals.count)}\n"
    },
    Format("JankStats before Android 12") { frames in
      zip(frames.shown, frames.work).map { shown, work in
        let length = Int64((Double(work) - 0.4) * frames.period)
        return
          "FrameData(frameStartNanos=\(Int64(shown) - length), frameDurationUiNanos=\(length), "
          + "isJank=\(work > 2), states=[])\n"
      }.joined()
    },
    Format("PresentMon 2") { frames in
      "Application,TimeInMs,MsBetweenPresents,MsUntilDisplayed,MsCPUBusy\n"
        + zip(frames.shown, frames.work).map { shown, work in
          let busy = (Double(work) - 0.5) * frames.period
          let start = shown - busy - 0.3 * frames.period
          return
            "a.exe,\(start / 1e6),\(frames.period / 1e6),\((shown - start) / 1e6),\(busy / 1e6)\n"
        }.joined()
    },
    Format("SurfaceFlinger", hasWork: false) { frames in
      "\(Int64(frames.period))\n"
        + frames.shown.map { shown in
          "\(Int64(shown - 1.7 * frames.period))\t\(Int64(shown))\t\(Int64(shown - frames.period))\n"
        }.joined()
    },
    Format("JankStats") { frames in
      zip(frames.shown, frames.work).map { shown, work in
        let length = Int64((Double(work) - 0.4) * frames.period)
        let overrun = Int64((Double(work) - 1.4) * frames.period)
        return
          "FrameData(frameStartNanos=\(Int64(shown) - length), frameDurationUiNanos=\(length / 2), "
          + "frameDurationTotalNanos=\(length), frameOverrunNanos=\(overrun), isJank=\(overrun > 0))\n"
      }.joined()
    },
    Format("Chrome") { frames in
      let rows = zip(zip(frames.shown, frames.work), frames.sequences).map { pair, sequence in
        let (shown, work) = pair
        let head =
          "\"name\":\"PipelineReporter\",\"pid\":7,\"tid\":1,\"id2\":{\"local\":\"0x\(sequence)\"}"
        let begin = (shown - Double(work + 1) * frames.period) / 1e3
        let arguments =
          "{\"frame_reporter\":{\"state\":\"STATE_PRESENTED_ALL\",\"frame_sequence\":\(sequence)}}"
        return "{\"args\":\(arguments),\(head),\"ph\":\"b\",\"ts\":\(begin)},"
          + "{\(head),\"ph\":\"e\",\"ts\":\(shown / 1e3)}"
      }
      return "{\"traceEvents\":[\(rows.joined(separator: ",\n"))]}"
    },
    Format("PresentMon 1", hasWork: false) { frames in
      let names = "TimeInSeconds,msBetweenPresents,msBetweenDisplayChange,msUntilDisplayed,Dropped"
      return "Application,\(names)\n"
        + zip(frames.shown, frames.intervals).map { shown, interval in
          let between = Double(interval) * frames.period / 1e6
          return
            "a.exe,\((shown - 0.3 * frames.period) / 1e9),\(between),\(between),\(0.3 * frames.period / 1e6),0\n"
        }.joined()
    },
    Format("framestats") { frames in
      let rows = frames.spans.enumerated().map { index, span in
        let (start, end) = (Int64(span.wanted), Int64(span.worked))
        let marks = (1...4).map { start + Int64($0) * 1000 }
        let names = marks.map(String.init).joined(separator: ",")
        let period = Int64(frames.period)
        return
          "0,\(index + 1),\(start),\(start),0,\(names),\(start + period),\(period),\(start),"
          + "\(marks[3] + 1),\(marks[3] + 2),\(marks[3] + 3),\(marks[3] + 4),\(end),1,2,\(end - 10),\(end - 5),0,"
      }
      let header =
        "Flags,FrameTimelineVsyncId,IntendedVsync,Vsync,InputEventId,HandleInputStart,AnimationStart,"
        + "PerformTraversalsStart,DrawStart,FrameDeadline,FrameInterval,FrameStartTime,SyncQueued,SyncStart,"
        + "IssueDrawCommandsStart,SwapBuffers,FrameCompleted,DequeueBufferDuration,QueueBufferDuration,"
        + "GpuCompleted,SwapBuffersCompleted,DisplayPresentTime,"
      return "Window: chat\n---PROFILEDATA---\n\(header)\n"
        + rows.joined(separator: "\n") + "\n---PROFILEDATA---\n"
    },
    Format(
      "Perfetto",
      files: { frames in
        var actual =
          "ts,dur,pid,process_name,display_frame_token,surface_frame_token,present_type,jank_type\n"
        var expected = "ts,dur,pid,process_name,display_frame_token,surface_frame_token\n"
        let length = Int64(frames.period)
        for (index, span) in frames.spans.enumerated() {
          // The app works in the period before the one in which its picture is put on the display.
          let (start, end) = (Int64(span.wanted) - length, Int64(span.worked) - length)
          let shown = Int64(span.shown)
          let (token, display) = (index * 2 + 1, index * 2 + 2)
          let type = span.periods > 1 ? "Late Present,App Deadline Missed" : "On-time Present,None"
          actual += "\(start),\(end - start),7,chat,\(display),\(token),\(type)\n"
          actual += "\(shown - length),\(length),9,sf,\(display),[NULL],On-time Present,None\n"
          expected += "\(start),\(length),7,chat,\(display),\(token)\n"
          expected += "\(shown - length),\(length),9,sf,\(display),[NULL]\n"
        }
        return [actual, expected]
      }
    ),
    Format("Flutter") { frames in
      let events = frames.pipelined.map { span in
        let start = Int64(span.wanted)
        let (build, end) = (span.wanted / 1e3 + 100, span.worked / 1e3)
        let middle = (build + end) / 2
        let promise =
          "{\"StartTime\":\"\(start)\",\"TargetTime\":\"\(start + Int64(frames.period))\"}"
        return
          "{\"name\":\"VsyncProcessCallback\",\"ph\":\"b\",\"ts\":\(span.wanted / 1e3),\"args\":\(promise)},"
          + "{\"name\":\"Frame\",\"ph\":\"B\",\"ts\":\(build)},{\"name\":\"Frame\",\"ph\":\"E\",\"ts\":\(middle)},"
          + "{\"name\":\"GPURasterizer::Draw\",\"ph\":\"B\",\"ts\":\(middle)},"
          + "{\"name\":\"GPURasterizer::Draw\",\"ph\":\"E\",\"ts\":\(end)}"
      }
      return "{\"traceEvents\":[\(events.joined(separator: ",\n"))]}"
    },
    Format("DevTools") { frames in
      let rows = frames.pipelined.enumerated().map { index, span in
        let elapsed = (span.worked - span.wanted) / 1e3
        return
          "{\"number\":\(index),\"startTime\":\(span.wanted / 1e3),\"elapsed\":\(elapsed),"
          + "\"build\":\(elapsed / 2),\"raster\":\(elapsed / 3),\"vsyncOverhead\":10}"
      }
      return
        "{\"devToolsSnapshot\":true,\"performance\":{\"displayRefreshRate\":\(frames.hertz),"
        + "\"flutterFrames\":[\(rows.joined(separator: ",\n"))]}}"
    },
    Format("Stillpoint") { frames in
      let rate = RefreshRate(hertz: Int(frames.hertz))
      var tick = 10
      return "{\"schema\":1,\"kind\":\"stillpoint-frame-log\"}\n"
        + zip(frames.intervals, frames.work).map { interval, work in
          tick += interval
          func time(_ tick: Int) -> Double { rate.instant(ofTick: tick).milliseconds }
          let start = time(tick - work)
          return
            "{\"frame\":\(tick - work),\"t_ms\":\(start),\"presented_ms\":\(time(tick)),"
            + "\"hitch_ms\":\(time(tick) - time(tick - work + 1)),\"stall_ms\":\(max(0, time(tick) - start - 1)),"
            + "\"cost_ms\":{\"measure\":0.5}}\n"
        }.joined()
    },
  ]

  /// The figures by which sessions are compared, by their worse ends.
  private struct Judgement {
    var verdict: Int
    var ratio: Double
    var longest: Double
    var onTime: Double
  }

  private static func judge(_ texts: [String], _ hertz: Double, _ gaps: GapReading?) throws
    -> Judgement
  {
    let paths = texts.map { text in
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("lengthened-\(UUID().uuidString).txt").path
      #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
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

  @Test(arguments: 0..<formats.count) func longerWorkNeverLooksBetter(_ index: Int) throws {
    let format = Self.formats[index]
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

extension AppFrames {
  /// A frame from its vsync to the screen, in ns.
  fileprivate struct Span {
    var wanted: Double
    var worked: Double
    var shown: Double
    var periods: Int
  }

  /// The frames of an engine that builds one while it draws the one before: one that takes up to two periods
  /// keeps nobody waiting.
  fileprivate var pipelined: [Span] {
    var now = 1e9
    return zip(intervals, work).map { interval, work in
      now += Double(interval - work) * period
      defer { now += Double(max(1, work - 1)) * period }
      return Span(
        wanted: now,
        worked: now + (Double(work) - 0.4) * period,
        shown: now + Double(max(2, work)) * period,
        periods: work
      )
    }
  }

  fileprivate var spans: [Span] {
    zip(shown, work).map { shown, work in
      let wanted = shown - Double(work) * period
      return Span(
        wanted: wanted,
        worked: wanted + (Double(work) - 0.4) * period,
        shown: shown,
        periods: work
      )
    }
  }

  /// The vsyncs at which the frames began, as Chrome numbers them.
  fileprivate var sequences: [Int] {
    var now = 0
    return zip(intervals, work).map { interval, work in
      now += interval
      return now - work
    }
  }
}
