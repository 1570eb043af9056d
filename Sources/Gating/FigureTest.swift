import Comparing
import Foundation
import FrameMetrics
import FramePacing
import Records
import Statistics

/// A figure of two cells on its way to a verdict: what it says alone, before all figures of the
/// comparison are weighed together.
struct FigureTest {
  private var figure: RunComparison.Figure
  /// How likely so large a difference is without a cause; nil where nothing is left to test.
  private(set) var probability: Double?
  /// Whether the difference is large enough to speak of.
  private var isLarge = true
  /// Whether the second side is above the first in the mean over several processes; nil where the
  /// figures say it.
  private var isUp: Bool?
  /// What is said of a difference that is believed and not large enough.
  private var smallNote: String?

  /// Statistics of one frame out of many: they scatter by nature and are not judged.
  private static let unjudged: Set<Statistic> = [.max, .p999]

  /// The tests of all figures that both cells have.
  ///
  /// - Parameter noises: What of the differences may be the machine's, in each run that says it.
  static func all(
    _ first: CellRecord,
    _ second: CellRecord,
    isMeasured: Bool,
    noises: [MachineNoise] = []
  ) -> [FigureTest] {
    let machine = MachineRatio(first, second)
    let others = Dictionary(
      second.metrics.map { ([$0.metric, $0.statistic.rawValue], $0) }
    ) { first, _ in first }
    return first.metrics.compactMap { value in
      guard let other = others[[value.metric, value.statistic.rawValue]] else { return nil }
      if value.value == nil && other.value == nil { return nil }
      var test = FigureTest(value, other)
      guard let a = value.value, let b = other.value else {
        test.judgeAbsence()
        return test
      }
      if a == b && value.samples.isEmpty && other.samples.isEmpty {
        test.figure.verdict = .equal
      } else if !isMeasured {
        test.judgeExact(a, b, period: 1000 / Double(first.refreshHertz))
      } else {
        test.judgeMeasured(first, second, machine, noises)
      }
      return test
    }
  }

  private init(_ first: MetricValue, _ second: MetricValue) {
    figure = RunComparison.Figure(first: first, second: second)
  }

  /// The figure, now that is known whether its test may be believed.
  func figure(isBelieved: Bool) -> RunComparison.Figure {
    var figure = figure
    if isBelieved, !isLarge { figure.note = figure.note ?? smallNote }
    if isBelieved, isLarge {
      figure.verdict = isUp.map { figure.direction(isUp: $0) } ?? figure.direction
    }
    if isUp != nil { figure.note = figure.note ?? "the ratio is of all processes of both runs" }
    return figure
  }

  /// What never came is beyond every figure; what is not there for another reason says nothing.
  private mutating func judgeAbsence() {
    let isUp = figure.second.absence == .never
    guard isUp || figure.first.absence == .never else {
      figure.note = "there in one run only"
      return
    }
    figure.verdict = figure.direction(isUp: isUp)
  }

  /// What repeats exactly differs noticeably or not; memory depends on the machine.
  private mutating func judgeExact(_ a: Double, _ b: Double, period: Double) {
    let value = figure.first
    if value.metric == Metric.residentPeak.id { return judgeSingle(a, b) }
    // What a frame costs is no time that a reader sees: it counts as a share of itself.
    let rule = Comparison(
      .exact,
      period: figure.isOfCost ? nil : period,
      unforgiving: ComparedFigures.unforgiving
    )
    let isNoticeable = rule.isNoticeable(value.metric, in: value.unit, from: a, to: b)
    figure.verdict = isNoticeable ? figure.direction : .equal
  }

  /// A figure that each cell has once says nothing of how it scatters.
  private mutating func judgeSingle(_ a: Double, _ b: Double) {
    let isNear = figure.ratio.map { abs(log($0)) <= log(1 + RunComparison.resolution) } ?? (a == b)
    figure.verdict = isNear ? .equal : .cannotTell
    figure.note = isNear ? nil : "measured once in each run"
  }

  private mutating func judgeMeasured(
    _ first: CellRecord,
    _ second: CellRecord,
    _ machine: MachineRatio,
    _ noises: [MachineNoise]
  ) {
    guard let a = figure.first.value, let b = figure.second.value else { return }
    if figure.first.metric == Metric.residentPeak.id { return judgeSingle(a, b) }
    let least = min(first.repetitions, second.repetitions)
    guard least >= RepetitionRule.least else {
      figure.note = "\(least) repetitions; \(RepetitionRule.least) are needed"
      return
    }
    let cell = CellIdentity(first).description
    let further = furtherProcesses(of: cell, noises)
    let samples = [
      Self.samples(figure.first, first.repetitions) + further.first.joined(),
      Self.samples(figure.second, second.repetitions) + further.second.joined(),
    ]
    guard let test = SampleTest(samples[0], samples[1]) else { return }
    if let ratio = test.ratio { (figure.ratio, figure.interval) = (ratio, test.interval) }
    if !further.first.isEmpty { isUp = test.logarithm.map { $0 > 0 } }
    let areAllAlike = figure.first.samples.isEmpty && figure.second.samples.isEmpty
    if areAllAlike, floor(in: first) == nil, floor(in: second) == nil {
      // A count: all repetitions of a run agree, so only the runs can differ. A time in whole
      // nanoseconds may agree by chance.
      probability = test.probability
      return
    }
    if test.isEqual {
      figure.verdict = .equal
      return
    }
    if Self.unjudged.contains(figure.first.statistic) {
      figure.note = "a single frame; not judged"
      return
    }
    if let note = floorNote(first, second, a, b) ?? machine.note {
      figure.note = note
      return
    }
    probability = test.probability
    let (metric, statistic) = (figure.first.metric, figure.first.statistic)
    // A mean over several processes is nearer to what any other would be.
    let processes = 1 + min(further.first.count, further.second.count)
    let spread =
      (noises.map { $0.spread(of: metric, statistic, in: cell) }.max() ?? 0)
      / Double(processes).squareRoot()
    guard let logarithm = test.logarithm else {
      isLarge = abs(b - a) > RunComparison.resolution * max(abs(a), abs(b))
      return
    }
    // The brackets and what every frame does scatter too, and are most of a cheap phase.
    let isKnown =
      !noises.isEmpty && noises.allSatisfy { $0.measured(metric, statistic, in: cell) != nil }
    let smallest = max(floor(in: first) ?? 0, floor(in: second) ?? 0) * RunComparison.leastOfFloor
    guard isKnown || abs(b - a) > smallest else {
      isLarge = false
      smallNote = "a difference of less than half the cost of an empty frame"
      return
    }
    let limit = log(1 + RunComparison.resolution) + abs(machine.logarithm)
    isLarge = abs(logarithm) > limit + spread
    if abs(logarithm) > limit {
      let percent = Int((100 * (exp(spread) - 1)).rounded(.up))
      smallNote =
        processes == 1
        ? "one process differs from the next by up to \(percent) %"
        : "means of \(processes) processes differ by up to \(percent) %"
    }
  }

