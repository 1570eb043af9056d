import Lengths

// Where the viewport is to be.
extension Viewport {
  /// Moves the viewport to where what holds it, its goal and the range's ends want it; called after each round
  /// in which heights were found.
  package mutating func solve(in scene: ViewportScene, frame: Int) {
    let extents = scene.extents
    advanceList(to: scene)
    let isJumpDue = takeJumps(in: scene, frame: frame)
    // A bounce that the growing content has met is over where the end is followed.
    if hold.follow == .end, hand.motion.bouncesAtEnd, offset <= extents.range.upperBound {
      hand.motion.stop()
    }
    guard !isInHand else { return endLanding() }
    switch goal {
    case .moving(let move): return advance(move, in: scene)
    case .landing(let target): move(to: offset(of: target, in: scene))
    case .none, .resting, .reading: break
    }
    switch hold.follow {
    case .end: holdEnd(in: extents, isJumpDue: isJumpDue)
    case .approaching(let message): bringToTop(message, in: scene)
    case .pin(let message):
      guard let goal = pinnedOffset(of: message, in: scene) else { return }
      // The message's top stays where it is on screen: only the range's ends may part them.
      holdPin(at: passable(goal, in: extents), goal: goal)
    case .free:
      if isJumpDue, !hold.isReadersAlone {
        move(to: extents.range.upperBound)
      } else {
        clamp(in: extents)
      }
    }
  }

  private mutating func holdEnd(in extents: ViewportExtents, isJumpDue: Bool) {
    let range = extents.range
    if case .resting(extents.contentBottom, let isBeyond) = goal, !isJumpDue {
      if !isBeyond || range.lowerBound == range.upperBound { clamp(in: extents) }
      return
    }
    endRest()
    if holdsEnd || isJumpDue { move(to: range.upperBound) } else { clamp(in: extents) }
  }

  /// Whether the end is to be gone to now, as the design follows it.
  private mutating func takeJumps(in scene: ViewportScene, frame: Int) -> Bool {
    guard design.jumps != nil else { return false }
    guard hold.follow == .end else {
      return design.jumps?.isDueElsewhere(at: scene.instant) ?? false
    }
    var isResting = false
    if case .resting(scene.extents.contentBottom, _) = goal { isResting = true }
    return design.jumps?.isDue(
      at: scene.instant,
      frame: frame,
      height: scene.extents.contentBottom - scene.extents.contentTop,
      isResting: isResting
    ) ?? false
  }

  /// A programmatic move goes on, to where its target is now.
  private mutating func advance(_ before: ViewportMove, in scene: ViewportScene) {
    var move = before
    let goalPlace = offset(of: move.target, in: scene)
    // Heights that are found in the frame may bring an end nearer than the move has gone already.
    let start = move.aim(at: goalPlace, from: offset, instant: scene.instant)
    let (now, isOver) = move.position(at: scene.instant)
    goal = isOver ? .none : .moving(move)
    self.move(to: now)
    // On its way it may come from beyond an end, and goes no further there.
    let range = passableRange(in: scene.extents)
    let lower = min(range.lowerBound, start)
    let upper = max(range.upperBound, min(start, range.upperBound + move.excess))
    if !(lower...upper).contains(offset) { self.move(to: min(max(offset, lower), upper)) }
    guard isOver else { return }
    self.move(to: offset(of: move.target, in: scene))
    if hold.isApproaching, case .pin(let handle) = move.target { arrive(handle, in: scene) }
  }

  /// A touch may have stopped the message on its way up, or the content was too short for it.
  private mutating func bringToTop(_ handle: UInt32, in scene: ViewportScene) {
    let goal = offset(of: .pin(handle), in: scene)
    guard !rules.pushesAndPins, goal != offset else {
      // A message that is pushed rests at the bottom and is pushed up by what grows below it.
      move(to: goal)
      return arrive(handle, in: scene)
    }
    animate(to: .pin(handle), goal: goal, at: scene.instant)
  }

