import AnchoredLayout
import Lengths
import Revealing
import Timebase

// What covers the viewport: the composer and the keyboard.
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
    updateBlank(isCovered: true)
    guard motion.isIdle, followed == nil else { return }
    switch profile.composer {
    case .keepsEnd:
      if wasAtEnd || pointsFromEnd < .zero { moveToEnd(at: instant) }
    case .changesInsetOnly:
      if follow == .following { restingEnd = contentBottom }
    case .jumpsWhenPastEnd:
      if pointsFromEnd < .zero { composerJumps.ask(at: instant) }
    case .easesToEndNearIt:
      if wasNearEnd { easeToEnd(at: instant) }
    }
  }

  func setKeyboard(
    _ height: LayoutUnit,
    duration: Nanoseconds,
    curve: TimingCurve,
    at instant: Instant
  ) {
    guard height >= .zero, duration >= .zero else {
      refusals.append(.keyboard(height))
      return
    }
    apply(keyboard.take(height: height, duration: duration, curve: curve, at: instant), at: instant)
  }

  /// A finger drags the keyboard: everything goes with it at once.
  func trackKeyboard(_ height: LayoutUnit, at instant: Instant) {
    guard height >= .zero else {
      refusals.append(.keyboard(height))
      return
    }
    let distance = distanceFromEnd
    let old = insets.keyboard
    guard keyboard.track(height: height) != .none else { return }
    insets.keyboard = keyboard.height
    updateBlank(isCovered: true)
    if profile.keyboard == .shiftsList {
      dragList(from: old, distance: distance)
      return
    }
    guard distance <= .zero || pointsFromEnd < .zero, followed == nil, motion.isIdle else { return }
    moveOffset(to: scrollRange.upperBound)
  }

  func apply(_ change: Keyboard.Change, at instant: Instant) {
    guard change != .none else { return }
    let distance = distanceFromEnd
    let blank = insets.blank
    let old = insets.keyboard
    insets.keyboard = keyboard.height
    updateBlank(isCovered: true)
    if profile.keyboard == .shiftsList {
      shiftList(from: old, distance: distance, blank: blank, at: instant)
      return
    }
    guard followed == nil, !motion.isUsers else { return }
    guard distance <= .zero || pointsFromEnd < .zero else { return }
    switch profile.keyboard {
    case .keepsEndAtOnce: moveOffset(to: scrollRange.upperBound)
    default: moveToEnd(by: ScrollMotion.keyboard, at: instant)
    }
  }

  /// The list goes with a finger on the keyboard, in proportion to what is left of it.
  private func dragList(from old: LayoutUnit, distance: LayoutUnit) {
    let travel = KeyboardShift.travel(keyboard: old, safeBottom: insets.safeBottom)
    let amount = KeyboardShift.shift(
      .closing,
      distance: distance,
      blank: blankWithoutKeyboard,
      travel: travel,
      reach: old + insets.composer
    )
    shift.takeHold(travel: travel, amount: -amount)
    shift.drag(
      to: KeyboardShift.travel(keyboard: insets.keyboard, safeBottom: insets.safeBottom)
    )
  }

  /// Opening adds the shift's amount to the offset, closing takes it away. Another height of the
  /// open keyboard opens or closes by the difference.
  private func shiftList(
    from old: LayoutUnit,
    distance: LayoutUnit,
    blank: LayoutUnit,
    at instant: Instant
  ) {
    let before = KeyboardShift.travel(keyboard: old, safeBottom: insets.safeBottom)
    let after = KeyboardShift.travel(keyboard: insets.keyboard, safeBottom: insets.safeBottom)
    if shift.letGo(at: after, instant: instant) { return }
    let isOpening = after >= before
    let amount = KeyboardShift.shift(
      isOpening ? .opening : .closing,
      distance: distance,
      blank: isOpening ? blank : blankWithoutKeyboard,
      travel: (after - before).magnitude,
      reach: max(old, insets.keyboard) + insets.composer
    )
    if isOpening {
      shift.open(by: amount, at: instant)
    } else {
      shift.close(by: -amount, isClosed: after == .zero, at: instant)
    }
  }

  /// Goes to the end, by default at the pace of a programmatic move.
  func moveToEnd(by spring: Spring = ScrollMotion.programmatic, at instant: Instant) {
    restingEnd = nil
    let end = scrollRange.upperBound
    guard end != offset else { return }
    motion.animate(
      to: .end,
      goal: end.points,
      spring: spring,
      at: instant,
      offset: offset.points
    )
  }

  /// Eases out to the end over 0.1 s.
  private func easeToEnd(at instant: Instant) {
    let end = scrollRange.upperBound
    guard end != offset else { return }
    motion.ease(
      to: .end,
      goal: end.points,
      curve: .easeOut,
      duration: .milliseconds(100),
      at: instant,
      offset: offset.points
    )
  }
}
