import AnchoredLayout
import FramePacing
import Lengths
import Timebase

extension Surface {
  /// Fifth phase: follow, pin and the scroll range decide where everything lies.
  public func layout(at instant: Instant) {
    reapplyKeyboard()
    settle(at: instant)
    // Where corrections come late, or averages stand for heights, settling may have brought in others.
    if layout.correction == .nextFrame { measureAllVisible(at: instant) }
    if profile.measuring == .visibleEveryFrame {
      // A message that is held is what the viewport is owed the way to.
      let owed = followed.map { StillPoint.item(handle: $0, inset: .zero) }
      layout.forgetHeights(above: offset, below: offset + device.height, owing: owed)
    }
    landing = nil
    isHeldByClamp = false
    askForPages()
    let shift = layout.rebase(around: offset, viewport: device.height)
    if shift != .zero { translateSpace(by: shift) }
    charge(.layout)
  }

  private func translateSpace(by shift: LayoutUnit) {
    rebaseShift += shift
    spaceShift += shift
    offset += shift
    motion.translate(by: shift.points)
    if let end = restingEnd { restingEnd = end + shift }
  }

  // MARK: Extent

  /// The first item's top less its padding.
  var contentTop: LayoutUnit {
    layout.top - profile.style.topPadding - auxiliaries.leading
  }

  /// The bottom of the last item, or of what lies below it.
  var contentBottom: LayoutUnit {
    let end = layout.bottom > layout.top ? layout.bottom - profile.style.spacing : layout.bottom
    return end
      + auxiliaries.trailing(endsWithAnswer: endsWithAnswer, spacing: profile.style.spacing)
  }

