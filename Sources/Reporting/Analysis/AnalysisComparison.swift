import Checking
import Comparing
import FrameMetrics
import Gating

/// An app before and after: the figures of two analyses, session by session.
///
/// One recording says nothing of how the next one scatters. The recordings of a side are its files
/// (the days, of MetricKit): with ``least`` of them on both sides a figure gets a verdict by the rule of
/// `Comparing`, among all figures of its session. With fewer the figures stand beside each other, and a
/// word is said only of those that are the same.
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
  public static let least = Comparison.least

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
    for pair in pairs {
      let refusal = Self.refusal(pair.before, pair.after)
      let cell = Cell(
        name: pair.name,
        recordings: (pair.before.count, pair.after.count),
        figures: refusal == nil ? Self.figures(pair.before, pair.after) : [],
        refusal: refusal
      )
      cells.append(cell)
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

  /// The figures that both sides have, each with what can be said of it.
  private static func figures(
    _ before: [SavedAnalysis.Cell],
    _ after: [SavedAnalysis.Cell]
  ) -> [RunComparison.Figure] {
    let period = before.compactMap(\.hertz).first.map { 1000 / $0 }
    let rule = Comparison(.scattering, period: period, unforgiving: ComparedFigures.unforgiving)
    let sides = [before, after].map { FigureSamples.gathered(from: $0.map(\.metrics)) }
    return rule.compare(sides[0], sides[1]).compactMap { result in
      guard let first = value(of: result.before, before),
        let second = value(of: result.after, after)
      else { return nil }
      var figure = RunComparison.Figure(first: first, second: second)
      figure.verdict = result.verdict
      if let interval = result.interval, result.first > 0, result.second > 0 {
        figure.ratio = result.second / result.first
        let ends = (interval.lowerBound / result.first, interval.upperBound / result.first)
        figure.interval = 1 + ends.0...1 + ends.1
      }
      let approximate = [first, second].compactMap(\.note).first { $0.hasPrefix("approximate") }
      let notes = [result.note, approximate].compactMap(\.self)
      figure.note = notes.isEmpty ? nil : notes.joined(separator: "; ")
      return figure
    }
  }

  /// A figure of a side, with the median of its recordings; nil where none has it.
  private static func value(of figure: FigureSamples, _ cells: [SavedAnalysis.Cell])
    -> MetricValue?
  {
    let values = cells.lazy.flatMap(\.metrics)
    var value = values.first {
      $0.metric == figure.metric && $0.statistic == figure.statistic && $0.value != nil
    }
    value?.value = figure.median
    return value
  }
}
