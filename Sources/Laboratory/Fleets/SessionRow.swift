import FrameMetrics

/// What tells sessions apart.
package enum SessionKey: String, CaseIterable, Hashable, Sendable {
  case app, version, device, os, rate, state, day
  /// What wrote the recording.
  case format

  /// The key for people.
  package var title: String {
    switch self {
    case .os: "system"
    case .rate: "refresh rate"
    default: rawValue
    }
  }

  /// A value for people.
  package func words(_ value: String) -> String {
    if value.isEmpty { return "no \(title)" }
    return switch self {
    case .rate: "\(value) Hz"
    case .version, .os: "\(title) \(value)"
    default: value
    }
  }
}

/// A figure of one session: a whole number, the lower end where it is a range, and how well it is known.
package struct SessionFigure: Hashable, Sendable {
  /// The figure, the worse end of a range; in the column's unit.
  package var value: Int64
  /// The better end of a range; nil for one number.
  package var low: Int64?
  /// How well it is known; nil for exactly.
  package var quality: MetricValue.Quality?

  package init(_ value: Int64, low: Int64? = nil, quality: MetricValue.Quality? = nil) {
    (self.value, self.low, self.quality) = (value, low, quality)
  }
}

/// How much of a session there is.
package enum SessionPart: String, CaseIterable, Hashable, Sendable {
  /// All of it.
  case whole
  /// A part of what was recorded: what it keeps is not known of the rest.
  case cut
  /// Too little to be judged.
  case short
  /// Another process than the app's.
  case bystander
  /// A recording that could not be read.
  case unread
}

/// What one session came to: a line of `sessions.csv`.
package struct SessionRow: Hashable, Sendable {
  /// What it is of; empty where that is not known.
  package var keys: [SessionKey: String] = [:]
  /// Its name: the recording, and the session in it.
  package var session = ""
  /// 16 hexadecimal digits that only copies of it have; empty where nothing tells a copy.
  package var digest = ""
  /// How much of it there is.
  package var part = SessionPart.whole
  /// Frames that were wanted and made.
  package var frames: Int64?
  /// The time in which something was animated, or the reader did something, in nanoseconds.
  package var animating: Int64?
  /// The least that may be of it; nil where it is no range. In no column: parts of one recording are added by it.
  package var leastAnimating: Int64?
  /// The hitch time in that, in nanoseconds.
  package var hitchTime: Int64?
  /// Hitch time in nanoseconds for each second.
  package var hitchRatio: SessionFigure?
  /// Frames that were late.
  package var late: Int64?
  /// The longest time for which old content stayed, in nanoseconds.
  package var longest: SessionFigure?
  /// The longest wait for streamed text, in nanoseconds.
  package var textWait: SessionFigure?
  /// Work on frames in nanoseconds, and how well that is known.
  package var work: SessionFigure?
  /// Intervals between pictures, hitches, and work on frames.
  package var intervals = FixedHistogram()
  package var hitches = FixedHistogram()
  package var works = FixedHistogram()

  package init() {}
}

/// The columns of `sessions.csv`.
package enum SessionColumn: String, CaseIterable, Hashable, Sendable {
  case schema
  case app, version, device, os, rate, state, day, format
  case session, digest, part
  case frames
  case animating = "animating_ns"
  case hitchTime = "hitch_ns"
  case hitchRatio = "hitch_ratio_ns_per_s"
  case hitchRatioLow = "hitch_ratio_low_ns_per_s"
  case hitchQuality = "hitch_quality"
  case late = "late_frames"
  case longest = "longest_ns"
  case longestLow = "longest_low_ns"
  case longestQuality = "longest_quality"
  case textWait = "text_wait_ns"
  case textQuality = "text_quality"
  case work = "work_ns"
  case workQuality = "work_quality"
  case intervals, hitches, works

  /// The version of the columns and of the histograms' bounds.
  package static let formatVersion = 1

  /// Where it stands in a row that this program writes.
  var index: Int { Self.places[self] ?? 0 }

  private static let places = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) }
  )

  /// The column of a key.
  package init(_ key: SessionKey) {
    switch key {
    case .app: self = .app
    case .version: self = .version
    case .device: self = .device
    case .os: self = .os
    case .rate: self = .rate
    case .state: self = .state
    case .day: self = .day
    case .format: self = .format
    }
  }
}

extension SessionRow {
  /// The fields of the row in the order of ``SessionColumn``; nil for one that is not known.
  package var fields: [String?] {
    SessionColumn.allCases.map(field)
  }

  private func field(_ column: SessionColumn) -> String? {
    func number(_ value: Int64?) -> String? { value.map { "\($0)" } }
    func quality(_ figure: SessionFigure?) -> String? {
      figure.map { $0.quality?.rawValue ?? "exact" }
    }
    func text(_ histogram: FixedHistogram) -> String? {
      let text = histogram.text
      return text.isEmpty ? nil : text
    }
    return switch column {
    case .schema: "\(SessionColumn.formatVersion)"
    case .app: keys[.app]
    case .version: keys[.version]
    case .device: keys[.device]
    case .os: keys[.os]
    case .rate: keys[.rate]
    case .state: keys[.state]
    case .day: keys[.day]
    case .format: keys[.format]
    case .session: session
    case .digest: digest.isEmpty ? nil : digest
    case .part: part.rawValue
    case .frames: number(frames)
    case .animating: number(animating)
    case .hitchTime: number(hitchTime)
    case .hitchRatio: number(hitchRatio?.value)
    case .hitchRatioLow: number(hitchRatio?.low)
    case .hitchQuality: quality(hitchRatio)
    case .late: number(late)
    case .longest: number(longest?.value)
    case .longestLow: number(longest?.low)
    case .longestQuality: quality(longest)
    case .textWait: number(textWait?.value)
    case .textQuality: quality(textWait)
    case .work: number(work?.value)
    case .workQuality: quality(work)
    case .intervals: text(intervals)
    case .hitches: text(hitches)
    case .works: text(works)
    }
  }
}

/// How well a figure is known, as files write what is not exact.
package typealias SessionQuality = MetricValue.Quality
