// The kinds of reports from users' devices, a row each. Names of fields: Sentry's and OpenTelemetry's semantic
// conventions, Datadog's rum-events-format, web-vitals' attribution build, the W3C's Long Animation Frames,
// Google's Play Developer Reporting API and Firebase's export to BigQuery, Perfetto's `chrome.scroll_jank_v4`.
extension FieldReports {
  /// What is to be recorded to have frames judged.
  private static let instead = "to have frames judged record one session (Docs/Logs.md)"

  static let kinds: [Kind] = [
    Kind(
      format: .sentry,
      title: "Sentry",
      marks: [["frames_total"], ["frames.total"], ["frames.delay"], ["frames_delay"]],
      fields: [
        Field(title: "frames", names: total), Field(title: "slow frames", names: slow),
        Field(title: "frozen frames", names: frozen),
        Field(title: "delay", names: delay, unit: "s"),
      ],
      names: ["transaction", "description", "op"],
      derived: { sentry([$0]) },
      sum: sentry,
      note:
        "slow is over 16 ms and frozen over 700 ms whatever the display: how long the longest frame was, and "
        + "what was late at 120 Hz, is not in it; \(instead)"
    ),
    Kind(
      format: .datadog,
      title: "Datadog",
      marks: [["refresh_rate_average"], ["slow_frames_rate"], ["freeze_rate"]],
      fields: [
        Field(title: "refresh rate, average", names: ["refresh_rate_average"], unit: "Hz"),
        Field(title: "refresh rate, lowest", names: ["refresh_rate_min"], unit: "Hz"),
        Field(title: "slow frames' rate", names: ["slow_frames_rate"], unit: "ms/s"),
        Field(title: "freeze rate", names: ["freeze_rate"], unit: "s/h"),
        Field(title: "frozen frames", names: ["frozen_frame.count"]),
      ],
      names: ["view.name", "view.url"],
      derived: datadog,
      note:
        "an average rate hides every hitch, and slow frames are listed without those between: \(instead)"
    ),
    Kind(
      format: .openTelemetry,
      title: "OpenTelemetry",
      marks: [["app.jank.frame_count"], ["app.jank"]],
      fields: [
        Field(title: "frames over the threshold", names: ["app.jank.frame_count"]),
        Field(title: "period", names: ["app.jank.period"], unit: "s"),
        Field(title: "threshold", names: ["app.jank.threshold"], unit: "s"),
      ],
      names: ["screen.name", "activity.name"],
      derived: { row in
        guard let count = row.number("app.jank.frame_count"),
          let period = row.number("app.jank.period"),
          period > 0
        else { return [] }
        return [Figure("OpenTelemetry: frames over the threshold in 1 s", count / period)]
      },
      note: "how many frames there were in all, and how long each was, is not in it; \(instead)"
    ),
    Kind(
      format: .playVitals,
      title: "Play Vitals",
      marks: [["slowRenderingRate20Fps"], ["slowRenderingRate30Fps"]],
      fields: [20, 30].flatMap { rate in
        [
          Field(title: "users slow at \(rate) fps", names: ["slowRenderingRate\(rate)Fps"]),
          Field(title: "the same, 7 days", names: ["slowRenderingRate\(rate)Fps7dUserWeighted"]),
          Field(title: "the same, 28 days", names: ["slowRenderingRate\(rate)Fps28dUserWeighted"]),
        ].map { Field(title: $0.title, names: $0.names, unit: "%", scale: 100) }
      },
      names: ["versionCode", "deviceModel", "startTime.month", "startTime.day"],
      note:
        "a share of users a day, of whose frames a quarter or more were slow: nothing of a frame; \(instead)"
    ),
    Kind(
      format: .firebase,
      title: "Firebase",
      marks: [["slow_frame_ratio"], ["frozen_frame_ratio"]],
      fields: [
        Field(title: "slow frames", names: ["slow_frame_ratio"], unit: "%", scale: 100),
        Field(title: "frozen frames", names: ["frozen_frame_ratio"], unit: "%", scale: 100),
      ],
      names: ["event_name", "app_display_version", "device_name"],
      note:
        "shares of frames over 16 and 700 ms whatever the display: nothing of a frame; \(instead)"
    ),
    Kind(
      format: .webVitals,
      title: "web-vitals",
      marks: [["inputDelay", "presentationDelay"], ["INP"]],
      fields: [
        Field(title: "interaction to next paint", names: ["value"], unit: "ms"),
        Field(title: "input delay", names: ["inputDelay"], unit: "ms"),
        Field(title: "processing", names: ["processingDuration"], unit: "ms"),
        Field(title: "presentation delay", names: ["presentationDelay"], unit: "ms"),
      ],
      names: ["interactionTarget", "interactionType"],
      name: "INP",
      sum: interactions,
      note:
        "the slowest interaction of a page view: nothing of scrolling or of other frames; \(instead)"
    ),
    Kind(
      format: .longFrames,
      title: "Long Animation Frames",
      marks: [["blockingDuration", "renderStart"], ["long-animation-frame"]],
      fields: [Field(title: "blocking", names: ["blockingDuration"], unit: "ms")],
      sum: longFrames,
      isSummed: true,
      note:
        "frames of over 50 ms alone: what is shorter, the share on time and the hitch ratio are not in it; "
        + instead
    ),
    Kind(
      format: .scrollJank,
      title: "Chrome scroll jank v4",
      marks: [["is_janky", "vsyncs_since_previous_frame"], ["jank_reason", "missed_vsyncs"]],
      fields: [
        Field(title: "missed", names: ["missed_vsyncs"]),
        Field(title: "vsyncs", names: ["vsyncs_since_previous_frame"]),
        Field(title: "janky", names: ["is_janky"]),
      ],
      sum: { ScrollJank.figures($0.map(ScrollJank.init)) },
      isSummed: true,
      note:
        "frames of scrolling alone, by Chrome's own rule: give the trace itself to have all frames judged"
    ),
  ]

