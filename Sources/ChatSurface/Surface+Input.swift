import AnchoredLayout
import FramePacing
import Lengths
import Timebase

extension Surface {
  /// How far from the end still counts as being there, for following.
  static let reachOfEnd = LayoutUnit(points: 100)
  /// How far a finger may drag up without ending the following, in points.
  static let dragTolerance = 3.0

  private static let phases = Phase.allCases

  /// First phase: applies events in order, each at its own instant; token bytes are only put down
  /// for `ingest`.
  ///
  /// A frame is made for a time to come, so what arrives meanwhile may be due before the frame
  /// that was made last: it then happens at that frame's instant.
  ///
  /// - Precondition: The events are in order, none later than `instant`.
  public func input(_ events: [ScheduledEvent], at instant: Instant) {
    beginFrame()
    var due = lastInstant
    var before = Instant.distantPast
    for (index, scheduled) in events.enumerated() {
      precondition(
        scheduled.instant >= before && scheduled.instant <= instant,
        "an event at \(scheduled.instant) is not in \(before) ... \(instant)"
      )
      before = scheduled.instant
      due = max(due, scheduled.instant)
      meter[.event] += 1
      activity.note(due)
      run(to: due)
      let refused = refusals.count
      apply(scheduled.event, at: due)
      for _ in refused..<refusals.count { observations.refusedEvents.append(index) }
    }
    run(to: instant)
    showKeyboard(dueBy: instant)
    charge(.input)
  }

  private func beginFrame() {
    frameNumber += 1
    activity.forget(through: lastInstant)
    isClamped = false
    isHeldByClamp = false
    rebaseShift = .zero
    let correction = layout.takeCorrection()
    isCatchingUp = correction != .zero
    if isCatchingUp {
      activity.note(lastInstant + Nanoseconds(rawValue: 1))
      moveOffset(to: offset + correction)
      motion.translate(by: correction.points)
    }
    observations.clear()
    for phase in Self.phases { work[phase] = OperationCounts() }
    frameTotal = OperationCounts()
  }

  private func run(to instant: Instant) {
    if !motion.isIdle || isMoving { activity.note(from: lastInstant, through: instant) }
    forEachTimer { if $0 <= instant { activity.note($0) } }
    // What is due at this very instant comes after its events.
    showKeyboard(dueBy: Instant(nanoseconds: instant.nanoseconds - 1))
    advanceMotion(to: instant)
    lastInstant = instant
  }

  /// Shows what was collected of the keyboard after a return, at the instant at which that was over.
  private func showKeyboard(dueBy instant: Instant) {
    guard let due = keyboard.nextDue, due <= instant else { return }
    let change = keyboard.advance(to: due)
    advanceMotion(to: due)
    lastInstant = due
    apply(change, at: due)
  }

  private func apply(_ event: SurfaceEvent, at instant: Instant) {
    switch event {
    case .load(let source): load(source)
    case .append(let message): append(message)
    case .prepend(let source): prepend(source)
    case .insert(let index, let message): insert(message, at: index)
    case .remove(let id): remove(id)
    case .removeAll: removeAll()
    case .move(let id, let index): move(id, to: index)
    case .update(let id, let text): update(id, text: text, at: instant)
    case .replaceID(let old, let new): replace(old, with: new)
    case .replaceAll(let source): replaceAll(with: source, at: instant)
    case .setHeight(let id, let height): setHeight(height, of: id)
    case .card(let id, let part, let height): setCard(part, of: id, to: height, at: instant)
    case .auxiliary(let which, let height): setAuxiliary(which, to: height)
    case .send, .streamBegin, .partBegin, .token, .streamEnd, .taskEnd, .taskEndOf, .stop:
      applyStreaming(event, at: instant)
    case .touch, .fling, .scroll, .restore, .focus, .drop: applyHand(event, at: instant)
    default: applySurroundings(event, at: instant)
    }
  }

  private func applySurroundings(_ event: SurfaceEvent, at instant: Instant) {
    switch event {
    case .keyboard(let height, let duration, let curve):
      setKeyboard(height, duration: duration, curve: curve, at: instant)
    case .keyboardDragged(let height): trackKeyboard(height, at: instant)
    case .composer(let lines, let text, let attachments):
      setComposer(lines: lines, text: text, attachments: attachments, at: instant)
    case .resize(let width, let height): resize(width: width, height: height)
    case .textSize(let size): setTextSize(size)
    case .typing(let isVisible): setTyping(isVisible, at: instant)
    case .loader(let edge, let isVisible): setLoader(edge, isVisible: isVisible)
    case .memoryPressure: dropWhatCanBeMadeAgain()
    case .reducedMotion(let isOn):
      isReducedMotion = isOn
      if isOn { finishEntrance(at: instant) }
      inbox.append(.animate(isAnimated, instant))
    case .background:
      isInBackground = true
      keyboard.background()
      finishEntrance(at: instant)
      inbox.append(.background(instant))
      inbox.append(.animate(isAnimated, instant))
    case .foreground:
      isInBackground = false
      keyboard.foreground(at: instant)
      inbox.append(.foreground(instant))
      inbox.append(.animate(isAnimated, instant))
    default: break
    }
  }

