/// The formats there are, a row each, in the order in which a file is tried against them.
enum FormatTable {
  typealias Sign = FormatRow.Sign

  /// All rows: what tells others apart comes before what would take them, too.
  static let rows: [FormatRow] =
    recordings + reports
    + FieldReports.kinds.map { kind in
      let isThere: @Sendable (FileHead) -> Bool = { $0.holdsOne(of: kind.marks) }
      return FormatRow(
        format: kind.format,
        title: kind.title,
        signs: [Sign(shape: .json, isThere: isThere), Sign(shape: .lines, isThere: isThere)],
        read: { source, _ in try FieldReports.read(source, kind) }
      )
    } + tables

  /// The row of each format.
  static let rowOf = Dictionary(uniqueKeysWithValues: rows.map { ($0.format, $0) })

  private static func json(_ isThere: @escaping @Sendable (FileHead) -> Bool) -> Sign {
    Sign(shape: .json, isThere: isThere)
  }

  private static func lines(_ isThere: @escaping @Sendable (FileHead) -> Bool) -> Sign {
    Sign(shape: .lines, isThere: isThere)
  }

  // MARK: Rows

  private static let flutter =
    "Flutter counts frames over a fixed 16 ms whatever the display's rate"
  private static let android =
    "Android counts frames that completed after their deadline; a hitch is what the reader saw late"
  private static let prediction =
    "Android's verdict compares with its own prediction; ours with the promise of the frame, to half a period"
  private static let presents =
    "these are times between presents; ours are pictures on screen against the display's rate"

  private static let recordings: [FormatRow] = [
    FormatRow(
      format: .stillpoint,
      title: "Stillpoint frame log",
      signs: [json { $0.text.prefix(200).contains("stillpoint-frame-log") }],
      read: { source, _ in try StillpointLog.read(source) }
    ),
    FormatRow(
      format: .framestats,
      title: "Android gfxinfo framestats",
      difference: android,
      signs: [
        lines {
          $0.holds("---PROFILEDATA---") || $0.holds("Flags,IntendedVsync")
            || $0.holds("Flags,FrameTimelineVsyncId")
        }
      ],
      laterMark: "---PROFILEDATA---",
      read: { source, _ in try Framestats.read(source) }
    ),
    FormatRow(
      format: .jankStats,
      title: "JankStats lines",
      difference:
        "isJank is twice the expected duration by default; late here is any overrun above 0",
      signs: [json { $0.names("frameStartNanos") }, lines(JankStatsLines.fits)],
      laterMark: "frameStartNanos=",
      read: { source, _ in try JankStatsLines.read(source) }
    ),
    FormatRow(
      format: .devTools,
      title: "Flutter DevTools export",
      difference: flutter,
      ending: .document,
      signs: [json { $0.namesOne(of: "flutterFrames", "devToolsSnapshot") }],
      read: { source, _ in try DevToolsExport.read(source) }
    ),
    FormatRow(
      format: .flutterSummary,
      title: "Flutter timeline summary",
      difference: flutter,
      ending: .document,
      signs: [json { $0.namesOne(of: "frame_build_times", "average_frame_build_time_millis") }],
      read: { source, _ in
        try FlutterSummary.hasFrames(source)
          ? FlutterSummary.read(source) : ToolReports.read(source, .flutterSummary)
      }
    ),
  ]

