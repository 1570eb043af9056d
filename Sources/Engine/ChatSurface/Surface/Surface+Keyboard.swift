import Lengths
import Revealing
import Timebase
import ViewportPlacing

// What the keyboard covers, and what moves for it.
extension Surface {
  func setKeyboard(
    _ height: LayoutUnit,
    duration: Nanoseconds?,
    curve: TimingCurve?,
    at instant: Instant
  ) {
    guard height >= .zero, duration ?? .zero >= .zero else {
      return context.refuse(.keyboard(height))
    }
    let pace = MotionPace.keyboard(duration: duration, curve: curve)
    apply(surroundings.report(keyboard: height, pace: pace, at: instant), at: instant)
  }

  /// A finger drags the keyboard: everything goes with it at once.
  func trackKeyboard(_ height: LayoutUnit, at instant: Instant) {
    guard height >= .zero else { return context.refuse(.keyboard(height)) }
    let before = viewport.outset(in: scene(at: context.lastInstant))
    guard surroundings.drag(keyboard: height) != .none else { return }
    takeKeyboard(since: before, isDragged: true, at: instant)
  }

  func apply(_ change: Keyboard.Change, at instant: Instant) {
    guard change != .none else { return }
    takeKeyboard(since: viewport.outset(in: scene(at: instant)), isDragged: false, at: instant)
  }

  /// The keyboard covers more or less than before: what then has to move on screen moves.
  private func takeKeyboard(since before: ViewportOutset, isDragged: Bool, at instant: Instant) {
    surroundings.takeKeyboardHeight()
    updateBlank()
    viewport.take(
      .keyboard(keyboardScene, isDragged: isDragged, since: before),
      in: scene(at: instant)
    )
  }

  /// A send hides the keyboard, in its own layout pass.
  func hideKeyboard(at instant: Instant) {
    guard surroundings.keyboard.isOpen else { return }
    _ = surroundings.report(keyboard: .zero, pace: .keyboard, at: instant)
    surroundings.takeKeyboardHeight()
    viewport.take(.keyboardHides, in: scene(at: instant))
    updateBlank()
  }

  /// What is said of the keyboard to a list that is moved for it.
  var keyboardScene: KeyboardScene {
    KeyboardScene(
      travel: insets.travel,
      blankWhenClosed: blankWithoutKeyboard,
      composer: insets.composer,
      keyboard: surroundings.keyboard,
      messages: layout.count
    )
  }
}
