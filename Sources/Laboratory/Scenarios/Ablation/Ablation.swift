import ChatSurface
import Records

/// One concern of a profile switched to what other profiles chose: what that one idea buys or costs.
package struct Ablation: Sendable {
  /// What comes of the switch.
  package enum Outcome: Sendable {
    /// A profile that can be run.
    case profile(Profile)
    /// The choice contradicts another one of the base; why.
    case impossible(String)
  }

  /// What is switched.
  package var concern: AblationConcern
  /// What it is switched to, as ``AblationConcern/choice(of:)`` names it.
  package var alternative: String
  /// The profiles that chose so, in the order of the catalogue.
  package var usedBy: [String]
  /// What comes of it.
  package var outcome: Outcome

  /// The scenarios that an ablation runs when none is named: a bursty stream, history that arrives
  /// meanwhile, flings and a keyboard, and the short ones that show every choice.
  package static let standardScenarios = [
    "stream-burst-stall", "prepend-while-streaming", "fling-through-history",
    "keyboard-mid-stream", "choices-text", "choices-history", "choices-new-chat",
    "choices-surroundings", "choices-late-frames",
  ]

  /// Every alternative to a choice of `base` that one of `profiles` makes: concern by concern, each
  /// alternative once.
  ///
  /// - Parameters:
  ///   - base: Where each starts from.
  ///   - profiles: Whose choices are tried.
  /// - Complexity: O(concerns * profiles).
  package static func all(
    from base: Profile = .standard,
    among profiles: [Profile] = Profile.all
  ) -> [Ablation] {
    AblationConcern.allCases.flatMap { concern -> [Ablation] in
      var found: [Ablation] = []
      for other in profiles {
        let choice = concern.choice(of: other)
        guard choice != concern.choice(of: base) || concern.hasOtherNumbers(base, other) else {
          continue
        }
        if let known = found.firstIndex(where: { $0.alternative == choice }) {
          found[known].usedBy.append(other.name)
        } else {
          found.append(Ablation(concern, from: base, as: other, choice: choice))
        }
      }
      return found
    }
  }

  private init(
    _ concern: AblationConcern,
    from base: Profile,
    as other: Profile,
    choice: String
  ) {
    self.concern = concern
    alternative = choice
    usedBy = [other.name]
    var profile = concern.switching(base, to: other)
    if let reason = concern.obstacle(switching: base, to: other)
      ?? ProfileConflict.first(in: ProfileChoices(of: profile))?.reason
    {
      outcome = .impossible(reason)
    } else if ProfileChoices(of: profile) == ProfileChoices(of: base) {
      // Such as the blank of a design that pushes and pins: it would run the base once more.
      outcome = .impossible("it has no effect with the other choices of \(base.name)")
    } else {
      profile.name = "\(base.name)+\(concern.rawValue)=\(choice)"
      profile.summary = "\(base.name), with \(concern.title): \(choice)"
      outcome = .profile(profile)
    }
  }

  /// What a run's record says about it.
  package var entry: AblationEntry {
    var entry = AblationEntry(
      concern: concern.rawValue,
      title: concern.title,
      alternative: alternative,
      usedBy: usedBy
    )
    switch outcome {
    case .profile(let profile): entry.profile = profile.name
    case .impossible(let reason): entry.impossible = reason
    }
    return entry
  }
}
