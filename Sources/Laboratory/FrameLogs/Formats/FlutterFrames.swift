import FrameMetrics
import Timebase

/// Frames of a Flutter timeline: `Frame` (build on the UI thread) and `GPURasterizer::Draw`.
///
/// `VsyncProcessCallback` promises: its TargetTime less its StartTime is the period. When pictures
/// were shown is not in a timeline: a frame that is rasterised within a period of its target is
/// taken to be on time. Percentiles and budget under Flutter's names are Flutter's: nearest rank,
/// 16 ms (flutter/flutter, `packages/flutter_driver/lib/src/driver/timeline_summary.dart`).
struct FlutterFrames {
  /// The events that are looked at.
  static let names: Set<String> = [
    "Frame", "Animator::BeginFrame", "GPURasterizer::Draw", "Rasterizer::DoDraw",
    "VsyncProcessCallback", "SceneDisplayLag",
  ]

  struct Slice {
    var start: Int64
    var end: Int64
    var line: Int32
  }

  private struct Mark {
    var time: Int64
    var isBegin: Bool
    var line: Int32
    var length: Int64?
  }

  private struct Vsync {
    var time: Int64
    var period: Int64
    /// From the event to the target.
    var target: Int64
  }

  private var marks: [String: [Mark]] = [:]
  private var vsyncs: [Vsync] = []
  private var count = 0

  /// Whether there is anything to make frames of.
  var hasFrames: Bool { marks.values.contains { !$0.isEmpty } }

  mutating func take(_ event: TraceEvent, _ line: Int) {
    guard let time = event.nanoseconds, count < 2_000_000 else { return }
    count += 1
    if event.name == "VsyncProcessCallback" {
      guard let start = event.arguments?.startTime, let target = event.arguments?.targetTime else {
        return
      }
      // Nanoseconds in today's engine, microseconds in old ones.
      let unit: Double = target - start > 500_000 ? 1 : 1e3
      guard let period = Int64(target - start, nanosecondsEach: unit),
        1_000_000...200_000_000 ~= period
      else { return }
      vsyncs.append(Vsync(time: time, period: period, target: period))
      return
    }
    guard event.name != "SceneDisplayLag" else { return }
    let length = event.duration.flatMap { Int64($0, nanosecondsEach: 1e3) }
    let isBegin = event.phase == "B" || event.phase == "b" || event.phase == "X"
    guard isBegin || event.phase == "E" || event.phase == "e" else { return }
    marks[event.name, default: []].append(
      Mark(
        time: time,
        isBegin: isBegin,
        line: Int32(clamping: line),
        length: event.phase == "X" ? length ?? 0 : nil
      )
    )
  }

  /// Beginnings and ends in turn, as Flutter's driver pairs them.
  private func slices(_ names: String..., counts: inout RowCounts) -> [Slice] {
    guard let marks = names.lazy.compactMap({ self.marks[$0] }).first(where: { !$0.isEmpty }) else {
      return []
    }
    var slices: [Slice] = []
    var open: Mark?
    let ordered = marks.enumerated().sorted { left, right in
      (left.element.time, left.offset) < (right.element.time, right.offset)
    }
    for mark in ordered.map(\.element) {
      if let length = mark.length {
        slices.append(Slice(start: mark.time, end: mark.time + length, line: mark.line))
      } else if mark.isBegin {
        if open == nil { open = mark }
      } else if let begin = open {
        slices.append(Slice(start: begin.time, end: mark.time, line: begin.line))
        open = nil
      }
    }
    if open != nil { counts.unfinished += 1 }
    return slices.sorted { ($0.start, $0.line) < ($1.start, $1.line) }
  }

  /// Makes the session.
  func builders(_ options: LogOptions, _ counts: inout RowCounts) -> [SessionBuilder] {
    let builds = slices("Frame", "Animator::BeginFrame", counts: &counts)
    let rasters = slices("GPURasterizer::Draw", "Rasterizer::DoDraw", counts: &counts)
    let vsyncs = vsyncs.sorted { $0.time < $1.time }
    var at = 0
    let frames = Self.pairs(builds, rasters).map { build, raster -> FlutterFrame in
      while at + 1 < vsyncs.count, vsyncs[at + 1].time <= build.start + 1_000_000 { at += 1 }
      let vsync = vsyncs.isEmpty || vsyncs[at].time > build.start + 1_000_000 ? nil : vsyncs[at]
      return FlutterFrame(
        wanted: vsync.map { min($0.time, build.start) } ?? build.start,
        build: build,
        raster: raster,
        period: vsync?.period,
        label: Int(build.line)
      )
    }
    var builder = FlutterFrame.builder(of: frames, options, labelName: "line", &counts)
    builder.toolFigures =
      FlutterFigures.figures("build", builds.map { Double($0.end - $0.start) / 1e6 })
      + FlutterFigures.figures("rasterizer", rasters.map { Double($0.end - $0.start) / 1e6 })
    return [builder]
  }

