import FramePacing
import MarkdownBlocks
import Revealing
import TokenStreaming

extension Profile {
  /// Stillpoint's own choices.
  public static let reference = Profile(
    name: "reference",
    summary: "Anchored tree, lazy block measuring, Unicode words, bounded lag, compressed fades",
    layout: .anchoredTree,
    measuring: .lazily(overscanViewports: 1, allowancePercent: 25),
    chunking: .unicodeWords,
    reveal: .reference,
    markdown: .incremental,
    afterSend: .blankSize,
    blank: .reference,
    opening: .endInFirstFrame,
    composer: .keepsEnd,
    keyboard: .keepsEnd,
    jump: .oncePerFrame,
    fallback: .reference,
    style: MessageStyle(user: .bubble, assistant: .bare),
    shortContent: .top,
    followsAppendsNearEnd: true,
    addsPlaceholder: false,
    entrance: .whenSent,
    focus: .atFirstDirection
  )

  /// The design of Vercel's post on the v0 app, and of aix, the code it published.
  public static let vercelV0 = Profile(
    name: "vercel-v0",
    summary: "Offset-adjusting list, blank size that shrinks late, words that evict (Vercel v0)",
    layout: .maintainedArray,
    measuring: .messages(isBatched: false),
    chunking: .spaces,
    reveal: .vercelV0,
    markdown: .whole,
    afterSend: .blankSize,
    blank: .delayed,
    opening: .threeJumps,
    composer: .jumpsWhenPastEnd,
    keyboard: .shiftsList,
    jump: .repeated,
    fallback: nil,
    style: MessageStyle(user: .bubble, assistant: .bare),
    shortContent: .top,
    followsAppendsNearEnd: false,
    addsPlaceholder: false,
    entrance: .whenMeasured,
    focus: .atFirstDirection
  )

  /// The translation of that design to SwiftUI.
  public static let swiftUITips = Profile(
    name: "swiftui-tips",
    summary: "Offset-adjusting list, bottom anchor, two words on demand, a pool that waits",
    layout: .adjustingArray,
    measuring: .messages(isBatched: true),
    chunking: .spaces,
    reveal: .swiftUITips,
    markdown: .inlineOnly,
    afterSend: .blankSize,
    blank: .reference,
    opening: .bottomAnchor,
    composer: .easesToEndNearIt,
    keyboard: .shrinksBlank,
    jump: .debounced,
    fallback: nil,
    style: MessageStyle(user: .bubble, assistant: .bubble),
    shortContent: .bottom,
    followsAppendsNearEnd: false,
    bringsAppendsToTop: true,
    addsPlaceholder: true,
    entrance: .whenSent,
    focus: .atRelease
  )

  /// The article that gives the design's parameters for SwiftUI.
  public static let parameterArticle = Profile(
    name: "parameter-article",
    summary: "Pages of 50, large batches, text past a full pool unfaded, fallback below 50 fps",
    layout: .pagedArray,
    measuring: .messages(isBatched: false),
    chunking: .spaces,
    reveal: .parameterArticle,
    markdown: .plain,
    afterSend: .blankSize,
    blank: .withoutComposer,
    opening: .jumpsOverFrames,
    composer: .easesToEndNearIt,
    keyboard: .shrinksBlank,
    jump: .repeated,
    fallback: .below50,
    style: MessageStyle(user: .bubble, assistant: .bubble),
    shortContent: .top,
    followsAppendsNearEnd: false,
    addsPlaceholder: false,
    entrance: .whenSent,
    focus: .atFirstDirection
  )

  /// The design of swiftui-messaging-ui: a virtual layout over an array, everything measured
  /// before it is placed, text shown as it comes.
  public static let messagingUI = Profile(
    name: "messaging-ui",
    summary: "Anchored array with eager measuring (swiftui-messaging-ui)",
    layout: .anchoredArray,
    measuring: .eagerly,
    chunking: .wholeDelta,
    reveal: .immediate,
    markdown: .plain,
    afterSend: .followWithin(points: 100),
    blank: .reference,
    opening: .endInFirstFrame,
    composer: .changesInsetOnly,
    keyboard: .keepsEndAtOnce,
    jump: .oncePerFrame,
    fallback: nil,
    style: MessageStyle(
      user: .init(horizontal: 12, vertical: 12),
      assistant: .init(horizontal: 12, vertical: 12)
    ),
    shortContent: .top,
    followsAppendsNearEnd: true,
    addsPlaceholder: false,
    entrance: .whenSent,
    focus: .atFirstDirection
  )

  /// The design of ConversationKit's requirements: push and pin.
  public static let conversationKit = Profile(
    name: "conversation-kit",
    summary: "No stored sizes, push and pin, whole Markdown in each frame (ConversationKit)",
    layout: .unsizedArray,
    measuring: .visibleEveryFrame,
    chunking: .wholeDelta,
    reveal: .immediate,
    markdown: .whole,
    afterSend: .pushAndPin,
    blank: .reference,
    opening: .topOfLastTurn,
    composer: .easesToEndNearIt,
    keyboard: .hiddenOnSend,
    jump: .oncePerFrame,
    fallback: nil,
    style: MessageStyle(user: .bubble, assistant: .bare),
    shortContent: .bottom,
    followsAppendsNearEnd: false,
    addsPlaceholder: false,
    entrance: .whenSent,
    focus: .atFirstDirection
  )

  /// Every profile there is.
  public static let all: [Profile] = [
    reference, vercelV0, swiftUITips, parameterArticle, messagingUI, conversationKit,
  ]
}
