import FramePacing
import Ornaments
import Timebase
import ViewportPlacing

extension Surface {
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
    viewport.beginFrame()
    meter.beginFrame()
    showOlderPage()
    if viewport.hasJumps { viewport.take(.frameBegins, in: scene(at: context.lastInstant)) }
  }

  private func run(to instant: Instant) {
    if viewport.isMoving || isMoving {
      context.noteActivity(from: context.lastInstant, through: instant)
    }
    forEachTimer { if $0 <= instant { context.noteActivity($0) } }
    // What is due at this very instant comes after its events.
    showKeyboard(dueBy: Instant(nanoseconds: instant.nanoseconds - 1))
    viewport.advanceHand(in: scene(at: instant))
    context.move(to: instant)
  }

  /// Shows what was collected of the keyboard after a return, at the instant at which that was over.
  private func showKeyboard(dueBy instant: Instant) {
    guard let due = surroundings.keyboard.nextDue, due <= instant else { return }
    let change = surroundings.advanceKeyboard(to: due)
    viewport.advanceHand(in: scene(at: due))
    context.move(to: due)
    apply(change, at: due)
  }

  private func apply(_ event: SurfaceEvent, at instant: Instant) {
    if let refusal = event.numberRefusal { return context.refuse(refusal) }
    if answers.late != nil, event.mayBringMessages || event.isUpdate { answers.setLate(nil) }
    applyKnown(bringOlder(for: event), at: instant)
    transcript.changeMarks { $0.headers.note(event) }
    if viewport.awaited != nil, event.mayBringMessages {
      goToAwaited(at: instant)
      if case .load = event { viewport.take(.awaitedNoMore, in: scene(at: instant)) }
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
    default: applyStreaming(event, at: instant)
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
      ornaments.timestamps = RevealGesture(
        isOn ? .init(maximum: maximum ?? RevealGesture.Rule.standardMaximum, band: band) : nil
      )
    case .reducedMotion(let isOn):
      consent.reduceMotion(isOn)
      if isOn { ornaments.rest(at: instant, endsDrag: false) }
      answers.put(.animate(consent.isAnimated, instant))
    case .background:
      consent.background()
      surroundings.background()
      ornaments.rest(at: instant, endsDrag: true)
      viewport.take(.background, in: scene(at: instant))
      answers.put(.background(instant))
      answers.put(.animate(consent.isAnimated, instant))
    case .foreground:
      // What the background's events have set in motion.
      if consent.isInBackground { viewport.take(.foreground, in: scene(at: instant)) }
      consent.foreground()
      surroundings.foreground(at: instant)
      answers.put(.foreground(instant))
      answers.put(.animate(consent.isAnimated, instant))
    default: break
    }
  }

  // MARK: Hand

  func applyHand(_ event: SurfaceEvent, at instant: Instant) {
    switch event {
    case .touch(let phase, let y, let x): touch(phase, y: y, x: x, at: instant)
    case .fling(let velocity): move(.flung(velocity: velocity), at: instant)
    case .scrolled(let distance, let phase): move(.hosted(by: distance, phase), at: instant)
    case .scroll(let target, let isAnimated, let initiator):
      jump(to: target, isAnimated: isAnimated, by: initiator, at: instant)
    case .restore(let anchor, let initiator):
      let target = ScrollTarget.below(anchor.id, .zero - anchor.distance)
      jump(to: target, isAnimated: false, by: initiator, at: instant)
    case .wheel, .arrowKey, .pageKey:
      let free = device.height - insets.top - insets.composer - insets.covered
      event.step(free: free).map { move(.stepped(by: $0), at: instant) }
    case .partScroll(let id, let part, let distance):
      scroll(part: part, of: id, by: distance, at: instant)
    case .accessibilityFocus(let id): focusAccessibility(id)
    case .select(let id, let range): select(id, range)
    case .focus(let velocity, let travel): focusComposer(velocity: velocity, travel: travel)
    case .drop(let item, let overlap): take(item, overlap: overlap, at: instant)
    default: applySurroundings(event, at: instant)
    }
  }

  private func touch(_ phase: TouchPhase, y: Double, x: Double, at instant: Instant) {
    switch phase {
    case .began:
      ornaments.timestamps.began(x: x, y: y)
      move(.began(y: y), at: instant)
    case .moved:
      ornaments.timestamps.moved(x: x, y: y)
      // A drag that reveals timestamps does not scroll.
      if !ornaments.timestamps.isDragging { move(.moved(y: y), at: instant) }
    case .ended, .cancelled:
      ornaments.timestamps.ended(at: instant)
      move(.ended, at: instant)
    }
  }

  /// The reader moves the viewport.
  private func move(_ hand: HandMove, at instant: Instant) {
    viewport.take(hand, in: scene(at: instant))
  }
}
