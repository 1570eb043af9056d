import AnchoredLayout
import Lengths
import Timebase

// Places that the app or the reader asks for, also before they are there.
extension Surface {
  func jump(to target: ScrollTarget, isAnimated: Bool, by initiator: Initiator, at instant: Instant)
  {
    let goal: ScrollMotion.Target
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
    to goal: ScrollMotion.Target,
    isAnimated: Bool,
    by initiator: Initiator,
    at instant: Instant
  ) {
    dropWaitingTarget()
    // Selected text is moved by its reader alone.
    guard initiator == .reader || !position.hold.isReadersAlone else {
      context.noteDroppedTarget()
      return
    }
    let leavesEnd = position.kind == .end && goal != .end
    position.take(goal == .end ? .askedForEnd : .askedFor(goal.message))
    let place = place(of: goal)
    jumps?.goElsewhere()
    if leavesEnd { jumps?.leaveEnd(at: contentBottom - contentTop) }
    if case .anchor = goal {} else { surroundings.noteMoved() }
    position.rest(end: nil)
    if !isAnimated, landsByEstimate(at: goal) { return }
    position.land(at: isAnimated ? nil : goal)
    if isAnimated {
      position.animate(to: goal, goal: place, pace: .programmatic, at: instant)
    } else {
      position.stopMotion()
      position.move(to: place)
    }
  }

  // MARK: Targets that are not there yet

  private func wait(for target: WaitingTarget) {
    dropWaitingTarget()
    position.wait(for: target)
  }

  /// Something else is asked for: what waits is not gone to any more.
  func dropWaitingTarget() {
    guard position.waiting != nil else { return }
    position.wait(for: nil)
    context.noteDroppedTarget()
  }

  /// Goes to the place that waits if its message has come.
  func goToWaitingTarget(at instant: Instant) {
    guard let target = position.waiting, handle(of: target.id) != nil else { return }
    position.wait(for: nil)
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
