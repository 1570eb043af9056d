import Records
import Timebase

/// What the gate says about a cell or a run.
package enum GateVerdict: String, CodedChoice, Hashable, Sendable {
  /// Everything is as in the baseline.
  case pass
  /// It is not there to be measured: nothing is said, and nothing is passed.
  case notAvailable = "not available"
  /// Something got better: the baseline is to be renewed.
  case improvement
  /// It was measured, and the interval holds both what is allowed and what is not.
  case inconclusive
  /// It cannot be judged: there is no baseline for a key, or the counting broke.
  case invalid
  /// Something got worse or changed that may not change.
  case regression

  /// The command's exit code: 0 pass, improvement or nothing to say, 2 regression, 3 invalid or
  /// inconclusive.
  package var exitCode: Int32 {
    switch self {
    case .pass, .notAvailable, .improvement: 0
    case .regression: 2
    case .invalid, .inconclusive: 3
    }
  }

  /// The verdict over two parts: the graver one.
  ///
  /// A regression is graver than what cannot be judged, because one that was seen stays seen; what
  /// cannot be judged is graver than an improvement, because it may hide a regression. What is not
  /// available weighs less than a pass: the verdict is that of what was measured.
  package func combined(with other: GateVerdict) -> GateVerdict {
    gravity >= other.gravity ? self : other
  }

  /// The same in the words of every command.
  package var verdict: Verdict {
    switch self {
    case .pass, .improvement: .pass
    case .notAvailable: .notJudged
    case .inconclusive: .inconclusive
    case .invalid: .invalid
    case .regression: .worse
    }
  }

  private var gravity: Int {
    switch self {
    case .notAvailable: 0
    case .pass: 1
    case .improvement: 2
    case .inconclusive: 3
    case .invalid: 4
    case .regression: 5
    }
  }
}
