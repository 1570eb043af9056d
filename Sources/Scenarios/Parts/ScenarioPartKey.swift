/// One part that a scenario may have: its name and keys, of which files are read and
/// `stillpoint list --long` is printed.
package struct ScenarioPartKey: Hashable, Sendable {
  /// The part.
  package let name: String
  /// What happens.
  package let summary: String
  /// The keys that it needs; of two that exclude each other both.
  package let required: [String]
  /// The keys that may be left out.
  package let optional: [String]

  init(_ name: String, _ summary: String, _ required: [String], _ optional: [String]) {
    self.name = name
    self.summary = summary
    self.required = required
    self.optional = optional
  }

  /// Every part, in the order in which they are documented.
  package static let all = ScenarioPart.kinds.map { $0.key }
}
