import FramePacing
import MarkdownBlocks
import Revealing
import TokenStreaming

/// A named set of choices: which idea is used for each concern of a streaming chat screen.
///
/// A profile is data. The engine has one implementation per idea and no knowledge of names, so a
/// profile can be taken apart and put together anew, one concern at a time.
public struct Profile: Sendable {
  /// The profile's name.
  public var name: String
  /// What it is, in one line.
  public var summary: String
  /// How items are kept and placed.
  public var layout: LayoutRule
  /// What is measured when.
  public var measuring: MeasuringRule
  /// Where text is cut into chunks.
  public var chunking: ChunkRule
  /// Stagger, batch, pool and fade.
  public var reveal: RevealRule
  /// How text becomes blocks.
  public var markdown: MarkdownRule
  /// What the viewport does when the user sends.
  public var afterSend: SendRule
  /// How much free space lies below the last turn.
  public var blank: BlankSize
  /// Where a conversation opens.
  public var opening: OpeningRule
  /// What a growing composer does to the end of the content.
  public var composer: ComposerRule
  /// What the keyboard does to the content.
  public var keyboard: KeyboardRule
  /// How the end is followed.
  public var jump: JumpRule
  /// When animation is given up; nil for never.
  public var fallback: FallbackRule.Configuration?
  /// Boxes, paddings and distances.
  public var style: MessageStyle
  /// Where content shorter than the viewport rests.
  public var shortContent: ShortContentRule
  /// Whether the end is followed from within 100 pt of it: when the user's scroll comes to rest
  /// there, and when a message is appended meanwhile.
  public var followsAppendsNearEnd: Bool
  /// Whether a message that is appended, not by a send, comes to the viewport's top.
  public var bringsAppendsToTop = false
  /// Whether a placeholder for the answer is added together with the user's message.
  public var addsPlaceholder: Bool
  /// How the first message of a new chat comes in.
  public var entrance: EntranceRule
  /// Which swipe in the composer opens the keyboard.
  public var focus: ComposerFocus
  /// How fast a fling dies away.
  public var deceleration = DecelerationRule.normal
}
