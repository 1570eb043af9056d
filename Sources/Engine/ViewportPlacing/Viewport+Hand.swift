import Lengths

/// What the reader's hand does.
package enum HandMove {
  /// A finger went down, so far below the viewport's top in points.
  case began(y: Double)
  /// It is elsewhere.
  case moved(y: Double)
  /// It left.
  case ended
  /// The viewport is set in motion, in points a second; positive towards newer messages.
  case flung(velocity: Double)
  /// A wheel or a key moves it at once, within the scroll range: so far in points, positive towards newer
  /// messages.
  case stepped(by: Double)
  /// A scroll view of the host's has moved the viewport: so far in points, positive towards newer messages.
  case hosted(by: Double, ScrollPhase)
}

// The reader moves the viewport.
extension Viewport {
  /// How far a finger may drag up without ending the following where no direction decides, in points.
  private static var dragTolerance: Double { 3 }

  /// Follows the reader's hand. Where the viewport is taken in hand with it what opened the conversation is over,
  /// and edges ask for pages.
  package mutating func take(_ move: HandMove, in scene: ViewportScene) {
    guard follow(move, in: scene) else { return }
    dropWish()
    hand.approach = .moved
  }

  /// - Returns: Whether the viewport is taken in hand.
  private mutating func follow(_ move: HandMove, in scene: ViewportScene) -> Bool {
    switch move {
    case .began(let y):
      begin()
      hand.motion.touchBegan(
        y: y,
        at: scene.instant,
        offset: offset.points,
        range: motionRange(in: scene.extents),
        viewport: scene.extents.height.points
      )
      return true
    case .moved(let y):
      guard let travel = hand.motion.touchMoved(y: y, at: scene.instant) else { return false }
      if travel != 0 { noteScroll(isAway: travel > Self.dragTolerance) }
      advanceHand(in: scene)
    case .ended:
      let velocity = hand.motion.touchEnded(at: scene.instant, offset: offset.points)
      if let velocity, velocity <= -ScrollMotion.flingSpeed, !rules.followsByDirection {
        take(.scrolledAway)
      }
    case .flung(let velocity):
      noteScroll(isAway: velocity < 0)
      begin()
      hand.motion.fling(velocity: velocity, at: scene.instant, offset: offset.points)
      return true
    case .stepped(let distance):
      design.jumps?.endOpening()
      stopMoving()
      endLanding()
      hand.way.step(at: scene.instant)
      let (start, range) = (offset, passableRange(in: scene.extents))
      let goal = LayoutUnit(nearest: start.points + distance)
      self.move(to: min(max(goal, range.lowerBound), range.upperBound))
      noteWay(from: start, in: scene)
      noteScroll(isAway: distance < 0)
      noteRest(in: scene)
      return true
    case .hosted(let distance, let phase): return takeHosted(distance, phase, in: scene)
    }
    return false
  }

  private mutating func begin() {
    design.jumps?.endOpening()
    hand.way.begin()
    if isMovingByItself { goal = .none }
  }

  /// While a host's scroll view is dragged or decelerates nothing but it and what content does moves the
  /// viewport, also beyond the ends: the platform stretches and bounces. At rest the range's ends hold again.
  private mutating func takeHosted(
    _ distance: Double,
    _ phase: ScrollPhase,
    in scene: ViewportScene
  )
    -> Bool
  {
    let before = hand.motion.hosted
    if before == nil, distance == 0, phase != .dragging { return false }
    let isTaken = before == nil || phase == .dragging && before != .dragging
    if isTaken { begin() }
    hand.motion.host(phase)
    if isMovingByItself { goal = .none }
    if distance != 0 {
      let start = offset
      move(to: LayoutUnit(nearest: offset.points + distance))
      noteWay(from: start, in: scene)
      noteScroll(isAway: hand.way.leadsAway)
    }
    switch phase {
    case .dragging: break
    case .decelerating: if hand.way.isAtEnd { comeBack(in: scene) }
    case .rest:
      stopMoving()
      noteRest(in: scene)
    }
    return isTaken
  }

  /// Follows the hand's motion to the scene's instant.
  package mutating func advanceHand(in scene: ViewportScene) {
    guard isInHand else { return }
    let start = offset
    let position = hand.motion.advance(
      to: scene.instant,
      range: motionRange(in: scene.extents),
      viewport: scene.extents.height.points
    )
    if let position { move(to: LayoutUnit(nearest: position)) }
    noteWay(from: start, in: scene)
    if hand.motion.isIdle {
      noteRest(in: scene)
    } else if hand.motion.bouncesAtEnd, hand.way.isAtEnd {
      comeBack(in: scene)
    }
  }

  /// The reader moves the content: a pin ends, and where no direction decides more.
  private mutating func noteScroll(isAway: Bool) {
    take(.dragged)
    if !rules.followsByDirection { take(isAway ? .scrolledAway : .scrolled) }
  }

  /// The reader has moved the viewport from `start`.
  private mutating func noteWay(from start: LayoutUnit, in scene: ViewportScene) {
    hand.way.move(from: start, to: offset, in: scene.extents.range)
    guard rules.followsByDirection, hand.way.isScroll else { return }
    take(.scrolled)
    if hand.way.leadsAway { take(.scrolledAway) }
  }

  /// The reader has come back to the end, and what comes there is followed.
  private mutating func comeBack(in scene: ViewportScene) {
    if rules.followsByDirection, scene.endsAtEnd { take(.cameBack) }
  }

  /// The hand's motion has come to rest.
  private mutating func noteRest(in scene: ViewportScene) {
    let extents = scene.extents
    if hand.way.comesBack(restingAt: extents.range.upperBound - offset) { comeBack(in: scene) }
    if rules.followsNearEnd, scene.endsAtEnd, extents.pointsFromEnd(offset) <= rules.nearEnd {
      take(.cameBack)
    }
    if hold.follow == .end, offset < extents.range.upperBound { moveToEnd(in: scene) }
  }

  /// Nobody sees what moves: a hand's motion ends where it stands, within the range, and all else is where it
  /// is headed.
  mutating func finish(in scene: ViewportScene) {
    if isInHand {
      hand.motion.stop()
      let range = passableRange(in: scene.extents)
      move(to: min(max(offset, range.lowerBound), range.upperBound))
      noteRest(in: scene)
    }
    finishMoves(in: scene)
  }

  /// What moves by itself is where it is headed.
  mutating func finishMoves(in scene: ViewportScene) {
    shift(by: design.list?.finish() ?? .zero)
    guard case .moving(let move) = goal else { return }
    goal = .landing(move.target)
    self.move(to: offset(of: move.target, in: scene))
  }

  private func motionRange(in extents: ViewportExtents) -> ScrollMotion.Range {
    let range = passableRange(in: extents)
    return .init(lower: range.lowerBound.points, upper: range.upperBound.points)
  }
}
