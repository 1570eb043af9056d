import AnchoredLayout
import Lengths
import Revealing
import Timebase

// What the keyboard covers, and what moves for it.
extension Surface {
  func setKeyboard(
    _ height: LayoutUnit,
    duration: Nanoseconds?,
    curve: TimingCurve?,
    at instant: Instant
  ) {
    guard height >= .zero, duration ?? .zero >= .zero else {
      context.refuse(.keyboard(height))
      return
    }
    let pace = MotionPace.keyboard(duration: duration, curve: curve)
    apply(surroundings.report(keyboard: height, pace: pace, at: instant), at: instant)
  }

  /// A finger drags the keyboard: everything goes with it at once.
  func trackKeyboard(_ height: LayoutUnit, at instant: Instant) {
    guard height >= .zero else {
      context.refuse(.keyboard(height))
      return
    }
    let before = KeyboardOutset(self)
    guard surroundings.drag(keyboard: height) != .none else { return }
    surroundings.takeKeyboardHeight()
    updateBlank()
    position.endKeyboardRest()
    if profile.keyboard == .shiftsList {
      if !position.hold.isReadersAlone { dragList(after: before) }
      return
    }
    if followsByDirection, position.kind == .place, position.motion.isIdle {
      if let goal = placeAboveComposer(after: before) { position.move(to: goal) }
      return
    }
    // Where content has become too short for the viewport the end of the range stops it.
    guard before.isAtEnd, followed == nil, position.motion.isIdle else { return }
    keepEnd(after: before)
  }

  func apply(_ change: Keyboard.Change, at instant: Instant) {
    guard change != .none else { return }
    let before = KeyboardOutset(self)
    surroundings.takeKeyboardHeight()
    updateBlank()
    position.endKeyboardRest()
    if profile.keyboard == .shiftsList {
      if !position.hold.isReadersAlone { shiftList(after: before, at: instant) }
      return
    }
    guard followed == nil, !position.motion.isUsers else { return }
    if followsByDirection, position.kind == .place, let goal = placeAboveComposer(after: before) {
      guard goal != offset, let index = layout.index(atY: goal + insets.top) else { return }
      return position.animate(
        to: .anchor(layout.handle(at: index), goal + insets.top - layout.y(at: index)),
        goal: goal,
        pace: surroundings.keyboard.pace,
        at: instant
      )
    }
    guard before.isAtEnd || pointsFromEnd < .zero else { return }
    switch profile.keyboard {
    case .keepsEndAtOnce: keepEnd(after: before)
    default: moveToEnd(surroundings.keyboard.pace, at: instant)
    }
  }

  /// The end stays in view. Where the viewport is beyond it, content was changed in this frame: the end
  /// is gone to once that is laid out.
  private func keepEnd(after before: KeyboardOutset) {
    guard !position.hold.isReadersAlone else { return }
    if before.isBeyondEnd { position.land(at: .end) }
    position.move(to: scrollRange.upperBound)
  }

  /// Where the viewport shows above the composer what it showed there before the keyboard moved; nil where
  /// the end was not near, or only the reader moves the viewport.
  private func placeAboveComposer(after before: KeyboardOutset) -> LayoutUnit? {
    guard before.restDistance <= profile.nearEnd, !position.hold.isReadersAlone else { return nil }
    let range = scrollRange
    let goal = before.rest + insets.travel - before.travel
    return min(max(goal, range.lowerBound), range.upperBound)
  }

  /// Where the viewport is, or where its move goes.
  fileprivate var restingOffset: LayoutUnit {
    guard let target = position.motion.target else { return offset }
    return place(of: target)
  }

  /// A send hides the keyboard, in its own layout pass.
  func hideKeyboard(at instant: Instant) {
    guard surroundings.keyboard.isOpen else { return }
    _ = surroundings.report(keyboard: .zero, pace: .keyboard, at: instant)
    surroundings.takeKeyboardHeight()
    position.endKeyboardRest()
    updateBlank()
  }

  // MARK: The list that is moved for it

