// Made from the files in Profiles by scripts/profiles: change those, not this.
import TokenStreaming

extension RevealRule {
  /// What the profile `reference` chose.
  public static let reference = RevealRule(
    stagger: .reference,
    batch: .reference,
    pool: PoolRule(limit: 4, overflow: .compress, slot: .batch),
    fade: .reference
  )
  /// What the profile `vercel-v0` chose.
  public static let vercelV0 = RevealRule(
    stagger: .vercelV0,
    batch: .vercelV0,
    pool: PoolRule(limit: 4, overflow: .evict, slot: .word),
    fade: .vercelV0
  )
  /// What the profile `swiftui-tips` chose.
  public static let swiftUITips = RevealRule(
    stagger: .swiftUITips,
    batch: .swiftUITips,
    pool: PoolRule(limit: 4, overflow: .wait, slot: .word),
    fade: .swiftUITips
  )
  /// What the profile `parameter-article` chose.
  public static let parameterArticle = RevealRule(
    stagger: .parameterArticle,
    batch: .parameterArticle,
    pool: PoolRule(limit: 4, overflow: .bypass, slot: .word),
    fade: .parameterArticle
  )
  /// What the profile `messaging-ui` chose.
  public static let messagingUI = RevealRule(
    stagger: .messagingUI,
    batch: .messagingUI,
    pool: PoolRule(limit: 4, overflow: .bypass, slot: .batch),
    fade: nil
  )
  /// What the profile `conversation-kit` chose.
  public static let conversationKit = RevealRule(
    stagger: .conversationKit,
    batch: .conversationKit,
    pool: PoolRule(limit: 4, overflow: .bypass, slot: .batch),
    fade: nil
  )
}
