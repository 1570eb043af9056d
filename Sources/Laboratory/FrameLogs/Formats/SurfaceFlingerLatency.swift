import FrameMetrics
import Timebase

/// `adb shell dumpsys SurfaceFlinger --latency LAYER`.
///
/// Columns: AOSP `services/surfaceflinger/FrameTracker.cpp`: desired present, actual present, frame
/// ready, in nanoseconds; the greatest number stands for "not yet", zeros for an empty slot. Dumps
/// that follow each other overlap.
enum SurfaceFlingerLatency {
  /// Whether the lines may be such a dump: a period, then rows of three numbers.
  static func fits(_ head: [String]) -> Bool {
    let lines = head.filter { !$0.isEmpty }.drop { numbers($0) == nil }
    guard let first = lines.first, let period = Int64(first), period == 0 || isPeriod(period) else {
      return false
    }
    let rows = lines.dropFirst().prefix(4)
    // A layer without frames has a period and nothing else.
    return rows.isEmpty ? isPeriod(period) : rows.allSatisfy { numbers($0)?.count == 3 }
  }

  private static func isPeriod(_ value: Int64) -> Bool { 1_000_000...200_000_000 ~= value }

  private static func numbers(_ line: some StringProtocol) -> [Int64]? {
    let parts = line.split { $0 == " " || $0 == "\t" }
    let numbers = parts.compactMap { Int64($0) }
    return numbers.count == parts.count ? numbers : nil
  }

  /// Reads the file.
  static func read(_ source: LogSource) throws -> FrameLog {
    var rows = RowCounts()
    // Dumps of several layers in one file are told apart by a line with the layer's name.
    var layers = [Layer(name: "")]
    var places = ["": 0]
    var current: Int? = 0
    var title = ""
    // The session of a layer and a period; nil beyond as many as there may be.
    func place(_ name: String) -> Int? {
      if let known = places[name] { return known }
      guard layers.count < FrameLimit.sessions else { return nil }
      layers.append(Layer(name: name))
      places[name] = layers.count - 1
      return layers.count - 1
    }
    var lines = LineReader(try source.stream())
    // A row with too few numbers, which the end of the file may have cut off.
    var short: (line: Int, count: Int)?
    try lines.forEach { number, line in
      if let row = short { rows.refuse(line: row.line, "\(row.count) numbers, 3 expected") }
      short = nil
      let text = line.withoutBlanks.text
      guard !text.isEmpty else { return true }
      guard let numbers = numbers(text) else {
        title = String(text.prefix(200))
        current = place(title)
        return true
      }
      if numbers.count == 1 {
        guard isPeriod(numbers[0]) else { return true }
        let known = [places[title], current].compactMap(\.self)
        if let index = known.first(where: { layers[$0].fits(numbers[0]) }) {
          current = index
          layers[index].period = numbers[0]
        } else {
          // The same layer on a display of another rate.
          let hertz = (1e9 / Double(numbers[0])).rounded()
          current = place(
            [title, "\(Int(hertz)) Hz"].filter { !$0.isEmpty }.joined(separator: ", ")
          )
          if let index = current { layers[index].period = numbers[0] }
        }
        return true
      }
      guard let current else {
        rows.leaveOut("of more layers than \(FrameLimit.sessions)")
        return true
      }
      rows.read += 1
      guard numbers.count == 3 else {
        short = (number, numbers.count)
        return true
      }
      if numbers == [0, 0, 0] {
        rows.read -= 1
        rows.leaveOut("empty slots")
      } else if numbers[1] == .max || numbers[1] <= 0 || numbers[0] == .max {
        rows.leaveOut("frames that were not shown yet")
        if numbers[0] != .max { layers[current].pending.insert(numbers[0]) }
      } else if !layers[current].seen.insert(numbers).inserted {
        rows.leaveOut("the same frame in another dump")
      } else {
        layers[current].pending.remove(numbers[0])
        add(numbers, number, layers[current].period, &layers[current].builder, &rows)
      }
      return !rows.isFull(rows.read)
    }
    if short != nil {
      rows.read -= 1
      rows.unfinished += 1
    }
    layers.removeAll { $0.builder.frames.isEmpty }
    for index in layers.indices {
      finish(&layers[index].builder, layers[index].period, source.options)
      let pending = layers[index].pending.count
      if pending > Self.queued {
        layers[index].builder.open =
          "\(pending) frames were queued and not shown when the dump was made"
      }
    }
    let builders = layers.map(\.builder)
    return try source.log(.surfaceFlinger, variant: "", rows: rows, builders: builders)
  }

