import Timebase

/// One budget held against one figure.
package struct BudgetCheck: Hashable, Codable, Sendable {
  /// How a figure stands to its limit.
  package enum State: String, CodedChoice, Hashable, Sendable {
    case kept
    case missed
    /// It is worse than it was, and no limit is missed: the limit is what it was, and the note says when.
    case worse
    /// It is missed, by what rests on a choice of this project's own and not on the design's.
    case model
    /// The figure should be there and is not: nothing can be said, and that is no pass.
    case invalid
    /// What was measured could not have missed it, so that it was not kept either; its note says why.
    case unexercised = "not_exercised"
  }

  /// What the names of checks begin with that say why nothing can be said of a driven page.
  package static let undriven = "page_driven"

  /// The budget's name.
  package var name: String
  package var limit: Double
  /// What was measured; nil when the run gave no such figure.
  package var value: Double?
  /// The unit of both.
  package var unit: String
  /// Whether the figure may not be above or, if not, not below the limit.
  package var isUpperLimit: Bool {
    get { side == .atMost }
    set { side = newValue ? .atMost : .atLeast }
  }
  private var side: Side
  /// Whether the budget was kept.
  package var state: State
  /// Why there is no figure, or what was judged in its place; nil for nothing to say.
  package var note: String?
  /// Why a miss may not be called the fault of what was judged yet; nil where it may.
  package var doubt: String?

  /// On which side of the limit a figure is to be.
  private enum Side: String, CodedChoice, Hashable {
    case atMost = "at_most"
    case atLeast = "at_least"
  }

  private enum CodingKeys: String, CodingKey {
    case name, limit, value, unit
    case side = "limit_is"
    case state, note, doubt
  }

  package init(
    name: String,
    limit: Double,
    value: Double?,
    unit: String,
    isUpperLimit: Bool,
    state: State,
    note: String? = nil
  ) {
    self.name = name
    self.limit = limit
    self.value = value
    self.unit = unit
    side = isUpperLimit ? .atMost : .atLeast
    self.state = state
    self.note = note
  }

  /// How many times over the limit the figure is, or under it; nil without a figure.
  ///
  /// A limit of 0 is passed by the figure itself, plus 1.
  package var excess: Double? {
    guard let value else { return nil }
    if limit == 0 { return 1 + abs(value) }
    return isUpperLimit ? value / limit : value == 0 ? .infinity : limit / value
  }

  /// Whether it is a requirement of the scenario that is not met: nothing else is worth saying then.
  package var isUnmetRequirement: Bool { state == .invalid && name.hasPrefix(Self.requirement) }

  /// What the names of requirements begin with.
  static let requirement = "requires_"

  /// The figure's metric without its statistic, and the statistic; nil for what is no figure.
  package var figure: (metric: Metric, statistic: Statistic)? {
    if let budget { return (budget.judged.metric, budget.judged.statistic) }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard let metric = parts.first.flatMap(Metric.named) else { return nil }
    return (metric, parts.count > 1 ? Statistic(rawValue: parts[1]) ?? .value : .value)
  }

  /// The budget; nil for a requirement, and for a name of another release.
  package var budget: Budget? { Budget(rawValue: name) }
}
