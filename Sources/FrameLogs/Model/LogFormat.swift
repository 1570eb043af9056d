/// What a tool writes.
package enum LogFormat: String, CaseIterable, Hashable, Sendable {
  case framestats
  case surfaceFlinger = "surfaceflinger"
  case perfetto
  case perfettoCSV = "perfetto-csv"
  case macrobenchmark
  case xctrace
  case metricKit = "metrickit"
  case presentMon = "presentmon"
  case capFrameX = "capframex"
  case chrome
  case flutter
  case flutterSummary = "flutter-summary"
  case devTools = "devtools"
  case jankStats = "jankstats"
  case xctest
  case appStoreConnect = "appstore-connect"
  case gfxinfo
  case smartPerf = "smartperf"
  case sentry, datadog, firebase
  case openTelemetry = "opentelemetry"
  case playVitals = "play-vitals"
  case webVitals = "web-vitals"
  case longFrames = "loaf"
  case scrollJank = "scroll-jank"
  case csv
  case stillpoint

  /// Why the figures of the format's own tool differ from ours of the same session; nil where it has none.
  package var difference: String? {
    switch self {
    case .framestats, .gfxinfo:
      "Android counts frames that completed after their deadline; a hitch is what the reader saw late"
    case .perfetto, .perfettoCSV:
      "Android's verdict compares with its own prediction; ours with the promise of the frame, to half a period"
    case .macrobenchmark: "Macrobenchmark's percentiles are over frames, not over time"
    case .chrome:
      "Chrome counts frames by what became of them; a hitch counts how long old content stayed"
    case .presentMon, .capFrameX:
      "these are times between presents; ours are pictures on screen against the display's rate"
    case .flutter, .flutterSummary, .devTools:
      "Flutter counts frames over a fixed 16 ms whatever the display's rate"
    case .jankStats:
      "isJank is twice the expected duration by default; late here is any overrun above 0"
    default: nil
    }
  }

  /// Whether sessions of one name in a file are recordings of one thing: days, iterations, repetitions.
  package var holdsRecordings: Bool {
    switch self {
    case .metricKit, .macrobenchmark, .xctest: true
    default: false
    }
  }

  /// The format's name for people.
  package var title: String {
    switch self {
    case .framestats: "Android gfxinfo framestats"
    case .surfaceFlinger: "SurfaceFlinger --latency"
    case .perfetto: "Perfetto FrameTimeline"
    case .perfettoCSV: "Perfetto FrameTimeline, CSV of trace processor"
    case .macrobenchmark: "Macrobenchmark JSON"
    case .xctrace: "xctrace hitches"
    case .metricKit: "MetricKit JSON"
    case .presentMon: "PresentMon CSV"
    case .capFrameX: "CapFrameX JSON"
    case .chrome: "Chrome trace"
    case .flutter: "Flutter timeline"
    case .flutterSummary: "Flutter timeline summary"
    case .devTools: "Flutter DevTools export"
    case .jankStats: "JankStats lines"
    case .xctest: "XCTest scroll metrics"
    case .appStoreConnect: "App Store Connect perfPowerMetrics"
    case .gfxinfo: "Android gfxinfo totals"
    case .smartPerf: "HarmonyOS SmartPerf"
    case .sentry: "Sentry"
    case .datadog: "Datadog"
    case .firebase: "Firebase"
    case .openTelemetry: "OpenTelemetry"
    case .playVitals: "Play Vitals"
    case .webVitals: "web-vitals"
    case .longFrames: "Long Animation Frames"
    case .scrollJank: "Chrome scroll jank v4"
    case .csv: "CSV"
    case .stillpoint: "Stillpoint frame log"
    }
  }
}
