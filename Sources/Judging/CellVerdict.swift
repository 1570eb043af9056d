import Records

extension CellRecord.Verdict {
  /// What it comes to.
  package var kind: Verdict {
    switch self {
    case .pass: .pass
    case .model: .model
    case .notJudged: .notJudged
    case .invalid: .invalid
    case .inconclusive: .inconclusive
    case .ended(let end) where end.isByLimit: .invalid
    case .budgetMissed, .textDiffers, .broken, .failed, .ended: .missed
    }
  }

  /// Whether it hangs on a choice of our model.
  package var isModel: Bool { kind == .model }

  /// How bad it is, so that the worst of several can be told: what the figures say of a cell whose text is lost or
  /// that failed is worth less than that.
  package var gravity: Int {
    switch self {
    case .pass, .model, .notJudged, .invalid, .inconclusive, .budgetMissed: kind.gravity
    case .broken: Verdict.missed.gravity + 1
    case .textDiffers: Verdict.missed.gravity + 2
    case .failed, .ended: Verdict.missed.gravity + 3
    }
  }

  /// The verdict in a word or two; what is missed in another way than by a budget says which.
  package var word: String {
    switch self {
    case .pass, .model, .notJudged, .invalid, .inconclusive: kind.rawValue
    case .budgetMissed: kind.rawValue
    case .textDiffers: "text differs"
    case .broken: "broken"
    case .failed: "failed"
    case .ended(let end): end.kind.rawValue
    }
  }

  /// The budgets that it names.
  package var budgets: [String] {
    switch self {
    case .budgetMissed(let names), .invalid(let names), .inconclusive(let names), .model(let names):
      names
    case .pass, .notJudged, .textDiffers, .broken, .failed, .ended: []
    }
  }
}
