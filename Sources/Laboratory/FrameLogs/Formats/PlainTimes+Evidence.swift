import FrameMetrics
import Timebase

// What columns say of a frame beside when it was shown: its promise, its work, whether it was late.
extension PlainTimes {
  /// The columns whose names are such.
  private func named(_ fits: ([String]) -> Bool) -> [Int] {
    (header ?? []).indices.filter { $0 < columns.count && fits(words($0)) }
  }

  /// Those of them that hold numbers in most rows.
  private func columns(_ fits: ([String]) -> Bool) -> [Int] { named(fits).filter(isFull) }

  private func name(_ column: Int) -> String { String((header?[column] ?? "").prefix(40)) }

  private func unit(_ column: Int, _ meaning: PlainColumns.Meaning) -> Double {
    PlainUnits.nanoseconds(named: name(column).lowercased()) ?? guessedUnit(column, meaning)
  }

  /// The rows' value in nanoseconds; nil where there is none.
  private func nanoseconds(_ column: Int, _ row: Int, _ unit: Double) -> Int64? {
    let value = columns[column][row]
    return value.isNaN ? nil : Int64(value, nanosecondsEach: unit)
  }

  /// How many rows a column of the table calls late or dropped, or tells to be beyond their deadline.
  func ownVerdicts(_ period: Nanoseconds?) -> Int {
    let verdicts = named(PlainColumns.isOwnVerdict).map { isLate($0, period) }
    let overruns = named { $0.contains("overrun") }
    return lines.indices.count { row in
      verdicts.contains { $0(row) } || overruns.contains { columns[$0][row] > 0 }
    }
  }

  /// Which rows a column calls late: by a flag, by a number of frames that may add up from row to row, or by a time,
  /// half a refresh of it or more.
  private func isLate(_ column: Int, _ period: Nanoseconds?) -> (Int) -> Bool {
    // Many write a verdict in the rows alone that have one.
    let values = columns[column].map { $0.isNaN ? 0 : $0 }
    let isWhole = values.allSatisfy { $0 == $0.rounded() }
    if let unit = PlainUnits.nanoseconds(named: name(column).lowercased()) ?? (isWhole ? nil : 1e6)
    {
      let least = Double((period ?? Nanoseconds(rawValue: 16_666_667)).rawValue) / 2
      return { values[$0] * unit >= least }
    }
    let addsUp = (values.last ?? 0) > 1 && zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
    return { row in addsUp && row > 0 ? values[row] > values[row - 1] : values[row] > 0 }
  }

  /// Why nothing is kept where frames among others have no duration, or none of any length; nil where all have one.
  func lostDurations(_ column: Int) -> String? {
    let values = columns[column]
    // The first frame and the last one have none in many tables.
    guard let first = values.firstIndex(where: { $0 > 0 }),
      let last = values.lastIndex(where: { $0 > 0 })
    else { return nil }
    let inner = first..<last + 1
    let missing = inner.filter { values[$0].isNaN }
    // A clock with coarse steps gives many frames none.
    let zeros = inner.filter { values[$0] == 0 }
    let lost = zeros.count * 20 <= inner.count ? (missing + zeros).sorted() : missing
    guard let place = lost.first else { return nil }
    return
      "\(lost.count) of \(values.count) frames have no duration in `\(name(column))`, the first in line "
      + "\(lines[place]): how long they were is not known"
  }

  /// Why nothing is kept where both a point and a comma may stand before decimals; nil elsewhere.
  func doubtfulDecimals(_ column: Int) -> String? {
    guard column < decimalMarks.count, decimalMarks[column].points > 0,
      decimalMarks[column].commas > 0
    else { return nil }
    return "`\(name(column))` has points in \(decimalMarks[column].points) rows and commas in "
      + "\(decimalMarks[column].commas): which stands before decimals is not known"
  }

  /// Why nothing is kept where work on frames took longer than a refresh; nil where none did.
  func overwork(_ period: Nanoseconds?) -> String? {
    guard let period = period?.rawValue, period > 0 else { return nil }
    for column in columns(PlainColumns.isWork) {
      let unit = unit(column, .durations)
      let count = lines.indices.count { (nanoseconds(column, $0, unit) ?? 0) > period }
      if count > 0 {
        return
          "`\(name(column))` is longer than a refresh of \(AssumedRate.text(Double(period) / 1e6)) ms in "
          + "\(count) of \(lines.count) rows: whether those frames were late the times do not tell"
      }
    }
    return nil
  }

  /// Refuses a table of which each row tells how many frames a second there were.
  func refuseSamples(at column: Int, _ meaning: PlainColumns.Meaning, _ unit: Double) throws {
    guard meaning == .times,
      let rate = columns({ $0.contains("fps") || $0.contains("framerate") }).first
    else { return }
    func median(_ values: [Double]) -> Double {
      let values = values.filter { $0 > 0 }.sorted()
      return values.isEmpty ? 0 : values[values.count / 2]
    }
    let times = columns[column].filter { !$0.isNaN }
    let frames =
      median(zip(times, times.dropFirst()).map { $1 - $0 }) * unit / 1e9 * median(columns[rate])
    guard frames > 0, !(0.4...2.5 ~= frames) else { return }
    throw source.fault(
      "samples of a frame rate in `\(name(rate))`, no frames",
      expected: "a row for each frame",
      advice: "Log when each frame was shown (frame_timestamp_ms), or for how long (frame_time_ms)."
    )
  }

