// Made from the files in Profiles by scripts/profiles: change those, not this.
import Lengths
import Timebase

extension BlankSize {
  /// What the profile `reference` chose.
  package static let reference = BlankSize(
    countsComposer: true,
    isAlwaysInForce: false,
    growthDelay: .milliseconds(0),
    tallestQuestion: nil
  )
  /// What the profile `vercel-v0` chose.
  package static let vercelV0 = BlankSize(
    countsComposer: true,
    isAlwaysInForce: true,
    growthDelay: .milliseconds(500),
    tallestQuestion: LayoutUnit(points: 88)
  )
  /// What the profile `swiftui-tips` chose.
  package static let swiftUITips = BlankSize(
    countsComposer: true,
    isAlwaysInForce: false,
    growthDelay: .milliseconds(0),
    tallestQuestion: nil
  )
  /// What the profile `parameter-article` chose.
  package static let parameterArticle = BlankSize(
    countsComposer: false,
    isAlwaysInForce: false,
    growthDelay: .milliseconds(0),
    tallestQuestion: nil
  )
  /// What the profile `messaging-ui` chose.
  package static let messagingUI = BlankSize(
    countsComposer: true,
    isAlwaysInForce: false,
    growthDelay: .milliseconds(0),
    tallestQuestion: nil
  )
  /// What the profile `conversation-kit` chose.
  package static let conversationKit = BlankSize(
    countsComposer: true,
    isAlwaysInForce: false,
    growthDelay: .milliseconds(0),
    tallestQuestion: nil
  )
}
