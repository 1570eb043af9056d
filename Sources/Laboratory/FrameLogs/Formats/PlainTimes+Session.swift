import FrameMetrics
import Timebase

extension PlainTimes {
  /// Makes the log of the rows that were read.
  mutating func log() throws -> FrameLog {
    guard !lines.isEmpty else {
      try rows.check(path: source.path)
      throw source.fault(
        "no numbers in it",
        expected: "times of frames",
        advice: "Record while something moves on screen."
      )
    }
    if settled == nil, let log = try logOfDeadlines() ?? logOfPromises() { return log }
    let choice = try settled?.choice ?? choose()
    let (column, meaning) = (choice.column, choice.meaning)
    let title = header.flatMap { column < $0.count ? $0[column] : nil } ?? ""
    let unit =
      settled?.unit ?? PlainUnits.nanoseconds(named: title.lowercased())
      ?? guessedUnit(column, meaning)
    let name = header.flatMap { column < $0.count ? $0[column] : nil } ?? "column \(column + 1)"
    notes.append(
      "`\(name)` is taken as \(meaning == .times ? "times of frames" : "durations of frames") in "
        + PlainUnits.words(of: unit)
    )
    if settled == nil { try refuseSamples(at: column, meaning, unit) }
    var builder = SessionBuilder(name: "")
    builder.rate = settled?.rate
    builder.support = LogSupport(otherwise: "a list of times does not tell")
    builder.support.set(.exact, .intervals, .frames)
    builder.support.set(
      .approximate("skipped and idle ticks are told by their gaps alone"),
      .animating,
      .skipped
    )
    var clock: PlainClock.Reading?
    if meaning == .durations, let place = choice.clock {
      clock =
        PlainClock(
          times: columns[place],
          durations: columns[column],
          unit: unit,
          named: header.flatMap {
            place < $0.count ? PlainUnits.nanoseconds(named: $0[place].lowercased()) : nil
          }
        ).reading
    }
    var intervals = columns[column]
    var longer: Set<Int64> = []
    if case .frames(let own, let rows) = clock {
      intervals = own
      longer = Set(rows.map { Int64(lines[$0]) })
      if !longer.isEmpty, let place = choice.clock {
        notes.append(
          "`\(header?[place] ?? "")` tells of more time than the durations before \(longer.count) rows: it "
            + "counts there"
        )
      }
    }
    add(intervals, meaning, unit, longer: longer, to: &builder)
    let isWhole = source.options.from == nil && source.options.to == nil
    if meaning == .durations, isWhole, let metric = Metric.named("active_ticks") {
      // Each duration is of a frame; the picture that ends the last one is that of none.
      let count = Double(max(0, builder.frames.count - 1))
      builder.given.append(MetricValue(of: metric, .value, .figure(count)))
    }
    if case .samples(let sum, let span) = clock {
      let why =
        "samples, not frames: the durations add up to \(sum) s and the times span \(span) s; "
        + "log every frame (MangoHud: log_interval=0)"
      builder.support.set(
        .absent(why),
        .frames,
        .intervals,
        .hitches,
        .onTime,
        .animating,
        .skipped
      )
      builder.given = []
      notes.append(why)
    } else {
      assume(meaning, choice, durations: columns[column], unit, longer: longer, &builder)
      builder.open =
        builder.open ?? overwork(builder.period) ?? doubtfulDecimals(column)
        ?? (meaning == .durations && clock == nil ? lostDurations(column) : nil)
    }
    builder.ownLateCount = ownVerdicts(builder.period)
    settled = settled ?? Settled(choice: choice, unit: unit, rate: builder.rate)
    let variant = (meaning == .times ? "times" : "durations") + (isJSON ? ", in JSON" : "")
    // Only another part needs the cells any more.
    if !isParted { (columns, lines) = ([], []) }
    return try source.log(.csv, variant: variant, rows: rows, builders: [builder], notes: notes)
  }

  /// A stated duration is never idle. Between times nobody knows, unless a column says what animated.
  private func assume(
    _ meaning: PlainColumns.Meaning,
    _ choice: PlainColumns.Choice,
    durations: [Double],
    _ unit: Double,
    longer: Set<Int64>,
    _ builder: inout SessionBuilder
  ) {
    var animating: [Int64: Bool] = [:]
    if let column = choice.animating {
      for (row, value) in columns[column].enumerated() where !value.isNaN {
        animating[Int64(lines[row])] = value != 0
      }
    }
    let labels = builder.labels
    let isOneReading = animating.isEmpty && longer.isEmpty
    func reading(_ index: Int) -> GapReading? {
      if isOneReading { return meaning == .durations ? .stall : nil }
      if meaning == .durations, !longer.contains(labels[index]) { return .stall }
      guard let own = animating[labels[index]] else { return nil }
      let before = index > 0 ? animating[labels[index - 1]] ?? own : own
      return own && before ? .stall : .idle
    }
    // Of a longer time the stated duration is the frame's own.
    var work: [Int64: Nanoseconds] = [:]
    for (row, line) in lines.enumerated() where longer.contains(Int64(line)) {
      work[Int64(line)] = Int64(durations[row], nanosecondsEach: unit).map(
        Nanoseconds.init(rawValue:)
      )
    }
    builder.assumeRate(
      source.options,
      ownWanted: false,
      areDurations: meaning == .durations,
      work: { work.isEmpty ? nil : work[labels[$0]] },
      isKnown: reading
    )
  }

  private mutating func add(
    _ values: [Double],
    _ meaning: PlainColumns.Meaning,
    _ unit: Double,
    longer: Set<Int64>,
    to builder: inout SessionBuilder
  ) {
    var last: Int64?
    builder.frames.reserveCapacity(values.count + 1)
    builder.labels.reserveCapacity(values.count + 1)
    for (index, value) in values.enumerated() {
      let line = Int(lines[index])
      if value.isNaN {
        rows.leaveOut("no value")
        continue
      }
      guard let time = Int64(value, nanosecondsEach: unit) else {
        rows.refuse(line: line, "\(value) is no time")
        continue
      }
      var instant = time
      if meaning == .durations {
        let longest = longer.contains(Int64(line)) ? FrameLimit.span : FrameLimit.frame
        guard time >= 0, time < longest else {
          rows.refuse(line: line, "a duration of \(value)")
          continue
        }
        // The first duration ends at the first picture that has one before it.
        if last == nil { append(0, line, to: &builder) }
        instant = (last ?? 0) + time
      } else if let last, instant < last {
        rows.refuse(line: line, "\(value) is before the time of the row before")
        continue
      }
      if meaning == .times, instant == last {
        rows.leaveOut("the same time as the row before: one frame")
        continue
      }
      append(instant, line, to: &builder)
      last = instant
    }
  }

  private func append(_ instant: Int64, _ line: Int, to builder: inout SessionBuilder) {
    let shown = Instant(nanoseconds: instant)
    builder.add(.init(wanted: shown, promised: nil, fate: .presented(shown)), label: line)
  }
}