  /// What further processes measured of the cell, each its repetitions: all of it where both runs say it,
  /// else nothing, since a mean over several processes is not held against one process.
  private func furtherProcesses(
    of cell: String,
    _ noises: [MachineNoise]
  ) -> (first: [[Double]], second: [[Double]]) {
    let (metric, statistic) = (figure.first.metric, figure.first.statistic)
    let name = MachineNoise.name(of: metric, statistic)
    guard noises.count == 2,
      noises.allSatisfy({ $0.measured(metric, statistic, in: cell) != nil }),
      let first = noises[0].further?[name], let second = noises[1].further?[name]
    else { return ([], []) }
    return (first, second)
  }

  /// The repetitions of each figure that a comparison of measured costs would judge, by its name.
  static func repetitions(of cell: CellRecord) -> [(name: String, samples: [Double])] {
    cell.metrics.compactMap { value in
      guard value.value != nil, !unjudged.contains(value.statistic) else { return nil }
      return (
        MachineNoise.name(of: value.metric, value.statistic), samples(value, cell.repetitions)
      )
    }
  }

  /// How far the figures differ that a comparison of measured costs would judge, as the logarithm of the
  /// ratio.
  static func differences(
    _ first: CellRecord,
    _ second: CellRecord
  ) -> [(metric: String, statistic: Statistic, logarithm: Double)] {
    let others = Dictionary(
      second.metrics.map { ([$0.metric, $0.statistic.rawValue], $0) }
    ) { first, _ in first }
    return first.metrics.compactMap { value in
      guard let other = others[[value.metric, value.statistic.rawValue]],
        let a = value.value, let b = other.value, !unjudged.contains(value.statistic),
        !value.samples.isEmpty || !other.samples.isEmpty
      else { return nil }
      let test = FigureTest(value, other)
      guard test.floorNote(first, second, a, b) == nil,
        let samples = SampleTest(
          samples(value, first.repetitions),
          samples(other, second.repetitions)
        ),
        let logarithm = samples.logarithm
      else { return nil }
      return (value.metric, value.statistic, logarithm)
    }
  }

  /// The figure of each repetition; where none is noted they are all the same.
  private static func samples(_ value: MetricValue, _ count: Int) -> [Double] {
    value.samples.isEmpty
      ? Array(repeating: value.value ?? 0, count: count) : value.samples
  }

  /// Says of a cost that both runs are within twice that of an empty frame; nil otherwise.
  private func floorNote(
    _ first: CellRecord,
    _ second: CellRecord,
    _ a: Double,
    _ b: Double
  ) -> String? {
    guard let one = floor(in: first), let two = floor(in: second), a <= 2 * one, b <= 2 * two
    else { return nil }
    return "<= floor: within twice the cost of an empty frame"
  }

  /// What an empty frame costs of the figure, in milliseconds; nil where that is not known.
  private func floor(in cell: CellRecord) -> Double? {
    guard let floor = cell.floor else { return nil }
    if figure.first.metric == Metric.frameCost.id { return floor.engine.milliseconds }
    let phase = Phase.allCases.first { Metric.costName(of: $0) == figure.first.metric }
    return phase.map { floor[$0].milliseconds }
  }
}

/// How much slower the machine was in the second run, by the yardstick.
struct MachineRatio {
  /// The logarithm of the ratio; 0 where there is no yardstick.
  let logarithm: Double
  /// Why nothing can be said of times; nil where something can.
  let note: String?

  init(_ first: CellRecord, _ second: CellRecord) {
    guard !first.yardstick.isEmpty, !second.yardstick.isEmpty else {
      (logarithm, note) = (0, nil)
      return
    }
    logarithm = log(Bootstrap.median(second.yardstick) / Bootstrap.median(first.yardstick))
    let percent = Int((100 * abs(exp(logarithm) - 1)).rounded())
    note =
      abs(logarithm) > log(1 + RunComparison.machineLimit)
      ? "the machine was \(percent) % \(logarithm > 0 ? "slower" : "faster") in the second run"
      : nil
  }
}
