import ChatSurface
import Lengths

// What the judge finds whatever is read.
extension DriftJudge {
  /// How far what else may keep its place has moved.
  func others(
    _ asked: Asked,
    in frame: FrameSnapshot,
    offScreen: (MessageID) -> LayoutUnit?,
    partTop: (MessageID, Int) -> LayoutUnit?
  ) -> [LayoutUnit?] {
    let way = frame.shift - before.shift - motion.distance
    return asked.others.map { other in
      other.movement(in: frame, offScreen: offScreen, partTop: partTop).map { $0 - way }
    }
  }

  /// Whether content went up by what the opening of a keyboard asks for once more, when the number of messages
  /// or the blank has changed over it. The log's shift says nothing of that once it is the whole keyboard's.
  func isRaisedAgain(by way: LayoutUnit, _ asked: Asked, in frame: FrameSnapshot) -> Bool {
    guard way > .zero, frame.shift < .zero, frame.shift == before.shift,
      frame.covered == before.covered, asked.changesContent || frame.blank != before.blank
    else { return false }
    let travel = LayoutUnit.zero - frame.shift
    let end = frame.contentBottom + frame.bottomInset - frame.viewportHeight
    // What a keyboard covers has 8 points for the composer's distance from it.
    let reach = frame.covered - LayoutUnit(points: 8) + frame.composer
    return way
      == Self.raise(
        distance: end - frame.offset + way - travel,
        blank: frame.blank,
        travel: travel,
        reach: reach
      )
  }

  /// How far an opening keyboard is to raise the content.
  ///
  /// - Parameters:
  ///   - distance: From the end before it, less `travel` while a keyboard is shown.
  ///   - travel: How much more is covered with the keyboard than without.
  ///   - reach: The height of keyboard and composer.
  package static func raise(
    distance: LayoutUnit,
    blank: LayoutUnit,
    travel: LayoutUnit,
    reach: LayoutUnit
  ) -> LayoutUnit {
    let isInBlank = distance < blank
    if isInBlank, blank >= reach { return .zero }
    if isInBlank { return max(.zero, travel - blank + distance) }
    let isNearEnd = distance < LayoutUnit(points: 100) && blank < travel
    return isNearEnd ? (blank > .zero ? blank : travel) : .zero
  }

  /// Whether messages came that are no news, and nothing else asks for the end.
  func isPageFollowed(_ asked: Asked) -> Bool {
    before.follow == .free && asked.bringsPage && !asked.mayFollowEnd && !motion.isRunning
      && motion.distance == .zero
  }

  /// How far a message that is called pinned is from its place. Of a tall question a part may stay above.
  func misplacedPin(in frame: FrameSnapshot) -> LayoutUnit {
    guard case .pinned(let id) = frame.follow,
      let item = frame.visible.first(where: { $0.id == id })
    else { return .zero }
    if item.y < frame.topInset, item.y + item.height > frame.topInset { return .zero }
    return item.y - frame.topInset
  }

  /// How far a spring of no hand's has gone past the end of the range, which has not come nearer.
  func overrun(in frame: FrameSnapshot) -> LayoutUnit {
    let end = max(frame.ends.lower, frame.ends.upper)
    guard frame.scroll == .animating, before.scroll == .animating, !motion.isRunning,
      frame.rebaseShift == .zero, before.offset <= before.upperEnd, end >= before.upperEnd,
      frame.offset > end
    else { return .zero }
    return frame.offset - end
  }

  /// How far a message on its way to the top went down, although nothing below it became shorter. A spring
  /// that was on its way down turns round: it goes on down, by less in each frame.
  func fall(in frame: FrameSnapshot, _ asked: Asked) -> LayoutUnit {
    guard case .pinning(let id) = frame.follow, before.follow == frame.follow,
      !mayHaveFallen(frame), !asked.changesContent, !asked.isForAnotherPlace, !motion.isRunning,
      let now = frame.visible.first(where: { $0.id == id }),
      let old = before.items.first(where: { $0.id == id }), old.y >= frame.topInset,
      now.y > old.y + LayoutUnit(points: 1)
    else { return .zero }
    let way = now.y - old.y
    return way < lastWay ? .zero : way
  }

  /// Whether what covers the viewport, or what is on screen, has become smaller a moment ago: what is
  /// aimed at the place above it comes down meanwhile.
  private func mayHaveFallen(_ frame: FrameSnapshot) -> Bool {
    frame.instant <= mayFallUntil || frame.shift != before.shift || frame.isClamped
  }

  /// Whether something on screen has become smaller in a frame.
  func shrinks(in frame: FrameSnapshot) -> Bool {
    frame.visible.contains { item in
      before.items.contains { $0.id == item.id && $0.height > item.height }
    }
  }
}
