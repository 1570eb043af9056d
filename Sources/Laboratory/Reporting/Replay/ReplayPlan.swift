import FramePacing
import Records
import Timebase

/// Which of the recorded screens the page of a run holds, and which stand on pages beside it.
struct ReplayPlan {
  /// The most cells whose replays are whole on one page.
  static let cellLimit = 6
  /// The longest cell whose replay is.
  static let lengthLimit = Nanoseconds(seconds: 120)
  /// How many moments of a cell are kept where the whole is not.
  static let momentCount = 3

  /// Whether the page holds every frame.
  let isWhole: Bool
  /// The worst moments of each cell.
  let moments: [[Moment]]
  /// What is kept of each cell; empty where all is.
  let spans: [TimeSpansOfCell]
  /// For each cell the one that it is shown beside at first: the reference's of the same scenario,
  /// device and rate, else the first of these; nil for that one itself.
  let partners: [Int?]
  /// Which cells have a page of their own.
  let hasPage: [Bool]

  /// Stretches of screen time.
  typealias TimeSpansOfCell = [ClosedRange<Instant>]

  /// Plans the replays of `run`.
  init(of run: RunRecord) {
    let cells = run.cells
    let isLong = cells.contains { cell in
      (cell.frames.last?.instant ?? .zero) - .zero > Self.lengthLimit
    }
    // What was recorded of the worst moments only cannot be shown whole.
    let isComplete = cells.map { $0.screen.count >= $0.frames.count { !$0.isSwallowed } }
    isWhole = cells.count <= Self.cellLimit && !isLong && isComplete.allSatisfy(\.self)
    hasPage = cells.indices.map { index in
      !isComplete[index] || cells[index].screen.count == 0
        ? false
        : cells.count > Self.cellLimit
          || isLong
    }
    moments = cells.enumerated().map { index, cell in
      if isComplete[index] { return Moment.worst(Self.momentCount, of: cell) }
      let parts = cell.screen.parts.map(\.ticks)
      return Moment.worst(Self.momentCount, of: cell) { tick in
        parts.contains { $0.contains(tick) }
      }
    }
    partners = cells.indices.map {
      Self.partner(of: $0, in: cells, beside: run.decidingProfile)
    }
    var spans = moments.map { $0.map(Self.span) }
    for (index, partner) in partners.enumerated() {
      // Beside a profile's worst moment stands what the reference showed at the same time.
      if let partner { spans[partner] += moments[index].map(Self.span) }
    }
    self.spans = spans
  }

  /// What is kept around a moment.
  static func span(of moment: Moment) -> ClosedRange<Instant> {
    let half = Nanoseconds(rawValue: Moment.span.rawValue / 2)
    let start = max(Instant.zero.nanoseconds, moment.instant.nanoseconds - half.rawValue)
    return Instant(nanoseconds: start)...moment.instant + half
  }

  private static func partner(
    of index: Int,
    in cells: [CellRecord],
    beside profile: String
  ) -> Int? {
    let cell = cells[index]
    let group = cells.indices.filter {
      cells[$0].scenario == cell.scenario && cells[$0].device == cell.device
        && cells[$0].refreshHertz == cell.refreshHertz && cells[$0].seed == cell.seed
    }
    let base = group.first { cells[$0].profile == profile } ?? group.first
    return base == index ? nil : base
  }
}
