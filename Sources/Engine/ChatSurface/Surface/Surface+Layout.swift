import AnchoredLayout
import FramePacing
import Lengths
import Timebase

extension Surface {
  /// Fifth phase: follow, pin and the scroll range decide where everything lies.
  package func layout(at instant: Instant) {
    let measuredAt = offset
    settleList()
    settle(at: instant)
    // The range's ends may have moved the viewport once more, and brought in others.
    if offset != measuredAt { measureAllVisible(at: instant) }
    if profile.measuring == .visibleEveryFrame {
      transcript.forgetHeights(above: offset, below: offset + device.height)
    }
    fixPin()
    position.endFrame(at: instant)
    askForPages()
    let shift = transcript.rebase(around: offset, viewport: device.height)
    if shift != .zero { position.rebase(by: shift) }
    charge(.layout)
  }

  // MARK: Extent

  /// The first item's top less its padding.
  var contentTop: LayoutUnit { transcript.contentTop(padding: profile.style.topPadding) }

  /// The bottom of the last item, or of what lies below it.
  var contentBottom: LayoutUnit { transcript.contentBottom }

  /// The offsets that the insets allow; content shorter than the viewport rests where the profile
  /// says.
  var scrollRange: ClosedRange<LayoutUnit> {
    let lower = contentTop - insets.top
    let upper = contentBottom + insets.bottom - device.height
    guard upper < lower else { return lower...upper }
    return restsAtBottom ? upper...upper : lower...lower
  }

  /// Whether content shorter than the viewport lies above the composer.
  var restsAtBottom: Bool {
    profile.shortContent == .bottom || profile.afterSend == .pushAndPin
  }

  /// The offsets that content may have: those of the range, and on its way those that the insets,
  /// which have their final value already, allowed before.
  var passableRange: ClosedRange<LayoutUnit> {
    let range = scrollRange
    guard position.movesForKeyboard else { return range }
    let way = position.leftForKeyboard
    return min(
      range.lowerBound,
      range.lowerBound - way
    )...max(range.upperBound, range.upperBound - way)
  }

  /// How far the viewport is above the end of its range; 0 for short content at rest, below which
  /// nothing lies.
  var distanceFromEnd: LayoutUnit { scrollRange.upperBound - offset }

  /// How far the lower edge of what is not covered is above the content's end; negative where
  /// content is too short to reach it.
  var pointsFromEnd: LayoutUnit { contentBottom + insets.bottom - device.height - offset }

  /// Keeps as much free space below the last turn as lets its message reach the viewport's top.
  func updateBlank() {
    guard hasBlank, let extent = turnExtent() else {
      turn.clear()
      surroundings.setBlank(.zero)
      return
    }
    let blank = turn.update(
      extent,
      viewport: device.height - insets.top,
      covered: insets.covered,
      composer: insets.composer,
      at: context.lastInstant
    )
    surroundings.setBlank(blank)
  }

  /// Whether there may be a blank; push and pin stands in its place.
  private var hasBlank: Bool { profile.afterSend != .pushAndPin && turn.isInForce }

  /// Where the last turn lies; nil where there is none that leaves room for a blank.
  private func turnExtent() -> Turn.Extent? {
    if turn.isQuestionStale {
      turn.find(question: lastQuestion(within: device.height - insets.top - insets.safeBottom))
    }
    guard let question = turn.question, let content = transcript.turn(from: question) else {
      return nil
    }
    return Turn.Extent(
      question: question,
      questionHeight: content.questionHeight,
      rest: content.rest,
      messages: content.messages,
      isGuess: !content.isMeasured && (!isLaidOut(question) || !isLaidOut(content.last))
    )
  }

  /// The blank that there will be with the keyboard closed.
  var blankWithoutKeyboard: LayoutUnit {
    guard hasBlank else { return .zero }
    return turn.blank(
      viewport: device.height - insets.top,
      covered: insets.safeBottom,
      composer: insets.composer
    )
  }

