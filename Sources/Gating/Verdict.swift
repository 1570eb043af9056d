/// What the gate says about a cell or a run.
public enum Verdict: String, CaseIterable, Hashable, Sendable {
  /// Everything is as in the baseline.
  case pass
  /// Something got better: the baseline is to be renewed.
  case improvement
  /// It cannot be judged: there is no baseline for a key, or the counting broke.
  case invalid
  /// Something got worse or changed that may not change.
  case regression

  /// The command's exit code: 0 pass, 2 regression, 3 invalid, 4 improvement to adopt.
  public var exitCode: Int32 {
    switch self {
    case .pass: 0
    case .regression: 2
    case .invalid: 3
    case .improvement: 4
    }
  }

  /// The verdict over two parts: the graver one.
  ///
  /// A regression is graver than what cannot be judged, because one that was seen stays seen; what
  /// cannot be judged is graver than an improvement, because it may hide a regression.
  public func combined(with other: Verdict) -> Verdict { gravity >= other.gravity ? self : other }

  private var gravity: Int {
    switch self {
    case .pass: 0
    case .improvement: 1
    case .invalid: 2
    case .regression: 3
    }
  }
}
