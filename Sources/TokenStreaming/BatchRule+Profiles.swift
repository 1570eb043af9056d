// Made from the files in Profiles by scripts/profiles: change those, not this.
import Timebase

extension BatchRule {
  /// What the profile `reference` chose.
  package static let reference = BatchRule(
    tiers: [Tier(above: 0, size: 2), Tier(above: 4, size: 4), Tier(above: 10, size: 8)],
    deadline: .milliseconds(400)
  )
  /// What the profile `vercel-v0` chose.
  package static let vercelV0 = BatchRule(tiers: [
    Tier(above: 0, size: 1), Tier(above: 5, size: 2),
    Tier(above: 10, divisor: 4, atLeast: 1, atMost: 5),
  ])
  /// What the profile `swiftui-tips` chose.
  package static let swiftUITips = BatchRule(tiers: [Tier(above: 0, size: 2)])
  /// What the profile `parameter-article` chose.
  package static let parameterArticle = BatchRule(tiers: [
    Tier(above: 0, divisor: 1, atLeast: 2, atMost: 4), Tier(above: 10, size: 8),
  ])
  /// What the profile `messaging-ui` chose.
  package static let messagingUI = BatchRule(tiers: [Tier(above: 0, size: 1)])
  /// What the profile `conversation-kit` chose.
  package static let conversationKit = BatchRule(tiers: [Tier(above: 0, size: 1)])
}
