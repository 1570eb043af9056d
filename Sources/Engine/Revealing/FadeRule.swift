import Timebase

/// How released text becomes visible.
public enum FadeRule: Sendable, Equatable {
  /// From opacity 0 to 1 over a time, along a curve; a slot of the pool each.
  case timed(duration: Nanoseconds, curve: TimingCurve)
  /// The last released chunks stand at opacity 1/n, 2/n, ... up to 1, by their place and not by
  /// time, until others follow them or the message has ended; no pool.
  case trailing(chunks: Int)

  /// How long a fade of the parameter article may take: its threshold of 350 to 500 ms.
  public static let easeInDurations = Nanoseconds.milliseconds(350) ... .milliseconds(500)

  /// Makes a fade of the parameter article.
  ///
  /// - Parameter duration: How long it takes, in `easeInDurations`.
  /// - Precondition: `duration` is in `easeInDurations`.
  public static func easeIn(lasting duration: Nanoseconds) -> FadeRule {
    precondition(easeInDurations.contains(duration), "a fade of \(duration), not 350 to 500 ms")
    return .timed(duration: duration, curve: .easeIn)
  }

  /// The last three glyphs at 1, 2/3 and 1/3 (the SwiftUI translation's character mode).
  public static let lastThree = FadeRule.trailing(chunks: 3)
}
