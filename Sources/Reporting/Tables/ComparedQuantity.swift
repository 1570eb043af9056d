import FrameMetrics
import Records

/// What the table of an ablation shows of a cell.
package enum ComparedQuantity: String, CaseIterable, Hashable, Sendable {
  case hitchRatio
  case adherence
  case drift
  case lag
  case allocations
  case cost

  /// The quantity of the headline; nil for the lag, which has no column there.
  private var headline: Headline.Quantity? {
    switch self {
    case .hitchRatio: .hitchRatio
    case .adherence: .adherence
    case .drift: .drift
    case .allocations: .allocations
    case .cost: .cost
    case .lag: nil
    }
  }

  /// The title of its column.
  package var title: String { headline?.title ?? "Lag p99" }
  /// Its unit.
  package var unit: String { headline?.unit ?? "ms" }
  /// Whether more is better.
  var isBetterUp: Bool { self == .adherence }

  /// The title in small letters, short enough for a terminal.
  var shortTitle: String {
    switch self {
    case .hitchRatio: "hitch ms/s"
    case .adherence: "on time %"
    case .drift: "drift pt"
    case .lag: "lag p99 ms"
    case .allocations: "allocs/frame"
    case .cost: "p99 ms"
    }
  }

  /// The cell's figure.
  func figure(in cell: CellRecord) -> Headline.Figure {
    if let headline { return Headline.figure(of: headline, in: cell) }
    var value = cell.value(.chunkVisible, .p99)
    if value?.isFinite != true { value = nil }
    var figure = Headline.Figure(
      value: value,
      text: DecimalText.short(value),
      detail: "",
      state: .missing,
      limit: ""
    )
    if value != nil {
      figure.state =
        cell.check(.chunkLag).map { $0.state == .kept ? .kept : .missed } ?? .unjudged
    }
    return figure
  }
}