  /// The raster of each build: the next one that ends after the build began.
  private static func pairs(_ builds: [Slice], _ rasters: [Slice]) -> [(Slice, Slice?)] {
    if builds.count == rasters.count { return zip(builds, rasters).map { ($0, $1) } }
    var result: [(Slice, Slice?)] = []
    var at = 0
    for (index, build) in builds.enumerated() {
      let next = index + 1 < builds.count ? builds[index + 1].end : .max
      while at < rasters.count, rasters[at].start < build.start { at += 1 }
      if at < rasters.count, rasters[at].start < next {
        result.append((build, rasters[at]))
        at += 1
      } else {
        result.append((build, nil))
      }
    }
    return result
  }
}

/// One frame of Flutter's, however it was read.
struct FlutterFrame {
  var wanted: Int64
  var build: FlutterFrames.Slice
  var raster: FlutterFrames.Slice?
  /// The promised period; nil where the file does not say.
  var period: Int64?
  var label: Int

  /// Makes the session.
  static func builder(
    of frames: [FlutterFrame],
    _ options: LogOptions,
    labelName: String,
    hertz: Double? = nil,
    _ counts: inout RowCounts
  ) -> SessionBuilder {
    var builder = SessionBuilder(name: "")
    builder.labelName = labelName
    builder.phaseNames = ["build", "raster"]
    builder.stalls = []
    let starts = frames.map(\.wanted).sorted()
    let gaps = zip(starts, starts.dropFirst()).map { $1 &- $0 }
    var rate = options.refreshHertz.map { AssumedRate(stated: $0) }
    let isPromised = frames.contains { $0.period != nil }
    if rate == nil, let hertz, hertz >= 1, hertz <= 1000 { rate = AssumedRate(stated: hertz) }
    if rate == nil, !isPromised { rate = try? AssumedRate(derivedFrom: gaps) }
    describe(&builder, rate, isPromised: isPromised, isGiven: hertz != nil)
    // Frames before the first vsync event have the period that most others were promised.
    let promised = frames.compactMap(\.period).sorted()
    let usual = rate?.period.rawValue ?? (promised.isEmpty ? nil : promised[promised.count / 2])
    let order = frames.indices.sorted { (frames[$0].wanted, $0) < (frames[$1].wanted, $1) }
    for (place, index) in order.enumerated() {
      let frame = frames[index]
      counts.read += 1
      if place > 0 {
        addSwallowed(
          between: frames[order[place - 1]],
          frame,
          frame.period ?? usual,
          isPromised: isPromised,
          &builder
        )
      }
      add(frame, frame.period ?? usual, isPromised: isPromised, &builder, &counts)
    }
    if !isPromised { builder.period = rate?.period }
    builder.isRateStated = options.refreshHertz != nil || hertz != nil && !isPromised
    builder.markGaps()
    return builder
  }

  private static func describe(
    _ builder: inout SessionBuilder,
    _ rate: AssumedRate?,
    isPromised: Bool,
    isGiven: Bool
  ) {
    var support = LogSupport(otherwise: "Flutter's timeline does not tell when frames were shown")
    support.set(.exact, .frames, .work)
    support.set(
      .approximate("gaps between frames may be idle or blocked"),
      .animating,
      .skipped
    )
    let why =
      "no present times: a frame rasterised within two periods of its vsync counts as on time"
    if isPromised {
      support.set(.approximate(why), .hitches, .onTime, .overrun, .rates)
    } else if let rate {
      let words = isGiven ? "the file's displayRefreshRate" : rate.words
      support.set(.approximate("\(why); \(words)"), .hitches, .onTime, .overrun, .rates)
      builder.assumption = words
    } else {
      let reason = "no VsyncProcessCallback in the file: state the rate with --refresh"
      support.set(.absent(reason), .hitches, .onTime, .overrun, .rates)
    }
    builder.support = support
  }

