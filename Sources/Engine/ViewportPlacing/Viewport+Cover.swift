import Lengths
import Timebase

/// How the viewport stands before something else covers it.
package struct ViewportOutset {
  var offset: LayoutUnit
  var extents: ViewportExtents
  /// Where the viewport is, or comes to rest.
  var rest: LayoutUnit

  var distance: LayoutUnit { extents.pointsFromEnd(offset) }
  var isAtEnd: Bool { extents.range.upperBound <= offset }
}

// What covers the viewport, and what moves for it.
extension Viewport {
  /// How it stands, before something else covers it.
  package func outset(in scene: ViewportScene) -> ViewportOutset {
    var before = ViewportOutset(offset: offset, extents: scene.extents, rest: offset)
    if case .moving(let move) = goal { before.rest = offset(of: move.target, in: scene) }
    return before
  }

  /// The composer or the safe areas cover more or less from below: what then has to move on screen moves.
  ///
  /// - Parameters:
  ///   - before: How it stood before.
  ///   - isGrowing: Whether more is covered than before.
  ///   - keepsTop: Whether the beginning stays in view if it was.
  ///   - reaction: What the design does.
  package mutating func takeCover(
    since before: ViewportOutset,
    isGrowing: Bool,
    keepsTop: Bool = false,
    in scene: ViewportScene,
    reaction: (Cover) -> Cover.Reaction
  ) {
    guard !isMoving, followed == nil else { return }
    let extents = scene.extents
    var isLanding = false
    if case .landing = goal { isLanding = true }
    let cover = Cover(
      isGrowing: isGrowing,
      wasAtEnd: rules.followsByDirection ? hold.follow == .end : before.distance <= .zero,
      wasNearEnd: before.distance <= rules.nearEnd,
      isBeyondEnd: extents.pointsFromEnd(offset) < .zero,
      isPastEnd: !isLanding && extents.contentBottom - offset - extents.height < .zero
    )
    switch reaction(cover) {
    case .none: break
    case .rest:
      if hold.follow == .end, !isLanding {
        goal = .resting(end: extents.contentBottom, isBeyondRange: false)
      }
    case .follow(let pace): moveToEnd(pace, in: scene)
    case .jump: design.jumps?.cover(at: scene.instant)
    }
    if keepsTop, before.offset <= before.extents.range.lowerBound, hold.follow == .free, !isMoving {
      move(to: extents.range.lowerBound)
    }
  }

  mutating func moveToEnd(_ pace: MotionPace = .programmatic, in scene: ViewportScene) {
    endRest()
    let end = scene.extents.range.upperBound
    guard end != offset, !hold.isReadersAlone else { return }
    animate(to: .end, goal: end, pace: pace, at: scene.instant)
  }

  // MARK: Keyboard

  /// The keyboard has another height.
  ///
  /// - Parameters:
  ///   - before: How the viewport stood before.
  ///   - keyboard: The keyboard, and what is covered.
  ///   - isDragged: Whether a finger drags it: everything goes with it at once.
  mutating func takeKeyboard(
    _ keyboard: KeyboardScene,
    isDragged: Bool,
    since before: ViewportOutset,
    in scene: ViewportScene
  ) {
    design.list?.endRest()
    guard design.list == nil else {
      if !hold.isReadersAlone {
        moveList(for: keyboard, isDragged, since: before, at: scene.instant)
      }
      return
    }
    guard followed == nil else { return }
    guard isDragged ? !isMoving : !isInHand else { return }
    if rules.followsByDirection, hold.follow == .free {
      if let goal = placeAboveComposer(since: before, in: scene.extents) {
        return isDragged ? move(to: goal) : glide(to: goal, keyboard.keyboard.pace, in: scene)
      }
      if isDragged { return }
    }
    if isDragged || rules.movesAtOnceForKeyboard {
      // Where content has become too short for the viewport the end of the range stops it.
      if before.isAtEnd || !isDragged && scene.extents.pointsFromEnd(offset) < .zero {
        keepEnd(since: before, in: scene)
      }
    } else if before.isAtEnd || scene.extents.pointsFromEnd(offset) < .zero {
      moveToEnd(keyboard.keyboard.pace, in: scene)
    }
  }

  private mutating func moveList(
    for keyboard: KeyboardScene,
    _ isDragged: Bool,
    since before: ViewportOutset,
    at instant: Instant
  ) {
    let scene = completed(keyboard, since: before)
    if isDragged { design.list?.drag(scene) } else { design.list?.take(scene, at: instant) }
  }

  private func completed(_ keyboard: KeyboardScene, since before: ViewportOutset) -> KeyboardScene {
    var scene = keyboard
    scene.before = (before.distance, before.extents.insets.blank, before.extents.insets.travel)
    scene.isApproaching = hold.isApproaching
    scene.isPinned = followed != nil
    return scene
  }

  private mutating func glide(to goal: LayoutUnit, _ pace: MotionPace, in scene: ViewportScene) {
    let top = goal + scene.extents.insets.top
    guard goal != offset, let message = scene.content.item(atY: top) else { return }
    animate(
      to: .anchor(message.handle, top - message.y),
      goal: goal,
      pace: pace,
      at: scene.instant
    )
  }

  /// The end stays in view. Where the viewport is beyond it, content was changed in this frame: the end
  /// is gone to once that is laid out.
  private mutating func keepEnd(since before: ViewportOutset, in scene: ViewportScene) {
    guard !hold.isReadersAlone else { return }
    if before.extents.range.upperBound < before.offset { goal = .landing(.end) }
    move(to: scene.extents.range.upperBound)
  }

  /// Where the viewport shows above the composer what it showed there before the keyboard moved; nil where
  /// the end was not near, or only the reader moves the viewport.
  private func placeAboveComposer(since before: ViewportOutset, in extents: ViewportExtents)
    -> LayoutUnit?
  {
    guard before.extents.pointsFromEnd(before.rest) <= rules.nearEnd, !hold.isReadersAlone else {
      return nil
    }
    let range = extents.range
    let goal = before.rest + extents.insets.travel - before.extents.insets.travel
    return min(max(goal, range.lowerBound), range.upperBound)
  }

  /// Another message or another blank over an open keyboard may move the list once more.
  mutating func layOutList(_ keyboard: KeyboardScene, in scene: ViewportScene) {
    guard !hold.isReadersAlone else {
      design.list?.endRest()
      return
    }
    let completed = completed(keyboard, since: outset(in: scene))
    shift(by: design.list?.layOut(completed) ?? .zero)
  }

  /// Moves content on its way for the keyboard; a hand that holds it holds it there.
  mutating func advanceList(to scene: ViewportScene) {
    guard let list = design.list, list.remaining != .zero else { return }
    shift(by: design.list?.advance(to: scene.instant) ?? .zero)
  }
}
