import FrameMetrics
import Statistics
import Timebase

/// FrameTimeline's four kinds of slices, however they were read, and the sessions of them.
///
/// A frame of an app is shown at the end of the *actual display* frame that its token names, not at
/// the end of its own slice, which is when the app was finished. It was due from the app at the end of its
/// own *expected surface* slice, and promised for then plus the compositor's budget: the length of the
/// *expected display* slice of the display frame that showed it. That slice's own end is no promise: a
/// late buffer lands in a later display frame, which is on time for itself (google/perfetto,
/// docs/data-sources/frametimeline.md).
struct PerfettoSlices {
  /// A stretch of time; the end is nil while it is open.
  struct Slice {
    var start: Int64
    var end: Int64?
  }

  /// A frame of an app, or of the compositor itself.
  struct Actual {
    var slice: Slice
    var pid: Int64
    var token: Int64
    var displayToken: Int64
    var presentType: Int64
    var jank: JankTypes

    /// Whether it was never shown: as jank says, or where that says nothing, as its present does.
    var isDropped: Bool {
      jank.contains(.dropped) || presentType == 4 && jank.cause == nil
    }
  }

  /// What tells an app's frames apart.
  struct Key: Hashable {
    var pid: Int64
    var token: Int64
  }

  var expectedDisplay: [Int64: Slice] = [:]
  var actualDisplay: [Int64: Actual] = [:]
  var expectedSurface: [Key: Slice] = [:]
  var actualSurface: [Actual] = []
  var processes: [Int64: String] = [:]
  /// How many expected slices there were, those of one frame in several layers as one.
  var expectedCount = 0
  /// How many actual slices there were.
  var actualCount = 0

  /// The display's refresh period from when its frames were promised and shown.
  ///
  /// Never from the length of an expected display slice, which is the compositor's budget.
  private func rate(_ options: LogOptions) -> Result<AssumedRate, AssumedRate.Refusal> {
    if let hertz = options.refreshHertz { return .success(AssumedRate(stated: hertz)) }
    var ends = expectedDisplay.values.compactMap(\.end).sorted()
    if ends.count < 8 { ends = actualDisplay.values.compactMap(\.slice.end).sorted() }
    let gaps = zip(ends, ends.dropFirst()).map { $1 &- $0 }
    do throws(AssumedRate.Refusal) {
      return .success(try AssumedRate(derivedFrom: gaps))
    } catch {
      return .failure(error)
    }
  }

  /// The 10th percentile of the distances of promised presents under 100 ms; nil without any.
  private var shortDistance: Nanoseconds? {
    let ends = expectedDisplay.values.compactMap(\.end).sorted()
    let gaps = zip(ends, ends.dropFirst()).map { $1 &- $0 }
      .filter { $0 > 500_000 && $0 <= AssumedRate.bridge.rawValue }.sorted()
    return gaps.isEmpty ? nil : Nanoseconds(rawValue: gaps[(gaps.count - 1) / 10])
  }

  /// Makes a session for each process; of the compositor's own frames where no app has any.
  func builders(_ options: LogOptions, _ counts: inout RowCounts) -> [SessionBuilder] {
    let rate = rate(options)
    var pids: [Int64] = []
    var frames: [Int64: [Actual]] = [:]
    for actual in actualSurface {
      if frames[actual.pid] == nil { pids.append(actual.pid) }
      frames[actual.pid, default: []].append(actual)
    }
    if pids.isEmpty {
      let own = actualDisplay.values.sorted {
        ($0.slice.start, $0.token) < ($1.slice.start, $1.token)
      }
      return own.isEmpty ? [] : [builder(of: own, "SurfaceFlinger", rate, &counts)]
    }
    return pids.map { pid in
      let name = processes[pid].map { "\($0) (\(pid))" } ?? "process \(pid)"
      return builder(of: frames[pid] ?? [], name, rate, &counts)
    }
  }

  // MARK: One process

