import ChatSurface
import FramePacing
import Lengths
import MarkdownBlocks
import TextMeasuring
import Timebase
import TokenStreaming
import ViewportPlacing

// The engine's types under names that no framework of a platform has: a file that imports SwiftUI says
// `ChatMessage`, and needs no other module of the engine.

/// A message of a conversation.
public typealias ChatMessage = Message
/// A message's name.
public typealias ChatMessageID = MessageID
/// What happens to a conversation on screen.
public typealias ChatEvent = SurfaceEvent
/// What a conversation is shown on.
public typealias ChatDevice = Device
/// The choices of a design, for the laboratory.
public typealias ChatProfile = Profile
/// What is on screen where.
public typealias ChatSnapshot = FrameSnapshot
/// What the messages of a snapshot look like.
public typealias ChatDrawing = RenderedFrame
/// Messages in a list.
public typealias ChatMessageList = ListedMessages
/// A length of the engine's, in 1/64 points.
public typealias ChatLength = LayoutUnit
/// Measures blocks of text.
public typealias ChatTextMeasurer = TextMeasurer
/// A block as a measurer sees it.
public typealias ChatStyledBlock = StyledBlock
/// What a measurer found out.
public typealias ChatMeasuredBlock = MeasuredBlock
/// The reader's text size.
public typealias ChatTextSize = TextSizeCategory
/// Turns text into blocks.
public typealias ChatBlockParser = BlockParser
/// A parser of CommonMark and GitHub's tables.
public typealias ChatMarkdownParser = MarkdownParser
/// A parser that makes one paragraph of a text.
public typealias ChatPlainParser = PlainTextParser
/// A block of a text.
public typealias ChatBlock = Block
/// Finds words in scripts without spaces.
public typealias ChatWordBoundaries = WordBoundaries
/// A stretch of a block's text in one style.
public typealias ChatTextRun = TextRun
/// What a parser makes of a text.
public typealias ChatParsedText = ParsedText
/// A message as it is drawn.
public typealias ChatDrawnMessage = RenderedMessage
/// A block of a message as it is drawn.
public typealias ChatDrawnBlock = RenderedBlock
/// A time of the engine's, in nanoseconds.
public typealias ChatInstant = Instant
/// What happens, and when.
public typealias ChatScheduledEvent = ScheduledEvent
/// Why a stream ended.
public typealias ChatStreamEnd = StreamEndReason
/// Whose words a block holds.
public typealias ChatTextRole = TextRole
/// How often an engine did what costs, for runs with modelled cost.
public typealias ChatOperations = OperationCounts
/// The physics of a scroll view, for engines that have none to use.
public typealias ChatScrollMotion = ScrollMotion
/// What a scroll view of a platform does.
public typealias HostScrollPhase = ScrollPhase
/// A list of messages that may be made on demand.
public typealias ChatMessageSource = MessageSource
/// Where a reader is, to be kept and put back.
public typealias ChatAnchor = Anchor
/// An edit that was refused.
public typealias ChatRefusal = SurfaceRefusal
/// What a block is.
public typealias ChatBlockKind = BlockKind
/// One part of an answer: text, reasoning or a card.
public typealias ChatMessagePart = MessagePart
/// A measurer of equal columns, for tests.
public typealias ChatFixedMeasurer = FixedAdvanceMeasurer
