import Timebase

/// Two choices that exclude each other, and why.
package struct ProfileConflict: Sendable {
  /// The keys that clash; the one that may give way first.
  package let keys: [String]
  /// What is said of them.
  package let reason: String
  /// What would be right.
  package let expected: String

  /// The first clash in `choices`; nil when there is none.
  package static func first(in choices: ProfileChoices) -> ProfileConflict? {
    if choices["pool"] == .word("compress"), choices["stagger"] != .word("steps") {
      return ProfileConflict(
        keys: ["stagger", "pool"],
        reason:
          "A pool that compresses ends fades within one stagger, and without steps there is none.",
        expected: "stagger: steps, or another pool: wait, evict, bypass"
      )
    }
    if choices["slot"] == .word("batch"), choices["stagger"] == .word("on-demand") {
      return ProfileConflict(
        keys: ["stagger", "slot"],
        reason: "The chunks of a batch on demand start one after the other, so each has its slot.",
        expected: "slot: word, or stagger: steps or none"
      )
    }
    if case .time(let every) = choices["stagger_ms"],
      case .time(let faster) = choices["fast_stagger_ms"], faster > every
    {
      return ProfileConflict(
        keys: ["stagger_ms", "fast_stagger_ms"],
        reason: "A long message is revealed faster, not slower, so that it does not fall behind.",
        expected: "fast_stagger_ms of at most stagger_ms, or null"
      )
    }
    if case .time(let deadline) = choices["deadline_ms"],
      case .time(let every) = choices["stagger_ms"], deadline < every
    {
      return ProfileConflict(
        keys: ["stagger_ms", "deadline_ms"],
        reason: "A chunk may wait for the next step, so it can be late by one stagger already.",
        expected: "deadline_ms of at least stagger_ms, or null"
      )
    }
    return nil
  }
}
