// Made from the files in Profiles by scripts/profiles: change those, not this.
extension FallbackRule.Configuration {
  /// What the profile `reference` chose.
  package static let reference = FallbackRule.Configuration(
    entersBelow: .fiveSixths,
    hasHysteresis: true
  )
  /// What the profile `parameter-article` chose.
  package static let parameterArticle = FallbackRule.Configuration(
    entersBelow: .framesPerSecond(50),
    hasHysteresis: false
  )
}