  private func builder(
    of actuals: [Actual],
    _ name: String,
    _ rate: Result<AssumedRate, AssumedRate.Refusal>,
    _ counts: inout RowCounts
  ) -> SessionBuilder {
    var builder = SessionBuilder(name: name)
    builder.labelName = "token"
    builder.stalls = []
    let hasDisplays = actuals.contains { actualDisplay[$0.displayToken]?.slice.end != nil }
    let hasExpected = actuals.contains { expectedDisplay[$0.displayToken]?.end != nil }
    describe(&builder, rate, hasDisplays: hasDisplays, hasExpected: hasExpected)
    var overruns: [Int64] = []
    for actual in distinct(actuals) {
      counts.read += 1
      guard let frame = frame(actual, hasDisplays, hasExpected, &counts) else { continue }
      if let doubt = SessionBuilder.doubt(about: frame) {
        counts.refuse(line: Int(clamping: actual.token), "token \(actual.token): \(doubt)")
        continue
      }
      builder.add(frame, label: Int(clamping: actual.token))
      if actual.presentType == 2 { builder.markLate() }
      addWork(of: actual, rate, &overruns, &builder)
    }
    if let metric = Metric.named("frame_overrun_ms"), let p99 = Samples(overruns).value(at: .p99) {
      builder.given.append(MetricValue(of: metric, .p99, .figure(Double(p99) / 1e6)))
    }
    builder.toolFigures = Self.figures(actuals)
    switch rate {
    case .success(let rate): builder.promiseRates(of: rate.period)
    // Instants round: half of the shortest distances of promises is no lateness.
    case .failure: builder.period = shortDistance
    }
    return builder
  }

  /// One app token may have several layers: the frame is ready when the last of them is.
  private func distinct(_ actuals: [Actual]) -> [Actual] {
    var places: [Int64: Int] = [:]
    var result: [Actual] = []
    for actual in actuals {
      if let place = places[actual.token] {
        if (actual.slice.end ?? 0) > (result[place].slice.end ?? 0) { result[place] = actual }
      } else {
        places[actual.token] = result.count
        result.append(actual)
      }
    }
    return result
  }

  private func frame(
    _ actual: Actual,
    _ hasDisplays: Bool,
    _ hasExpected: Bool,
    _ counts: inout RowCounts
  ) -> FrameTimeline.Frame? {
    guard let end = actual.slice.end else {
      counts.unfinished += 1
      counts.read -= 1
      return nil
    }
    let isDropped = actual.isDropped
    let expected = expectedSurface[Key(pid: actual.pid, token: actual.token)]
    let shown = actualDisplay[actual.displayToken]?.slice.end
    let display = expectedDisplay[actual.displayToken]
    var promised = display?.end
    if let due = expected?.end, let display, let end = display.end, end >= display.start {
      promised = due + (end - display.start)
    }
    if hasDisplays, shown == nil, !isDropped {
      counts.leaveOut("frames whose display frame is not in the trace")
      return nil
    }
    if hasExpected, promised == nil {
      // What was on time was there when it was promised.
      if actual.presentType == 1 { promised = shown }
      if isDropped { promised = expected?.end }
      guard promised != nil else {
        counts.leaveOut("frames without an expected display frame")
        return nil
      }
    }
    return FrameTimeline.Frame(
      wanted: Instant(nanoseconds: min(expected?.start ?? actual.slice.start, actual.slice.start)),
      promised: promised.map { Instant(nanoseconds: $0) },
      fate: isDropped ? .dropped : .presented(Instant(nanoseconds: shown ?? end)),
      work: .init(from: actual.slice.start, to: end),
      cause: actual.jank.cause
    )
  }

  private func addWork(
    of actual: Actual,
    _ rate: Result<AssumedRate, AssumedRate.Refusal>,
    _ overruns: inout [Int64],
    _ builder: inout SessionBuilder
  ) {
    guard let end = actual.slice.end else { return }
    if let deadline = expectedSurface[Key(pid: actual.pid, token: actual.token)]?.end {
      let overrun = end.subtractingReportingOverflow(deadline)
      if !overrun.overflow, overrun.partialValue.magnitude <= UInt64(FrameLimit.frame) {
        overruns.append(overrun.partialValue)
      }
    }
    if actual.jank.isAppMissed, case .success(let rate) = rate,
      end - actual.slice.start > rate.period.rawValue
    {
      let length = Nanoseconds(rawValue: end - actual.slice.start)
      builder.addStall(at: Instant(nanoseconds: actual.slice.start), length)
    }
  }

