import Timebase

extension CellRecord.Verdict: Codable {
  /// The verdict's name in files.
  private enum Kind: String, CodedChoice {
    case pass
    case model
    case budgetMissed = "budget_missed"
    case invalid
    case inconclusive
    case notJudged = "not_judged"
    case textDiffers = "text_differs"
    case broken
    case failed
    case ended
  }

  private enum CodingKeys: String, CodingKey {
    case kind, budgets
    case brokenAt = "broken_at_ms"
    case cause
    case endedBy = "by"
    case reason
  }

  /// Reads a verdict and what belongs to it.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func budgets() throws -> [String] { try container.decode([String].self, forKey: .budgets) }
    func reason() throws -> String { try container.decode(String.self, forKey: .reason) }
    switch try container.decode(Kind.self, forKey: .kind) {
    case .pass: self = .pass
    case .model: self = .model(try budgets())
    case .budgetMissed: self = .budgetMissed(try budgets())
    case .invalid: self = .invalid(try budgets())
    case .inconclusive: self = .inconclusive(try budgets())
    case .notJudged: self = .notJudged
    case .textDiffers: self = .textDiffers
    case .broken:
      self = .broken(
        atMilliseconds: try container.decode(Double.self, forKey: .brokenAt),
        cause: try container.decode(String.self, forKey: .cause)
      )
    case .failed: self = .failed(try reason())
    case .ended:
      let kind = try container.decode(CellRecord.ProcessEnd.Kind.self, forKey: .endedBy)
      self = .ended(CellRecord.ProcessEnd(kind, detail: try reason()))
    }
  }

  /// Writes the verdict and what belongs to it.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func put(_ kind: Kind) throws { try container.encode(kind, forKey: .kind) }
    switch self {
    case .pass: try put(.pass)
    case .model(let names):
      try put(.model)
      try container.encode(names, forKey: .budgets)
    case .budgetMissed(let names):
      try put(.budgetMissed)
      try container.encode(names, forKey: .budgets)
    case .invalid(let names):
      try put(.invalid)
      try container.encode(names, forKey: .budgets)
    case .inconclusive(let names):
      try put(.inconclusive)
      try container.encode(names, forKey: .budgets)
    case .notJudged: try put(.notJudged)
    case .textDiffers: try put(.textDiffers)
    case .broken(let milliseconds, let cause):
      try put(.broken)
      try container.encode(milliseconds, forKey: .brokenAt)
      try container.encode(cause, forKey: .cause)
    case .failed(let reason):
      try put(.failed)
      try container.encode(reason, forKey: .reason)
    case .ended(let end):
      try put(.ended)
      try container.encode(end.kind, forKey: .endedBy)
      try container.encode(end.detail, forKey: .reason)
    }
  }
}
