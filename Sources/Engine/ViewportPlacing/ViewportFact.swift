import Lengths
import Timebase

/// Something happened that may change what holds the viewport, or move it.
package enum ViewportFact {
  /// Where a conversation opens.
  package enum Opening {
    case end
    /// At its start, from where jumps go to the end.
    case start
    /// Half-way between its start and its end, from where jumps go to the end.
    case middle
    /// At a place, and held there.
    case held(ViewportTarget)
  }

  /// The conversation has gone: nothing that was on its way goes on.
  case closed
  /// A conversation of no messages is opened.
  case emptied
  /// A conversation that was just laid out is opened.
  case opened(Opening)

  /// A frame begins: a jump of the frames before goes on.
  case frameBegins
  /// The keyboard has another height; dragged by a finger everything goes with it at once.
  case keyboard(KeyboardScene, isDragged: Bool, since: ViewportOutset)
  /// The keyboard is hidden in a layout pass of its own: whatever a list rests over counts again.
  case keyboardHides
  /// A frame is laid out over a keyboard: another message or another blank may move the list once more.
  case laidOut(KeyboardScene)
  /// The app is in the background, where nobody sees what moves.
  case background
  /// It is back: what the background's events have set in motion is where it goes.
  case foreground

  /// A place is asked for. By the app selected text is not moved.
  case asked(ViewportTarget, isAnimated: Bool, isByReader: Bool)
  /// A place is asked for in a message that has not come.
  case askedAhead(ViewportWish)
  /// That message has come.
  case awaitedCame(UInt32)
  /// What was asked for ahead is not gone to any more.
  case awaitedNoMore
  /// Text of a message was selected, at a byte of it.
  ///
  /// - Parameter offset: Where the viewport lies if the message stands where the last frame showed it; nil where
  ///   it showed none.
  case selected(UInt32, utf8: Int, offset: LayoutUnit?)
  /// No text is selected any more.
  ///
  /// - Parameter left: The message that is selected or focused still.
  case deselected(left: UInt32?)

  /// A send was asked for, by whatever is to be done with it.
  case sendAsked
  /// What is read stays where it is in the frame of a send, and goes up as its message does.
  case sendBegins
  /// The sent message is in the list.
  case sendListed
  /// It goes to the viewport's top.
  ///
  /// - Parameters:
  ///   - isAgain: Whether what followed it was cut off: the way up begins within the range.
  ///   - isFirst: Whether it is the first of a chat: it begins where it rests, and not where nothing was.
  case sent(UInt32, isAgain: Bool, isFirst: Bool)
  /// It follows the end.
  case sentToEnd

  /// Messages came before those that fitted into the viewport, in a layout whose offset no edit changes.
  case prependedToFitted
  /// A message is about to come at the end that is news.
  case newsComes
  /// It has come.
  case news(UInt32, isNearEnd: Bool)
  /// Somebody types, which is shown at the end.
  case typing(isNearEnd: Bool)
  /// A page came at the end, which is no news.
  case pageCame
  /// All below a message is about to be taken away: what is read there gives its place to the message.
  case cutsBelow(UInt32)
  /// A message is about to leave the conversation.
  case leaves(UInt32)
  /// They have left.
  case left(keepsAnchor: Bool)
  /// The blocks of a message, whose top lies here, are no longer told apart.
  case joinsBlocks(UInt32, top: LayoutUnit)
  /// Lines are broken again: that of a pinned message, too.
  case breaksLines
}

/// A place that is asked for in a message that has not come.
package struct ViewportWish {
  package var name: String
  /// The place, as one of message 0.
  package var target: ViewportTarget
  package var isAnimated: Bool
  package var isByReader: Bool

  package init(_ name: String, _ target: ViewportTarget, isAnimated: Bool, isByReader: Bool) {
    (self.name, self.target) = (name, target)
    (self.isAnimated, self.isByReader) = (isAnimated, isByReader)
  }
}

