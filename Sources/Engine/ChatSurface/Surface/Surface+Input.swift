import AnchoredLayout
import FramePacing
import Lengths
import Timebase

extension Surface {
  /// How far a finger may drag up without ending the following where no direction decides, in points.
  static let dragTolerance = 3.0

  /// First phase: applies events in order, each at its own instant; token bytes are only put down
  /// for `ingest`.
  ///
  /// A frame is made for a time to come, so what arrives meanwhile may be due before the frame
  /// that was made last: it then happens at that frame's instant.
  ///
  /// - Precondition: The events are in order, none later than `instant`.
  package func input(_ events: [ScheduledEvent], at instant: Instant) {
    beginFrame()
    var due = context.lastInstant
    var before = Instant.distantPast
    for (index, scheduled) in events.enumerated() {
      precondition(
        scheduled.instant >= before && scheduled.instant <= instant,
        "an event at \(scheduled.instant) is not in \(before) ... \(instant)"
      )
      before = scheduled.instant
      due = max(due, scheduled.instant)
      meter.count(.event)
      context.noteActivity(due)
      run(to: due)
      let refused = context.refusals.count
      if !comesBack(after: events, at: index) { apply(scheduled.event, at: due) }
      context.noteRefusals(ofEvent: index, since: refused)
    }
    run(to: instant)
    showKeyboard(dueBy: instant)
    charge(.input)
  }

  private func beginFrame() {
    context.begin()
    position.beginFrame()
    meter.beginFrame()
    showOlderPage()
    goOnJumping()
  }

  private func run(to instant: Instant) {
    if !position.motion.isIdle || isMoving {
      context.noteActivity(from: context.lastInstant, through: instant)
    }
    forEachTimer { if $0 <= instant { context.noteActivity($0) } }
    // What is due at this very instant comes after its events.
    showKeyboard(dueBy: Instant(nanoseconds: instant.nanoseconds - 1))
    advanceMotion(to: instant)
    context.move(to: instant)
  }

  /// Shows what was collected of the keyboard after a return, at the instant at which that was over.
  private func showKeyboard(dueBy instant: Instant) {
    guard let due = surroundings.keyboard.nextDue, due <= instant else { return }
    let change = surroundings.advanceKeyboard(to: due)
    advanceMotion(to: due)
    context.move(to: due)
    apply(change, at: due)
  }

  private func apply(_ event: SurfaceEvent, at instant: Instant) {
    if let refusal = event.numberRefusal {
      context.refuse(refusal)
      return
    }
    if answers.late != nil, event.mayBringMessages || event.isUpdate { answers.setLate(nil) }
    applyKnown(bringOlder(for: event), at: instant)
    transcript.changeMarks { $0.headers.note(event) }
    if position.waiting != nil, event.mayBringMessages {
      goToWaitingTarget(at: instant)
      if case .load = event { dropWaitingTarget() }
    }
  }

  private func applyKnown(_ event: SurfaceEvent, at instant: Instant) {
    switch event {
    case .load(let source): load(source)
    case .append(let message): append(message)
    case .appendPage(let source): appendPage(source)
    case .prepend(let source): prepend(source)
    case .insert(let index, let message): insert(message, at: index)
    case .remove(let id): remove(id)
    case .removeAll: removeAll()
    case .move(let id, let index): move(id, to: index)
    case .update(let id, let text, let state):
      update(id, text: text, state: state, at: instant)
    case .replaceID(let old, let new): replace(old, with: new)
    case .replaceAll(let source): replaceAll(with: source, at: instant)
    case .setHeight(let id, let height): setHeight(height, of: id)
    case .card(let id, let part, let height):
      setPart(part, of: id, to: PartHeight(height: height, isCards: true, by: .app), at: instant)
    case .partHeight(let id, let part, let height, let initiator):
      let height = PartHeight(height: height, isCards: false, by: initiator)
      setPart(part, of: id, to: height, at: instant)
    case .imageSize(let id, let source, let width, let height):
      setImage(source, of: id, width: width, height: height)
    case .auxiliary(let which, let height): setAuxiliary(which, to: height)
    case .partLimit(let id, let part, let height): setLimit(height, ofPart: part, of: id)
    case .send, .regenerate, .streamBegin, .partBegin, .token, .tokenAt, .streamEnd, .taskEnd,
      .taskEndOf,
      .stop:
      applyStreaming(event, at: instant)
    case .touch, .fling, .scrolled, .scroll, .restore, .focus, .drop, .select, .wheel, .arrowKey,
      .pageKey, .partScroll, .accessibilityFocus:
      applyHand(event, at: instant)
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
    case .composerHeight(let height):
      surroundings.supplyComposer(height: height)
      resizeComposer(at: instant)
    case .insets(let top, let bottom): setSafeAreas(top: top, bottom: bottom, at: instant)
    case .rate(let hertz): setRate(RefreshRate(hertz: hertz), at: instant)
    case .resize(let width, let height): resize(width: width, height: height)
    case .textSize(let size): setTextSize(size)
    case .typing(let isVisible): setTyping(isVisible, at: instant)
    case .loader(let edge, let isVisible): setLoader(edge, isVisible: isVisible)
    case .memoryPressure: dropWhatCanBeMadeAgain()
    case .timestamps(let isOn, let maximum, let band):
      timestamps.enable(
        isOn,
        by: RevealGesture.Rule(maximum: maximum ?? RevealGesture.Rule.standardMaximum, band: band)
      )
    case .reducedMotion(let isOn):
      consent.reduceMotion(isOn)
      if isOn {
        finishEntrance(at: instant)
        surroundings.settleDrop()
      }
      answers.put(.animate(consent.isAnimated, instant))
    case .background:
      consent.background()
      surroundings.background()
      surroundings.settleDrop()
      finishEntrance(at: instant)
      finishMotion(at: instant)
      answers.put(.background(instant))
      answers.put(.animate(consent.isAnimated, instant))
    case .foreground:
      // What the background's events have set in motion.
      if consent.isInBackground { finishSprings() }
      consent.foreground()
      surroundings.foreground(at: instant)
      answers.put(.foreground(instant))
      answers.put(.animate(consent.isAnimated, instant))
    default: break
    }
  }

