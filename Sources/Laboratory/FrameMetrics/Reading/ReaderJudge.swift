import Timebase

/// Judges whether a reader was moved away from what he reads, by one rule for every design and record:
/// from the load's events and what was on screen, never from what the design calls its state.
///
/// A spell of reading begins at the rest after the reader's own way of more than ``tolerance`` away from the
/// end, however near the end that is, or after a jump of his. It ends with the next own input, a send, a load
/// and what else takes the reader elsewhere; who has come back within ``tolerance`` of the end reads no more.
/// In between the line he is at may not change its place on screen, nor may any other line without a line
/// that changed in between.
///
/// Complexity: O(lines on screen) a frame.
package struct ReaderJudge: Sendable {
  /// How near the end a reader waits for what comes whose way nobody knows, in points.
  package static let nearEnd = 100.0
  /// A way of no more than this is none, in points: the touch slop of platforms.
  package static let tolerance = 8.0
  /// For so long content may be on its way after a hand that has stretched it beyond an end.
  package static let returning = Nanoseconds.milliseconds(1_000)
  /// Counted frames with less time between them are one move.
  package static let moveGap = Nanoseconds.milliseconds(500)
  /// For so long a line that is nowhere may be on its way back.
  package static let remaking = Nanoseconds.milliseconds(500)
  /// For so long a wheel or a key may take to move anything.
  package static let inputDelay = Nanoseconds.milliseconds(100)

  /// Why a frame was not judged, or what moved a line without being counted.
  package enum Cause: String, Hashable, Sendable, CaseIterable {
    /// The reader has not moved the viewport yet, or was taken elsewhere since.
    case nobody
    /// The viewport is near the end, where he waits for what comes.
    case nearEnd = "near_end"
    /// His own hand moves the viewport.
    case hand
    /// Its surroundings changed: its size, the keyboard, a fold of his own.
    case pause
    /// The line was taken away or changed.
    case changed
    /// Content became shorter, and the viewport stands at an end.
    case clamp
    /// What stands above the line kept its top and grew.
    case growthAbove = "growth_above"
  }

  /// What was found in a frame.
  package enum Finding: Hashable, Sendable {
    /// The line kept its place.
    case kept
    /// It moved by so much, in points; positive is downward.
    case moved(Double)
    /// Nothing is said, or nothing is counted.
    case unjudged(Cause)
  }

  struct Place {
    var line: LineName
    var y: Double
  }

  struct Fold: Hashable {
    var message: String?
    var part: Int?
  }

  struct Spell {
    var since: Instant
    /// Nil while it pauses.
    var place: Place?
    /// The part that was folded when the line was chosen last: where it unfolds the picture comes back.
    var fold: Fold?
    var absentSince: Instant?
  }

  enum State {
    case away(Cause)
    case moving(Motion)
    case reading(Spell)
  }

  /// The least change of a line's place that counts, in points.
  let threshold: Double
  var state = State.away(.nobody)
  var before: ReaderScreen?
  /// Whether the reader has scrolled away from the end and not come back.
  package internal(set) var isAway = false
  /// The message whose text is selected, and the one that was jumped to.
  private var selected: String?
  private var jumpedTo: String?
  /// How far down the hand has moved all lines in the frame in which it came to rest.
  var handWay = 0.0
  /// Whether what the frame does to the place of what is read is left open by its design.
  var isOpen = false
  private var pausedUntil = Instant.distantPast
  var lastCounted: Instant?
  /// Whether the finger that is down has lost the content: it was taken elsewhere under it, by a send,
  /// say. What that finger does until it leaves is no input of the reader's.
  private var hasLostFinger = false
  /// What was found so far.
  package internal(set) var figures = ReaderFigures()

  /// Makes a judge that has seen no frame.
  ///
  /// - Parameter threshold: A line's place is another one when it differs by more, in points: 1/64 in
  ///   simulated runs, 1 in pages and apps.
  package init(threshold: Double) { self.threshold = threshold }

  /// Whether the next frame's lines are needed, if it brings `events`.
  package func wantsLines(after events: some Sequence<ScreenEvent>) -> Bool {
    if case .away = state { return events.contains { $0.isOwnInput } }
    return true
  }

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - screen: What it shows.
  ///   - events: What happened since the frame before and was not refused, in order of time.
  ///   - isOpen: Whether what edits do to the place of what is read is left open by the design.
  ///   - unseen: Where a line lies that is not on screen.
  package mutating func take(
    _ screen: ReaderScreen,
    after events: [ScreenEvent],
    isOpen: Bool = false,
    unseen: (LineName) -> UnseenPlace = { _ in .unknown }
  ) -> Finding {
    // When the first of the pauses that this frame lies in began; nil without one.
    var pause: Instant? = screen.instant <= pausedUntil ? before?.instant : nil
    self.isOpen = isOpen
    var reloaded: Place?
    for event in events {
      if event.name == "load", case .reading(let spell) = state { reloaded = spell.place }
      note(event)
      guard let length = event.pause else { continue }
      pausedUntil = max(pausedUntil, event.instant + length)
      pause = pause ?? event.instant
    }
    if let reloaded { noteReload(of: reloaded, in: screen, unseen) }
    let finding = find(screen, pausedFrom: pause, after: events, unseen: unseen)
    before = screen
    figures.note(finding)
    return finding
  }

  /// The run is over.
  package mutating func finish(at instant: Instant) {
    close(at: instant)
    state = .away(.nobody)
  }

  /// Whether somebody waits at the end for what comes.
  package var isFollowed: Bool {
    if case .moving = state { return false }
    return !isAway && selected == nil && jumpedTo == nil
  }

  // MARK: Events

  private mutating func note(_ event: ScreenEvent) {
    if event.name == "selection" || event.name == "accessibility_focus" { selected = event.message }
    if event.isJump { jumpedTo = event.message }
    if event.endsReading {
      close(at: event.instant)
      if event.name != "background" { (isAway, jumpedTo) = (false, nil) }
      if case .moving(let motion) = state { hasLostFinger = hasLostFinger || motion.isFingerDown }
      state = .away(.nobody)
    } else if event.isTouch, hasLostFinger {
      hasLostFinger = !event.isLift
    } else if event.isOwnInput {
      close(at: event.instant)
      let motion = motion(of: event)
      if case .moving(let old) = state, !motion.goesOn { end(old) }
      state = .moving(motion)
    } else if case .reading(var spell) = state {
      if event.name == "replace_id", event.message == spell.place?.line.message {
        spell.place?.line.message = event.newName ?? ""
      } else if let line = spell.place?.line, event.changes(line) || event.undoes(spell.fold) {
        spell.place = nil
        spell.fold = event.fold
      } else {
        return
      }
      state = .reading(spell)
    }
  }

  private func motion(of event: ScreenEvent) -> Motion {
    var motion = Motion(since: event.instant)
    if case .moving(let old) = state, !event.isJump, !old.isJump,
      !event.isTouch || old.isFingerDown
    {
      motion.goOn(old)
      if event.isTouch, event.isLift { motion.last = old.last }
    }
    motion.isJump = event.isJump
    motion.isFingerDown = event.isTouch && !event.isLift
    return motion
  }

  /// A motion is over, or another one begins: it led away from the end, or back to it.
  private mutating func end(_ motion: Motion, at pointsFromEnd: Double = .infinity) {
    if motion.way.isScroll { jumpedTo = nil }
    if motion.way.comesBack(restingAt: pointsFromEnd) {
      isAway = false
    } else if motion.way.leadsAway
      || (motion.isJump || !motion.isModelled)
        && pointsFromEnd.isFinite && pointsFromEnd > Self.nearEnd
    {
      isAway = true
    } else if motion.isJump, pointsFromEnd <= Self.nearEnd {
      isAway = false
    }
  }

  mutating func close(at instant: Instant) {
    guard case .reading(let spell) = state else { return }
    figures.readingTime += max(.zero, instant - spell.since)
    lastCounted = nil
  }

  // MARK: Frames

  private mutating func find(
    _ screen: ReaderScreen,
    pausedFrom pause: Instant?,
    after events: [ScreenEvent],
    unseen: (LineName) -> UnseenPlace
  ) -> Finding {
    switch state {
    case .away(let cause): return .unjudged(cause)
    case .moving(var motion):
      if let before { motion.move(from: before, to: screen, unseen) }
      state = .moving(motion)
      guard let start = rest(of: motion, in: screen) else { return .unjudged(.hand) }
      end(motion, at: start.pointsFromEnd)
      guard isAway else {
        state = .away(.nearEnd)
        return .unjudged(.nearEnd)
      }
      figures.spells += 1
      state = .reading(Spell(since: start.instant, place: start.place))
      guard start.place != nil, pause == nil, !events.contains(where: { $0.isJump }) else {
        choose(in: screen)
        return .unjudged(pause == nil ? .hand : .pause)
      }
      // The hand's last way is that of all lines.
      handWay = -(screen.hand?.distance ?? 0)
      defer { handWay = 0 }
      return judge(screen, after: events, unseen: unseen)
    case .reading(var spell):
      if let pause {
        figures.readingTime += max(.zero, pause - spell.since)
        spell.since = screen.instant
        state = .reading(spell)
        choose(in: screen)
        return .unjudged(.pause)
      }
      guard spell.place != nil else {
        choose(in: screen)
        return .unjudged(.changed)
      }
      return judge(screen, after: events, unseen: unseen)
    }
  }

  /// Chooses the line anew, without counting anything.
  mutating func choose(in screen: ReaderScreen) {
    guard case .reading(var spell) = state else { return }
    spell.place = line(in: screen).map { Place(line: $0.name, y: $0.y) }
    spell.absentSince = nil
    state = .reading(spell)
  }

  /// The line that is read: of the selected message, or the one that was jumped to, while that is on screen.
  private func line(in screen: ReaderScreen) -> ScreenLine? {
    func top(of message: String, isFirst: Bool) -> ScreenLine? {
      screen.lines.first {
        $0.name.message == message && $0.y >= 0 && $0.y < screen.viewportHeight
          && (!isFirst || $0.name.isFirst)
      }
    }
    return selected.flatMap { top(of: $0, isFirst: false) }
      ?? jumpedTo.flatMap { top(of: $0, isFirst: true) } ?? screen.line
  }

  /// Where a motion came to rest.
  private struct Rest {
    var instant: Instant
    var pointsFromEnd: Double
    /// Where the hand left the line that is read; nil when only the frame says.
    var place: Place?
  }

  /// Whether a motion is over in a frame, and where it left the viewport.
  private mutating func rest(of motion: Motion, in screen: ReaderScreen) -> Rest? {
    let here = Rest(instant: screen.instant, pointsFromEnd: screen.pointsFromEnd)
    guard let hand = screen.hand else { return observedRest(of: motion, in: screen) }
    if hand.isMoving { return nil }
    if motion.isStretched, !motion.isJump, isOnItsWay(motion, in: screen) { return nil }
    guard !motion.isJump, let before, let line = line(in: before) else { return here }
    if motion.stopped != nil {
      // It came to rest in the frame before.
      return Rest(
        instant: before.instant,
        pointsFromEnd: before.pointsFromEnd,
        place: Place(line: line.name, y: line.y)
      )
    }
    guard hand.isExact, !motion.isStretched else { return here }
    // The hand's way, and not what else the frame has done to the viewport.
    let from = before.pointsFromEnd - hand.distance
    return Rest(
      instant: screen.instant,
      pointsFromEnd: max(from, screen.pointsFromEnd),
      place: Place(line: line.name, y: line.y - hand.distance)
    )
  }

  /// Whether content still goes back to an end beyond which a hand has stretched it: no further than to that
  /// end, which a loader, a page or a message may have moved.
  private mutating func isOnItsWay(_ motion: Motion, in screen: ReaderScreen) -> Bool {
    let stopped = motion.stopped ?? screen.instant
    if motion.stopped == nil {
      var motion = motion
      motion.stopped = stopped
      state = .moving(motion)
    }
    guard screen.instant - stopped < Self.returning,
      screen.instant < motion.beyondAt + Self.returning,
      let before, let line = line(in: before),
      let now = screen.lines.first(where: { $0.name == line.name })
    else { return false }
    let way = now.y - line.y
    let beyond = way > 0 ? -before.pointsFromEnd : -(before.pointsFromStart ?? 0)
    return way.magnitude > threshold && way.magnitude <= beyond + threshold
  }

  /// Without a model of the hand its motion is over when content stops or turns back.
  private mutating func observedRest(of motion: Motion, in screen: ReaderScreen) -> Rest? {
    if motion.isFingerDown { return nil }
    let here = Rest(instant: screen.instant, pointsFromEnd: screen.pointsFromEnd)
    guard let before, let line = before.line,
      let now = screen.lines.first(where: { $0.name == line.name })
    else { return nil }
    let moved = now.y - line.y
    if moved.magnitude <= threshold {
      if motion.isJump && motion.last == 0 && screen.instant - motion.since < Self.inputDelay {
        return nil
      }
      return motion.last != 0 || screen.instant - motion.since >= Self.inputDelay ? here : nil
    }
    if motion.last != 0, (moved > 0) != (motion.last > 0) {
      return Rest(
        instant: before.instant,
        pointsFromEnd: before.pointsFromEnd,
        place: Place(line: line.name, y: line.y)
      )
    }
    var motion = motion
    motion.last = moved
    state = .moving(motion)
    return nil
  }
}
