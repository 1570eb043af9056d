import Comparing
import FrameMetrics
import Gating
import Records
import Statistics
import Timebase

/// An app before and after: the figures of two analyses, session by session.
///
/// One recording says nothing of how the next one scatters. The recordings of a side are its files
/// (the days, of MetricKit): with ``least`` of them on both sides a figure gets a verdict by the rule of
/// `Comparing`, among all figures of its session. With fewer the figures stand beside each other, and a
/// word is said only of those that are the same.
package struct RecordingComparison: Sendable {
  /// The sessions of both sides that are one: of the same process, window, layer or swap chain.
  package struct Cell: Sendable {
    /// What they are called.
    package var name: String
    /// How many recordings each side has.
    package var recordings: (before: Int, after: Int)
    /// How many more were given that are copies of these: the same file.
    package var copies: Int
    /// How many of these have the same frames as another of their side.
    package var equal: Int
    /// The figures that both sides have.
    package var figures: [RunComparison.Figure]
    /// Why they cannot be compared; nil where they can.
    package var refusal: String?
    /// The time from one picture to the next in all recordings of each side, in ms: the values below which 0, 0.1,
    /// 0.2 ... 100 % of them lie; empty where no frames are known.
    package var intervals: (before: [Double], after: [Double])

    /// The name and the recordings in words.
    package var title: String {
      let left =
        copies == 0
        ? "" : copies == 1 ? "; 1 copy is left out" : "; \(copies) copies are left out"
      let same = equal == 0 ? "" : "; \(equal) of them with the frames of another"
      return "\(name) (\(recordings.before) and \(recordings.after) recordings\(left)\(same))"
    }
  }

  /// The fewest recordings a side of which a figure is called better or worse.
  package static let least = Comparison.least

  /// The sessions that both have, in the order of the first.
  package private(set) var cells: [Cell] = []
  /// Sessions of the first analysis that the second has not.
  package private(set) var onlyFirst: [String] = []
  /// Sessions of the second analysis that the first has not.
  package private(set) var onlySecond: [String] = []

  /// What makes sessions of several files one.
  private struct Key: Hashable {
    var name: String
    /// Of sessions of one name in one file, which.
    var ordinal: Int
  }

  /// Sessions of one side that are one.
  private struct Group {
    var key: Key
    var cells: [CellRecord]
    var copies = 0
  }

  /// Compares two analyses.
  ///
  /// - Complexity: O(figures).
  package init(_ before: RunRecord, _ after: RunRecord) {
    let first = Self.groups(of: before)
    var second = Self.groups(of: after)
    for group in first {
      let isOnly = first.count == 1 && second.count == 1
      if let place = second.firstIndex(where: { $0.key == group.key || isOnly }) {
        let other = second.remove(at: place)
        judge(group, other)
      } else {
        onlyFirst.append(Self.name(of: group, group))
      }
    }
    onlySecond = second.map { Self.name(of: $0, $0) }
  }

  /// Whether any session has recordings enough for a verdict.
  package var isJudged: Bool { unjudged == nil }

  /// Why nothing is judged, in a sentence; nil where a session has recordings enough for a verdict, or none
  /// can be compared.
  package var unjudged: String? {
    let compared = cells.filter { $0.refusal == nil }.map(\.recordings)
    guard let most = compared.max(by: { min($0.before, $0.after) < min($1.before, $1.after) }),
      min(most.before, most.after) < Self.least
    else { return nil }
    return "Not judged: \(most.before) and \(most.after) recordings; a figure gets a verdict with "
      + "\(Self.least) on each side."
  }

  /// How many more recordings a side give a verdict; 0 where there are enough, or nothing is compared.
  package var needed: Int {
    guard unjudged != nil else { return 0 }
    let sides = cells.filter { $0.refusal == nil }.map {
      min($0.recordings.before, $0.recordings.after)
    }
    return sides.max().map { max(0, Self.least - $0) } ?? 0
  }

  /// How many figures got each verdict.
  package func count(of verdict: RunComparison.Verdict) -> Int {
    cells.reduce(0) { $0 + $1.figures.count { $0.verdict == verdict } }
  }

  // MARK: Sessions

  private static func groups(of analysis: RunRecord) -> [Group] {
    grouped(analysis).map { group in
      let kept = withoutCopies(group.cells)
      return Group(key: group.key, cells: kept, copies: group.cells.count - kept.count)
    }
  }

  /// Copies of a file in which something was late count once, and so do payloads of one day with the same figures.
  private static func withoutCopies(_ cells: [CellRecord]) -> [CellRecord] {
    var seen: Set<RecordingCopy> = []
    return cells.filter { cell in
      RecordingCopy(of: cell).map { seen.insert($0).inserted } ?? true
    }
  }

  /// How many recordings have the frames of one before them.
  private static func equal(_ cells: [CellRecord]) -> Int {
    let frames = cells.compactMap { $0.recording?.framesDigest }
    return frames.count - Set(frames).count
  }

  private static func grouped(_ run: RunRecord) -> [Group] {
    var groups: [Group] = []
    var places: [Key: Int] = [:]
    var seen: [Key: Int] = [:]
    for cell in run.cells {
      guard let recording = cell.recording else { continue }
      let own = Key(name: recording.commonName, ordinal: recording.file)
      let ordinal = recording.isOfMany ? 0 : seen[own, default: 0]
      seen[own, default: 0] += 1
      let key = Key(name: recording.commonName, ordinal: ordinal)
      if let place = places[key] {
        groups[place].cells.append(cell)
      } else {
        places[key] = groups.count
        groups.append(Group(key: key, cells: [cell]))
      }
    }
    return groups
  }

  private static func name(of group: Group, _ other: Group) -> String {
    func words(_ group: Group) -> String {
      let name = group.key.name.isEmpty ? group.cells.first?.scenario ?? "" : group.key.name
      return group.key.ordinal == 0 ? name : "\(name), \(group.key.ordinal + 1)"
    }
    let (before, after) = (words(group), words(other))
    return before == after ? before : "\(before) -> \(after)"
  }

  // MARK: Figures

  private mutating func judge(_ before: Group, _ after: Group) {
    let refusal = Self.refusal(before.cells, after.cells)
    let cell = Cell(
      name: Self.name(of: before, after),
      recordings: (before.cells.count, after.cells.count),
      copies: before.copies + after.copies,
      equal: Self.equal(before.cells) + Self.equal(after.cells),
      figures: refusal == nil ? Self.figures(before.cells, after.cells) : [],
      refusal: refusal,
      intervals: (Self.intervals(of: before.cells), Self.intervals(of: after.cells))
    )
    cells.append(cell)
  }

  /// The quantiles of the time between two pictures, in ms: 1,001 from the least to the greatest; none without two.
  ///
  /// - Complexity: O(frames log frames).
  package static func intervals(of cells: [CellRecord]) -> [Double] {
    var all: [Double] = []
    for cell in cells {
      let support = cell.recording?.support.first { $0.subject == .intervals }
      // A list of hitches has pictures, and not each of them.
      guard support?.grade != .absent else { continue }
      let shown = (cell.recording?.timeline.frames ?? []).compactMap(\.presented).sorted()
      all += zip(shown, shown.dropFirst()).map { ($1 - $0).milliseconds }
    }
    guard all.count > 1 else { return [] }
    all.sort()
    return (0...1_000).map { all[($0 * (all.count - 1) + 500) / 1_000] }
  }

  private static func refusal(
    _ before: [CellRecord],
    _ after: [CellRecord]
  ) -> String? {
    func words(_ names: (CellRecord) -> String) -> [String] {
      [before, after].map { Set($0.map(names)).sorted().joined(separator: ", ") }
    }
    // The same frames read differently in two formats.
    let formats = words { $0.recording?.format ?? "" }
    if formats[0] != formats[1] {
      return "the formats differ: \(formats[0]) and \(formats[1]); see both side by side"
    }
    let devices = words { $0.device.isEmpty ? "a device that is not named" : $0.device }
    if devices[0] != devices[1] {
      return "the devices differ: \(devices[0]) and \(devices[1])"
    }
    let rates = [before, after].map { side in
      Rates(side.compactMap { $0.recording?.comparedHertz })
    }
    return rates[0].areKnown && rates[1].areKnown && rates[0] != rates[1]
      ? "the refresh rates differ: \(rates[0].text) and \(rates[1].text)" : nil
  }

  /// The refresh rates of a side's recordings, to 3 %: clocks drift, and 59.94 Hz is 60.
  private struct Rates: Equatable {
    private var hertz: [Double] = []

    init(_ values: [Double]) {
      for value in values.sorted() where value > (hertz.last ?? 0) * 1.03 { hertz.append(value) }
    }

    var areKnown: Bool { !hertz.isEmpty }
    var text: String {
      hertz.map { "\(DecimalText.short($0, places: 0)) Hz" }.joined(separator: ", ")
    }

    static func == (first: Rates, second: Rates) -> Bool {
      first.hertz.count == second.hertz.count
        && zip(first.hertz, second.hertz).allSatisfy { abs($0 / $1 - 1) <= 0.03 }
    }
  }

  /// The figures that both sides have, each with what can be said of it.
  private static func figures(
    _ before: [CellRecord],
    _ after: [CellRecord]
  ) -> [RunComparison.Figure] {
    let period = before.compactMap { $0.recording?.hertz }.first.map { 1000 / $0 }
    let rule = Comparison(.scattering, period: period, unforgiving: ComparedFigures.unforgiving)
    let sides = [before, after].map { cells in
      [ShareComparison.figure(of: cells)] + FigureSamples.gathered(from: cells.map(\.metrics))
    }
    let lengths = [before, after].map(length)
    return rule.compare(sides[0], sides[1]).compactMap { result in
      guard let first = value(result.first, of: result.before, before),
        let second = value(result.second, of: result.after, after)
      else { return nil }
      var figure = RunComparison.Figure(first: first, second: second)
      (figure.verdict, figure.detectable) = (result.verdict, result.detectableChange)
      let growth = growth(of: result.before, lengths)
      if growth != nil, figure.verdict == .worse || figure.verdict == .better {
        figure.verdict = .cannotTell
      }
      if let interval = result.interval, result.first > 0, result.second > 0 {
        figure.ratio = result.second / result.first
        let ends = (interval.lowerBound / result.first, interval.upperBound / result.first)
        figure.interval = 1 + ends.0...1 + ends.1
      }
      let approximate = [first, second].first { $0.quality == .approximate }?.note
      let reach = result.verdict == .cannotTell && result.note == nil ? result.reach : nil
      let notes = [
        growth, result.note, reach, Self.gapNote(of: figure, before, after), approximate,
      ]
      .compactMap(\.self)
      figure.notes = notes
      if result.before.metric == ShareComparison.metric {
        // What became of a recording is no figure of it.
        figure.ratio = nil
      } else {
        figure.samples = (result.before.samples, result.after.samples)
      }
      return figure
    }
  }

  /// How long the recordings of a side are: the median of their active ticks; nil where none has them.
  private static func length(_ cells: [CellRecord]) -> Double? {
    let values = cells.compactMap { $0.metrics.value(of: .activeTicks)?.value }
    return values.isEmpty ? nil : Bootstrap.median(values)
  }

  /// Why a figure of recordings of two lengths is not compared; nil where it can be.
  private static func growth(of figure: FigureSamples, _ lengths: [Double?]) -> String? {
    guard Metric.named(figure.metric)?.growsWithLength == true, let before = lengths[0],
      let after = lengths[1],
      min(before, after) > 0, max(before, after) > 1.1 * min(before, after)
    else { return nil }
    return "it grows with a recording, and these have about \(Int(before)) and \(Int(after)) ticks"
  }

  /// What is to be said of a figure whose upper end rests on gaps that may have been idle; nil without such.
  private static func gapNote(
    of figure: RunComparison.Figure,
    _ before: [CellRecord],
    _ after: [CellRecord]
  ) -> String? {
    let sides = zip(["before", "after"], [before, after]).compactMap { name, cells -> String? in
      let ranges = cells.lazy.flatMap(\.metrics).filter {
        $0.metric == figure.first.metric && $0.statistic == figure.first.statistic
          && $0.isRange
      }
      guard let widest = ranges.max(by: { $0.width < $1.width }), let low = widest.low,
        let high = widest.high
      else { return nil }
      return "\(name) \(DecimalText.short(low, places: 2)) if its gaps were idle, "
        + "\(DecimalText.short(high, places: 2)) if they were stalls"
    }
    return sides.isEmpty ? nil : "compared as if gaps were stalls: " + sides.joined(separator: "; ")
  }

  /// A figure of a side, with what is typical of its recordings; nil where none has it.
  private static func value(
    _ typical: Double,
    of figure: FigureSamples,
    _ cells: [CellRecord]
  ) -> MetricValue? {
    if figure.metric == ShareComparison.metric {
      return MetricValue(
        metric: figure.metric,
        statistic: figure.statistic,
        value: typical,
        unit: figure.unit,
        better: figure.better
      )
    }
    let values = cells.lazy.flatMap(\.metrics)
    var value = values.first {
      $0.metric == figure.metric && $0.statistic == figure.statistic && $0.value != nil
    }
    value?.value = typical
    return value
  }
}