  /// Whether the end is to be gone to now, as the profile follows it.
  private func takeJumps(at instant: Instant) -> Bool {
    guard position.kind == .end else { return jumps?.isDueElsewhere(at: instant) ?? false }
    return jumps?.isDue(
      at: instant,
      frame: context.number,
      height: contentBottom - contentTop,
      isResting: position.restingEnd == contentBottom
    ) ?? false
  }

  /// Looks for the last message of the user's that counts as far up as it can ask for a blank.
  private func lastQuestion(within free: LayoutUnit) -> UInt32? {
    var index = layout.count - 1
    while index >= 0, contentBottom - layout.y(at: index) - layout.height(at: index) < free {
      let handle = layout.handle(at: index)
      if transcript.role(of: handle) == .user, turn.counts(handle) { return handle }
      index -= 1
    }
    return nil
  }

  // MARK: Follow

  /// Where a programmatic move goes, within the scroll range.
  func place(of target: ScrollMotion.Target) -> LayoutUnit {
    let goal: LayoutUnit
    switch target {
    case .top: return scrollRange.lowerBound
    case .end: return scrollRange.upperBound
    case .gone: goal = offset
    case .pin(let handle):
      return pinnedOffset(of: handle).map { place(pinnedAt: $0) } ?? offset
    case .anchor(let handle, let distance):
      guard let index = layout.index(of: handle) else { return offset }
      goal = layout.y(at: index) + min(distance, layout.height(at: index)) - insets.top
    case .message(let handle, let alignment):
      guard let index = layout.index(of: handle) else { return offset }
      let y = layout.y(at: index)
      let height = layout.height(at: index) - profile.style.spacing
      let free = device.height - insets.top - insets.composer - insets.covered
      switch alignment {
      case .top: goal = y - insets.top - headerHeight(above: index)
      case .center:
        goal = LayoutUnit(
          rawValue: (y - insets.top).rawValue - (free - height).rawValue / 2
        )
      case .bottom: goal = y + height - insets.top - free
      }
    }
    let range = scrollRange
    return min(max(goal, range.lowerBound), range.upperBound)
  }

  /// Where the viewport is when a message is to be pinned at `goal`.
  private func place(pinnedAt goal: LayoutUnit) -> LayoutUnit {
    let range = passableRange
    return min(max(goal, range.lowerBound), range.upperBound)
  }

  /// The offset at which a message is pinned, the range's ends aside: with its top at the viewport's,
  /// but for what stays above it of a tall question, and displaced by the keyboard.
  func pinnedOffset(of handle: UInt32) -> LayoutUnit? {
    guard let place = transcript.place(of: handle) else { return nil }
    let hidden = position.hold.pinned?.hidden ?? hiddenHeight(ofSlot: place.height)
    return place.y + hidden - insets.top - position.displacement
  }

  /// How much of a message would stay above the viewport's top if it were pinned now.
  private func hiddenHeight(ofSlot height: LayoutUnit) -> LayoutUnit {
    turn.hiddenHeight(ofQuestion: transcript.ownHeight(ofSlot: height))
  }

  /// A pinned message's top stays where it is when its text becomes another one.
  private func fixPin() {
    guard case .pin(let pin) = position.hold, pin.hidden == nil, transcript.isMeasured(pin.handle),
      let place = transcript.place(of: pin.handle)
    else { return }
    position.fixPin(hidden: hiddenHeight(ofSlot: place.height))
  }

