// Made from the files in Profiles by scripts/profiles: change those, not this.
import TokenStreaming

extension RevealRule {
  /// What the profile `reference` chose.
  package static let reference = RevealRule(
    stagger: .reference,
    batch: .reference,
    pool: PoolRule(limit: 4, overflow: .compress, slot: .batch),
    fade: .reference
  )
  /// What the profile `vercel-v0` chose.
  package static let vercelV0 = RevealRule(
    stagger: .vercelV0,
    batch: .vercelV0,
    pool: PoolRule(limit: 4, overflow: .evict, slot: .word),
    fade: .vercelV0
  )
  /// What the profile `swiftui-tips` chose.
  package static let swiftUITips = RevealRule(
    stagger: .swiftUITips,
    batch: .swiftUITips,
    pool: PoolRule(limit: 4, overflow: .wait, slot: .word),
    fade: .swiftUITips
  )
  /// What the profile `parameter-article` chose.
  package static let parameterArticle = RevealRule(
    stagger: .parameterArticle,
    batch: .parameterArticle,
    pool: PoolRule(limit: 4, overflow: .bypass, slot: .word),
    fade: .parameterArticle
  )
  /// What the profile `messaging-ui` chose.
  package static let messagingUI = RevealRule(
    stagger: .messagingUI,
    batch: .messagingUI,
    pool: PoolRule(limit: 4, overflow: .bypass, slot: .batch),
    fade: nil
  )
  /// What the profile `conversation-kit` chose.
  package static let conversationKit = RevealRule(
    stagger: .conversationKit,
    batch: .conversationKit,
    pool: PoolRule(limit: 4, overflow: .bypass, slot: .batch),
    fade: nil
  )
}
