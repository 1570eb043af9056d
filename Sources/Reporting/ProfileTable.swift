import Simulation

/// Every profile of a run beside every scenario: the verdict and the figures behind it.
public struct ProfileTable: Sendable {
  /// One profile in one scenario.
  public struct Cell: Sendable {
    /// Which of the run's cells it is.
    public var index: Int
    /// The verdict in words, with the instant for a broken one.
    public var verdict: String
    /// Whether the cell passed.
    public var isPass: Bool
    /// Hitch ratio, adherence, drift and lag.
    public var figures: [Headline.Figure]
  }

  /// One scenario on one device at one rate.
  public struct Row: Sendable {
    /// The scenario's name.
    public var scenario: String
    /// Device and rate, as far as the run has several; else empty.
    public var place: String
    /// A cell for each profile; nil where it was not run.
    public var cells: [Cell?]
  }

  /// What the figures of a cell are.
  static let quantities = ComparedQuantity.ofProfiles

  /// The profiles, in the order of the run.
  public var profiles: [String]
  /// The scenarios, in the order of the run.
  public var rows: [Row] = []

  /// Makes the table of `run`; nil when it has one profile only, or is an ablation, whose profiles
  /// have a table of their own.
  ///
  /// - Complexity: O(cells * metrics).
  public init?(of run: RunRecord) {
    var columns: [String: Int] = [:]
    profiles = []
    for cell in run.cells where columns[cell.profile] == nil {
      columns[cell.profile] = profiles.count
      profiles.append(cell.profile)
    }
    guard profiles.count > 1, run.ablation.isEmpty else { return nil }
    let hasDevices = Set(run.cells.map(\.device)).count > 1
    let hasRates = Set(run.cells.map(\.refreshHertz)).count > 1
    var places: [[String]: Int] = [:]
    for (index, cell) in run.cells.enumerated() {
      var place: [String] = []
      if hasDevices { place.append(cell.device) }
      if hasRates { place.append("\(cell.refreshHertz)\u{A0}Hz") }
      let key = [cell.scenario, cell.device, "\(cell.refreshHertz)", "\(cell.seed)"]
      let row = places[key] ?? rows.count
      if row == rows.count {
        places[key] = row
        rows.append(
          Row(
            scenario: cell.scenario,
            place: place.joined(separator: ", "),
            cells: Array(repeating: nil, count: profiles.count)
          )
        )
      }
      guard let column = columns[cell.profile] else { continue }
      rows[row].cells[column] = Cell(
        index: index,
        verdict: cell.verdict.words,
        isPass: cell.verdict == .pass,
        figures: Self.quantities.map { $0.figure(in: cell) }
      )
    }
  }
}
