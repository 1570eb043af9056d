/// What a tool writes.
public enum LogFormat: String, CaseIterable, Hashable, Sendable {
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
  case csv
  case stillpoint

  /// The format's name for people.
  public var title: String {
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
    case .csv: "CSV of times"
    case .stillpoint: "Stillpoint frame log"
    }
  }
}