  /// Whether the last message is an answer; asked only where something depends on it.
  private var endsWithAnswer: Bool {
    guard auxiliaries.disclaimer > .zero, layout.count > 0 else { return false }
    return role(of: layout.handle(at: layout.count - 1)) == .assistant
  }

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
    guard displacement.isRunning else { return range }
    let way = displacement.remaining
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
      insets.blank = .zero
      return
    }
    insets.blank = turn.update(
      extent,
      viewport: device.height - insets.top,
      covered: insets.covered,
      composer: insets.composer,
      at: lastInstant
    )
  }

  /// Whether there may be a blank; push and pin stands in its place.
  private var hasBlank: Bool { profile.afterSend != .pushAndPin && turn.isInForce }

  /// Where the last turn lies; nil where there is none that leaves room for a blank.
  private func turnExtent() -> Turn.Extent? {
    if turn.isQuestionStale {
      turn.find(question: lastQuestion(within: device.height - insets.top - insets.safeBottom))
    }
    guard let question = turn.question, let index = layout.index(of: question) else { return nil }
    let height = layout.height(at: index)
    let bottom = layout.y(at: index) + height
    let own = ownHeight(ofSlot: height)
    let last = layout.handle(at: layout.count - 1)
    return Turn.Extent(
      question: question,
      questionHeight: own,
      rest: contentBottom - bottom + height - own,
      messages: layout.count - index,
      isGuess: !isLaidOut(question) || !isLaidOut(last)
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
    var isDue = composerJumps.due(at: instant)
    guard follow == .following else {
      // Another place was asked for: what opened the conversation is over.
      opening = nil
      followedHeight = nil
      endJumps.cancel()
      return isDue
    }
    // What was laid out is known: there is no size below it that would have to be waited for.
    if opening?.due(at: instant, frame: frameNumber, isBlankKnown: true) == true { isDue = true }
    if opening?.isDone == true { opening = nil }
    let height = contentBottom - contentTop
    if let followedHeight, followedHeight != height { endJumps.ask(at: instant) }
    followedHeight = height
    return endJumps.due(at: instant) || isDue
  }

  /// Looks for the last message of the user's as far up as it can ask for a blank.
  private func lastQuestion(within free: LayoutUnit) -> UInt32? {
    var index = layout.count - 1
    while index >= 0, contentBottom - layout.y(at: index) - layout.height(at: index) < free {
      let handle = layout.handle(at: index)
      if role(of: handle) == .user { return handle }
      index -= 1
    }
    return nil
  }

  func role(of handle: UInt32) -> Message.Role? {
    if let record = messages.record(handle) { return record.role }
    return messages.place(of: handle).map { $0.source.role(at: $0.index) }
  }

  // MARK: Follow

  /// Changes what the viewport holds on to; the drift is measured anew from there.
  func setFollow(_ state: FollowState, handle: UInt32? = nil) {
    guard state != follow else { return }
    settleDrift()
    follow = state
    followed = handle
    isPinLimited = false
    restingEnd = nil
    watchDrift()
  }

  /// Moves the viewport because something asked for it.
  func moveOffset(to target: LayoutUnit) {
    drift.ask(target - offset)
    offset = target
  }

  /// Where a programmatic move goes, within the scroll range.
  func place(of target: ScrollMotion.Target) -> LayoutUnit {
    let range = scrollRange
    let goal: LayoutUnit
    switch target {
    case .top: goal = range.lowerBound
    case .end: goal = range.upperBound
    case .pin(let handle):
      let range = passableRange
      guard let goal = pinnedOffset(of: handle) else { return offset }
      return min(max(goal, range.lowerBound), range.upperBound)
    case .anchor(let handle, let distance):
      guard let index = layout.index(of: handle) else { return offset }
      goal = layout.y(at: index) + min(distance, layout.height(at: index)) - insets.top
    case .message(let handle, let alignment):
      guard let index = layout.index(of: handle) else { return offset }
      let y = layout.y(at: index)
      let height = layout.height(at: index) - profile.style.spacing
      let free = device.height - insets.top - insets.composer - insets.covered
      switch alignment {
      case .top: goal = y - insets.top
      case .center:
        goal = LayoutUnit(
          rawValue: (y - insets.top).rawValue - (free - height).rawValue / 2
        )
      case .bottom: goal = y + height - insets.top - free
      }
    }
    return min(max(goal, range.lowerBound), range.upperBound)
  }

  /// The offset at which a message is pinned, the range's ends aside: with its top at the viewport's,
  /// but for what stays above it of a tall question, and displaced by the keyboard.
  private func pinnedOffset(of handle: UInt32) -> LayoutUnit? {
    guard let index = layout.index(of: handle) else { return nil }
    let hidden = turn.hiddenHeight(ofQuestion: ownHeight(ofSlot: layout.height(at: index)))
    return layout.y(at: index) + hidden - insets.top - displacement.applied
  }

  /// Moves the viewport to where the follow state, a programmatic move or the range's ends want it.
  func settle(at instant: Instant) {
    updateBlank()
    advanceDisplacement(to: instant)
    let isJumpDue = takeJumps(at: instant)
    guard !motion.isUsers else {
      landing = nil
      return
    }
    if let landing, motion.isIdle {
      layout.takeCorrection()
      moveOffset(to: place(of: landing))
      drift.watch(nil, at: .zero)
    }
    if let target = motion.target {
      motion.aim(at: place(of: target).points, instant: instant)
      let range = ScrollMotion.Range(lower: -.infinity, upper: .infinity)
      if let position = motion.advance(
        to: instant,
        range: range,
        viewport: device.height.points
      ) {
        moveOffset(to: LayoutUnit(nearest: position))
      }
      if motion.isIdle { arrive(at: target) }
      changeWatchedPoint()
      return
    }
    switch follow {
    case .following where restingEnd == contentBottom && !isJumpDue: clamp()
    case .following:
      restingEnd = nil
      if holdsEnd || isJumpDue { hold(at: scrollRange.upperBound) } else { clamp() }
    case .pinning(let id): if let followed { pin(followed, id, at: instant) }
    // What the viewport is owed it gets in the next frame.
    case .pinned where layout.pendingCorrection != .zero: clamp()
    case .pinned: if let followed { hold(pinned: followed) }
    case .free:
      if isJumpDue { hold(at: scrollRange.upperBound) } else { clamp() }
    }
  }

  /// Moves the content on its way for the keyboard; a hand that holds it holds it there.
  private func advanceDisplacement(to instant: Instant) {
    guard displacement.remaining != .zero else { return }
    let distance = displacement.advance(to: instant)
    moveOffset(to: offset + distance)
    if motion.isUsers { motion.translate(by: distance.points) }
  }

  /// Whether the end is held in every frame.
  var holdsEnd: Bool { profile.jump == .oncePerFrame || isHeldByBottom }

  /// A touch may have stopped the message on its way up, or the content was too short for it.
  private func pin(_ handle: UInt32, _ id: MessageID, at instant: Instant) {
    let goal = place(of: .pin(handle))
    guard profile.afterSend != .pushAndPin else {
      // It rests at the bottom and is pushed up by what grows below it.
      hold(at: goal)
      arrive(handle, id)
      return
    }
    guard goal != offset else {
      arrive(handle, id)
      return
    }
    motion.animate(
      to: .pin(handle),
      goal: goal.points,
      pace: .programmatic,
      at: instant,
      offset: offset.points
    )
  }

  /// The message's top stays where it is on screen: the offset goes with it, and nobody asked for
  /// anything to move. Only the range's ends may part them.
  private func hold(pinned handle: UInt32) {
    guard let goal = pinnedOffset(of: handle) else { return }
    let target = place(of: .pin(handle))
    if target != goal {
      isClamped = isClamped || target != offset
      isPinLimited = true
      drift.watch(nil, at: .zero)
    } else if isPinLimited {
      // There is room again, and the message goes back to its place.
      isPinLimited = false
      moveOffset(to: target)
    }
    offset = target
  }

  private func arrive(at target: ScrollMotion.Target) {
    moveOffset(to: place(of: target))
    guard case .pinning(let id) = follow, case .pin(let handle) = target else { return }
    arrive(handle, id)
  }

  /// The message is pinned once its top is at the viewport's.
  private func arrive(_ handle: UInt32, _ id: MessageID) {
    guard let index = layout.index(of: handle) else { return }
    if profile.afterSend == .pushAndPin {
      guard pinnedOffset(of: handle) == offset, isMeasured(from: index) else { return }
    }
    setFollow(.pinned(id), handle: handle)
  }

  /// Whether everything from an item down to the viewport's lower edge has its own height: a guess
  /// at what is below a message pushes it nowhere for good.
  private func isMeasured(from first: Int) -> Bool {
    let end = offset + device.height
    var index = first
    while index < layout.count, layout.y(at: index) < end {
      guard measured.contains(layout.handle(at: index)) else { return false }
      index += 1
    }
    return true
  }

  private func hold(at target: LayoutUnit) {
    layout.takeCorrection()
    guard target != offset else { return }
    moveOffset(to: target)
  }

  private func clamp() {
    let range = passableRange
    let target = min(max(offset, range.lowerBound), range.upperBound)
    guard target != offset else { return }
    isClamped = true
    layout.deductFromCorrection(target - offset)
    displacement.limit(by: offset - target)
    // A reader who is owed a way to another place does not stay at the end.
    isHeldByClamp = target < offset && follow == .free && layout.pendingCorrection == .zero
    moveOffset(to: target)
    if isHeldByClamp { drift.watch(nil, at: .zero) }
  }
}
