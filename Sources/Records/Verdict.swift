import Timebase

/// What a cell, a run or a command came to, in one word.
package enum Verdict: String, CodedChoice, Hashable, Sendable {
  /// Every limit kept.
  case pass
  /// What is missed rests on this project's own choice for a published design: no miss and no pass.
  case model
  /// Nothing was held against a limit.
  case notJudged = "not judged"
  /// A figure that a limit is for is missing.
  case invalid
  /// A limit is kept or missed by what the input does not tell.
  case inconclusive
  /// Something got worse than it was.
  case worse
  /// A limit is missed, text was lost, or it came to no end.
  case missed

  /// The exit code of a command that comes to this: 0 good, 2 bad, 3 nothing can be said.
  package var exitCode: Int32 {
    switch self {
    case .pass, .model: 0
    case .missed, .worse: 2
    case .notJudged, .invalid, .inconclusive: 3
    }
  }

  /// Whether it was to be judged and could not be.
  package var isOpen: Bool { self == .invalid || self == .inconclusive }

  /// How grave it is: of several the gravest is the verdict.
  package var gravity: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
