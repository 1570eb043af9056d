import Timebase

/// How a cell ended: what it comes to, by which budgets, or by what else.
package struct CellVerdict: Hashable, Sendable {
  /// What beside a budget ended it.
  package enum End: Hashable, Sendable {
    /// Text lost, repeated or reordered.
    case textDiffers
    /// Stopped, because it was hopelessly late.
    case broken(atMilliseconds: Double, cause: String)
    /// An error.
    case failed(String)
    /// Its process came to an end of its own before the cell did.
    case ended(CellRecord.ProcessEnd)
  }

  /// What it comes to.
  package let kind: Verdict
  /// The names of the budgets that it rests on: those missed, or those that are open.
  package let budgets: [String]
  /// What beside a budget ended it; nil for nothing.
  package let end: End?

  /// Makes the verdict over a cell that came to its end.
  package init(_ kind: Verdict, _ budgets: [String] = []) {
    (self.kind, self.budgets, end) = (kind, budgets, nil)
  }

  /// Makes the verdict over a cell that something else ended; by a limit, nothing is said about the program.
  package init(_ end: End) {
    (budgets, self.end) = ([], end)
    if case .ended(let process) = end, process.isByLimit { kind = .invalid } else { kind = .missed }
  }

  package static let pass = Self(.pass)
  package static let notJudged = Self(.notJudged)
  package static let textDiffers = Self(End.textDiffers)
  package static func model(_ budgets: [String]) -> Self { Self(.model, budgets) }
  package static func budgetMissed(_ budgets: [String]) -> Self { Self(.missed, budgets) }
  package static func invalid(_ budgets: [String]) -> Self { Self(.invalid, budgets) }
  package static func inconclusive(_ budgets: [String]) -> Self { Self(.inconclusive, budgets) }
  package static func failed(_ reason: String) -> Self { Self(.failed(reason)) }
  package static func ended(_ end: CellRecord.ProcessEnd) -> Self { Self(.ended(end)) }

  /// Makes the verdict over a cell that was stopped.
  package static func broken(atMilliseconds time: Double, cause: String) -> Self {
    Self(.broken(atMilliseconds: time, cause: cause))
  }

  /// Whether budgets alone decided, and to this.
  package func isOnly(_ kind: Verdict) -> Bool { self.kind == kind && end == nil }

  /// When it was stopped, in milliseconds, and why; nil where it was not.
  package var stop: (milliseconds: Double, cause: String)? {
    if case .broken(let time, let cause) = end { (time, cause) } else { nil }
  }

  /// How its process ended; nil where it came to the cell's end.
  package var processEnd: CellRecord.ProcessEnd? {
    if case .ended(let end) = end { end } else { nil }
  }

  /// Whether the cell came to no figures that could be held against anything.
  package var isError: Bool {
    switch end {
    case .failed, .ended: true
    case .textDiffers, .broken: false
    case nil: kind.isOpen
    }
  }

  /// How bad it is, so that the worst of several can be told: what the figures say of a cell whose text is lost or
  /// that failed is worth less than that.
  package var gravity: Int {
    switch end {
    case nil: kind.gravity
    case .broken: Verdict.missed.gravity + 1
    case .textDiffers: Verdict.missed.gravity + 2
    case .failed, .ended: Verdict.missed.gravity + 3
    }
  }

  /// The verdict in a word or two; what is missed in another way than by a budget says which.
  package var word: String {
    switch end {
    case nil: kind.rawValue
    case .textDiffers: "text differs"
    case .broken: "broken"
    case .failed: "failed"
    case .ended(let end): end.kind.rawValue
    }
  }
}

extension CellVerdict: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, budgets
    case brokenAt = "broken_at_ms"
    case cause
    case endedBy = "by"
    case reason
  }

  /// The name in files of a verdict by budgets.
  private static func name(_ kind: Verdict) -> String {
    kind == .missed ? "budget_missed" : kind.rawValue.replacing(" ", with: "_")
  }

  /// Reads a verdict and what belongs to it.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String { try container.decode(String.self, forKey: key) }
    let name = try text(.kind)
    switch name {
    case "text_differs": self = .textDiffers
    case "broken":
      self = .broken(
        atMilliseconds: try container.decode(Double.self, forKey: .brokenAt),
        cause: try text(.cause)
      )
    case "failed": self = .failed(try text(.reason))
    case "ended":
      let kind = try container.decode(CellRecord.ProcessEnd.Kind.self, forKey: .endedBy)
      self = .ended(CellRecord.ProcessEnd(kind, detail: try text(.reason)))
    default:
      guard let kind = Verdict.allCases.first(where: { Self.name($0) == name }) else {
        throw DecodingError.dataCorruptedError(
          forKey: .kind,
          in: container,
          debugDescription: "\(name) is no verdict"
        )
      }
      self.init(kind, try container.decodeIfPresent([String].self, forKey: .budgets) ?? [])
    }
  }

  /// Writes the verdict and what belongs to it.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func put(_ name: String) throws { try container.encode(name, forKey: .kind) }
    switch end {
    case nil:
      try put(Self.name(kind))
      if kind != .pass, kind != .notJudged { try container.encode(budgets, forKey: .budgets) }
    case .textDiffers: try put("text_differs")
    case .broken(let milliseconds, let cause):
      try put("broken")
      try container.encode(milliseconds, forKey: .brokenAt)
      try container.encode(cause, forKey: .cause)
    case .failed(let reason):
      try put("failed")
      try container.encode(reason, forKey: .reason)
    case .ended(let end):
      try put("ended")
      try container.encode(end.kind, forKey: .endedBy)
      try container.encode(end.detail, forKey: .reason)
    }
  }
}