extension ShareComparison {
  /// How many recordings missed a limit, of those that were judged or should have been.
  package static func figure(of cells: [CellRecord]) -> FigureSamples {
    figure(
      cells.compactMap { cell -> Bool?? in
        let kind = cell.verdict.kind
        if kind.isOpen { return .some(nil) }
        return kind == .missed ? .some(true) : kind == .pass ? .some(false) : nil
      }
    )
  }
}

extension MetricValue {
  /// From the lower to the upper end; 0 for one number.
  fileprivate var width: Double { (high ?? 0) - (low ?? 0) }
}

/// What two recordings have alike that are one.
package struct RecordingCopy: Hashable {
  private var session: String
  private var digest: String?
  private var metrics: [MetricValue]?

  /// The file's bytes, where a frame was late in it, since no two recordings have that alike; of a day's sums the
  /// figures. Nil where nothing tells a copy.
  ///
  /// - Complexity: O(figures).
  package init?(of cell: CellRecord) {
    guard let recording = cell.recording else { return nil }
    session = recording.session
    if recording.isDay {
      metrics = cell.metrics
      return
    }
    let isLate = [Metric.lateFrames, .hitchCount].contains {
      cell.metrics.value(of: $0)?.value ?? 0 > 0
    }
    guard isLate, !recording.digest.isEmpty else { return nil }
    digest = recording.digest
  }
}

extension Recording {
  /// The rate that must be the same for recordings to be compared; nil where it is unknown, or chance.
  fileprivate var comparedHertz: Double? { hasRateOfHitches ? nil : hertz }
}
