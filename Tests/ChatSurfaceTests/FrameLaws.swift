import ChatSurface
import Lengths
import PublishedDesigns

/// What must hold in every frame, and from one frame to the next.
struct FrameLaws {
  let profile: Profile
  private(set) var violations: [String] = []
  private var released: [MessageID: Int] = [:]

  init(profile: Profile) { self.profile = profile }

  private var keepsStillPoint: Bool {
    profile.layout == .anchoredTree || profile.layout == .maintainedArray
  }

  private var lastOffset: LayoutUnit?

  mutating func check(_ frame: FrameSnapshot, drift: LayoutUnit, changesText: Bool) {
    if keepsStillPoint, drift != .zero {
      note(frame, "drift of \(drift)")
    }
    checkVisible(frame)
    checkStreams(frame, changesText: changesText)
    if frame.bottomInset != frame.blank + frame.composer + frame.covered {
      note(frame, "the bottom inset is not the sum of its parts")
    }
    if frame.scroll == .idle { checkOffset(frame) }
    lastOffset = frame.offset
    // A keyboard that closes while content is still going up for it leaves the rest of that way.
    if frame.shift > .zero, frame.scroll == .idle { note(frame, "a shift of \(frame.shift)") }
  }

  private mutating func note(_ frame: FrameSnapshot, _ text: String) {
    violations.append("tick \(frame.tick): \(text)")
  }

  private mutating func checkVisible(_ frame: FrameSnapshot) {
    for item in frame.visible where item.isEstimated { note(frame, "\(item.id) is estimated") }
    for item in frame.visible where item.height == .zero { note(frame, "\(item.id) is hidden") }
    for (upper, lower) in zip(frame.visible, frame.visible.dropFirst())
    where upper.y + upper.height + profile.style.spacing != lower.y {
      note(frame, "\(lower.id) does not follow \(upper.id)")
    }
    if let first = frame.visible.first, first.y + first.height <= .zero {
      note(frame, "\(first.id) is above the viewport")
    }
    if let last = frame.visible.last, last.y >= frame.viewportHeight {
      note(frame, "\(last.id) is below the viewport")
    }
  }

  private mutating func checkStreams(_ frame: FrameSnapshot, changesText: Bool) {
    var slots = 0
    for stream in frame.streams {
      if let before = released[stream.id], stream.releasedScalars < before, !changesText {
        note(frame, "\(stream.id) fell from \(before) to \(stream.releasedScalars) scalars")
      }
      if stream.releasedScalars + stream.heldScalars > stream.receivedScalars {
        note(frame, "\(stream.id) shows more than has arrived")
      }
      var end = 0
      for fade in stream.fades {
        if fade.startScalar < end || fade.endScalar <= fade.startScalar {
          note(frame, "fades of \(stream.id) overlap or are empty")
        }
        if !(0..<1).contains(fade.opacity) { note(frame, "an opacity of \(fade.opacity)") }
        end = fade.endScalar
      }
      if end > stream.releasedScalars { note(frame, "\(stream.id) fades beyond its text") }
      slots = max(slots, stream.fades.count)
    }
    if slots > 4 { note(frame, "\(slots) fades") }
    released = [:]
    for stream in frame.streams { released[stream.id] = stream.releasedScalars }
  }

  private mutating func checkOffset(_ frame: FrameSnapshot) {
    let top = frame.contentTop - frame.topInset
    let end = frame.contentBottom + frame.bottomInset - frame.viewportHeight
    let restsAtBottom = profile.shortContent == .bottom || profile.afterSend == .pushAndPin
    let lower = restsAtBottom ? min(top, end) : top
    let upper = restsAtBottom ? end : max(lower, end)
    if keepsStillPoint, frame.isClamped, frame.offset != lower, frame.offset != upper {
      note(frame, "clamped to \(frame.offset), an end of neither \(lower) nor \(upper)")
    }
    // A page of history came above content that fitted: such a layout leaves its offset as it was.
    let isLeft = profile.layout == .anchoredArray && frame.follow == .following
    if !(lower...upper).contains(frame.offset), !(isLeft && frame.offset == lastOffset) {
      note(frame, "rests at \(frame.offset), outside \(lower) ... \(upper)")
    }
  }
}