  /// How many frames may be on their way when a dump is made: the buffers that a layer has.
  private static let queued = 4

  private struct Layer {
    var builder: SessionBuilder
    var period: Int64 = 0
    var seen: Set<[Int64]> = []
    /// When frames were wanted that no dump shows.
    var pending: Set<Int64> = []

    init(name: String) { builder = SessionBuilder(name: name) }

    /// Whether a dump of this period goes on with the layer.
    func fits(_ other: Int64) -> Bool {
      builder.frames.isEmpty || abs(Double(other - period)) <= 0.02 * Double(max(1, period))
    }
  }

  private static func add(
    _ numbers: [Int64],
    _ number: Int,
    _ period: Int64,
    _ builder: inout SessionBuilder,
    _ rows: inout RowCounts
  ) {
    let (desired, actual) = (numbers[0], numbers[1])
    guard desired.isTime, actual.isTime else {
      rows.refuse(line: number, "a time of \(desired.isTime ? actual : desired) ns")
      return
    }
    let frame = FrameTimeline.Frame(
      wanted: Instant(nanoseconds: min(desired - period, actual)),
      promised: Instant(nanoseconds: desired),
      fate: .presented(Instant(nanoseconds: actual))
    )
    builder.add(frame, of: number, orRefuseIn: &rows)
  }

  /// Promises each frame the layer's usual lag behind its first column: the 10th percentile of the lags,
  /// rounded up to whole periods. Source: AOSP `FrameStats.aidl`: the column is "either explicitly set or
  /// defaulted to the time when Surface::queueBuffer() was called".
  private static func promise(_ builder: inout SessionBuilder) {
    let order = builder.frames.indices.sorted {
      (builder.frames[$0].presented ?? .distantPast, $0)
        < (builder.frames[$1].presented ?? .distantPast, $1)
    }
    let pairs = zip(order, order.dropFirst()).compactMap { before, index in
      builder.frames[before].presented.flatMap { last in
        builder.frames[index].presented.map {
          (index: index, last: last, interval: ($0 - last).rawValue)
        }
      }
    }
    // A frame that is queued late is late or was not wanted earlier: any longer interval than the usual.
    let intervals = pairs.map(\.interval).filter { $0 > 500_000 }.sorted()
    if let shortest = intervals.isEmpty ? nil : intervals[(intervals.count - 1) / 10] {
      let period = max(1, builder.period?.rawValue ?? shortest)
      let usual = max(1, (shortest + period / 2) / period) * period
      // A layer whose pictures are usually two periods apart or more is a slow app or a slow film.
      if usual == period { builder.usualInterval = Nanoseconds(rawValue: usual) }
      for pair in pairs where pair.interval > period + period / 2 {
        builder.markGap(before: pair.index, from: pair.last)
      }
    }
    let lags = builder.frames.compactMap { frame in
      frame.promised.flatMap { desired in frame.presented.map { ($0 - desired).rawValue } }
    }.sorted()
    guard !lags.isEmpty else { return }
    var usual = max(0, lags[(lags.count - 1) / 10])
    if let period = builder.period?.rawValue, period > 0 {
      usual = (usual + period - 1) / period * period
    }
    for index in builder.frames.indices {
      builder.frames[index].promised = builder.frames[index].promised.map {
        $0 + Nanoseconds(rawValue: usual)
      }
    }
  }

  private static func finish(
    _ builder: inout SessionBuilder,
    _ period: Int64,
    _ options: LogOptions
  ) {
    var support = LogSupport(otherwise: "SurfaceFlinger does not tell of the app's work")
    support.set(.exact, .frames, .intervals)
    support.set(
      .approximate(
        "late is what comes later than the layer's usual lag: the first column is the time of queueing "
          + "unless the app set one"
      ),
      .hitches,
      .onTime
    )
    let gaps = "a gap is idle or a stall, the file does not tell"
    support.set(.approximate(gaps), .skipped, .animating)
    if period > 0 {
      builder.period = Nanoseconds(rawValue: period)
      builder.isRateStated = true
      support[.rates] = .exact
    } else if let hertz = options.refreshHertz {
      let rate = AssumedRate(stated: hertz)
      (builder.period, builder.assumption) = (rate.period, rate.words)
      builder.isRateStated = true
      support[.rates] = .approximate(rate.words)
    } else {
      support[.rates] = .absent("the file's first line names no refresh period")
    }
    builder.support = support
    promise(&builder)
    builder.toolFigures = [.init("SurfaceFlinger: frames", Double(builder.frames.count))]
  }
}
