import FramePacing
import Lengths
import MarkdownBlocks
import Ornaments
import Revealing
import TokenStreaming
import ViewportPlacing

/// A named set of choices: which idea is used for each concern of a streaming chat screen.
///
/// A profile is data. The engine has one implementation per idea and no knowledge of names, so a
/// profile can be taken apart and put together again, one concern at a time.
public struct Profile: Equatable, Sendable {
  /// The profile's name.
  public var name: String
  /// What it is, in one line.
  public var summary: String
  /// What is done with the viewport otherwise than the engine does.
  package var placement = PolicyChoice()
  /// What is measured when.
  package var measuring: MeasuringRule
  /// Where text is cut into chunks.
  package var chunking: ChunkRule
  /// Stagger, batch, pool and fade.
  package var reveal: RevealRule
  /// How text becomes blocks.
  package var markdown: MarkdownRule
  /// How Markdown is shown of which nobody knows yet what it will be.
  package var unfinishedMarks: UnfinishedMarks
  /// What the viewport does when the user sends.
  package var afterSend: SendRule
  /// When animation is given up; nil for never.
  package var fallback: FallbackRule.Configuration?
  /// Boxes, paddings and distances.
  package var style: MessageStyle
  /// Where content shorter than the viewport rests.
  package var shortContent: ShortContentRule
  /// How far from the end still counts as being near it, 0 or more: for following, for a composer
  /// that grows, for a typing indicator and for the button that jumps to the end.
  package var nearEnd: LayoutUnit
  /// What a message does that is appended, not by a send, and who follows the end after it.
  package var appends: AppendRule
  /// What stands for an answer that has no text yet.
  package var placeholder: PlaceholderRule
  /// Whether a placeholder for the answer is added together with the user's message.
  package var addsPlaceholder: Bool { placeholder == .addedWithSend }
  /// How the first message of a new chat comes in.
  package var entrance: EntranceRule
  /// Which swipe in the composer opens the keyboard.
  package var focus: ComposerFocus
  /// How fast a fling dies away.
  package var deceleration: DecelerationRule
}
