import FramePacing
import Lengths
import Revealing
import TokenStreaming

extension Profile {
  /// Stillpoint's own choices: anchored tree, lazy block measuring, Unicode words, bounded lag,
  /// compressed fades.
  ///
  /// The engine has this profile alone. The laboratory reads it, and those of five published designs,
  /// from the files in `Profiles`; a test holds the two forms of this one equal. Docs/Profiles.md says
  /// where each choice is from.
  public static let reference = Profile(
    name: "reference",
    summary: "Anchored tree, lazy block measuring, Unicode words, bounded lag, compressed fades",
    measuring: .lazily(overscanViewports: 1, allowancePercent: 25),
    chunking: .unicodeWords,
    reveal: RevealRule(
      stagger: .steps(every: .milliseconds(32), faster: .milliseconds(16), pastChunks: 100),
      batch: BatchRule(
        tiers: [.init(above: 0, size: 2), .init(above: 4, size: 4), .init(above: 10, size: 8)],
        deadline: .milliseconds(400)
      ),
      pool: PoolRule(limit: 4, overflow: .compress, slot: .batch),
      fade: .timed(duration: .milliseconds(500), curve: .easeOut)
    ),
    markdown: .incremental,
    unfinishedMarks: .held,
    afterSend: .blankSize,
    fallback: FallbackRule.Configuration(entersBelow: .fiveSixths, hasHysteresis: true),
    style: MessageStyle(
      user: MessageStyle.Box(horizontal: 16, vertical: 12),
      assistant: .bare,
      spacing: LayoutUnit(points: 12),
      sidePadding: LayoutUnit(points: 16),
      topPadding: LayoutUnit(points: 16),
      loadingHeight: nil
    ),
    shortContent: .top,
    nearEnd: LayoutUnit(points: 100),
    appends: .followedByDirection,
    placeholder: .none,
    entrance: .whenSent,
    focus: .atFirstDirection,
    deceleration: .normal
  )

  /// The profile that runs where none is named, and that the others are held against.
  public static let standard = reference
}
