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
    let wasAtEnd = followsByDirection ? position.kind == .end : pointsFromEnd <= .zero
    let wasNearEnd = pointsFromEnd <= profile.nearEnd
    surroundings.takeComposerHeight()
    updateBlank()
    guard position.motion.isIdle, followed == nil else { return }
    switch profile.composer {
    case .keepsEnd:
      if wasAtEnd || pointsFromEnd < .zero { moveToEnd(at: instant) }
    case .changesInsetOnly:
      if position.kind == .end { position.rest(end: contentBottom) }
    case .jumpsWhenPastEnd:
      // The insets are left out: the last item stands above the screen's bottom. Where a place is
      // being gone to, what will stand there is not known yet.
      guard position.landing == nil else { return }
      if contentBottom - offset - device.height < .zero { jumps.askForComposer(at: instant) }
    case .easesToEndNearIt(let duration):
      if wasNearEnd { moveToEnd(.composer(over: duration), at: instant) }
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
