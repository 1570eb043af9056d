// Made from the files in Profiles by scripts/profiles: change those, not this.
extension MessageStyle {
  /// What the profile `reference` chose.
  package static let reference = MessageStyle(
    user: Box(horizontal: 16, vertical: 12),
    assistant: Box(horizontal: 0, vertical: 0),
    spacing: 12,
    sidePadding: 16,
    topPadding: 16,
    loadingHeight: nil
  )
  /// What the profile `vercel-v0` chose.
  package static let vercelV0 = MessageStyle(
    user: Box(horizontal: 16, vertical: 12),
    assistant: Box(horizontal: 0, vertical: 0),
    spacing: 12,
    sidePadding: 16,
    topPadding: 16
  )
  /// What the profile `swiftui-tips` chose.
  package static let swiftUITips = MessageStyle(
    user: Box(horizontal: 16, vertical: 12),
    assistant: Box(horizontal: 16, vertical: 12),
    spacing: 12,
    sidePadding: 16,
    topPadding: 16
  )
  /// What the profile `parameter-article` chose.
  package static let parameterArticle = MessageStyle(
    user: Box(horizontal: 16, vertical: 12),
    assistant: Box(horizontal: 16, vertical: 12),
    spacing: 12,
    sidePadding: 16,
    topPadding: 16
  )
  /// What the profile `messaging-ui` chose.
  package static let messagingUI = MessageStyle(
    user: Box(horizontal: 12, vertical: 12),
    assistant: Box(horizontal: 12, vertical: 12),
    spacing: 12,
    sidePadding: 16,
    topPadding: 16
  )
  /// What the profile `conversation-kit` chose.
  package static let conversationKit = MessageStyle(
    user: Box(horizontal: 16, vertical: 12),
    assistant: Box(horizontal: 0, vertical: 0),
    spacing: 12,
    sidePadding: 16,
    topPadding: 16
  )
}