  /// The message is pinned once its top is at the viewport's and what is below it has been measured, so that no
  /// guess has moved it there.
  private mutating func arrive(_ handle: UInt32, in scene: ViewportScene) {
    guard scene.content.slot(of: handle) != nil else { return }
    if rules.pushesAndPins {
      guard pinnedOffset(of: handle, in: scene) == offset,
        scene.content.isMeasured(from: handle, to: offset + scene.extents.height)
      else { return }
    }
    take(.arrived)
  }

  private mutating func clamp(in extents: ViewportExtents) {
    let target = passable(wanted, in: extents)
    if target != offset { clamp(to: target) }
  }

  // MARK: Places

  /// The offsets that content may have: those of the range, and on its way those that the insets,
  /// which have their final value already, allowed before.
  func passableRange(in extents: ViewportExtents) -> ClosedRange<LayoutUnit> {
    let range = extents.range
    guard isListRunning else { return range }
    let way = design.list?.remaining ?? .zero
    return min(
      range.lowerBound,
      range.lowerBound - way
    )...max(
      range.upperBound,
      range.upperBound - way
    )
  }

  private func passable(_ offset: LayoutUnit, in extents: ViewportExtents) -> LayoutUnit {
    let range = passableRange(in: extents)
    return min(max(offset, range.lowerBound), range.upperBound)
  }

  /// Where a programmatic move goes, within the scroll range.
  func offset(of target: ViewportTarget, in scene: ViewportScene) -> LayoutUnit {
    let extents = scene.extents
    let goal: LayoutUnit
    switch target {
    case .top: return extents.range.lowerBound
    case .end: return extents.range.upperBound
    case .gone: goal = offset
    case .pin(let handle):
      return pinnedOffset(of: handle, in: scene).map { passable($0, in: extents) } ?? offset
    case .anchor(let handle, let distance):
      guard let slot = scene.content.slot(of: handle) else { return offset }
      goal = slot.y + min(distance, slot.height) - extents.insets.top
    case .message(let handle, let alignment):
      guard let slot = scene.content.slot(of: handle) else { return offset }
      let height = slot.height - rules.spacing
      let free =
        extents.height - extents.insets.top - extents.insets.composer - extents.insets.covered
      switch alignment {
      case .top: goal = slot.y - extents.insets.top - scene.content.headerHeight(above: handle)
      case .center:
        goal = LayoutUnit(
          rawValue: (slot.y - extents.insets.top).rawValue - (free - height).rawValue / 2
        )
      case .bottom: goal = slot.y + height - extents.insets.top - free
      }
    }
    return min(max(goal, extents.range.lowerBound), extents.range.upperBound)
  }

  /// The offset at which a message is pinned, the range's ends aside: with its top at the viewport's,
  /// but for what stays above it of a tall question, and displaced by the keyboard.
  private func pinnedOffset(of handle: UInt32, in scene: ViewportScene) -> LayoutUnit? {
    guard let slot = scene.content.slot(of: handle) else { return nil }
    let hidden = hold.pinned?.hidden ?? scene.content.hiddenHeight(ofSlot: slot.height)
    return slot.y + hidden - scene.extents.insets.top - displacement
  }

  /// What holds the viewport, as a frame shows it: a message that does not stand at its place in it, for the
  /// keyboard or the range's ends, is still on its way there.
  package func follow(in scene: ViewportScene) -> ViewportFollow {
    guard case .pin(let pin) = hold else { return hold.follow }
    let goal: LayoutUnit?
    // The frame's anchor is its top: it need not be looked up.
    if let hidden = pin.hidden, anchor.anchor == .block(pin.handle, 0) {
      goal = anchor.y + hidden - scene.extents.insets.top
    } else {
      goal = pinnedOffset(of: pin.handle, in: scene).map { $0 + displacement }
    }
    return goal.map { $0 == offset } ?? true ? .pin(pin.handle) : .approaching(pin.handle)
  }
}