  /// Frames with their begin, their work and a deadline or overrun, as Android's FrameMetrics and JankStats tell
  /// them; nil for another table.
  mutating func logOfDeadlines() throws -> FrameLog? {
    let works = columns(PlainColumns.isWork)
    func work(_ word: String) -> Int? { works.first { words($0).contains(word) } }
    let overrun = columns { $0.contains("overrun") }.first
    let deadline = columns { $0.contains("deadline") && !PlainColumns.isOwnVerdict($0) }.first
    let starts = columns { PlainColumns.isFrameTime($0) || PlainColumns.isClock($0) }
      .filter { !words($0).contains("deadline") && increases($0) }
    guard let start = starts.first(where: { words($0).contains("intended") }) ?? starts.first,
      let total = work("total") ?? work("cpu") ?? works.first, let due = overrun ?? deadline
    else { return nil }
    let isInstant = overrun == nil && increases(due)
    let units = (
      start: unit(start, .times), work: unit(total, .durations),
      due: PlainUnits.nanoseconds(named: name(due).lowercased())
        ?? (isInstant ? unit(start, .times) : unit(total, .durations))
    )
    let janks = named(PlainColumns.isOwnVerdict).map { isLate($0, nil) }
    var frames: [JankFrame] = []
    for row in lines.indices {
      let line = Int(lines[row])
      guard let begin = nanoseconds(start, row, units.start),
        let length = nanoseconds(total, row, units.work), 0...FrameLimit.frame ~= length
      else {
        rows.refuse(line: line, "no time of a frame and its work")
        continue
      }
      var over = nanoseconds(due, row, units.due)
      if overrun == nil { over = over.map { isInstant ? begin &+ length &- $0 : length - $0 } }
      frames.append(
        JankFrame(
          line: line,
          start: begin,
          work: length,
          ui: work("ui").flatMap { nanoseconds($0, row, units.work) },
          cpu: work("cpu").flatMap { nanoseconds($0, row, units.work) },
          overrun: over.flatMap { JankFrame.overrun($0, of: length, named: name(due), &rows) },
          isJank: janks.isEmpty ? nil : janks.contains { $0(row) }
        )
      )
    }
    notes.append(
      "`\(name(start))` is when frames began, `\(name(total))` their work, `\(name(due))` "
        + (overrun == nil ? "their deadline" : "by how much they missed it")
    )
    let builder = JankFrame.builder(of: frames, source.options, &rows, overrun: name(due))
    return try source.log(
      .csv,
      variant: "frames with deadlines",
      rows: rows,
      builders: [builder],
      notes: notes
    )
  }

  /// Frames with the instant for which they were promised and that at which they were shown; nil for another
  /// table.
  mutating func logOfPromises() throws -> FrameLog? {
    let expectations = columns(PlainColumns.isExpectation).filter { increases($0) }
    let actuals = columns(PlainColumns.isActual).filter { increases($0) }
    guard let expected = expectations.first, let actual = actuals.first else { return nil }
    let units = (expected: unit(expected, .times), actual: unit(actual, .times))
    var builder = SessionBuilder(name: "")
    builder.support = LogSupport(otherwise: "promises and pictures do not tell")
    builder.support.set(.exact, .frames, .intervals, .onTime, .overrun)
    let promises = lines.indices.compactMap { nanoseconds(expected, $0, units.expected) }
    let intervals = zip(promises, promises.dropFirst()).map { $1 - $0 }
    do throws(AssumedRate.Refusal) {
      let rate =
        if let hertz = source.options.refreshHertz { AssumedRate(stated: hertz) } else {
          try AssumedRate(derivedFrom: intervals)
        }
      (builder.period, builder.assumption) = (rate.period, rate.words)
      builder.support.set(.approximate(rate.words), .hitches, .rates, .animating, .skipped)
    } catch {
      builder.support.set(.absent(error.reason), .hitches, .rates, .animating, .skipped)
    }
    let period = builder.period ?? .zero
    for row in lines.indices {
      let line = Int(lines[row])
      guard let promised = nanoseconds(expected, row, units.expected), promised.isTime else {
        rows.refuse(line: line, "no time for which the frame was expected")
        continue
      }
      let shown = nanoseconds(actual, row, units.actual).map { Instant(nanoseconds: $0) }
      let due = Instant(nanoseconds: promised)
      let frame = FrameTimeline.Frame(
        wanted: due - period,
        promised: due,
        fate: shown.map { .presented($0) } ?? .dropped
      )
      builder.add(frame, of: line, orRefuseIn: &rows)
    }
    builder.ownLateCount = ownVerdicts(builder.period)
    builder.open = overwork(builder.period)
    notes.append(
      "`\(name(expected))` is for when frames were promised, `\(name(actual))` when they were shown"
    )
    return try source.log(
      .csv,
      variant: "promises and pictures",
      rows: rows,
      builders: [builder],
      notes: notes
    )
  }

  private func words(_ column: Int) -> [String] { PlainColumns.words(header?[column] ?? "") }
}
