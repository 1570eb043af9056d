import AnchoredLayout
import Lengths
import Timebase

// What the composer covers.
extension Surface {
  func setComposer(lines: Int, text: String?, attachments: Int?, at instant: Instant) {
    do throws(Composer.Refusal) {
      // In a copy, here and in `take`, the only two changes of the surroundings of which the compiler
      // cannot tell what they call: else each look at them would be checked at run time.
      var changed = surroundings
      try changed.setComposer(lines: lines, text: text, attachments: attachments)
      surroundings = changed
    } catch {
      refuse(error)
      return
    }
    resizeComposer(at: instant)
  }

  private func refuse(_ refusal: Composer.Refusal) {
    switch refusal {
    case .lines(let count): context.refuse(.composerLines(count))
    case .attachments(let count): context.refuse(.attachments(count))
    }
  }

  /// The composer takes the room it needs now; what then has to move on screen moves.
  func resizeComposer(at instant: Instant) {
    guard insets.composer != surroundings.composer.height else { return }
    let before = distanceBefore
    surroundings.takeComposerHeight()
    moveForCover(since: before, at: instant)
  }

  /// The safe areas are others: a bar has come or gone, the window was turned.
  ///
  /// What the composer does to the end they do too; the beginning stays in view if it was.
  func setSafeAreas(top: LayoutUnit, bottom: LayoutUnit, at instant: Instant) {
    let (before, isAtTop) = (distanceBefore, offset <= scrollRange.lowerBound)
    surroundings.setSafeAreas(top: top, bottom: bottom)
    moveForCover(since: before, at: instant)
    if isAtTop, position.kind == .place, position.motion.isIdle {
      position.move(to: scrollRange.lowerBound)
    }
  }

  /// Whether the end is in view, and whether it is near.
  private var distanceBefore: (wasAtEnd: Bool, wasNearEnd: Bool) {
    (
      followsByDirection ? position.kind == .end : pointsFromEnd <= .zero,
      pointsFromEnd <= profile.nearEnd
    )
  }

  /// More or less of the viewport is covered from below: what then has to move on screen moves.
  private func moveForCover(since before: (wasAtEnd: Bool, wasNearEnd: Bool), at instant: Instant) {
    updateBlank()
    guard position.motion.isIdle, followed == nil else { return }
    let cover = Cover(
      wasAtEnd: before.wasAtEnd,
      wasNearEnd: before.wasNearEnd,
      isBeyondEnd: pointsFromEnd < .zero,
      isPastEnd: position.landing == nil && contentBottom - offset - device.height < .zero
    )
    let keepsEnd = cover.wasAtEnd || cover.isBeyondEnd
    switch policy?.reaction(to: cover) ?? (keepsEnd ? .follow(.programmatic) : .none) {
    case .none: break
    case .rest: if position.kind == .end { position.rest(end: contentBottom) }
    case .follow(let pace): moveToEnd(pace, at: instant)
    case .jump: jumps?.cover(at: instant)
    }
  }

  /// Goes to the end.
  func moveToEnd(_ pace: MotionPace = .programmatic, at instant: Instant) {
    position.rest(end: nil)
    let end = scrollRange.upperBound
    guard end != offset, !position.hold.isReadersAlone else { return }
    position.animate(to: .end, goal: end, pace: pace, at: instant)
  }
}