extension Viewport {
  /// Takes what happened.
  ///
  package mutating func take(_ fact: ViewportFact, in scene: ViewportScene) {
    switch fact {
    case .frameBegins: goOnJumping(in: scene)
    case .closed:
      design.jumps?.endOpening()
      hand.motion.stop()
      goal = .none
      passOn(to: .origin)
      design.list?.end()
    case .emptied:
      take(.opened(atEnd: true))
      move(to: scene.extents.range.lowerBound)
    case .opened(let opening):
      hand.approach = .untouched
      open(opening, in: scene)
    case .keyboard(let keyboard, let isDragged, let before):
      takeKeyboard(keyboard, isDragged: isDragged, since: before, in: scene)
    case .keyboardHides: design.list?.endRest()
    case .laidOut(let keyboard): layOutList(keyboard, in: scene)
    case .background: finish(in: scene)
    case .foreground: finishMoves(in: scene)
    case .asked(let target, let isAnimated, let isByReader):
      dropWish()
      ask(for: target, isAnimated: isAnimated, isByReader: isByReader, in: scene)
    case .askedAhead(let wish):
      dropWish()
      asked.wish = wish
    case .awaitedCame(let message):
      guard let wish = asked.wish else { return }
      asked.wish = nil
      frame.fulfilled += 1
      ask(
        for: wish.target.of(message),
        isAnimated: wish.isAnimated,
        isByReader: wish.isByReader,
        in: scene
      )
    case .awaitedNoMore: dropWish()
    case .selected(let message, let utf8, let offset): select(message, utf8, shownAt: offset)
    case .deselected(let left?): take(.selected(ViewportHold.Selection(handle: left, utf8: 0)))
    case .deselected(nil):
      take(.deselected(atEnd: scene.extents.range.upperBound <= offset))
    case .sendAsked:
      dropWish()
      take(.scrolled)
    case .sendBegins: take(.sending)
    case .sendListed: design.jumps?.send()
    case .sent(let message, let isAgain, let isFirst):
      // The message goes to its place whatever the keyboard has displaced.
      design.list?.end()
      let end = scene.extents.range.upperBound
      if isAgain, offset > end { move(to: end) }
      goToTop(message, in: scene)
      if isFirst, rules.pushesAndPins { stopMoving() }
    case .sentToEnd: take(.sentToEnd)
    case .prependedToFitted:
      if hold.follow == .end, !isMovingByItself {
        goal = .resting(end: scene.extents.contentBottom, isBeyondRange: true)
      }
    case .newsComes: if rules.bringsNewsToTop, !isInHand { take(.sending) }
    case .news(let message, let isNearEnd):
      if rules.bringsNewsToTop {
        if !isInHand { goToTop(message, in: scene) }
      } else if rules.followsNews, !rules.followsByDirection || !hand.way.isAway, isNearEnd,
        !isMoving
      {
        take(.newsNearEnd)
      }
    case .typing(let isNearEnd):
      if !rules.followsByDirection, isNearEnd, !isInHand, hold.follow == .free {
        moveToEnd(in: scene)
      }
    case .pageCame:
      frame.hasPage = true
      if hand.approach == .moved { hand.approach = .page }
    case .cutsBelow(let message):
      if case .block(let handle, _) = anchor.anchor, let place = scene.content.rank(of: handle),
        let last = scene.content.rank(of: message), place.index > last.index
      {
        passOn(to: .block(message, 0))
      }
    case .leaves(let message): forget(message)
    case .left(let keepsAnchor): losePin(keepsAnchor: keepsAnchor, in: scene)
    case .joinsBlocks(let joined, let top):
      guard case .block(joined, _) = anchor.anchor else { return }
      keep(PlacedAnchor(anchor: .block(joined, 0), y: top), isKept: keptAnchor != nil)
    case .breaksLines: fixPin(hidden: nil)
    }
  }

  /// Something else is asked for, or done: what was asked for ahead is not gone to any more.
  mutating func dropWish() {
    if asked.wish != nil { frame.dropped += 1 }
    asked.wish = nil
  }

