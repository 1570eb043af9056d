// Made from the files in Profiles by scripts/profiles: change those, not this.
import Timebase

extension StaggerRule {
  /// What the profile `reference` chose.
  package static let reference = StaggerRule.steps(
    every: .milliseconds(32),
    faster: .milliseconds(16),
    pastChunks: 100
  )
  /// What the profile `vercel-v0` chose.
  package static let vercelV0 = StaggerRule.steps(
    every: .milliseconds(32),
    faster: .milliseconds(32),
    pastChunks: .max
  )
  /// What the profile `swiftui-tips` chose.
  package static let swiftUITips = StaggerRule.onDemand(within: .milliseconds(32))
  /// What the profile `parameter-article` chose.
  package static let parameterArticle = StaggerRule.steps(
    every: .milliseconds(32),
    faster: .milliseconds(16),
    pastChunks: 100
  )
  /// What the profile `messaging-ui` chose.
  package static let messagingUI = StaggerRule.none
  /// What the profile `conversation-kit` chose.
  package static let conversationKit = StaggerRule.none
}
