extension ScrollView {
  /// Takes the motion to `time`, without a layout pass.
  ///
  /// - Precondition: `time` is not before `now`.
  public func advance(to time: Double) {
    precondition(time >= now, "time \(time) before \(now)")
    let elapsed = time - now
    now = time
    switch motion {
    case .none: break
    case .decelerating(let velocity): decelerate(velocity, for: elapsed)
    case .bouncing(let velocity, let rest): bounce(velocity, rest: rest, for: elapsed)
    case .animating(let animation): step(animation)
    }
  }

  /// Points that a deceleration may still have to go when it ends: ScrollMechanics's threshold.
  private var restDistance: Double { 0.5 }

  private var decay: Double { ScrollPhysics.decay(behavior.decelerationRate) }

  /// Tells whether a view that is let go with this velocity moves on.
  func goesOn(_ velocity: Double) -> Bool {
    canScroll && abs(velocity) / decay > restDistance
  }

  private func decelerate(_ velocity: Double, for elapsed: Double) {
    // The ends may have moved since the last frame.
    if abs(position - confined(position)) > halfPixel {
      return bounce(velocity, rest: confined(position), for: elapsed)
    }
    let step = ScrollPhysics.decelerate(velocity, decay: decay, time: elapsed)
    let reached = position + step.distance
    let end = confined(reached)
    guard reached != end else {
      motion = .decelerating(velocity: step.velocity)
      move(to: reached)
      if !goesOn(step.velocity) { endDeceleration() }
      return
    }
    guard bounces else {
      move(to: end)
      return endDeceleration()
    }
    let before =
      ScrollPhysics.time(for: end - position, velocity: velocity, decay: decay) ?? 0
    let left = ScrollPhysics.decelerate(velocity, decay: decay, time: before).velocity
    bounce(left, rest: end, from: end, for: max(0, elapsed - before))
  }

  private func bounce(
    _ velocity: Double,
    rest: Double,
    from start: Double? = nil,
    for elapsed: Double
  ) {
    let start = start ?? position
    var rest = rest
    if behavior.bounceTarget == .follows && confined(start) != rest {
      rest = confined(start)
      if start == rest {
        move(to: start)
        return endDeceleration()
      }
    }
    let displacement = start - rest
    let step = ScrollPhysics.spring(
      displacement,
      velocity: velocity,
      rate: behavior.springRate,
      time: elapsed
    )
    let isThere =
      displacement * step.displacement < 0
      || abs(step.displacement) < halfPixel && step.displacement * step.velocity <= 0 && elapsed > 0
    motion = .bouncing(velocity: isThere ? 0 : step.velocity, rest: rest)
    move(to: isThere ? rest : rest + step.displacement)
    if isThere { endDeceleration() }
  }

  /// Ends a deceleration in its time; a delegate may have ended it before.
  private func endDeceleration() {
    guard isDecelerating else { return }
    motion = .none
    settle()
    delegate?.scrollViewDidEndDecelerating(self)
  }

  private func step(_ animation: Animation) {
    let part = min(1, max(0, (now - animation.start) / behavior.animationDuration))
    let way =
      switch behavior.animationCurve {
      case .linear: part
      case .easeInOut: part * part * (3 - 2 * part)
      }
    move(to: animation.from + (animation.target - animation.from) * way)
    // A delegate may have begun another one.
    guard part == 1, motion == .animating(animation) else { return }
    move(to: animation.target)
    motion = .none
    settle()
    if animation.isToTop {
      delegate?.scrollViewDidScrollToTop(self)
    } else {
      delegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }
}
