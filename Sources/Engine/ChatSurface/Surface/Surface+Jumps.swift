import AnchoredLayout
import Lengths
import Timebase
import ViewportPlacing

// Places that the app or the reader asks for, also before they are there.
extension Surface {
  func jump(to target: ScrollTarget, isAnimated: Bool, by initiator: Initiator, at instant: Instant)
  {
    let goal: ViewportTarget
    switch target {
    case .end: goal = .end
    case .top: goal = .top
    case .message(let id, let alignment):
      guard let handle = handle(of: id) else {
        wait(for: .message(id, alignment, isAnimated: isAnimated, by: initiator))
        return
      }
      goal = .message(handle, alignment)
    case .below(let id, let distance):
      guard let handle = handle(of: id) else {
        wait(for: .below(id, distance, isAnimated: isAnimated, by: initiator))
        return
      }
      goal = .anchor(handle, .zero - distance)
    }
    go(to: goal, isAnimated: isAnimated, by: initiator, at: instant)
  }

  /// Puts back a place that was asked for before.
  func restore(_ anchor: Anchor, by initiator: Initiator, at instant: Instant) {
    guard let handle = handle(of: anchor.id) else {
      wait(for: .anchor(anchor, by: initiator))
      return
    }
    go(to: .anchor(handle, anchor.distance), isAnimated: false, by: initiator, at: instant)
  }

  private func go(
    to goal: ViewportTarget,
    isAnimated: Bool,
    by initiator: Initiator,
    at instant: Instant
  ) {
    dropWaitingTarget()
    let fact = ViewportFact.asked(goal, isAnimated: isAnimated, isByReader: initiator == .reader)
    guard viewport.take(fact, in: scene(at: instant)) else { return context.noteDroppedTarget() }
    if case .anchor = goal {} else { surroundings.noteMoved() }
  }

  // MARK: Targets that are not there yet

  private func wait(for target: WaitingTarget) {
    dropWaitingTarget()
    waiting = target
  }

  /// Something else is asked for: what waits is not gone to any more.
  func dropWaitingTarget() {
    guard waiting != nil else { return }
    waiting = nil
    context.noteDroppedTarget()
  }

  /// Goes to the place that waits if its message has come.
  func goToWaitingTarget(at instant: Instant) {
    guard let target = waiting, handle(of: target.id) != nil else { return }
    waiting = nil
    context.noteFulfilledTarget()
    switch target {
    case .message(let id, let alignment, let isAnimated, let initiator):
      jump(to: .message(id, alignment), isAnimated: isAnimated, by: initiator, at: instant)
    case .below(let id, let distance, let isAnimated, let initiator):
      jump(to: .below(id, distance), isAnimated: isAnimated, by: initiator, at: instant)
    case .anchor(let anchor, let initiator): restore(anchor, by: initiator, at: instant)
    }
  }
}
