/// A kind of recording that can be read. What is known of it is its row of ``FormatTable``.
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

  /// The format's name for people.
  package var title: String { row.title }
  /// Why the figures of the format's own tool differ from ours of the same session; nil where it has none.
  package var difference: String? { row.difference }
  /// Whether sessions of one name in a file are recordings of one thing: days, iterations, repetitions.
  package var holdsRecordings: Bool { row.holdsRecordings }

  /// What is known of it.
  var row: FormatRow {
    guard let row = FormatTable.rowOf[self] else { preconditionFailure("\(self) has no row") }
    return row
  }
}
