import FramePacing

extension RecordedFormat {
  /// Formats of which one figure or another is not known, and other forms of those that are timed.
  static let counted: [RecordedFormat] = [
    RecordedFormat("JSON durations", isDocument: true) { frames in
      let values = frames.intervals.map { "\(Double($0) * frames.period / 1e6)" }
      return "[" + values.joined(separator: ", ") + "]"
    },
    RecordedFormat("NDJSON times", hasWork: false) { frames in
      frames.shown.map { "{\"presentTimeNs\": \(Int64($0))}\n" }.joined()
    },
    RecordedFormat("SmartPerf", hasWork: false) { frames in
      // A row a second, whatever came in it.
      var rows: [[String]] = [[]]
      var now = 0.0
      for interval in frames.intervals {
        now += Double(interval) * frames.period
        while now > Double(rows.count) * 1e9 { rows.append([]) }
        rows[rows.count - 1].append("\(Int64(Double(interval) * frames.period))")
      }
      return "timeStamp,fps,fpsJitters,refreshrate\n"
        + rows.enumerated().map { second, row in
          "\(1_700_000_000_000 + second * 1000),\(row.count),\(row.joined(separator: ";;")),"
            + "\(Int(frames.hertz))\n"
        }.joined()
    },
    RecordedFormat("FrameMetrics") { frames in
      "intended_vsync_ns,vsync_ns,total_duration_ns,deadline_ns\n"
        + frames.spans.map { span in
          "\(Int64(span.wanted)),\(Int64(span.wanted)),\(Int64(span.worked - span.wanted)),"
            + "\(Int64(frames.period))\n"
        }.joined()
    },
    RecordedFormat("promises") { frames in
      "timestamp_ms,expected_present_ms,actual_present_ms\n"
        + frames.spans.map { span in
          "\(span.wanted / 1e6),\((span.wanted + frames.period) / 1e6),\(span.shown / 1e6)\n"
        }.joined()
    },
    RecordedFormat("CapFrameX", hasWork: false, isDocument: true, hasUnshown: true) { frames in
      func list(_ name: String, _ values: [Double]) -> String {
        "\"\(name)\":[" + values.map { "\($0)" }.joined(separator: ",") + "]"
      }
      var rows: [(time: Double, between: Double, until: Double, dropped: Double)] = []
      for (index, (shown, interval)) in zip(frames.shown, frames.intervals).enumerated() {
        let between = Double(interval) * frames.period
        let time = shown - 0.3 * frames.period
        // Presents that were superseded before they were shown, at the start of the interval.
        for place in 0..<(frames.unshown[index] ?? 0) {
          let start = time - between + Double(place + 1) * frames.period / 20
          rows.append((start, frames.period / 20, 0, 1))
        }
        rows.append((time, between, 0.3 * frames.period, 0))
      }
      let lists = [
        list("TimeInSeconds", rows.map { $0.time / 1e9 }),
        list("MsBetweenPresents", rows.map { $0.between / 1e6 }),
        list("MsBetweenDisplayChange", rows.map { $0.dropped > 0 ? 0 : $0.between / 1e6 }),
        list("MsUntilDisplayed", rows.map { $0.until / 1e6 }),
        list("Dropped", rows.map(\.dropped)),
      ]
      return "{\"Runs\":[{\"CaptureData\":{" + lists.joined(separator: ",") + "}}],"
        + "\"Info\":{\"ProcessName\":\"a.exe\"}}"
    },
    RecordedFormat("Macrobenchmark", isDocument: true) { frames in
      let works = frames.work.map { (Double($0) - 0.4) * frames.period / 1e6 }
      let durations = works.map { "\($0)" }.joined(separator: ",")
      let overruns = works.map { "\($0 - frames.period / 1e6)" }.joined(separator: ",")
      return "{\"context\":{},\"benchmarks\":[{\"name\":\"scroll\",\"sampledMetrics\":{"
        + "\"frameDurationCpuMs\":{\"runs\":[[\(durations)]]},"
        + "\"frameOverrunMs\":{\"runs\":[[\(overruns)]]}}}]}"
    },
    RecordedFormat("Flutter summary", isDocument: true) { frames in
      let works = frames.work.map { "\(Int((Double($0) - 0.4) * frames.period / 2e3))" }
        .joined(separator: ",")
      return "{\"average_frame_build_time_millis\":1,\"frame_build_times\":[\(works)],"
        + "\"frame_rasterizer_times\":[\(works)]}"
    },
    RecordedFormat(
      "xctrace",
      isDocument: true,
      files: { frames in
        let names = ["start", "duration", "process", "is-system", "narrative-description"]
        let columns = names.map { "<col><mnemonic>\($0)</mnemonic></col>" }.joined()
        let rows = frames.spans.filter { $0.periods > 1 }.map { span in
          "<row><start-time>\(Int64(span.wanted + frames.period))</start-time>"
            + "<duration>\(Int64(Double(span.periods - 1) * frames.period))</duration>"
            + "<process fmt=\"Chat (1)\"/><boolean>0</boolean><narrative>x</narrative></row>\n"
        }
        let length = (frames.shown.last ?? 0) / 1e9
        return [
          "<?xml version=\"1.0\"?><trace-query-result><node><schema name=\"hitches\">\(columns)"
            + "</schema>\n\(rows.joined())</node></trace-query-result>",
          "<?xml version=\"1.0\"?><trace-toc><run number=\"1\"><info><summary><duration>\(length)"
            + "</duration></summary></info><data><table schema=\"hitches\"/></data></run></trace-toc>",
        ]
      }
    ),
  ]
}
