import FrameMetrics
import Statistics
import Timebase

/// The presents of one swap chain, as PresentMon and its relatives measure them.
struct PresentRows {
  /// One call of Present; NaN for what the row does not tell.
  struct Row {
    var line: Int32
    /// In the unit of the file's clock.
    var time: Double
    /// From there until the picture was on screen, in ms.
    var untilDisplayed: Double
    /// From the present before, in ms.
    var between: Double
    var cpuBusy: Double
    var gpuBusy: Double
    /// In the call of Present, in ms.
    var inPresent: Double
    var animationError: Double
    var isDropped: Bool
  }

  var name: String
  var rows: [Row] = []
  /// Whether the CPU's time is the time between presents less that in Present.
  var isCPUDerived = false
  /// What the first part of a long file says of all parts; nil before it is read.
  private var settled: Settled?

  private struct Settled {
    var hasCPU: Bool
    var hasDisplay: Bool
    var rate: Result<AssumedRate, AssumedRate.Refusal>?
  }

  init(name: String) { self.name = name }

  /// Whether a part can end with the last row: it is a picture's, and later than the one before it.
  var canEnd: Bool {
    guard let last = rows.last, !last.isDropped else { return false }
    return rows.count < 2 || last.time > rows[rows.count - 2].time
  }

  /// Keeps the last picture, without its work: the next part goes on from it.
  mutating func startPart() {
    guard var last = rows.last else { return }
    (last.cpuBusy, last.gpuBusy, last.inPresent, last.animationError) = (.nan, .nan, .nan, .nan)
    rows = [last]
  }

  /// The time between two presents less that in Present, in ms; NaN where either is not known.
  static func outsidePresent(_ between: Double, _ inPresent: Double) -> Double {
    let rest = between - inPresent
    return rest < 0 ? 0 : rest
  }

  /// The file's clock in nanoseconds each.
  ///
  /// Counts of the performance counter have a frequency that no column tells, and the start column
  /// of 2.x is in seconds, milliseconds or counts: the time that the rows say lies between them
  /// tells which.
  func unit(otherwise: Double?) -> Double? {
    if let otherwise { return otherwise }
    // The start column of 2.x tells the start, so the time between is that of the row before; a time of
    // Present has its own row's. Gaps make one of the two wrong, and leave the middle of the other.
    var (own, before): ([Double], [Double]) = ([], [])
    for (first, second) in zip(rows, rows.dropFirst()) {
      let step = second.time - first.time
      guard step > 0, second.between > 0, first.between > 0 else { continue }
      own.append(second.between * 1e6 / step)
      before.append(first.between * 1e6 / step)
    }
    guard !own.isEmpty else { return nil }
    let units = [own, before].map { $0.sorted()[$0.count / 2] }
    let known: [Double] = [1e9, 1e6, 100]
    return known.first { known in units.contains { 0.5...2 ~= $0 / known } } ?? units[0]
  }

  /// Makes the frames, in the order in which they were presented.
  mutating func builder(
    unit: Double,
    _ options: LogOptions,
    _ counts: inout RowCounts
  ) -> SessionBuilder {
    var builder = SessionBuilder(name: name)
    builder.rate = settled?.rate
    builder.phaseNames = ["CPU busy", "GPU busy"]
    let hasCPU = settled?.hasCPU ?? rows.contains { !$0.cpuBusy.isNaN }
    // Zeros throughout stand for "not measured".
    let hasDisplay = settled?.hasDisplay ?? rows.contains { $0.untilDisplayed > 0 }
    builder.support = support(hasDisplay: hasDisplay, hasCPU: hasCPU)
    for row in rows {
      guard let time = Int64(row.time, nanosecondsEach: unit),
        let until = Int64(row.untilDisplayed.isNaN ? 0 : row.untilDisplayed, nanosecondsEach: 1e6)
      else {
        counts.refuse(line: Int(row.line), "a time of \(row.time)")
        continue
      }
      let frame = FrameTimeline.Frame(
        wanted: Instant(nanoseconds: time),
        promised: nil,
        fate: row.isDropped ? .dropped : .presented(Instant(nanoseconds: time + until)),
        work: work(of: row, from: time),
        cause: cause(of: row)
      )
      builder.add(frame, of: Int(row.line), orRefuseIn: &counts)
    }
    let (busy, labels) = (busy, builder.labels)
    // A present that stands for its picture is no time at which a frame was wanted.
    builder.assumeRate(options, ownWanted: hasDisplay, work: { busy[labels[$0]] })
    settled = settled ?? Settled(hasCPU: hasCPU, hasDisplay: hasDisplay, rate: builder.rate)
    if !hasDisplay { Self.sayNoDisplay(&builder) }
    builder.toolFigures = figures()
    builder.given = errors()
    // Those that others superseded were made and never shown too.
    if options.from == nil, options.to == nil, let metric = Metric.named("dropped_frames") {
      builder.given.append(
        MetricValue(of: metric, .value, .figure(Double(rows.count { $0.isDropped })))
      )
    }
    return builder
  }

