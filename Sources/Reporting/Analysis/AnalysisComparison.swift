import FrameMetrics
import Gating
import Statistics

/// An app before and after: the figures of two analyses, session by session.
///
/// One recording says nothing of how the next one scatters. The recordings of a side are its files
/// (the days, of MetricKit): with ``least`` of them on both sides a figure is called better or worse
/// when Welch's test of their medians' difference holds among all figures (Holm, at the level of
/// ``RunComparison``) and the difference is above its resolution. With fewer the figures stand
/// beside each other, and a word is said only of those that are the same.
public struct AnalysisComparison: Sendable {
  /// The sessions of both sides that are one: of the same process, window, layer or swap chain.
  public struct Cell: Sendable {
    /// What they are called.
    public var name: String
    /// How many recordings each side has.
    public var recordings: (before: Int, after: Int)
    /// The figures that both sides have.
    public var figures: [RunComparison.Figure]
    /// Why they cannot be compared; nil where they can.
    public var refusal: String?

    /// The name and the recordings in words.
    var title: String {
      "\(name) (\(recordings.before) and \(recordings.after) recordings)"
    }
  }

  /// The fewest recordings a side of which a figure is called better or worse.
  public static let least = 6

  /// The sessions that both have, in the order of the first.
  public private(set) var cells: [Cell] = []
  /// Sessions of the first analysis that the second has not.
  public private(set) var onlyFirst: [String] = []
  /// Sessions of the second analysis that the first has not.
  public private(set) var onlySecond: [String] = []

  /// What makes sessions of several files one.
  private struct Key: Hashable {
    var name: String
    /// Of sessions of one name in one file, which.
    var ordinal: Int
  }

  private typealias Group = (key: Key, cells: [SavedAnalysis.Cell])

  /// Compares two analyses.
  ///
  /// - Complexity: O(figures).
  public init(_ before: SavedAnalysis, _ after: SavedAnalysis) {
    let first = Self.groups(of: before)
    var second = Self.groups(of: after)
    var pairs: [(name: String, before: [SavedAnalysis.Cell], after: [SavedAnalysis.Cell])] = []
    for group in first {
      let isOnly = first.count == 1 && second.count == 1
      if let place = second.firstIndex(where: { $0.key == group.key || isOnly }) {
        let other = second.remove(at: place)
        pairs.append((Self.name(of: group, other), group.cells, other.cells))
      } else {
        onlyFirst.append(Self.name(of: group, group))
      }
    }
    onlySecond = second.map { Self.name(of: $0, $0) }
    judge(pairs)
  }

  /// How many figures got each verdict.
  public func count(of verdict: RunComparison.Verdict) -> Int {
    cells.reduce(0) { $0 + $1.figures.count { $0.verdict == verdict } }
  }

  // MARK: Sessions

  private static func groups(of analysis: SavedAnalysis) -> [Group] {
    var groups: [Group] = []
    var places: [Key: Int] = [:]
    var seen: [String: Int] = [:]
    for cell in analysis.cells {
      // Payloads of MetricKit are days of one app.
      let name = cell.format == "metrickit" ? "" : stableName(cell.session)
      let ordinal = cell.format == "metrickit" ? 0 : seen["\(cell.file)\n\(name)", default: 0]
      seen["\(cell.file)\n\(name)", default: 0] += 1
      let key = Key(name: name, ordinal: ordinal)
      if let place = places[key] {
        groups[place].cells.append(cell)
      } else {
        places[key] = groups.count
        groups.append((key, [cell]))
      }
    }
    return groups
  }

  /// A session's name without what is new in each recording: numbers of processes, addresses and
  /// hashes of objects.
  package static func stableName(_ name: String) -> String {
    var result = ""
    var depth = 0
    for character in name {
      if character == "(" { depth += 1 }
      if depth == 0 { result.append(character) }
      if character == ")" { depth = max(0, depth - 1) }
    }
    let words = result.split(separator: " ").map { word -> Substring in
      guard let at = word.lastIndex(of: "@"), word[at...].dropFirst().allSatisfy(\.isHexDigit)
      else { return word }
      return word[..<at]
    }
    return words.joined(separator: " ")
  }

