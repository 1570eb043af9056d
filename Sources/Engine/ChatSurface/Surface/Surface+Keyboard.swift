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
    if position.list != nil {
      if !position.hold.isReadersAlone { position.dragKeyboard(scene(after: before)) }
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
    if position.list != nil {
      if !position.hold.isReadersAlone {
        position.takeKeyboard(scene(after: before), at: instant)
      }
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
    if policy?.movesAtOnceForKeyboard == true {
      keepEnd(after: before)
    } else {
      moveToEnd(surroundings.keyboard.pace, at: instant)
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

  // MARK: A list that is moved for it

  private func scene(after before: KeyboardOutset) -> KeyboardScene {
    KeyboardScene(
      before: (before.distance, before.blank, before.travel),
      travel: insets.travel,
      blankWhenClosed: blankWithoutKeyboard,
      composer: insets.composer,
      keyboard: surroundings.keyboard,
      messages: layout.count,
      isApproaching: position.kind == .approaching,
      isPinned: followed != nil
    )
  }

  /// Another message or another blank over an open keyboard may move the list once more.
  func settleList() {
    guard position.list != nil else { return }
    guard !position.hold.isReadersAlone else { return position.endKeyboardRest() }
    position.settleList(scene(after: KeyboardOutset(self)))
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
