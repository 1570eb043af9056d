import ChatSurface
import MarkdownBlocks
import StillpointEngine
import Synchronization
import TextMeasuring

/// What somebody brings to be judged, under the name of a profile: an engine, or a measurer or a parser for
/// the engine of this package.
public struct Candidate: Sendable {
  /// Its name, as `--profile` takes it.
  public let name: String
  /// What its text is measured and parsed with, where it brings tools.
  private let bringTools: (@Sendable (TextTools) -> TextTools)?
  /// Makes its engine; nil for the engine of this package.
  let makeEngine: (@Sendable (EngineSetup) -> any ChatEngine)?
  /// The choices that its figures stand under.
  package let profile: Profile

  /// Brings an engine.
  ///
  /// - Parameters:
  ///   - name: Lower-case letters, digits and hyphens; no profile's.
  ///   - summary: What it is, in a line.
  ///   - engine: Makes an engine for a conversation without messages; called once for each window of a run.
  /// - Precondition: `name` is one.
  public init(
    _ name: String,
    summary: String = "",
    engine: @escaping @Sendable (EngineSetup) -> any ChatEngine
  ) {
    self.init(name, summary, .standard, tools: nil, engine: engine)
  }

  /// Brings a measurer or a parser of text, which the engine of this package then uses.
  ///
  /// - Parameters:
  ///   - name: Lower-case letters, digits and hyphens; no profile's.
  ///   - summary: What it is, in a line.
  ///   - profile: The choices that the engine makes.
  ///   - tools: Changes the tools of a run.
  /// - Precondition: `name` is one.
  public init(
    _ name: String,
    summary: String = "",
    profile: Profile = .standard,
    tools: @escaping @Sendable (TextTools) -> TextTools
  ) {
    self.init(name, summary, profile, tools: tools, engine: nil)
  }

  private init(
    _ name: String,
    _ summary: String,
    _ profile: Profile,
    tools: (@Sendable (TextTools) -> TextTools)?,
    engine: (@Sendable (EngineSetup) -> any ChatEngine)?
  ) {
    precondition(
      name.first?.isLetter == true
        && name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") },
      "a candidate named `\(name)`: give it a name of lower-case letters, digits and hyphens"
    )
    precondition(
      !Profile.all.contains { $0.name == name },
      "a candidate named `\(name)`: a built-in profile has that name"
    )
    self.name = name
    var named = profile
    (named.name, named.summary) = (name, summary)
    self.profile = named
    (bringTools, makeEngine) = (tools, engine)
  }

  /// Whether it is an engine of its own.
  package var isEngine: Bool { makeEngine != nil }

  /// The tools of a run, with those that it brings.
  func tools(_ tools: TextTools) -> TextTools { bringTools?(tools) ?? tools }
}

/// The candidates of this program. A process that runs a cell is the same program, so it has the same ones.
package enum Candidates {
  private static let registered = Mutex<[Candidate]>([])

  /// All candidates, in the order in which they were brought.
  package static var all: [Candidate] { registered.withLock { $0 } }

  /// Takes candidates, before anything is run.
  ///
  /// - Precondition: No two have one name.
  package static func register(_ candidates: [Candidate]) {
    registered.withLock { list in
      for candidate in candidates {
        precondition(
          !list.contains { $0.name == candidate.name },
          "two candidates are named `\(candidate.name)`: give one of them another name"
        )
        list.append(candidate)
      }
    }
  }

  /// The candidate of a name; nil when there is none.
  package static func named(_ name: String) -> Candidate? { all.first { $0.name == name } }

  /// The profile that a candidate's figures stand under; nil when none has the name.
  package static func profile(named name: String) -> Profile? { named(name)?.profile }
}
