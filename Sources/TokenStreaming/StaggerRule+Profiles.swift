// Made from the files in Profiles by scripts/profiles: change those, not this.
import Timebase

extension StaggerRule {
  /// What the profile `reference` chose.
  public static let reference = StaggerRule.steps(
    every: .milliseconds(32),
    faster: .milliseconds(16),
    pastChunks: 100
  )
  /// What the profile `vercel-v0` chose.
  public static let vercelV0 = StaggerRule.steps(
    every: .milliseconds(32),
    faster: .milliseconds(32),
    pastChunks: .max
  )
  /// What the profile `swiftui-tips` chose.
  public static let swiftUITips = StaggerRule.onDemand(within: .milliseconds(32))
  /// What the profile `parameter-article` chose.
  public static let parameterArticle = StaggerRule.steps(
    every: .milliseconds(32),
    faster: .milliseconds(16),
    pastChunks: 100
  )
  /// What the profile `messaging-ui` chose.
  public static let messagingUI = StaggerRule.none
  /// What the profile `conversation-kit` chose.
  public static let conversationKit = StaggerRule.none
}