  /// The list goes with a finger on the keyboard, in proportion to what is left of it.
  private func dragList(after before: KeyboardOutset) {
    if position.kind == .approaching {
      position.endKeyboard()
      return
    }
    position.dragKeyboard(
      height: surroundings.keyboard.openHeight,
      amount: amountTakenBack(after: before),
      to: surroundings.keyboard.height
    )
  }

  /// Opening moves content up by T and the shift of the table; closing takes T and the shift of its
  /// own row back. Another height of the open keyboard opens or closes by the difference.
  private func shiftList(after before: KeyboardOutset, at instant: Instant) {
    let pace = surroundings.keyboard.pace
    let isLetGo = position.letGoOfKeyboard(
      at: surroundings.keyboard.height,
      pace: pace,
      at: instant
    )
    if isLetGo { return }
    if position.kind == .approaching {
      // The spring goes on to its target, which no keyboard displaces.
      position.endKeyboard()
      return
    }
    let isClosed = !surroundings.keyboard.isOpen
    if insets.travel > before.travel {
      guard layout.count > 1 else { return }
      let travel = insets.travel - before.travel
      let shift = KeyboardShift.shift(
        .opening,
        distance: before.distance,
        blank: before.blank,
        travel: travel,
        reach: surroundings.keyboard.height + insets.composer
      )
      position.raise(by: travel + shift, pace: pace, at: instant)
    } else {
      let amount = amountTakenBack(after: before)
      position.lower(by: amount, isClosed: isClosed, pace: pace, at: instant)
    }
  }

  /// By how much content moves down when what covers it shrinks from what it was.
  ///
  /// A message that is held at its place goes back to it, whatever the answer has grown by.
  private func amountTakenBack(after before: KeyboardOutset) -> LayoutUnit {
    if followed != nil {
      return surroundings.keyboard.isTracking || !surroundings.keyboard.isOpen
        ? position.keyboard.amount : .zero
    }
    let travel = surroundings.keyboard.isTracking ? before.travel : before.travel - insets.travel
    return travel
      + KeyboardShift.shift(
        .closing,
        distance: before.distance - before.travel,
        blank: blankWithoutKeyboard,
        travel: travel,
        reach: surroundings.keyboard.openHeight + insets.composer
      )
  }

  /// While the keyboard is open and at rest, another message or another blank applies the opening
  /// rule once more, from where content then stands, in one frame.
  func reapplyKeyboard() {
    guard profile.keyboard == .shiftsList, !position.hold.isReadersAlone,
      surroundings.keyboard.isOpen,
      !surroundings.keyboard.isTracking,
      !position.keyboard.isRunning
    else {
      position.endKeyboardRest()
      return
    }
    let isOther = position.keyboardRestChanges(messages: layout.count, blank: blankWithoutKeyboard)
    guard isOther, layout.count > 1 else { return }
    if position.kind == .approaching { return }
    let shift = KeyboardShift.shift(
      .opening,
      distance: pointsFromEnd - insets.travel,
      blank: insets.blank,
      travel: insets.travel,
      reach: surroundings.keyboard.height + insets.composer
    )
    let amount = insets.travel + shift
    guard amount > .zero else { return }
    // No more is taken back than the keyboard covers, however often the rule is applied.
    position.raiseAtOnce(by: amount, atMost: insets.travel)
  }
}

/// Where the content stands before a keyboard event.
private struct KeyboardOutset {
  /// Points from the end.
  var distance: LayoutUnit
  /// Whether the end is in view.
  var isAtEnd: Bool
  /// Whether the viewport shows what lies beyond it.
  var isBeyondEnd: Bool
  var blank: LayoutUnit
  /// Where the viewport is, or comes to rest, and how far from the end that is.
  var rest: LayoutUnit
  var restDistance: LayoutUnit
  /// How much more is covered than without a keyboard.
  var travel: LayoutUnit

  init(_ surface: Surface) {
    distance = surface.pointsFromEnd
    isAtEnd = surface.distanceFromEnd <= .zero
    isBeyondEnd = surface.distanceFromEnd < .zero
    blank = surface.insets.blank
    rest = surface.restingOffset
    restDistance = distance - rest + surface.offset
    travel = surface.insets.travel
  }
}
