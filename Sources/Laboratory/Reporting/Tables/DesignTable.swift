import FrameMetrics
import Judging
import Records

/// The designs of a run compared: a row for each profile, with its worst figures over all cells and
/// what a reader would notice.
package struct DesignTable: Sendable {
  /// Something that a reader would notice.
  package struct Fault: Hashable, Sendable {
    /// What it is: "jumps", "text falls behind".
    package var words: String
    /// The scenarios in which it happened, in the order of the run.
    package var scenarios: [String]
    /// Which of the run's cells shows it first.
    package var cell: Int

    package init(words: String, scenarios: [String], cell: Int) {
      (self.words, self.scenarios, self.cell) = (words, scenarios, cell)
    }

    /// The fault and its scenarios in a phrase: "jumps while flinging".
    ///
    /// - Parameter limit: After so many scenarios the rest is counted.
    package func phrase(limit: Int = 3) -> String {
      var places = scenarios.prefix(limit).map(Self.place)
      if scenarios.count > limit { places.append("in \(scenarios.count - limit) more") }
      let last = places.removeLast()
      return ([words] + (places.isEmpty ? [] : [places.joined(separator: ", "), "and"]) + [last])
        .joined(separator: " ")
    }

    /// A scenario as a place in a sentence. A name such as `while-flinging` is one as it stands.
    private static func place(_ scenario: String) -> String {
      scenario.hasPrefix("while-") ? scenario.replacing("-", with: " ") : "in \(scenario)"
    }
  }

  /// One profile.
  package struct Row: Sendable {
    /// The profile's name.
    package var profile: String
    /// The worst figure of each quantity.
    package var figures: [Headline.Figure]
    /// What it fell short of; empty where every cell passed.
    package var faults: [Fault]
    /// How many scenarios it was run in.
    package var scenarios: Int
    /// In how many of them a cell did not pass.
    package var missed: Int
    /// In how many the verdict rests on a choice of our model, which is neither a pass nor a miss.
    package var modelled: Int
  }

  /// What the figures of a row are.
  package static let quantities: [Headline.Quantity] = [
    .hitchRatio, .lag, .legible, .unread, .drift, .shift, .fallbacks,
  ]

  /// Those of them that only some records have.
  static let ofReaders: Set<Headline.Quantity> = [.legible, .unread, .shift]

  /// The profiles, in the order of the run.
  package var rows: [Row] = []

  /// Makes the table of `run`; nil when it has one profile only, or driven pages and no design, or is an
  /// ablation, whose profiles have a table of their own.
  ///
  /// - Complexity: O(cells * metrics).
  package init?(of run: RunRecord) {
    var order: [String] = []
    var cells: [String: [Int]] = [:]
    for (index, cell) in run.cells.enumerated() {
      if cells[cell.profile] == nil { order.append(cell.profile) }
      cells[cell.profile, default: []].append(index)
    }
    guard order.count > 1, run.ablation.isEmpty, !run.hasPages || run.hasDesigns, !run.hasRecordings
    else { return nil }
    rows = order.map { profile in
      let own = cells[profile] ?? []
      func scenarios(_ cells: [Int]) -> Int { Set(cells.map { run.cells[$0].scenario }).count }
      func isModelled(_ index: Int) -> Bool { run.cells[index].verdict.kind == .model }
      let failed = own.filter { run.cells[$0].verdict != .pass && !isModelled($0) }
      return Row(
        profile: profile,
        figures: Self.quantities.map { quantity in
          Self.worst(quantity, own.map { run.cells[$0] })
        },
        faults: Self.faults(of: failed, in: run),
        scenarios: scenarios(own),
        missed: scenarios(failed),
        modelled: scenarios(own.filter(isModelled))
      )
    }
  }

  /// The worst figure that misses its budget, else the worst of those that have one: what a scenario
  /// takes out of judgement tells nothing of a design. Fallbacks are counted in every scenario.
  private static func worst(
    _ quantity: Headline.Quantity,
    _ cells: [CellRecord]
  ) -> Headline.Figure {
    let figures = cells.map { Headline.figure(of: quantity, in: $0) }
    let missed = figures.filter { [.missed, .open].contains($0.state) }
    let judged = figures.filter { $0.state == .kept }
    let all = quantity == .fallbacks || judged.isEmpty ? figures : judged
    return (missed.isEmpty ? all : missed).max {
      ($0.value ?? -.infinity) < ($1.value ?? -.infinity)
    }
      ?? Headline.Figure(value: nil, text: "n/a", detail: "", state: .missing, limit: "")
  }

  private static func faults(of cells: [Int], in run: RunRecord) -> [Fault] {
    var faults: [Fault] = []
    for index in cells {
      let cell = run.cells[index]
      for words in words(for: cell) {
        if let place = faults.firstIndex(where: { $0.words == words }) {
          if !faults[place].scenarios.contains(cell.scenario) {
            faults[place].scenarios.append(cell.scenario)
          }
        } else {
          faults.append(Fault(words: words, scenarios: [cell.scenario], cell: index))
        }
      }
    }
    return faults
  }

  /// What a reader would notice of a cell that did not pass.
  private static func words(for cell: CellRecord) -> [String] {
    switch cell.verdict.end {
    case nil where cell.verdict.isError: ["could not be judged"]
    case nil where cell.verdict.kind.exitCode != 2: []
    case nil where cell.verdict.kind == .worse: ["is worse than it was"]
    case nil:
      cell.verdict.budgets.map { name in
        Budget(rawValue: name).map(words(for:)) ?? "misses \(name.replacing("_", with: " "))"
      }
    case .textDiffers: ["text is lost or changed"]
    case .broken: ["comes to a standstill"]
    case .failed, .ended: ["ended by an error"]
    }
  }

  private static func words(for budget: Budget) -> String {
    switch budget {
    case .hitchRatio, .adherence, .lateFrames, .longestHitch: "stutters"
    case .opening: "opens slowly"
    case .costShare: "takes too long for a frame"
    case .chunkLag, .tokenLag, .legibleLag: "text falls behind"
    case .unreadTokens: "leaves text unseen"
    case .unseenSends: "hides what is sent"
    case .drift: "jumps"
    case .readerMoved: "drags its reader away"
    case .heightFalls, .kindFlips, .followReversals, .jolts, .shiftBack, .void: "flickers"
    case .idleFrames: "works while nothing changes"
    case .inputLag: "answers input late"
    case .costGrowth: "slows down as it grows"
    case .fallbacks: "gives up animation"
    default: "misses \(budget.title)"
    }
  }
}