  /// Says that the file does not tell when pictures were on screen: presents stand for them where they were
  /// not all dropped.
  private static func sayNoDisplay(_ builder: inout SessionBuilder) {
    let isShown = builder.frames.contains { $0.presented != nil }
    let why =
      "display times are missing (MsUntilDisplayed, DisplayLatency): when pictures were on screen is not "
      + "in this file"
    if isShown {
      builder.notes.append(why + "; the times of Present are taken for it")
    } else {
      builder.support.set(.absent(why), .hitches, .onTime, .intervals, .animating, .skipped)
    }
  }

  /// What each row says of its own work, by line: the longest of CPU, GPU and Present. CPU time that is
  /// derived from the time between presents has idle time in it and says nothing.
  private var busy: [Int64: Nanoseconds] {
    var busy: [Int64: Nanoseconds] = [:]
    for row in rows {
      let times = [isCPUDerived ? .nan : row.cpuBusy, row.gpuBusy, row.inPresent]
      let longest = times.lazy.filter { $0 > 0 }.compactMap { Int64($0, nanosecondsEach: 1e6) }
        .max()
      if let longest { busy[Int64(row.line)] = Nanoseconds(rawValue: longest) }
    }
    return busy
  }

  private func support(hasDisplay: Bool, hasCPU: Bool) -> LogSupport {
    var support = LogSupport(otherwise: "PresentMon does not tell")
    support.set(.exact, .frames, .skipped)
    support[.intervals] =
      hasDisplay
      ? .exact : .approximate("no column tells when pictures were on screen: times of Present")
    support[.animating] = .approximate("gaps over 100 ms may be idle or blocked")
    support[.work] =
      !hasCPU
      ? .absent("no column tells how long the CPU was busy with a frame")
      : isCPUDerived
        ? .approximate("the time between presents less the time in Present: no CPU column") : .exact
    return support
  }

  private func work(of row: Row, from time: Int64) -> FrameTimeline.Work? {
    guard row.cpuBusy >= 0, let busy = Int64(row.cpuBusy, nanosecondsEach: 1e6) else { return nil }
    var phases = FrameTimeline.PhaseDurations()
    phases[0] = Nanoseconds(rawValue: busy)
    if row.gpuBusy >= 0, let gpu = Int64(row.gpuBusy, nanosecondsEach: 1e6) {
      phases[1] = Nanoseconds(rawValue: gpu)
    }
    // The time before a present is over at its call.
    return isCPUDerived
      ? .init(from: time - busy, to: time, phases: phases)
      : .init(from: time, to: time + busy, phases: phases)
  }

  private func cause(of row: Row) -> String? {
    guard row.cpuBusy >= 0, row.gpuBusy >= 0 else { return nil }
    if row.gpuBusy > row.cpuBusy { return "GPU" }
    // The time between two presents may as well have been idle.
    return isCPUDerived ? nil : "app: CPU"
  }

