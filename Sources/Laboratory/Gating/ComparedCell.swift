import Comparing
import Foundation
import FrameMetrics
import FramePacing
import Records
import Statistics

/// The figures that a cell has in two runs, as the comparison of all figures takes them.
struct ComparedCell {
  /// A figure: what is said of it already, or the pair that is still to be weighed among all.
  struct Draft {
    var figure: RunComparison.Figure
    var pair: FigurePair?
    /// Whether the samples are of several processes of each run.
    var isOfProcesses = false
  }

  /// Statistics of one frame out of many: they scatter by nature and are not judged.
  private static let unjudged: Set<Statistic> = [.max, .p999]

  private let first: CellRecord
  private let second: CellRecord
  private let machine: MachineRatio
  /// What of the differences may be the machine's, in each run that says it.
  private let noises: [MachineNoise]

  init(_ first: CellRecord, _ second: CellRecord, noises: [MachineNoise] = []) {
    (self.first, self.second, self.noises) = (first, second, noises)
    machine = MachineRatio(first, second)
  }

  /// All figures that both cells have.
  func drafts(isMeasured: Bool) -> [Draft] {
    Self.pairs(first, second).compactMap { value, other in
      if value.value == nil && other.value == nil { return nil }
      var figure = RunComparison.Figure(first: value, second: other)
      guard let a = value.value, let b = other.value else {
        judgeAbsence(&figure)
        return Draft(figure: figure)
      }
      if Metric.named(value.metric)?.varies == true, a != b {
        figure.note = "not compared: an animation beside the text changes it from run to run"
      } else if a == b && value.samples.isEmpty && other.samples.isEmpty {
        figure.verdict = .equal
      } else if value.metric == Metric.residentPeak.id {
        judgeSingle(&figure, a, b)
      } else if !isMeasured {
        judgeExact(&figure)
      } else {
        return weighed(figure, a, b)
      }
      return Draft(figure: figure)
    }
  }

  /// The figures of two cells that have the same name.
  private static func pairs(
    _ first: CellRecord,
    _ second: CellRecord
  ) -> [(MetricValue, MetricValue)] {
    let others = Dictionary(
      second.metrics.map { ([$0.metric, $0.statistic.rawValue], $0) }
    ) { first, _ in first }
    return first.metrics.compactMap { value in
      others[[value.metric, value.statistic.rawValue]].map { (value, $0) }
    }
  }

  /// What never came is beyond every figure; what is not there for another reason says nothing.
  private func judgeAbsence(_ figure: inout RunComparison.Figure) {
    let isUp = figure.second.absence == .never
    guard isUp || figure.first.absence == .never else {
      figure.note = "there in one run only"
      return
    }
    figure.verdict = figure.direction(isUp: isUp)
  }

  /// What repeats exactly differs noticeably or not.
  private func judgeExact(_ figure: inout RunComparison.Figure) {
    // What a frame costs is no time that a reader sees: it counts as a share of itself.
    let rule = Comparison(
      .exact,
      period: figure.isOfCost ? nil : 1000 / Double(first.refreshHertz),
      unforgiving: ComparedFigures.unforgiving
    )
    let pair = FigurePair(of: figure, figure.first.samples, figure.second.samples)
    let result = rule.compare([pair])[0]
    (figure.verdict, figure.note) = (result.verdict, result.note)
  }

  /// A figure that each cell has once, and that depends on the machine, says nothing of how it scatters.
  private func judgeSingle(_ figure: inout RunComparison.Figure, _ a: Double, _ b: Double) {
    let isNear = figure.ratio.map { abs(log($0)) <= log(1 + Comparison.resolution) } ?? (a == b)
    figure.verdict = isNear ? .equal : .cannotTell
    figure.note = isNear ? nil : "measured once in each run"
  }

  // MARK: Measured costs

  private func weighed(_ figure: RunComparison.Figure, _ a: Double, _ b: Double) -> Draft {
    var figure = figure
    let least = min(first.repetitions, second.repetitions)
    guard least >= RepetitionRule.least else {
      figure.note = "\(least) repetitions; \(RepetitionRule.least) are needed"
      return Draft(figure: figure)
    }
    let further = furtherProcesses(of: figure)
    let areAllAlike = figure.first.samples.isEmpty && figure.second.samples.isEmpty
    let floors = [first, second].map { floor(of: figure, in: $0) }
    var pair = FigurePair(
      of: figure,
      Self.samples(figure.first, first.repetitions) + further.first.joined(),
      Self.samples(figure.second, second.repetitions) + further.second.joined()
    )
    // A count: all repetitions of a run agree, so only the runs can differ. A time in whole
    // nanoseconds may agree by chance.
    if !areAllAlike || floors.contains(where: { $0 != nil }) {
      let processes = 1 + min(further.first.count, further.second.count)
      pair.machine = share(of: figure, a, b, floors, processes)
    }
    return Draft(figure: figure, pair: pair, isOfProcesses: !further.first.isEmpty)
  }