  /// Moves the viewport to where the follow state, a programmatic move or the range's ends want it.
  func settle(at instant: Instant) {
    updateBlank()
    position.advanceList(to: instant)
    let isJumpDue = takeJumps(at: instant)
    // A bounce that the growing content has met is over where the end is followed.
    if position.kind == .end, position.motion.bouncesAtEnd, offset <= scrollRange.upperBound {
      position.stopMotion()
    }
    guard !position.motion.isUsers else {
      position.land(at: nil)
      return
    }
    if let landing = position.landing, position.motion.isIdle {
      position.move(to: place(of: landing))
    }
    if let target = position.motion.target {
      advance(to: target, at: instant)
      return
    }
    switch position.kind {
    case .end where position.restingEnd == contentBottom && !isJumpDue:
      let range = scrollRange
      if !position.restsBeyondRange || range.lowerBound == range.upperBound { clamp() }
    case .end:
      position.rest(end: nil)
      if holdsEnd || isJumpDue { hold(at: scrollRange.upperBound) } else { clamp() }
    case .approaching: if let followed { pin(followed, at: instant) }
    case .pin: if let followed { hold(pinned: followed) }
    case .place:
      if isJumpDue, !position.hold.isReadersAlone {
        hold(at: scrollRange.upperBound)
      } else {
        clamp()
      }
    }
  }

  /// A programmatic move goes on, to where its target is now.
  private func advance(to target: ScrollMotion.Target, at instant: Instant) {
    position.aim(at: place(of: target), instant: instant)
    // Heights that are found in the frame may bring an end nearer than the move has gone already.
    let start = position.startMove()
    position.advance(
      to: instant,
      range: ScrollMotion.Range(lower: -.infinity, upper: .infinity),
      viewport: device.height.points
    )
    // On its way it may come from beyond an end, and goes no further there.
    let range = passableRange
    let lower = min(range.lowerBound, start)
    let upper = max(range.upperBound, min(start, range.upperBound + position.excess))
    if !(lower...upper).contains(offset) { position.move(to: min(max(offset, lower), upper)) }
    if position.motion.isIdle { arrive(at: target) }
  }

  /// Whether the end is held in every frame.
  var holdsEnd: Bool { jumps?.holdsEnd ?? true }

  /// A touch may have stopped the message on its way up, or the content was too short for it.
  private func pin(_ handle: UInt32, at instant: Instant) {
    let goal = place(of: .pin(handle))
    guard profile.afterSend != .pushAndPin else {
      // It rests at the bottom and is pushed up by what grows below it.
      hold(at: goal)
      arrive(handle)
      return
    }
    guard goal != offset else {
      arrive(handle)
      return
    }
    position.animate(to: .pin(handle), goal: goal, pace: .programmatic, at: instant)
  }

  /// The message's top stays where it is on screen: the offset goes with it. Only the range's ends may
  /// part them.
  private func hold(pinned handle: UInt32) {
    guard let goal = pinnedOffset(of: handle) else { return }
    position.holdPin(at: place(pinnedAt: goal), goal: goal)
  }

  private func arrive(at target: ScrollMotion.Target) {
    position.move(to: place(of: target))
    guard position.kind == .approaching, case .pin(let handle) = target else { return }
    arrive(handle)
  }

  /// The message is pinned once its top is at the viewport's.
  private func arrive(_ handle: UInt32) {
    guard let index = layout.index(of: handle) else { return }
    if profile.afterSend == .pushAndPin {
      guard pinnedOffset(of: handle) == offset, isMeasured(from: index) else { return }
    }
    position.take(.arrived)
  }

  /// Whether everything from an item down to the viewport's lower edge has its own height: a guess
  /// at what is below a message pushes it nowhere for good.
  private func isMeasured(from first: Int) -> Bool {
    let end = offset + device.height
    var index = first
    while index < layout.count, layout.y(at: index) < end {
      guard transcript.isMeasured(layout.handle(at: index)) else { return false }
      index += 1
    }
    return true
  }

  private func hold(at target: LayoutUnit) { position.move(to: target) }

  private func clamp() {
    let range = passableRange
    let target = min(max(position.wanted, range.lowerBound), range.upperBound)
    guard target != offset else { return }
    position.clamp(to: target)
  }
}