  /// Goes to a place; selected text is not moved by the app.
  private mutating func ask(
    for target: ViewportTarget,
    isAnimated: Bool,
    isByReader: Bool,
    in scene: ViewportScene
  ) {
    guard isByReader || !hold.isReadersAlone else {
      frame.dropped += 1
      return
    }
    go(to: target, isAnimated: isAnimated, in: scene)
    if case .anchor = target {} else { hand.approach = .moved }
  }

  /// Text has come, whether anything of it is shown or not.
  package mutating func noteText(at instant: Instant) {
    if hold.follow == .end { design.jumps?.grow(at: instant) }
  }

  private mutating func open(_ opening: ViewportFact.Opening, in scene: ViewportScene) {
    take(.opened(atEnd: true))
    design.jumps?.open()
    switch opening {
    case .end: move(to: scene.extents.range.upperBound)
    case .start: move(to: scene.extents.range.lowerBound)
    case .middle:
      let range = scene.extents.range
      let way = (range.upperBound - range.lowerBound).rawValue / 2
      move(to: range.lowerBound + LayoutUnit(rawValue: way))
    case .held(let target):
      take(.opened(atEnd: false))
      goal = .landing(target)
      move(to: offset(of: target, in: scene))
    }
  }

  private mutating func go(to target: ViewportTarget, isAnimated: Bool, in scene: ViewportScene) {
    let leavesEnd = hold.follow == .end && target != .end
    take(target == .end ? .askedForEnd : .askedFor(target.message))
    design.jumps?.goElsewhere()
    if leavesEnd { design.jumps?.leaveEnd(at: scene.extents.contentHeight) }
    endRest()
    if isAnimated {
      animate(to: target, goal: offset(of: target, in: scene), at: scene.instant)
    } else if !landsByEstimate(at: target, in: scene) {
      land(at: target, in: scene)
    }
  }

  private mutating func land(at target: ViewportTarget, in scene: ViewportScene) {
    hand.motion.stop()
    goal = .landing(target)
    move(to: offset(of: target, in: scene))
  }

  /// Goes on with a jump of the frames before.
  private mutating func goOnJumping(in scene: ViewportScene) {
    if design.jumps?.goesBack(at: scene.extents.contentHeight) == true {
      design.jumps?.goElsewhere()
      take(.askedForEnd)
      land(at: .end, in: scene)
    } else if let target = design.jumps?.nextTry, !landsByEstimate(at: target, in: scene) {
      take(.askedFor(target.message))
      land(at: target, in: scene)
    }
  }

  /// Lands where the design takes a message to be, if that is not where it is.
  ///
  /// - Returns: Whether it has.
  private mutating func landsByEstimate(at target: ViewportTarget, in scene: ViewportScene) -> Bool
  {
    guard design.jumps != nil, let message = target.message,
      let place = scene.content.rank(of: message), let slot = scene.content.slot(of: message)
    else { return false }
    let jump = ItemJump(
      goal: target,
      index: place.index,
      count: place.count,
      range: place.range,
      isMeasured: scene.content.isMeasured(message)
    )
    guard let guess = design.jumps?.estimate(jump) else { return false }
    stopMoving()
    take(.askedFor(nil))
    endLanding()
    let range = scene.extents.range
    let goal = self.offset(of: target, in: scene) + guess - slot.y
    move(to: min(max(goal, range.lowerBound), range.upperBound))
    return true
  }

  /// What is selected stands where the last frame showed it, although the end was followed in this one before:
  /// no frame has shown that.
  private mutating func select(_ message: UInt32, _ utf8: Int, shownAt offset: LayoutUnit?) {
    if hold.follow == .end, !isMoving, let offset {
      if case .landing = goal {} else { move(to: offset) }
    }
    if reading == nil { goal = .none }
    design.jumps?.goElsewhere()
    take(.selected(ViewportHold.Selection(handle: message, utf8: utf8)))
  }

  /// A message is to come to the viewport's top.
  private mutating func goToTop(_ message: UInt32, in scene: ViewportScene) {
    take(.broughtToTop(ViewportHold.Pin(message)))
    guard hold.isApproaching else { return }
    animate(to: .pin(message), goal: offset(of: .pin(message), in: scene), at: scene.instant)
  }
}
