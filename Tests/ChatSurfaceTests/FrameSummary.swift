import ChatSurface
import Lengths
import Records

/// The numbers of a frame that say where the reader was, for whoever looks at a failure.
struct FrameSummary: CustomStringConvertible {
  private let tick: Int
  private let offset: LayoutUnit
  private let ends: (lower: LayoutUnit, upper: LayoutUnit)
  private let insets: (blank: LayoutUnit, composer: LayoutUnit, covered: LayoutUnit)
  private let shift: LayoutUnit
  private let isClamped: Bool
  private let follow: FollowState
  private let scroll: FrameSnapshot.ScrollActivity
  private let stillPoint: FrameSnapshot.StillPoint?
  private let first: FrameSnapshot.VisibleItem?
  private let verdict: DriftVerdict

  init(_ frame: FrameSnapshot, _ verdict: DriftVerdict) {
    tick = frame.tick
    offset = frame.offset
    ends = (
      frame.contentTop - frame.topInset,
      frame.contentBottom + frame.bottomInset - frame.viewportHeight
    )
    insets = (frame.blank, frame.composer, frame.covered)
    shift = frame.shift
    isClamped = frame.isClamped
    (follow, scroll) = (frame.follow, frame.scroll)
    stillPoint = frame.stillPoint
    first = frame.visible.first
    self.verdict = verdict
  }

  var description: String {
    let still = stillPoint.map { "\($0.id)[\($0.block)] at \($0.y)" } ?? "none"
    let top = first.map { "\($0.id) at \($0.y), \($0.height) high" } ?? "none"
    let judged = verdict.exemption.map { "not judged: \($0)" } ?? "drift \(verdict.drift)"
    return """
      frame \(tick): offset \(offset) in \(ends.lower) ... \(ends.upper)\(isClamped ? ", clamped" : ""), \
      blank \(insets.blank), composer \(insets.composer), covered \(insets.covered), shift \(shift), \
      \(follow.name), \(scroll.rawValue), still \(still), first \(top), \(judged)
      """
  }
}
