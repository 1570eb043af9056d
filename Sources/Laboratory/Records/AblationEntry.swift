/// One row of an ablation as a run's record has it.
package struct AblationEntry: Hashable, Codable, Sendable {
  /// The concern, as profile names have it.
  package var concern: String
  /// The concern for people.
  package var title: String
  /// What it was switched to.
  package var alternative: String
  /// The published profiles that chose so.
  package var usedBy: [String]
  /// The name of the profile that was run; nil for an impossible pair.
  package var profile: String?
  /// Why the pair is impossible; nil when it is not.
  package var impossible: String?

  private enum CodingKeys: String, CodingKey {
    case concern, title, alternative
    case usedBy = "used_by"
    case profile, impossible
  }

  /// Makes a row.
  package init(
    concern: String,
    title: String,
    alternative: String,
    usedBy: [String],
    profile: String? = nil,
    impossible: String? = nil
  ) {
    self.concern = concern
    self.title = title
    self.alternative = alternative
    self.usedBy = usedBy
    self.profile = profile
    self.impossible = impossible
  }
}
