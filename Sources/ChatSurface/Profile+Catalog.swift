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
    opening: .endInFirstFrame,
    composer: .keepsEnd,
    keyboard: .keepsEnd,
    jump: .oncePerFrame,
    fallback: .reference,
    style: MessageStyle(user: .init(horizontal: 16, vertical: 12), assistant: .bare),
    followsAppendsNearEnd: true
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
    opening: .endInFirstFrame,
    composer: .changesInsetOnly,
    keyboard: .keepsEnd,
    jump: .oncePerFrame,
    fallback: nil,
    style: MessageStyle(
      user: .init(horizontal: 12, vertical: 12),
      assistant: .init(horizontal: 12, vertical: 12)
    ),
    followsAppendsNearEnd: true
  )

  /// Every profile there is.
  public static let all: [Profile] = [reference, messagingUI]
}