  /// Adds the refreshes at which a frame kept its thread from beginning another, where the next one began as soon
  /// as it could: at the first refresh after the thread was free. They were due and had no frame of their own.
  private static func addSwallowed(
    between last: FlutterFrame,
    _ next: FlutterFrame,
    _ period: Int64?,
    isPromised: Bool,
    _ builder: inout SessionBuilder
  ) {
    guard let period, period > 0 else { return }
    let longest = [last.build, last.raster].compactMap(\.self)
      .filter { $0.end - $0.start > period }.map(\.end).max()
    guard let free = longest, free > last.wanted else { return }
    // The first refresh after it; a quarter of a period, since instants of several threads round.
    let first = (free - last.wanted + period - 1) / period * period
    guard next.wanted - last.wanted <= first + period / 4 else { return }
    let count = (next.wanted - last.wanted + period / 2) / period - 1
    for tick in 0..<min(max(0, count), 1_000) {
      let wanted = last.wanted + (tick + 1) * period
      builder.add(
        .init(
          wanted: Instant(nanoseconds: wanted),
          promised: Instant(nanoseconds: wanted + 2 * period),
          fate: .swallowed,
          cause: (last.build.end - last.build.start > period) ? "app: build" : "app: raster"
        ),
        label: last.label
      )
      if isPromised { builder.periods.append(Nanoseconds(rawValue: period)) }
    }
  }

  private static func add(
    _ frame: FlutterFrame,
    _ period: Int64?,
    isPromised: Bool,
    _ builder: inout SessionBuilder,
    _ counts: inout RowCounts
  ) {
    let end = max(frame.build.end, frame.raster?.end ?? frame.build.end)
    // Build has one period, raster the next.
    let promised = period.map { frame.wanted &+ 2 * $0 }
    let shown = promised.map { shownByDeadline($0, finished: end, period: period ?? 0) } ?? end
    var phases = FrameTimeline.PhaseDurations()
    let build = frame.build.end &- frame.build.start
    let raster = frame.raster.map { $0.end &- $0.start } ?? 0
    guard 0...FrameLimit.frame ~= build, 0...FrameLimit.frame ~= raster else {
      counts.refuse(
        line: frame.label,
        "build \(Double(build) / 1e6) ms, raster \(Double(raster) / 1e6) ms"
      )
      return
    }
    phases[0] = Nanoseconds(rawValue: build)
    phases[1] = Nanoseconds(rawValue: raster)
    var work = FrameTimeline.Work(from: frame.build.start, to: end, phases: phases)
    work.engine = Nanoseconds(rawValue: build + raster)
    let isLate = promised.map { end > $0 } ?? false
    let made = FrameTimeline.Frame(
      wanted: Instant(nanoseconds: frame.wanted),
      promised: promised.map { Instant(nanoseconds: $0) },
      fate: .presented(Instant(nanoseconds: shown)),
      work: work,
      cause: isLate ? (build >= raster ? "app: build" : "app: raster") : nil
    )
    guard builder.add(made, of: frame.label, orRefuseIn: &counts) else { return }
    if isPromised { builder.periods.append(Nanoseconds(rawValue: period ?? 0)) }
    if let period, build > period {
      let start = Instant(nanoseconds: frame.build.start)
      builder.addStall(at: start, Nanoseconds(rawValue: build))
    }
  }
}

/// Flutter's own statistics of durations.
enum FlutterFigures {
  /// Mean, percentiles by nearest rank, worst, and those over 16 ms, of times in milliseconds.
  static func figures(_ what: String, _ values: [Double]) -> [LogSession.ToolFigure] {
    let sorted = values.sorted()
    guard let worst = sorted.last else { return [] }
    func rank(_ share: Double) -> Double {
      sorted[Int((Double(sorted.count - 1) * share).rounded())]
    }
    let mean = sorted.reduce(0, +) / Double(sorted.count)
    return [
      .init("Flutter: \(what) frames", Double(sorted.count)),
      .init("Flutter: average \(what) time", mean, "ms"),
      .init("Flutter: 90th percentile \(what) time", rank(0.9), "ms"),
      .init("Flutter: 99th percentile \(what) time", rank(0.99), "ms"),
      .init("Flutter: worst \(what) time", worst, "ms"),
      .init("Flutter: \(what) times over 16 ms", Double(sorted.count { $0 > 16 })),
    ]
  }
}
