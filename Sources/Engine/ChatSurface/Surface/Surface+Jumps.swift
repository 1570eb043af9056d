import Timebase
import ViewportPlacing

// Places that the app or the reader asks for, also before they are there.
extension Surface {
  func jump(to target: ScrollTarget, isAnimated: Bool, by initiator: Initiator, at instant: Instant)
  {
    dropWaitingTarget()
    let goal: ViewportTarget
    switch target {
    case .end: goal = .end
    case .top: goal = .top
    case .message(let id, let alignment):
      guard let handle = handle(of: id) else {
        waiting = (id, target, isAnimated, initiator)
        return
      }
      goal = .message(handle, alignment)
    case .below(let id, let distance):
      guard let handle = handle(of: id) else {
        waiting = (id, target, isAnimated, initiator)
        return
      }
      goal = .anchor(handle, .zero - distance)
    }
    let fact = ViewportFact.asked(goal, isAnimated: isAnimated, isByReader: initiator == .reader)
    guard viewport.take(fact, in: scene(at: instant)) else { return context.noteDroppedTarget() }
    if case .anchor = goal {} else { surroundings.noteMoved() }
  }

  /// Something else is asked for: what waits is not gone to any more.
  func dropWaitingTarget() {
    guard waiting != nil else { return }
    waiting = nil
    context.noteDroppedTarget()
  }

  /// Goes to the place that waits if its message has come.
  func goToWaitingTarget(at instant: Instant) {
    guard let asked = waiting, handle(of: asked.id) != nil else { return }
    waiting = nil
    context.noteFulfilledTarget()
    jump(to: asked.target, isAnimated: asked.isAnimated, by: asked.by, at: instant)
  }
}
