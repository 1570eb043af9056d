// Made from the files in Profiles by scripts/profiles: change those, not this.
extension MessageStyle {
  /// What the profile `reference` chose.
  public static let reference = MessageStyle(
    user: Box(horizontal: 16, vertical: 12),
    assistant: Box(horizontal: 0, vertical: 0),
    spacing: 12,
    sidePadding: 16,
    topPadding: 16,
    loadingHeight: nil
  )
  /// What the profile `vercel-v0` chose.
  public static let vercelV0 = MessageStyle(
    user: Box(horizontal: 16, vertical: 12),
    assistant: Box(horizontal: 0, vertical: 0),
    spacing: 12,
    sidePadding: 16,
    topPadding: 16
  )
  /// What the profile `swiftui-tips` chose.
  public static let swiftUITips = MessageStyle(
    user: Box(horizontal: 16, vertical: 12),
    assistant: Box(horizontal: 16, vertical: 12),
    spacing: 12,
    sidePadding: 16,
    topPadding: 16
  )
  /// What the profile `parameter-article` chose.
  public static let parameterArticle = MessageStyle(
    user: Box(horizontal: 16, vertical: 12),
    assistant: Box(horizontal: 16, vertical: 12),
    spacing: 12,
    sidePadding: 16,
    topPadding: 16
  )
  /// What the profile `messaging-ui` chose.
  public static let messagingUI = MessageStyle(
    user: Box(horizontal: 12, vertical: 12),
    assistant: Box(horizontal: 12, vertical: 12),
    spacing: 12,
    sidePadding: 16,
    topPadding: 16
  )
  /// What the profile `conversation-kit` chose.
  public static let conversationKit = MessageStyle(
    user: Box(horizontal: 16, vertical: 12),
    assistant: Box(horizontal: 0, vertical: 0),
    spacing: 12,
    sidePadding: 16,
    topPadding: 16
  )
}
