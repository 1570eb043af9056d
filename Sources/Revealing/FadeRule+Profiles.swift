// Made from the files in Profiles by scripts/profiles: change those, not this.
import Timebase

extension FadeRule {
  /// What the profile `reference` chose.
  package static let reference = FadeRule.timed(duration: .milliseconds(500), curve: .easeOut)
  /// What the profile `vercel-v0` chose.
  package static let vercelV0 = FadeRule.timed(duration: .milliseconds(500), curve: .inOutQuad)
  /// What the profile `swiftui-tips` chose.
  package static let swiftUITips = FadeRule.timed(duration: .milliseconds(500), curve: .easeOut)
  /// What the profile `parameter-article` chose.
  package static let parameterArticle = FadeRule.timed(duration: .milliseconds(500), curve: .easeIn)
}