  // MARK: Hand

  private func applyHand(_ event: SurfaceEvent, at instant: Instant) {
    switch event {
    case .touch(let phase, let y, let x): touch(phase, y: y, x: x, at: instant)
    case .fling(let velocity):
      beginHand()
      noteHand(isScroll: !followsByDirection, isAway: velocity < 0)
      position.fling(velocity: velocity, at: instant)
    case .scrolled(let distance, let phase): scrolled(by: distance, phase, at: instant)
    case .scroll(let target, let isAnimated, let initiator):
      jump(to: target, isAnimated: isAnimated, by: initiator, at: instant)
    case .restore(let anchor, let initiator): restore(anchor, by: initiator, at: instant)
    case .wheel, .arrowKey, .pageKey:
      let free = device.height - insets.top - insets.composer - insets.covered
      event.step(free: free).map { step(by: $0, at: instant) }
    case .partScroll(let id, let part, let distance):
      scroll(part: part, of: id, by: distance, at: instant)
    case .accessibilityFocus(let id): focusAccessibility(id)
    case .select(let id, let range): select(id, range)
    case .focus(let velocity, let travel): focusComposer(velocity: velocity, travel: travel)
    case .drop(let item, let overlap): take(item, overlap: overlap, at: instant)
    default: break
    }
  }

  private func touch(_ phase: TouchPhase, y: Double, x: Double, at instant: Instant) {
    switch phase {
    case .began:
      beginHand()
      timestamps.began(x: x, y: y)
      position.touchBegan(
        y: y,
        at: instant,
        range: motionRange,
        viewport: device.height.points
      )
    case .moved:
      timestamps.moved(x: x, y: y)
      // A drag that reveals timestamps does not scroll.
      guard !timestamps.isDragging else { return }
      guard let travel = position.touchMoved(y: y, at: instant) else { return }
      if travel != 0 {
        noteHand(isScroll: !followsByDirection, isAway: travel > Self.dragTolerance)
      }
      advanceMotion(to: instant)
    case .ended, .cancelled:
      timestamps.ended(at: instant)
      guard let velocity = position.touchEnded(at: instant) else { return }
      if velocity <= -ScrollMotion.flingSpeed, !followsByDirection { position.take(.scrolledAway) }
    }
  }

  /// Whether the way that the reader's motion has gone decides who follows the end.
  var followsByDirection: Bool { profile.appends == .followedByDirection }

  /// The reader moves the content.
  func noteHand(isScroll: Bool, isAway: Bool) {
    position.take(.dragged)
    if isScroll { position.take(isAway ? .scrolledAway : .scrolled) }
  }

  /// The reader moves the viewport: what opened the conversation is over, and edges ask for pages.
  func beginHand() {
    dropWaitingTarget()
    jumps?.endOpening()
    surroundings.noteMoved()
  }

  /// Follows the hand's motion to `instant`.
  func advanceMotion(to instant: Instant) {
    guard position.motion.isUsers else { return }
    let start = offset
    position.advance(to: instant, range: motionRange, viewport: device.height.points)
    noteWay(from: start)
    if position.motion.isIdle {
      noteRest(at: instant)
    } else if position.motion.bouncesAtEnd, position.way.isAtEnd {
      comeBack()
    }
  }

  /// The reader has moved the viewport from `start`.
  func noteWay(from start: LayoutUnit) {
    position.noteWay(from: start, in: scrollRange)
    guard followsByDirection, position.way.isScroll else { return }
    position.take(.scrolled)
    if position.way.leadsAway { position.take(.scrolledAway) }
  }

  /// The reader has come back to the end, and what comes there is followed.
  func comeBack() {
    // Below the end at which a load runs there is more.
    if followsByDirection, !auxiliaries.showsEndLoader { position.take(.cameBack) }
  }

  /// The hand's motion has come to rest.
  func noteRest(at instant: Instant) {
    if position.way.comesBack(restingAt: distanceFromEnd) { comeBack() }
    if profile.appends == .followedNearEnd, !auxiliaries.showsEndLoader,
      pointsFromEnd <= profile.nearEnd
    {
      position.take(.cameBack)
    }
    if position.kind == .end, offset < scrollRange.upperBound { moveToEnd(at: instant) }
  }

  /// Nobody sees what moves: a hand's motion ends where it stands, within the range, and all else is where it
  /// is headed.
  private func finishMotion(at instant: Instant) {
    timestamps.rest()
    if position.motion.isUsers {
      position.stopMotion()
      let range = passableRange
      position.move(to: min(max(offset, range.lowerBound), range.upperBound))
      noteRest(at: instant)
    }
    finishSprings()
  }

  private func finishSprings() {
    position.finishList()
    guard let target = position.motion.target else { return }
    position.stopMotion()
    position.land(at: target)
    position.move(to: place(of: target))
  }

  private var motionRange: ScrollMotion.Range {
    let range = passableRange
    return .init(lower: range.lowerBound.points, upper: range.upperBound.points)
  }
}
