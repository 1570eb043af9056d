extension ScrollView {
  /// Seconds of a finger's last moves that its velocity is taken from; a finger that did not move for as long
  /// has none.
  private var velocityWindow: Double { 0.1 }

  /// Puts a finger down: a motion stops where it is.
  ///
  /// - Parameter y: the finger's place in the view's frame, downwards.
  /// - Precondition: no finger is down.
  public func fingerDown(at y: Double, time: Double) {
    precondition(touch == nil, "a finger is down")
    let wasDecelerating = isDecelerating
    now = max(now, time)
    let stopped = motion
    touch = Touch(downY: y, y: y, moves: [(time, y)])
    if stopped != .none { interrupt() }
    if wasDecelerating && behavior.catchBeginsDrag { beginDrag(at: y) }
  }

  /// Moves the finger.
  ///
  /// - Precondition: a finger is down, and `time` is not before its last move.
  public func fingerMove(to y: Double, time: Double) {
    guard var moved = touch, let last = moved.moves.last else {
      preconditionFailure("no finger is down")
    }
    precondition(time >= last.time, "time \(time) before \(last.time)")
    moved.y = y
    moved.moves.append((time, y))
    // One move from before the window stays: velocity is taken over whole moves.
    while moved.moves.count > 2 && moved.moves[1].time < time - velocityWindow {
      moved.moves.removeFirst()
    }
    touch = moved
    if moved.drag == nil {
      guard abs(y - moved.downY) > behavior.dragSlop, canScroll else { return }
      beginDrag(at: behavior.slopIsSwallowed ? y : moved.downY)
    }
    if let drag = touch?.drag { move(to: banded(drag.offset - (y - drag.y))) }
  }

  /// Lifts the finger: a drag that still moves goes on as a deceleration, and a view beyond an end goes back.
  ///
  /// - Precondition: a finger is down.
  public func fingerUp(time: Double) {
    guard let lifted = touch else { preconditionFailure("no finger is down") }
    now = max(now, time)
    guard lifted.drag != nil else {
      touch = nil
      if motion == .none && isBeyondEnd {
        motion = .bouncing(velocity: 0, rest: confined(position))
      }
      return settle()
    }
    let velocity = velocity(of: lifted, at: time)
    let willDecelerate = isBeyondEnd || goesOn(velocity)
    touch?.drag = nil
    delegate?.scrollViewDidEndDragging(self, willDecelerate: willDecelerate)
    touch = nil
    settle()
    // A delegate may have begun an animation.
    guard motion == .none, willDecelerate else { return }
    if isBeyondEnd {
      let kept = behavior.releaseBeyondEnd == .fingerVelocity ? velocity : 0
      motion = .bouncing(velocity: kept, rest: confined(position))
    } else {
      motion = .decelerating(velocity: velocity)
    }
    delegate?.scrollViewWillBeginDecelerating(self)
  }

  /// Turns a wheel by a step: the offset changes at once and is confined to the ends.
  ///
  /// While a finger is down, nothing happens.
  public func wheel(by step: Double, time: Double) {
    guard touch == nil else { return }
    now = max(now, time)
    interrupt()
    let target = rounded(confined(position + step))
    guard target != contentOffset else { return }
    if behavior.wheelReportsDrag { delegate?.scrollViewWillBeginDragging(self) }
    move(to: rounded(confined(position + step)))
    if behavior.wheelReportsDrag {
      delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
    }
  }

  /// Taps the status bar: scrolls to the upper end, if the view is not there and the delegate agrees.
  ///
  /// While a finger is down, nothing happens.
  public func statusBarTap(time: Double) {
    guard touch == nil, scrollsToTop else { return }
    now = max(now, time)
    guard contentOffset > limits.lowerBound + halfPixel else {
      if behavior.topIsReportedAtTop { delegate?.scrollViewDidScrollToTop(self) }
      return
    }
    guard delegate?.scrollViewShouldScrollToTop(self) ?? true else { return }
    interrupt()
    animate(to: rounded(limits.lowerBound), isToTop: true)
  }

  /// Does what a reader does; returns what the host has to do, if the action is the host's.
  @discardableResult
  public func apply(_ event: ReaderEvent) -> HostHappening? {
    switch event.action {
    case .fingerDown(let y): fingerDown(at: y, time: event.time)
    case .fingerMove(let y): fingerMove(to: y, time: event.time)
    case .fingerUp: fingerUp(time: event.time)
    case .wheel(let step): wheel(by: step, time: event.time)
    case .statusBarTap: statusBarTap(time: event.time)
    case .host(let happening): return happening
    }
    return nil
  }

  private var isBeyondEnd: Bool { abs(position - confined(position)) > halfPixel }

  private func beginDrag(at y: Double) {
    // An animation that a program began under a finger at rest.
    interrupt()
    touch?.drag = Drag(y: y, offset: unbanded(position))
    delegate?.scrollViewWillBeginDragging(self)
  }

  /// Returns the offset's velocity when the finger is lifted: against the finger's.
  private func velocity(of touch: Touch, at time: Double) -> Double {
    guard let first = touch.moves.first, let last = touch.moves.last,
      time - last.time < velocityWindow, last.time > first.time
    else { return 0 }
    return -(last.y - first.y) / (last.time - first.time)
  }
}