  /// Whether text may fade, the fallback aside.
  var isAnimated: Bool { !isReducedMotion && !isInBackground }

  // MARK: Hand

  private func applyHand(_ event: SurfaceEvent, at instant: Instant) {
    switch event {
    case .touch(let phase, let y, let x): touch(phase, y: y, x: x, at: instant)
    case .fling(let velocity):
      beginHand()
      if velocity < 0 { letGo(ofPinsOnly: false) } else { letGo(ofPinsOnly: true) }
      motion.fling(velocity: velocity, at: instant, offset: offset.points)
    case .scroll(let target, let isAnimated): jump(to: target, isAnimated: isAnimated, at: instant)
    case .restore(let anchor): restore(anchor)
    case .focus(let velocity, let travel): focusComposer(velocity: velocity, travel: travel)
    case .drop(let item, let overlap): take(item, overlap: overlap, at: instant)
    default: break
    }
  }

  private func touch(_ phase: TouchPhase, y: Double, x: Double, at instant: Instant) {
    switch phase {
    case .began:
      beginHand()
      gesture.began()
      touchStart = (x, y)
      motion.touchBegan(
        y: y,
        at: instant,
        offset: offset.points,
        range: motionRange,
        viewport: device.height.points
      )
    case .moved:
      gesture.moved(x: x - touchStart.x, y: y - touchStart.y)
      // A drag that reveals timestamps does not scroll.
      guard !gesture.isDragging else { return }
      guard let travel = motion.touchMoved(y: y, at: instant) else { return }
      if travel != 0 { letGo(ofPinsOnly: true) }
      if travel > Self.dragTolerance { letGo(ofPinsOnly: false) }
      advanceMotion(to: instant)
    case .ended, .cancelled:
      gesture.ended(at: instant)
      guard let velocity = motion.touchEnded(at: instant, offset: offset.points) else { return }
      if velocity <= -ScrollMotion.flingSpeed { letGo(ofPinsOnly: false) }
    }
  }

  /// The reader takes over from a pin, or from anything the viewport holds on to.
  private func letGo(ofPinsOnly: Bool) {
    switch follow {
    case .free: return
    case .following: if ofPinsOnly { return }
    case .pinning, .pinned: break
    }
    setFollow(.free)
  }

  /// The reader moves the viewport: what opened the conversation is over, and edges ask for pages.
  private func beginHand() {
    endOpening()
    wasMoved = true
  }

  private func jump(to target: ScrollTarget, isAnimated: Bool, at instant: Instant) {
    let goal: ScrollMotion.Target
    switch target {
    case .end:
      setFollow(.following)
      goal = .end
    case .top:
      setFollow(.free)
      goal = .top
    case .message(let id, let alignment):
      guard let handle = handle(of: id) else {
        refusals.append(.unknown(id))
        return
      }
      setFollow(.free)
      goal = .message(handle, alignment)
    }
    let place = place(of: goal)
    endOpening()
    wasMoved = true
    restingEnd = nil
    landing = isAnimated ? nil : goal
    if isAnimated {
      motion.animate(
        to: goal,
        goal: place.points,
        pace: .programmatic,
        at: instant,
        offset: offset.points
      )
    } else {
      motion.stop()
      moveOffset(to: place)
      changeWatchedPoint()
    }
  }

  /// Follows the hand's motion to `instant`.
  func advanceMotion(to instant: Instant) {
    guard motion.isUsers else { return }
    let position = motion.advance(
      to: instant,
      range: motionRange,
      viewport: device.height.points
    )
    if let position { moveOffset(to: LayoutUnit(nearest: position)) }
    changeWatchedPoint()
    guard motion.isIdle else { return }
    if follow == .free, profile.followsAppendsNearEnd, pointsFromEnd <= Self.reachOfEnd {
      setFollow(.following)
    }
    if follow == .following, offset < scrollRange.upperBound { moveToEnd(at: instant) }
  }

  private var motionRange: ScrollMotion.Range {
    let range = passableRange
    return .init(lower: range.lowerBound.points, upper: range.upperBound.points)
  }
}