  private static let reports: [FormatRow] = [
    FormatRow(
      format: .appStoreConnect,
      title: "App Store Connect perfPowerMetrics",
      signs: [json { $0.names("productData", "metricCategories") }],
      read: { source, _ in try ToolReports.read(source, .appStoreConnect) }
    ),
    FormatRow(
      format: .xctest,
      title: "XCTest scroll metrics",
      holdsRecordings: true,
      signs: [
        json { $0.names("testRuns", "measurements") },
        lines { $0.holds("performanceMetricID:") && $0.holds("measured [") },
      ],
      read: { source, _ in try ToolReports.read(source, .xctest) }
    ),
    FormatRow(
      format: .gfxinfo,
      title: "Android gfxinfo totals",
      difference: android,
      signs: [lines { $0.holds("Total frames rendered:") }],
      read: { source, _ in try ToolReports.read(source, .gfxinfo) }
    ),
    FormatRow(
      format: .smartPerf,
      title: "HarmonyOS SmartPerf",
      signs: [lines { SmartPerf.fits($0.text) }],
      read: { source, _ in try SmartPerf.read(source) }
    ),
    FormatRow(
      format: .chrome,
      title: "Chrome trace",
      difference:
        "Chrome counts frames by what became of them; a hitch counts how long old content stayed",
      ending: .documentAfter(Array("{".utf8)),
      signs: [
        json { head in
          head.names("traceEvents") || head.names("ph", "ts")
            || head.text.first == "["
              && (head.names("ph")
                || head.text.allSatisfy { $0.isWhitespace || "[]".contains($0) })
        }
      ],
      read: { source, _ in try TraceEvents.read(source) }
    ),
    // The reader of a Chrome trace finds it.
    FormatRow(
      format: .flutter,
      title: "Flutter timeline",
      difference: flutter,
      ending: .documentAfter(Array("{".utf8)),
      read: { source, _ in try TraceEvents.read(source) }
    ),
    FormatRow(
      format: .macrobenchmark,
      title: "Macrobenchmark JSON",
      difference: "Macrobenchmark's percentiles are over frames, not over time",
      holdsRecordings: true,
      ending: .document,
      signs: [
        json {
          $0.names("benchmarks")
            && $0.namesOne(of: "sampledMetrics", "frameDurationCpuMs", "context")
        }
      ],
      read: { source, _ in try Macrobenchmark.read(source) }
    ),
    FormatRow(
      format: .capFrameX,
      title: "CapFrameX JSON",
      difference: presents,
      ending: .document,
      signs: [json { $0.names("CaptureData") || $0.names("Runs", "Info") }],
      // It writes JSON, and CSV with PresentMon's columns.
      read: { source, _ in
        let json = JSONStream(try source.stream())
        return try json.peek() == 0x7B ? CapFrameX.read(source) : PresentMon.read(source)
      }
    ),
    FormatRow(
      format: .metricKit,
      title: "MetricKit JSON",
      holdsRecordings: true,
      ending: .document,
      signs: [
        json {
          $0.namesOne(
            of: "animationMetrics",
            "scrollHitchTimeRatio",
            "hitchTimeRatio",
            "HitchTimeMetric",
            "hitchTimeMetric",
            "timeStampBegin",
            "stateEntries",
            "intervalEntries",
            "applicationResponsivenessMetrics"
          )
        }
      ],
      read: { source, _ in try MetricKitPayload.read(source) }
    ),
  ]

  private static let tables: [FormatRow] = [
    FormatRow(
      format: .perfetto,
      title: "Perfetto FrameTimeline",
      difference: prediction,
      ending: .document,
      signs: [Sign(shape: .binary, isThere: { _ in true })],
      read: { source, _ in try PerfettoTrace.read(source) }
    ),
    FormatRow(
      format: .xctrace,
      title: "xctrace hitches",
      ending: .document,
      signs: [
        Sign(
          shape: .xml,
          isThere: { $0.holds("<trace-query-result") || $0.holds("<trace-toc") }
        )
      ],
      read: { source, beside in try XctraceTables.read(source, contents: beside.contents) }
    ),
    FormatRow(
      format: .perfettoCSV,
      title: "Perfetto FrameTimeline, CSV of trace processor",
      difference: prediction,
      signs: [lines { $0.headers.contains(where: PerfettoTables.fits) }],
      read: { source, beside in try PerfettoTables.read(source, others: beside.expected) }
    ),
    FormatRow(
      format: .presentMon,
      title: "PresentMon CSV",
      difference: presents,
      signs: [lines { $0.headers.contains(where: PresentMon.fits) }],
      read: { source, _ in try PresentMon.read(source) }
    ),
    FormatRow(
      format: .surfaceFlinger,
      title: "SurfaceFlinger --latency",
      signs: [lines { SurfaceFlingerLatency.fits($0.lines) }],
      read: { source, _ in try SurfaceFlingerLatency.read(source) }
    ),
    FormatRow(
      format: .csv,
      title: "CSV",
      // A table may end anywhere; JSON of one array has an end.
      ending: .documentAfter(Array("[{".utf8)),
      signs: [json { PlainTimes.fitsJSON($0.text) }, lines { PlainTimes.fits($0.lines) }],
      read: { source, _ in try PlainTimes.read(source) }
    ),
  ]
}
