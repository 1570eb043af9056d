import AnchoredLayout
import Lengths
import Timebase

// What the composer covers.
extension Surface {
  func setComposer(lines: Int, text: String?, attachments: Int?, at instant: Instant) {
    do throws(Composer.Refusal) {
      try composer.setLines(lines)
      if let attachments { try composer.setAttachments(attachments) }
    } catch {
      refuse(error)
      return
    }
    if let text { composer.setText(text) }
    resizeComposer(at: instant)
  }

  private func refuse(_ refusal: Composer.Refusal) {
    switch refusal {
    case .lines(let count): refusals.append(.composerLines(count))
    case .attachments(let count): refusals.append(.attachments(count))
    // Only a send says so, and the surface sends what the host gives it.
    case .nothingToSend: break
    }
  }

  /// The composer takes the room it needs now; what then has to move on screen moves.
  func resizeComposer(at instant: Instant) {
    guard insets.composer != composer.height else { return }
    let wasAtEnd = pointsFromEnd <= .zero
    let wasNearEnd = pointsFromEnd <= Self.reachOfEnd
    insets.composer = composer.height
    updateBlank()
    guard motion.isIdle, followed == nil else { return }
    switch profile.composer {
    case .keepsEnd:
      if wasAtEnd || pointsFromEnd < .zero { moveToEnd(at: instant) }
    case .changesInsetOnly:
      if follow == .following { restingEnd = contentBottom }
    case .jumpsWhenPastEnd:
      // The insets are left out: the last item stands above the screen's bottom.
      if contentBottom - offset - device.height < .zero { composerJumps.ask(at: instant) }
    case .easesToEndNearIt:
      if wasNearEnd { moveToEnd(.composer, at: instant) }
    }
  }

  /// Goes to the end.
  func moveToEnd(_ pace: MotionPace = .programmatic, at instant: Instant) {
    restingEnd = nil
    let end = scrollRange.upperBound
    guard end != offset else { return }
    motion.animate(
      to: .end,
      goal: end.points,
      pace: pace,
      at: instant,
      offset: offset.points
    )
  }
}