  private static func name(of group: Group, _ other: Group) -> String {
    func words(_ group: Group) -> String {
      let name = group.key.name.isEmpty ? group.cells.first?.file ?? "" : group.key.name
      return group.key.ordinal == 0 ? name : "\(name), \(group.key.ordinal + 1)"
    }
    let (before, after) = (words(group), words(other))
    return before == after ? before : "\(before) -> \(after)"
  }

  // MARK: Figures

  private mutating func judge(
    _ pairs: [(name: String, before: [SavedAnalysis.Cell], after: [SavedAnalysis.Cell])]
  ) {
    var tests: [(cell: Int, figure: Int, probability: Double, isLarge: Bool)] = []
    for pair in pairs {
      var cell = Cell(
        name: pair.name,
        recordings: (pair.before.count, pair.after.count),
        figures: [],
        refusal: Self.refusal(pair.before, pair.after)
      )
      for metric in cell.refusal == nil ? pair.before[0].metrics : [] {
        guard let (figure, test) = Self.figure(metric, pair.before, pair.after) else { continue }
        if let test {
          let isLarge =
            test.ratio.map { abs($0 - 1) > RunComparison.resolution } ?? true
          tests.append((cells.count, cell.figures.count, test.probability, isLarge))
        }
        cell.figures.append(figure)
      }
      cells.append(cell)
    }
    let believed = HolmCorrection.believed(tests.map(\.probability), level: RunComparison.level)
    for (test, isBelieved) in zip(tests, believed) where isBelieved && test.isLarge {
      cells[test.cell].figures[test.figure].verdict =
        cells[test.cell].figures[test.figure].direction
    }
  }

  private static func refusal(
    _ before: [SavedAnalysis.Cell],
    _ after: [SavedAnalysis.Cell]
  ) -> String? {
    let formats = [before, after].map { Set($0.map(\.format)).sorted().joined(separator: " and ") }
    // The same frames read differently in two formats.
    return formats[0] == formats[1]
      ? nil : "the formats differ: \(formats[0]) and \(formats[1]); see both side by side"
  }

  /// A figure of both sides, and what is still to be weighed; nil where a side lacks it.
  private static func figure(
    _ metric: MetricValue,
    _ before: [SavedAnalysis.Cell],
    _ after: [SavedAnalysis.Cell]
  ) -> (RunComparison.Figure, SampleTest?)? {
    func side(_ cells: [SavedAnalysis.Cell]) -> (MetricValue, [Double])? {
      let figures = cells.compactMap { cell in
        cell.metrics.first { $0.metric == metric.metric && $0.statistic == metric.statistic }
      }
      let samples = figures.compactMap(\.value)
      guard var middle = figures.first(where: { $0.value != nil }), !samples.isEmpty else {
        return nil
      }
      middle.value = Bootstrap.median(samples)
      return (middle, samples)
    }
    guard let (first, one) = side(before), let (second, other) = side(after) else { return nil }
    var figure = RunComparison.Figure(first: first, second: second)
    let approximate = [first, second].compactMap(\.note).first { $0.hasPrefix("approximate") }
    figure.note = approximate
    if (one + other).allSatisfy({ $0 == one[0] }) {
      figure.verdict = .equal
      return (figure, nil)
    }
    let count = min(one.count, other.count)
    guard count >= least else {
      let few = "\(count == 1 ? "1 recording" : "\(count) recordings") a side; \(least) are needed"
      figure.note = [few, approximate].compactMap(\.self).joined(separator: "; ")
      return (figure, nil)
    }
    guard let test = SampleTest(one, other) else { return (figure, nil) }
    if test.ratio != nil { (figure.ratio, figure.interval) = (test.ratio, test.interval) }
    if test.isEqual {
      figure.verdict = .equal
      return (figure, nil)
    }
    return (figure, test)
  }
}