  private static let total = ["frames_total", "frames.total", "mobile.total_frames"]
  private static let slow = ["frames_slow", "frames.slow", "mobile.slow_frames"]
  private static let frozen = ["frames_frozen", "frames.frozen", "mobile.frozen_frames"]
  private static let delay = ["frames_delay", "frames.delay", "mobile.frames_delay"]

  private static func sum(_ rows: [Row], _ names: [String]) -> Double? {
    let values = rows.compactMap { $0.number(names) }
    return values.isEmpty ? nil : values.reduce(0, +)
  }

  /// Shares of all frames, and the delay of those reports that say how long they were.
  private static func sentry(_ rows: [Row]) -> [Figure] {
    var figures: [Figure] = []
    if let all = sum(rows, total), all > 0 {
      for (title, names) in [("slow", slow), ("frozen", frozen)] {
        guard let count = sum(rows, names) else { continue }
        figures.append(Figure("Sentry: share of \(title) frames", 100 * count / all, "%"))
      }
    }
    let timed = rows.compactMap { row -> (delay: Double, length: Double)? in
      guard let delay = row.number(delay), let start = row.number("start_timestamp"),
        let end = row.number("timestamp"), end > start
      else { return nil }
      return (delay, end - start)
    }
    let length = timed.reduce(0) { $0 + $1.length }
    if length > 0 {
      let late = timed.reduce(0) { $0 + $1.delay }
      // Near a hitch ratio: against 60 Hz, and of frames that took longer than two periods.
      figures.append(Figure("Sentry: delay, near a hitch ratio", 1000 * late / length, "ms/s"))
    }
    return figures
  }

  /// Slow frames that are listed one by one, in ns from the view's start.
  private static func datadog(_ row: Row) -> [Figure] {
    let lengths = (row.lists["slow_frames"] ?? []).compactMap { ($0["duration"] as? Double) }
      .filter { $0.isFinite && $0 > 0 }
    guard let longest = lengths.max() else { return [] }
    return [
      Figure("Datadog: slow frames listed", Double(lengths.count)),
      Figure("Datadog: longest slow frame", longest / 1e6, "ms"),
    ]
  }