  private func describe(
    _ builder: inout SessionBuilder,
    _ rate: Result<AssumedRate, AssumedRate.Refusal>,
    hasDisplays: Bool,
    hasExpected: Bool
  ) {
    var support = LogSupport(otherwise: "FrameTimeline does not tell")
    support.set(.exact, .frames, .work, .animating)
    support[.skipped] = .approximate("a callback that was skipped leaves no event")
    if hasDisplays, hasExpected {
      support.set(.exact, .hitches, .onTime)
    } else {
      let why =
        hasDisplays
        ? "the expected timeline is not in the file; give both CSV files together"
        : "no display frames in the file: when frames were shown is not known"
      support.set(.absent(why), .hitches, .onTime)
    }
    support[.intervals] =
      hasDisplays ? .exact : .absent("no display frames in the file")
    support[.overrun] =
      expectedSurface.isEmpty ? .absent("no expected frames of the app in the file") : .exact
    switch rate {
    case .success(let rate):
      let words = rate.words.replacing("assumes a fixed", with: "grid of")
      support[.rates] = .approximate(words + " between display frames")
    case .failure(let refusal): support[.rates] = .absent(refusal.reason)
    }
    builder.support = support
  }

  /// Perfetto's `android_frame_timeline_metric`.
  private static func figures(_ actuals: [Actual]) -> [LogSession.ToolFigure] {
    func tokens(_ isCounted: (Actual) -> Bool) -> Double {
      Double(Set(actuals.lazy.filter(isCounted).map(\.token)).count)
    }
    var figures: [LogSession.ToolFigure] = [
      .init("Perfetto: total_frames", tokens { _ in true }),
      .init("Perfetto: missed_frames", tokens { $0.jank.isMissed }),
      .init("Perfetto: missed_app_frames", tokens { $0.jank.isAppMissed }),
      .init("Perfetto: missed_sf_frames", tokens { $0.jank.isCompositorMissed }),
      .init("Perfetto: dropped_frames", tokens { $0.jank.contains(.dropped) }),
      .init("Android: late by present_type", tokens { $0.presentType == 2 }),
    ]
    let durations = actuals.compactMap { actual -> Double? in
      guard !actual.jank.contains(.dropped), let end = actual.slice.end else { return nil }
      let length = end.subtractingReportingOverflow(actual.slice.start)
      return length.overflow ? nil : Double(length.partialValue) / 1e6
    }.sorted()
    guard let longest = durations.last else { return figures }
    let mean = durations.reduce(0, +) / Double(durations.count)
    figures.append(.init("Perfetto: frame_dur_max", longest, "ms"))
    figures.append(.init("Perfetto: frame_dur_avg", mean, "ms"))
    for (name, share) in [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99)] {
      figures.append(.init("Perfetto: frame_dur_\(name)", Quantile.linear(durations, share), "ms"))
    }
    return figures
  }
}

extension SessionBuilder {
  /// Finds the rate in force from what frames were promised for: five promises in a row with the
  /// same longer distance are a lower rate, a single longer one is a frame that was not wanted.
  mutating func promiseRates(of least: Nanoseconds) {
    let order = frames.indices.sorted { (frames[$0].wanted, $0) < (frames[$1].wanted, $1) }
    let promises = order.compactMap { frames[$0].promised }
    guard promises.count == frames.count, least > .zero else {
      period = least
      return
    }
    let multiples = zip(promises, promises.dropFirst()).map { before, after -> Int in
      let periods = (Double((after - before).rawValue) / Double(least.rawValue)).rounded()
      return 1...8 ~= periods ? Int(periods) : 0
    }
    var found = Array(repeating: 1, count: frames.count)
    var start = 0
    while start < multiples.count {
      var end = start
      while end < multiples.count, multiples[end] == multiples[start] { end += 1 }
      if multiples[start] > 1, end - start >= 5 {
        for index in start...end { found[index] = multiples[start] }
      }
      start = end
    }
    if found.allSatisfy({ $0 == 1 }) {
      period = least
      return
    }
    step = least
    periods = Array(repeating: least, count: frames.count)
    for (place, index) in order.enumerated() { periods[index] = least * found[place] }
  }
}
