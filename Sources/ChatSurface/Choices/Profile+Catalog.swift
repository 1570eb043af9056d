// Made from the files in Profiles by scripts/profiles: change those, not this.
import Lengths
import Timebase

extension Profile {
  /// Anchored tree, lazy block measuring, Unicode words, bounded lag, compressed fades.
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
    style: .reference,
    shortContent: .top,
    nearEnd: LayoutUnit(points: 100),
    followsAppendsNearEnd: true,
    bringsAppendsToTop: false,
    addsPlaceholder: false,
    entrance: .whenSent,
    focus: .atFirstDirection,
    deceleration: .normal,
    unfinishedMarks: .held
  )

  /// Offset-adjusting list, blank size that shrinks late, words that evict (Vercel v0).
  public static let vercelV0 = Profile(
    name: "vercel-v0",
    summary: "Offset-adjusting list, blank size that shrinks late, words that evict (Vercel v0)",
    layout: .maintainedArray,
    measuring: .messages(isBatched: false, overscanViewports: 1, allowancePercent: 25),
    chunking: .spaces,
    reveal: .vercelV0,
    markdown: .whole,
    afterSend: .blankSize,
    blank: .vercelV0,
    opening: .threeJumps(wait: .milliseconds(16)),
    composer: .jumpsWhenPastEnd(again: .milliseconds(16)),
    keyboard: .shiftsList,
    jump: .repeated(after: .milliseconds(16)),
    fallback: nil,
    style: .vercelV0,
    shortContent: .top,
    nearEnd: LayoutUnit(points: 100),
    followsAppendsNearEnd: false,
    bringsAppendsToTop: false,
    addsPlaceholder: false,
    entrance: .whenMeasured,
    focus: .atFirstDirection,
    deceleration: .normal,
    unfinishedMarks: .raw
  )

  /// Offset-adjusting list, bottom anchor, two words on demand, a pool that waits.
  public static let swiftUITips = Profile(
    name: "swiftui-tips",
    summary: "Offset-adjusting list, bottom anchor, two words on demand, a pool that waits",
    layout: .adjustingArray,
    measuring: .messages(isBatched: true, overscanViewports: 1, allowancePercent: 25),
    chunking: .spaces,
    reveal: .swiftUITips,
    markdown: .inlineOnly,
    afterSend: .blankSize,
    blank: .swiftUITips,
    opening: .bottomAnchor,
    composer: .easesToEndNearIt(over: .milliseconds(100)),
    keyboard: .shrinksBlank,
    jump: .debounced(by: .milliseconds(16)),
    fallback: nil,
    style: .swiftUITips,
    shortContent: .bottom,
    nearEnd: LayoutUnit(points: 100),
    followsAppendsNearEnd: false,
    bringsAppendsToTop: true,
    addsPlaceholder: true,
    entrance: .whenSent,
    focus: .atRelease,
    deceleration: .normal,
    unfinishedMarks: .raw,
    correction: .sameFrame,
    insertsAbove: .open
  )

  /// Pages of 50, large batches, text past a full pool unfaded, fallback below 50 fps.
  public static let parameterArticle = Profile(
    name: "parameter-article",
    summary: "Pages of 50, large batches, text past a full pool unfaded, fallback below 50 fps",
    layout: .pagedArray(items: 50),
    measuring: .messages(isBatched: false, overscanViewports: 1, allowancePercent: 25),
    chunking: .spaces,
    reveal: .parameterArticle,
    markdown: .plain,
    afterSend: .blankSize,
    blank: .parameterArticle,
    opening: .jumpsOverFrames,
    composer: .easesToEndNearIt(over: .milliseconds(100)),
    keyboard: .shrinksBlank,
    jump: .repeated(after: .milliseconds(16)),
    fallback: .parameterArticle,
    style: .parameterArticle,
    shortContent: .top,
    nearEnd: LayoutUnit(points: 100),
    followsAppendsNearEnd: false,
    bringsAppendsToTop: false,
    addsPlaceholder: false,
    entrance: .whenSent,
    focus: .atFirstDirection,
    deceleration: .normal,
    historyPage: 50,
    unfinishedMarks: .raw,
    correction: .sameFrame,
    insertsAbove: .open
  )

  /// Anchored array with eager measuring (swiftui-messaging-ui).
  public static let messagingUI = Profile(
    name: "messaging-ui",
    summary: "Anchored array with eager measuring (swiftui-messaging-ui)",
    layout: .anchoredArray,
    measuring: .eagerly,
    chunking: .wholeDelta,
    reveal: .messagingUI,
    markdown: .plain,
    afterSend: .followWithin(points: 100),
    blank: .messagingUI,
    opening: .endInFirstFrame,
    composer: .changesInsetOnly,
    keyboard: .keepsEndAtOnce,
    jump: .oncePerFrame,
    fallback: nil,
    style: .messagingUI,
    shortContent: .top,
    nearEnd: LayoutUnit(points: 100),
    followsAppendsNearEnd: true,
    bringsAppendsToTop: false,
    addsPlaceholder: false,
    entrance: .whenSent,
    focus: .atFirstDirection,
    deceleration: .normal,
    unfinishedMarks: .raw
  )

  /// No stored sizes, push and pin, whole Markdown in each frame (ConversationKit).
  public static let conversationKit = Profile(
    name: "conversation-kit",
    summary: "No stored sizes, push and pin, whole Markdown in each frame (ConversationKit)",
    layout: .unsizedArray,
    measuring: .visibleEveryFrame,
    chunking: .wholeDelta,
    reveal: .conversationKit,
    markdown: .whole,
    afterSend: .pushAndPin,
    blank: .conversationKit,
    opening: .topOfLastTurn,
    composer: .easesToEndNearIt(over: .milliseconds(100)),
    keyboard: .hiddenOnSend,
    jump: .oncePerFrame,
    fallback: nil,
    style: .conversationKit,
    shortContent: .bottom,
    nearEnd: LayoutUnit(points: 100),
    followsAppendsNearEnd: false,
    bringsAppendsToTop: false,
    addsPlaceholder: false,
    entrance: .whenSent,
    focus: .atFirstDirection,
    deceleration: .normal,
    unfinishedMarks: .raw,
    correction: .sameFrame,
    insertsAbove: .open
  )

  /// The profile that runs where none is named, and that the others are held against.
  public static let standard = reference

  /// Every profile there is.
  public static let all: [Profile] = [
    reference,
    vercelV0,
    swiftUITips,
    parameterArticle,
    messagingUI,
    conversationKit,
  ]
}
