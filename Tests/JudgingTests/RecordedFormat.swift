import FramePacing

/// A format in which recordings of an app are written.
struct RecordedFormat: Sendable {
  var name: String
  /// Whether a row tells how long its frame worked.
  var hasWork = true
  /// Whether half a file is known as such: it is a document, or has a last line.
  var isDocument = false
  /// Whether it has a row for a present that was not shown.
  var hasUnshown = false
  /// The files of a log.
  var write: @Sendable (AppFrames) -> [[UInt8]]

  init(
    _ name: String,
    hasWork: Bool = true,
    isDocument: Bool = false,
    hasUnshown: Bool = false,
    files: @escaping @Sendable (AppFrames) -> [String]
  ) {
    self.init(
      name,
      hasWork: hasWork,
      isDocument: isDocument,
      hasUnshown: hasUnshown,
      bytes: { frames in
        files(frames).map { Array($0.utf8) }
      }
    )
  }

  init(
    _ name: String,
    hasWork: Bool = true,
    isDocument: Bool = false,
    hasUnshown: Bool = false,
    bytes: @escaping @Sendable (AppFrames) -> [[UInt8]]
  ) {
    (self.name, self.hasWork, self.isDocument) = (name, hasWork, isDocument)
    (self.hasUnshown, write) = (hasUnshown, bytes)
  }

  init(
    _ name: String,
    hasWork: Bool = true,
    isDocument: Bool = false,
    hasUnshown: Bool = false,
    _ text: @escaping @Sendable (AppFrames) -> String
  ) {
    self.init(
      name,
      hasWork: hasWork,
      isDocument: isDocument,
      hasUnshown: hasUnshown,
      files: { [text($0)] }
    )
  }
}

extension RecordedFormat {
  /// Formats that say when each picture was shown.
  static let timed: [RecordedFormat] = [
    RecordedFormat("times", hasWork: false) { frames in
      "present_ns\n" + frames.shown.map { "\(Int64($0))\n" }.joined()
    },
    RecordedFormat("durations") { frames in
      "frame_time_ms\n"
        + frames.intervals.map { "\(Double($0) * frames.period / 1e6)\n" }.joined()
    },
    RecordedFormat("times and durations") { frames in
      "timestamp_ms,frame_time_ms\n"
        + zip(frames.shown, frames.work).map { shown, work in
          "\(shown / 1e6),\(Double(work) * frames.period / 1e6)\n"
        }.joined()
    },
    RecordedFormat("Recorder", isDocument: true) { frames in
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
    RecordedFormat("JankStats before Android 12") { frames in
      zip(frames.shown, frames.work).map { shown, work in
        let length = Int64((Double(work) - 0.4) * frames.period)
        return
          "FrameData(frameStartNanos=\(Int64(shown) - length), frameDurationUiNanos=\(length), "
          + "isJank=\(work > 2), states=[])\n"
      }.joined()
    },
    RecordedFormat("PresentMon 2", hasUnshown: true) { frames in
      let between = frames.period / 1e6
      let rows = zip(frames.shown, frames.work).enumerated().map { index, pair in
        let (shown, work) = pair
        let busy = (Double(work) - 0.5) * frames.period
        let start = shown - busy - 0.3 * frames.period
        // Presents that were superseded before they were shown.
        let unshown = (0..<(frames.unshown[index] ?? 0)).map { place in
          let time = start + Double(place + 1) * frames.period / 20
          return "a.exe,\(time / 1e6),\(between / 20),NA,\(between / 20)\n"
        }
        return unshown.joined()
          + "a.exe,\(start / 1e6),\(between),\((shown - start) / 1e6),\(busy / 1e6)\n"
      }
      return "Application,TimeInMs,MsBetweenPresents,MsUntilDisplayed,MsCPUBusy\n"
        + rows.joined()
    },
    RecordedFormat("SurfaceFlinger", hasWork: false) { frames in
      "\(Int64(frames.period))\n"
        + frames.shown.map { shown in
          "\(Int64(shown - 1.7 * frames.period))\t\(Int64(shown))\t\(Int64(shown - frames.period))\n"
        }.joined()
    },
    RecordedFormat("JankStats") { frames in
      zip(frames.shown, frames.work).map { shown, work in
        let length = Int64((Double(work) - 0.4) * frames.period)
        let overrun = Int64((Double(work) - 1.4) * frames.period)
        return
          "FrameData(frameStartNanos=\(Int64(shown) - length), frameDurationUiNanos=\(length / 2), "
          + "frameDurationTotalNanos=\(length), frameOverrunNanos=\(overrun), isJank=\(overrun > 0))\n"
      }.joined()
    },
    RecordedFormat("Chrome", isDocument: true) { frames in
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
    RecordedFormat("PresentMon 1", hasWork: false, hasUnshown: true) { frames in
      let names = "TimeInSeconds,msBetweenPresents,msBetweenDisplayChange,msUntilDisplayed,Dropped"
      let rows = zip(frames.shown, frames.intervals).enumerated().map { index, pair in
        let (shown, interval) = pair
        let (between, delay) = (Double(interval) * frames.period, 0.3 * frames.period)
        // Presents that were superseded before they were shown, at the start of the interval.
        let unshown = (0..<(frames.unshown[index] ?? 0)).map { place in
          let time = shown - delay - between + Double(place + 1) * frames.period / 20
          return "a.exe,\(time / 1e9),\(frames.period / 2e7),0,0,1\n"
        }
        return unshown.joined()
          + "a.exe,\((shown - delay) / 1e9),\(between / 1e6),\(between / 1e6),\(delay / 1e6),0\n"
      }
      return "Application,\(names)\n" + rows.joined()
    },
    RecordedFormat("framestats") { frames in
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
    RecordedFormat(
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
    RecordedFormat("Flutter", isDocument: true) { frames in
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
    RecordedFormat("DevTools", isDocument: true) { frames in
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
    RecordedFormat("Stillpoint") { frames in
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
}
