import ChatSurface
import FrameMetrics
import LoadGeneration
import Timebase

/// A script of events over a history, with the budgets it is held against.
///
/// A value: the same scenario, seed and device give the same events on every machine. It is made of
/// parts that lie over each other in time; see ``ScenarioPart``.
package struct Scenario: Sendable {
  /// The scenario's name.
  package var name: String
  /// One line about it.
  package var summary = ""
  /// Chooses texts, times and lengths.
  package var seed: UInt64 = 1
  /// The device it asks for; nil for the default.
  package var device: Device?
  /// The profile it asks for; nil for the default.
  package var profile: Profile?
  /// The profiles it is for; nil for all.
  package var profiles: [Profile]?
  /// The profiles, devices and rates that it asks to be run with; nil for what else is said.
  package var matrix: ScenarioMatrix?
  /// The files that it includes, and those that they include.
  package var includedFiles: [String] = []
  /// The recordings and scripts that its parts name, and those of the files that it includes.
  package var partFiles: [String] = []
  /// The conversation that is loaded at 0; nil for an empty surface.
  package var history: ScenarioHistory?
  /// What happens.
  package var parts: [ScenarioPart] = []
  /// Where it ends although something is still active; nil for when nothing is.
  package var end: Instant?
  /// The limits its figures are held against, with the standard ones where it sets none.
  package var budgets = Budgets.standard

  /// The names of the profiles it is for; nil for all.
  package var profileNames: [String]? { profiles?.map(\.name) }

  package func suitable(among profiles: [Profile]) -> [Profile] {
    guard let profileNames else { return profiles }
    return profiles.filter { profileNames.contains($0.name) }
  }

  /// Whether it stalls the host, so that giving up animation is allowed.
  package var expectsStall: Bool {
    parts.contains { part in
      part.hasWritten { if case .fault(.stall) = $0.event { true } else { false } }
    }
  }

  /// The budgets that are in force: where the host is stalled, no standard limit of what its stalls
  /// decide.
  package var budgetsInForce: Budgets {
    var budgets = budgets
    if expectsStall {
      budgets[.fallbacks] = .unjudged
      for budget in Self.decidedByStalls where budgets[budget] == .standard {
        budgets[budget] = .unjudged
      }
    }
    return budgets
  }

  /// The budgets that late frames decide: none of them has a standard limit beside a stall.
  package static let decidedByStalls: [Budget] = [
    .hitchRatio, .adherence, .lateFrames, .longestHitch, .costShare, .chunkLag, .tokenLag,
    .inputLag, .legibleLag, .unreadTokens, .unseenSends,
  ]

  /// Makes the events, in order of time; those of one instant in the order of the parts.
  ///
  /// The history is loaded at 0, before everything else, unless a part opens it.
  ///
  /// - Parameters:
  ///   - seed: Chooses texts, times and lengths; nil for the scenario's own.
  ///   - device: Gestures are as long as its viewport asks.
  /// - Complexity: O(events).
  package func timeline(seed: UInt64? = nil, on device: Device) -> [TimedLoadEvent] {
    let seed = seed ?? self.seed
    let source = history.map {
      SyntheticHistory(seed: seed, count: $0.messages, lengths: $0.lengths)
    }
    var composer = TimelineComposer(seed: seed, device: device, history: source)
    let isOpenedByPart = parts.contains { $0.name == ScenarioPartKind.opens.name }
    if let source, !isOpenedByPart { composer.load(source, at: .zero) }
    for part in parts { composer.add(part) }
    return composer.timeline()
  }
}

/// A conversation that is there from the start.
package struct ScenarioHistory: Hashable, Sendable {
  /// How many messages it has.
  package var messages: Int
  /// How long they are.
  package var lengths: SyntheticHistory.Lengths

  /// Makes a description of a history.
  package init(messages: Int, lengths: SyntheticHistory.Lengths = .arena) {
    self.messages = messages
    self.lengths = lengths
  }
}
