import Timebase

/// Judges whether a reader was moved away from what he reads, by one rule for every design and record:
/// from the load's events and what was on screen, never from what the design calls its state.
///
/// A spell of reading begins when the motion of the reader's own input is over and the viewport is more
/// than ``nearEnd`` from the end. It ends with the next own input, a send, a load and what else takes the
/// reader elsewhere, or when a move has brought him near the end. In between the line he is at may not
/// change its place on screen.
///
/// Complexity: O(lines on screen) a frame.
package struct ReaderJudge: Sendable {
  /// How near the end a reader waits for what comes, in points.
  package static let nearEnd = 100.0
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

  struct Motion {
    var isFingerDown = false
    var isJump = false
    var since: Instant
    var last = 0.0
  }

  enum State {
    case away(Cause)
    case moving(Motion)
    case reading(Spell)
  }

  /// The least change of a line's place that counts, in points.
  private let threshold: Double
  private var state = State.away(.nobody)
  private var before: ReaderScreen?
  private var pausedUntil = Instant.distantPast
  private var lastCounted: Instant?
  /// Whether the finger that is down has lost the content: it was taken elsewhere under it, by a send,
  /// say. What that finger does until it leaves is no input of the reader's.
  private var hasLostFinger = false
  /// What was found so far.
  package private(set) var figures = ReaderFigures()

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
  ///   - unseen: Where a line lies that is not on screen.
  package mutating func take(
    _ screen: ReaderScreen,
    after events: [ScreenEvent],
    unseen: (LineName) -> UnseenPlace = { _ in .unknown }
  ) -> Finding {
    // When the first of the pauses that this frame lies in began; nil without one.
    var pause: Instant? = screen.instant <= pausedUntil ? before?.instant : nil
    for event in events {
      note(event)
      guard let length = event.pause else { continue }
      pausedUntil = max(pausedUntil, event.instant + length)
      pause = pause ?? event.instant
    }
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

  // MARK: Events

  private mutating func note(_ event: ScreenEvent) {
    if event.endsReading {
      close(at: event.instant)
      if case .moving(let motion) = state { hasLostFinger = hasLostFinger || motion.isFingerDown }
      state = .away(.nobody)
    } else if event.isTouch, hasLostFinger {
      hasLostFinger = !event.isLift
    } else if event.isOwnInput {
      close(at: event.instant)
      state = .moving(motion(of: event))
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
    motion.isJump = event.isJump
    motion.isFingerDown = event.isTouch && !event.isLift
    if case .moving(let old) = state, event.isTouch, event.isLift { motion.last = old.last }
    return motion
  }

  private mutating func close(at instant: Instant) {
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
    case .moving(let motion):
      guard let start = rest(of: motion, in: screen) else { return .unjudged(.hand) }
      let from = start.pointsFromEnd
      guard from > Self.nearEnd else {
        state = .away(.nearEnd)
        return .unjudged(.nearEnd)
      }
      figures.spells += 1
      state = .reading(Spell(since: start.instant, place: start.place))
      guard start.place != nil, pause == nil, !events.contains(where: { $0.isJump }) else {
        choose(in: screen)
        return .unjudged(pause == nil ? .hand : .pause)
      }
      return judge(screen, unseen: unseen)
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
      return judge(screen, unseen: unseen)
    }
  }

  /// Chooses the line anew, without counting anything.
  private mutating func choose(in screen: ReaderScreen) {
    guard case .reading(var spell) = state else { return }
    spell.place = screen.line.map { Place(line: $0.name, y: $0.y) }
    spell.absentSince = nil
    state = .reading(spell)
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
    guard !motion.isJump, hand.isExact, let before, let line = before.line else { return here }
    // The hand's way, and not what else the frame has done to the viewport.
    let from = before.pointsFromEnd - hand.distance
    return Rest(
      instant: screen.instant,
      pointsFromEnd: max(from, screen.pointsFromEnd),
      place: Place(line: line.name, y: line.y - hand.distance)
    )
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

  /// Judges a frame of a spell that has a line.
  private mutating func judge(
    _ screen: ReaderScreen,
    unseen: (LineName) -> UnseenPlace
  ) -> Finding {
    guard case .reading(var spell) = state, let place = spell.place else { return .kept }
    var moved: Double
    if let line = screen.lines.first(where: { $0.name == place.line }) {
      moved = line.y - place.y
      spell.absentSince = nil
      spell.place?.y = line.y
      state = .reading(spell)
    } else {
      switch unseen(place.line) {
      case .at(let y): moved = y - place.y
      case .unknown: moved = screen.viewportHeight
      case .removed:
        choose(in: screen)
        return .unjudged(.changed)
      case .absent:
        let since = spell.absentSince ?? screen.instant
        spell.absentSince = since
        state = .reading(spell)
        guard screen.instant - since > Self.remaking else { return .unjudged(.changed) }
        moved = screen.viewportHeight
      }
      // What is read now is on screen; whoever was moved out of sight of a line is at another one.
      choose(in: screen)
    }
    guard moved.magnitude > threshold else { return .kept }
    if let cause = listed(moved, of: place, in: screen) { return .unjudged(cause) }
    if isAcrossGone(place, unseen) {
      choose(in: screen)
      return .unjudged(.changed)
    }
    count(moved, of: place.line.message, at: screen.instant)
    if screen.pointsFromEnd <= Self.nearEnd {
      close(at: screen.instant)
      state = .away(.nearEnd)
    }
    return .moved(moved)
  }

  /// Whether the message across the top was taken away: the next one takes its place.
  private func isAcrossGone(_ place: Place, _ unseen: (LineName) -> UnseenPlace) -> Bool {
    guard let before, let above = before.lines.prefix(while: { $0.name != place.line }).last,
      above.y < before.topInset, above.name.message != place.line.message,
      case .removed = unseen(above.name)
    else { return false }
    return true
  }

  /// What moved a line without being counted; nil for what is counted.
  private func listed(_ moved: Double, of place: Place, in screen: ReaderScreen) -> Cause? {
    guard let before else { return nil }
    if screen.contentHeight < before.contentHeight - threshold, screen.isAtRangeEnd {
      return .clamp
    }
    guard moved > 0 else { return nil }
    for above in before.lines.prefix(while: { $0.name != place.line })
    where above.y < before.topInset && above.y + above.height > 0 {
      // Where a host has given it a height its blocks are not told apart any more.
      let y =
        screen.lines.first { $0.name == above.name }?.y
        ?? (above.name.start <= 0 && above.name.part == 0
          ? screen.items.first { $0.message == above.name.message }?.y : nil)
      if let y, (y - above.y).magnitude <= threshold { return .growthAbove }
    }
    return nil
  }

  private mutating func count(_ moved: Double, of message: String, at instant: Instant) {
    let goesOn = lastCounted.map { instant - $0 < Self.moveGap } ?? false
    figures.count(moved, at: instant, message: message, goesOn: goesOn)
    lastCounted = instant
  }
}
