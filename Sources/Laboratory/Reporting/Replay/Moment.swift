import FrameMetrics
import FramePacing
import Lengths
import Records
import Timebase

/// A frame of a cell that is worth looking at, and why.
struct Moment: Hashable {
  /// Why it is.
  enum Kind: String {
    /// It was shown late.
    case hitch
    /// What is read moved although nothing asked for it.
    case drift
    /// Something that a reader would complain of was on screen.
    case fault
    /// It cost the engine most.
    case cost
  }

  /// Which of the cell's frames it is.
  var index: Int
  /// The frame's tick.
  var tick: Int
  /// When it was shown, or when its fault was found: the middle of what is looked at.
  var instant: Instant
  var kind: Kind
  /// Milliseconds lost, points moved, milliseconds waited, or milliseconds of cost.
  var value: Double
  /// What was on screen, for ``Kind/fault``.
  var fault: ScreenFault?
  /// Whether it is the one by which a missed limit is told.
  var isOfLimit = false

  /// How far from each other moments of a cell are, and how much of the screen is kept around each:
  /// half of it before, half after.
  static let span = Nanoseconds(seconds: 3)
  /// How long a strip of pictures is: moments of limits that are as near as that share one.
  static let strip = Nanoseconds.milliseconds(250)

  /// What happened, for people.
  var words: String {
    switch kind {
    case .hitch: "shown \(DecimalText.short(value)) ms late"
    case .drift: "moved \(DecimalText.short(value)) pt unasked"
    case .fault: fault?.whatWords ?? ""
    case .cost: "cost \(DecimalText.short(value)) ms"
    }
  }

  /// All frames that were shown, worst first: lost time outweighs drift, drift cost.
  ///
  /// - Parameter kept: Which ticks may be chosen.
  /// - Complexity: O(frames log frames).
  static func ranked(
    _ cell: CellRecord,
    where kept: (Int) -> Bool = { _ in true }
  ) -> [Moment] {
    let period = 1000 / Double(cell.refreshHertz)
    var all: [(moment: Moment, severity: Double)] = []
    for (index, frame) in cell.frames.enumerated() where !frame.isSwallowed && kept(frame.tick) {
      let drift = abs(Double(frame.drift.rawValue)) / Double(LayoutUnit(points: 1).rawValue)
      let cost = frame.cost.engine.milliseconds
      let (kind, value): (Kind, Double) =
        frame.lostVsyncs > 0
        ? (.hitch, Double(frame.lostVsyncs) * period) : drift > 0 ? (.drift, drift) : (.cost, cost)
      let moment = Moment(
        index: index,
        tick: frame.tick,
        instant: frame.presented,
        kind: kind,
        value: value
      )
      all.append((moment, Double(frame.lostVsyncs) * 1e9 + drift * 1e4 + cost))
    }
    all.sort { ($0.severity, $1.moment.index) > ($1.severity, $0.moment.index) }
    return all.map(\.moment)
  }

  /// The moments that show what was missed: the first of each budget, from the one that was missed by most on, then
  /// the others in the same order; of one budget in order of time.
  ///
  /// - Complexity: O(budgets x moments x log frames).
  static func ofFaults(in cell: CellRecord) -> [Moment] {
    let missed = cell.budgets.filter(\.isShort)
      .sorted { ($0.excess ?? .infinity) > ($1.excess ?? .infinity) }
    let shown = missed.map { check in (cell.faults ?? []).filter { $0.shows(check) } }
    let first = shown.compactMap(\.first)
    var faults: [ScreenFault] = []
    for fault in first + shown.joined() where !faults.contains(fault) { faults.append(fault) }
    let frames = cell.frames
    return faults.compactMap { fault in
      guard
        let index = frames.indices.last(where: {
          !frames[$0].isSwallowed && frames[$0].instant <= fault.instant
        })
      else { return nil }
      return Moment(
        index: index,
        tick: frames[index].tick,
        instant: fault.instant,
        kind: .fault,
        value: fault.points,
        fault: fault,
        isOfLimit: first.contains(fault)
      )
    }
  }

  /// The worst moments of a cell, more than ``span`` apart; those of limits, more than ``strip``.
  ///
  /// - Parameters:
  ///   - count: The most there are to be.
  ///   - kept: Which ticks may be chosen.
  /// - Complexity: O(frames log frames).
  static func worst(
    _ count: Int,
    of cell: CellRecord,
    where kept: (Int) -> Bool = { _ in true }
  ) -> [Moment] {
    var chosen: [Moment] = []
    let faults = ofFaults(in: cell).filter { kept($0.tick) }
    for moment in faults + ranked(cell, where: kept) {
      guard chosen.count < count else { break }
      let distance = moment.isOfLimit ? strip : span
      let isApart = chosen.allSatisfy { !$0.isNear(moment, distance) }
      if isApart { chosen.append(moment) }
    }
    return chosen
  }

  /// Whether it is not more than so long from another one.
  func isNear(_ other: Moment, _ distance: Nanoseconds) -> Bool {
    abs((other.instant - instant).rawValue) <= distance.rawValue
  }
}