  /// What PresentMon's users know: presents, those not shown, the times between them.
  private func figures() -> [LogSession.ToolFigure] {
    let dropped = rows.count { $0.isDropped }
    var figures: [LogSession.ToolFigure] = [
      .init("PresentMon: frames", Double(rows.count)),
      .init("PresentMon: not displayed", Double(dropped)),
    ]
    let times = rows.map(\.between).filter { $0 > 0 }.sorted()
    guard !times.isEmpty else { return figures }
    let sum = times.reduce(0, +)
    figures.append(.init("PresentMon: frames a second", 1000 * Double(times.count) / sum, "fps"))
    figures.append(
      .init("PresentMon: time between presents, mean", sum / Double(times.count), "ms")
    )
    for (name, share) in [("median", 0.5), ("p95", 0.95), ("p99", 0.99)] {
      figures.append(
        .init(
          "PresentMon: time between presents, \(name)",
          Quantile.linear(times, share),
          "ms"
        )
      )
    }
    return figures + CapFrameXFigures(descending: times.reversed()).figures
  }

  /// PresentMon's own animation error, the honest unevenness where no grid is known.
  private func errors() -> [MetricValue] {
    let errors = rows.compactMap { row in
      row.animationError.isNaN ? nil : Int64(abs(row.animationError), nanosecondsEach: 1e6)
    }
    guard !errors.isEmpty, errors.allSatisfy({ $0 <= FrameLimit.work }),
      let metric = Metric.named("animation_error_ms"),
      let p99 = Samples(errors).value(at: .p99)
    else { return [] }
    return [MetricValue(of: metric, .p99, .figure(Double(p99) / 1e6))]
  }
}

/// Percentiles as other tools compute them.
enum Quantile {
  /// By linear interpolation between the two nearest samples.
  ///
  /// - Parameter sorted: At least one sample, ascending.
  static func linear(_ sorted: [Double], _ share: Double) -> Double {
    let place = share * Double(sorted.count - 1)
    let low = Int(place)
    let high = min(low + 1, sorted.count - 1)
    return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
  }
}

/// What CapFrameX's users quote of the times between presents.
///
/// Source: CapFrameX, `FrametimeStatisticProvider.cs`; its quantile is MathNet's (Hyndman and Fan's eighth).
private struct CapFrameXFigures {
  /// The times in ms, the longest first; at least one.
  let descending: [Double]
  private let sum: Double

  init(descending: [Double]) {
    self.descending = descending
    sum = descending.reduce(0, +)
  }

  var figures: [LogSession.ToolFigure] {
    var figures: [LogSession.ToolFigure] = []
    for (name, share) in [("1 %", 0.01), ("0.1 %", 0.001)] {
      figures.append(.init("CapFrameX: \(name) low, by time", 1000 / low(share), "fps"))
      figures.append(
        .init("CapFrameX: \(name) low, mean of the slowest frames", 1000 / slowest(share), "fps")
      )
    }
    for (name, share) in [("P1", 0.01), ("P0.1", 0.001)] {
      figures.append(.init("CapFrameX: \(name)", quantile(share), "fps"))
    }
    let limit = 2.5 * sum / Double(descending.count)
    let stuttering = descending.lazy.filter { $0 > limit }.reduce(0, +)
    figures.append(
      .init("CapFrameX: stuttering time, over 2.5 times the mean", 100 * stuttering / sum, "%")
    )
    return figures
  }

  /// The time at which the longest times together reach this share of all time.
  private func low(_ share: Double) -> Double {
    var taken = 0.0
    for time in descending {
      taken += time
      if taken >= sum * share { return time }
    }
    return descending[descending.count - 1]
  }

  private func slowest(_ share: Double) -> Double {
    let count = max(1, Int((Double(descending.count) * share).rounded(.up)))
    return descending.prefix(count).reduce(0, +) / Double(count)
  }

  /// A quantile of the frames a second.
  private func quantile(_ share: Double) -> Double {
    let rates = descending.map { 1000 / $0 }
    let place = (Double(rates.count) + 1.0 / 3) * share + 1.0 / 3
    let whole = Int(place)
    if whole < 1 { return rates[0] }
    if whole >= rates.count { return rates[rates.count - 1] }
    return rates[whole - 1] + (place - Double(whole)) * (rates[whole] - rates[whole - 1])
  }
}
