/// What a change in a count means.
package enum CountExpectation: String, Hashable, Sendable, Codable {
  /// It may not change at all: any change is a regression.
  case exact
  /// Fewer is better: more is a regression, fewer asks for a new baseline.
  case fewerIsBetter
  /// More is better: fewer is a regression, more asks for a new baseline.
  case moreIsBetter
}