  /// What Google's thresholds say of many page views: good up to 200 ms, poor over 500.
  private static func interactions(_ rows: [Row]) -> [Figure] {
    let values = rows.compactMap { $0.number("value") }.sorted()
    guard !values.isEmpty else { return [] }
    let p75 = values[(values.count * 3 + 3) / 4 - 1]
    func share(over limit: Double) -> Double {
      100 * Double(values.count { $0 > limit }) / Double(values.count)
    }
    return [
      Figure("web-vitals: interactions", Double(values.count)),
      Figure("web-vitals: interaction to next paint, p75", p75, "ms"),
      Figure("web-vitals: longest interaction", values[values.count - 1], "ms"),
      Figure("web-vitals: over 200 ms", share(over: 200), "%"),
      Figure("web-vitals: over 500 ms", share(over: 500), "%"),
    ]
  }

  /// How many there were, the longest, blocking time a minute, and whose scripts they were.
  private static func longFrames(_ rows: [Row]) -> [Figure] {
    let spans = rows.compactMap { row -> (start: Double, length: Double)? in
      guard let start = row.number("startTime"), let length = row.number("duration") else {
        return nil
      }
      return (start, length)
    }
    var figures = [Figure("LoAF: long frames", Double(rows.count))]
    if let longest = spans.map(\.length).max() {
      figures.append(Figure("LoAF: longest frame", longest, "ms"))
    }
    let end = spans.map { $0.start + $0.length }.max() ?? 0
    let length = end - (spans.map(\.start).min() ?? 0)
    if let blocking = sum(rows, ["blockingDuration"]), length > 0 {
      figures.append(Figure("LoAF: blocking in a minute", blocking / length * 60_000, "ms"))
    }
    var scripts: [String: Double] = [:]
    for script in rows.flatMap({ $0.lists["scripts"] ?? [] }) {
      guard let length = script["duration"] as? Double, length.isFinite else { continue }
      let place = (script["sourceCharPosition"] as? Double).flatMap(Int.init(exactly:))
        .map { ":\($0)" }
      let names = [
        script["invoker"] as? String, (script["sourceURL"] as? String).map { $0 + (place ?? "") },
      ]
      let name = names.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
      scripts[String(name.prefix(160)), default: 0] += length
    }
    let worst = scripts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(4)
    return figures + worst.map { Figure("LoAF: script \($0.key)", $0.value, "ms") }
  }
}

/// What Chrome's scroll jank metric of version 4 says of a frame of scrolling.
struct ScrollJank {
  private static let reasons: [(name: String, title: String)] = [
    ("MISSED_VSYNC_DUE_TO_DECELERATING_INPUT_FRAME_DELIVERY", "input came slower"),
    ("MISSED_VSYNC_DURING_FAST_SCROLL", "in a fast scroll"),
    ("MISSED_VSYNC_AT_START_OF_FLING", "at the start of a fling"),
    ("MISSED_VSYNC_DURING_FLING", "in a fling"),
  ]

  /// Whether it is a frame; a row of reasons alone is none.
  private var isFrame: Bool
  private var isJanky: Bool
  /// How many vsyncs were missed, by reason.
  private var missed: [String: Double] = [:]

  /// Takes a row of one of the metric's two tables, or both joined.
  init(_ row: FieldReports.Row) {
    isFrame = row.text(["is_janky", "vsyncs_since_previous_frame"]) != nil
    isJanky = ["1", "true"].contains(row.text(["is_janky"])?.lowercased() ?? "")
    if let reason = row.text(["jank_reason"]), let count = row.number("missed_vsyncs") {
      missed[reason] = count
    }
  }

  /// Takes the argument of an event `ScrollJankV4`.
  init(isJanky: Bool, missed: [String: Double]) {
    (isFrame, self.isJanky, self.missed) = (true, isJanky, missed)
  }

  /// What all frames come to; empty without any.
  static func figures(_ frames: [ScrollJank]) -> [LogSession.ToolFigure] {
    guard !frames.isEmpty else { return [] }
    let name = "Chrome: scroll jank v4"
    let all = frames.count(where: \.isFrame)
    let janky = Double(frames.count(where: \.isJanky))
    var figures: [LogSession.ToolFigure] = []
    if all > 0 {
      figures = [.init("\(name), frames", Double(all)), .init("\(name), janky frames", janky)]
    }
    return figures
      + reasons.map { reason in
        let count = frames.reduce(0) { $0 + ($1.missed[reason.name] ?? 0) }
        return .init("\(name), vsyncs missed \(reason.title)", count)
      }
  }
}
