import ChatSurface
import Lengths
import Timebase
import ViewportPlacing

/// Opening moves content up by what is covered more and the shift of the table; closing takes that and the
/// shift of its own row back. Another height of the open keyboard opens or closes by the difference.
extension KeyboardDisplacement: ListMoving {
  package mutating func take(_ scene: KeyboardScene, at instant: Instant) {
    let (keyboard, pace) = (scene.keyboard, scene.keyboard.pace)
    if letGo(at: keyboard.height, pace: pace, at: instant) { return }
    // The spring goes on to its target, which no keyboard displaces.
    if scene.isApproaching { return end() }
    guard scene.travel > scene.before.travel else {
      let amount = amountTakenBack(scene)
      return close(by: amount, isClosed: !keyboard.isOpen, pace: pace, at: instant)
    }
    guard scene.messages > 1 else { return }
    let travel = scene.travel - scene.before.travel
    let shift = KeyboardShift.shift(
      .opening,
      distance: scene.before.distance,
      blank: scene.before.blank,
      travel: travel,
      reach: keyboard.height + scene.composer
    )
    open(by: travel + shift, pace: pace, at: instant)
  }

  /// The list goes with a finger on the keyboard, in proportion to what is left of it.
  package mutating func drag(_ scene: KeyboardScene) {
    if scene.isApproaching { return end() }
    takeHold(height: scene.keyboard.openHeight, amount: amountTakenBack(scene))
    drag(to: scene.keyboard.height)
  }

  /// While the keyboard is open and at rest, another message or another blank applies the opening rule once
  /// more, from where content then stands, in one frame.
  package mutating func layOut(_ scene: KeyboardScene) -> LayoutUnit {
    guard scene.keyboard.isOpen, !scene.keyboard.isTracking, !isRunning else {
      endRest()
      return .zero
    }
    let isOther = changesRest(messages: scene.messages, blank: scene.blankWhenClosed)
    guard isOther, scene.messages > 1, !scene.isApproaching else { return .zero }
    let shift = KeyboardShift.shift(
      .opening,
      distance: scene.before.distance - scene.travel,
      blank: scene.before.blank,
      travel: scene.travel,
      reach: scene.keyboard.height + scene.composer
    )
    let raised = scene.travel + shift
    guard raised > .zero else { return .zero }
    // No more is taken back than the keyboard covers, however often the rule is applied.
    add(max(.zero, min(raised, scene.travel - amount)))
    return raised
  }

  /// By how much content moves down when what covers it shrinks from what it was.
  ///
  /// A message that is held at its place goes back to it, whatever the answer has grown by.
  private func amountTakenBack(_ scene: KeyboardScene) -> LayoutUnit {
    let keyboard = scene.keyboard
    if scene.isPinned { return keyboard.isTracking || !keyboard.isOpen ? amount : .zero }
    let before = scene.before.travel
    let travel = keyboard.isTracking ? before : before - scene.travel
    return travel
      + KeyboardShift.shift(
        .closing,
        distance: scene.before.distance - before,
        blank: scene.blankWhenClosed,
        travel: travel,
        reach: keyboard.openHeight + scene.composer
      )
  }
}