  /// What of a figure's difference may be the machine's.
  private func share(
    of figure: RunComparison.Figure,
    _ a: Double,
    _ b: Double,
    _ floors: [Double?],
    _ processes: Int
  ) -> MachineShare {
    let (metric, statistic) = (figure.first.metric, figure.first.statistic)
    let cell = CellIdentity(first).description
    // A mean over several processes is nearer to what any other would be.
    let spread =
      (noises.map { $0.spread(of: metric, statistic, in: cell) }.max() ?? 0)
      / Double(processes).squareRoot()
    var share = MachineShare(
      limit: log(1 + Comparison.resolution) + abs(machine.logarithm),
      spread: spread
    )
    share.doubt =
      Self.unjudged.contains(statistic)
      ? "a single frame; not judged" : Self.floorNote(a, b, floors) ?? machine.note
    // The brackets and what every frame does scatter too, and are most of a cheap phase.
    let isKnown =
      !noises.isEmpty && noises.allSatisfy { $0.measured(metric, statistic, in: cell) != nil }
    if !isKnown {
      share.smallest = (floors.compactMap { $0 }.max() ?? 0) * RunComparison.leastOfFloor
      share.smallestNote = "a difference of less than half the cost of an empty frame"
    }
    let percent = Int((100 * (exp(spread) - 1)).rounded(.up))
    share.spreadNote =
      processes == 1
      ? "one process differs from the next by up to \(percent) %"
      : "means of \(processes) processes differ by up to \(percent) %"
    return share
  }

  /// What further processes measured of the cell, each its repetitions: all of it where both runs say it,
  /// else nothing, since a mean over several processes is not held against one process.
  private func furtherProcesses(
    of figure: RunComparison.Figure
  ) -> (first: [[Double]], second: [[Double]]) {
    let (metric, statistic) = (figure.first.metric, figure.first.statistic)
    let name = MachineNoise.name(of: metric, statistic)
    let cell = CellIdentity(first).description
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
  func differences() -> [(metric: String, statistic: Statistic, logarithm: Double)] {
    Self.pairs(first, second).compactMap { value, other in
      let figure = RunComparison.Figure(first: value, second: other)
      guard let a = value.value, let b = other.value, !Self.unjudged.contains(value.statistic),
        !value.samples.isEmpty || !other.samples.isEmpty,
        Self.floorNote(a, b, [first, second].map { floor(of: figure, in: $0) }) == nil
      else { return nil }
      let sides = [
        Self.samples(value, first.repetitions), Self.samples(other, second.repetitions),
      ]
      guard sides.joined().allSatisfy({ $0 > 0 }) else { return nil }
      let means = sides.map { side in side.reduce(0) { $0 + log($1) } / Double(side.count) }
      return (value.metric, value.statistic, means[1] - means[0])
    }
  }

  /// The figure of each repetition; where none is noted they are all the same.
  private static func samples(_ value: MetricValue, _ count: Int) -> [Double] {
    value.samples.isEmpty
      ? Array(repeating: value.value ?? 0, count: count) : value.samples
  }

  /// Says of a cost that both runs are within twice that of an empty frame; nil otherwise.
  private static func floorNote(_ a: Double, _ b: Double, _ floors: [Double?]) -> String? {
    guard let one = floors[0], let two = floors[1], a <= 2 * one, b <= 2 * two else { return nil }
    return "<= floor: within twice the cost of an empty frame"
  }

  /// What an empty frame costs of the figure, in milliseconds; nil where that is not known.
  private func floor(of figure: RunComparison.Figure, in cell: CellRecord) -> Double? {
    guard let floor = cell.floor else { return nil }
    if figure.first.metric == Metric.frameCost.id { return floor.engine.milliseconds }
    let phase = Phase.allCases.first { Metric.costName(of: $0) == figure.first.metric }
    return phase.map { floor[$0].milliseconds }
  }
}

extension ComparedCell.Draft {
  /// The figure with what the comparison of all says of it.
  func figure(_ result: FigureComparison) -> RunComparison.Figure {
    var figure = figure
    figure.verdict = result.verdict
    figure.detectable = result.detectableChange
    figure.note = result.note ?? (result.verdict == .cannotTell ? result.reach : nil)
    let isRatio = (result.before.samples + result.after.samples).allSatisfy { $0 > 0 }
    if isRatio, let ends = result.interval {
      figure.ratio = result.second / result.first
      figure.interval =
        1 + ends.lowerBound / result.first...1 + ends.upperBound / result.first
    }
    if isOfProcesses, isRatio {
      figure.note = figure.note ?? "the ratio is of all processes of both runs"
    }
    return figure
  }
}

extension FigurePair {
  /// The samples of a figure, or the figure itself where there are none.
  fileprivate init(of figure: RunComparison.Figure, _ first: [Double], _ second: [Double]) {
    func side(_ value: MetricValue, _ samples: [Double]) -> FigureSamples {
      FigureSamples(
        metric: value.metric,
        statistic: value.statistic,
        unit: value.unit,
        better: value.better,
        samples: samples.isEmpty ? [value.value ?? 0] : samples
      )
    }
    self.init(before: side(figure.first, first), after: side(figure.second, second))
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
