import ChatSurface
import FrameMetrics
import Lengths
import Records
import Timebase
import ViewportPlacing

/// Judges from frame to frame whether anything moved on screen that nothing asked for.
///
/// It sees what a reader sees, the committed frames, and what happened, the events. One rule for all
/// profiles:
/// - Two messages that lie one below the other in both frames keep their distance, in every frame.
/// - What is read keeps its place, but for what a hand's motion, computed anew from its events, and
///   the keyboard's shift ask for. What is read is a pinned message, or the first block below the
///   top inset; while the end is followed it may also be the end.
/// - Where a frame has shown what is read at the wrong place, the next one may put it back.
///
/// Not judged are frames that the ends of the scroll range moved, in which a spring moves the viewport
/// to a place that depends on the layout, or that were asked for another place: `DriftVerdict` says
/// which.
///
/// Complexity: O(visible messages) a frame.
package struct DriftJudge {
  /// For so long content is on its way after what is below it has become smaller, or what covers it.
  private static let insetMotion = Nanoseconds.milliseconds(800)
  /// For so long after a composer or a keyboard has changed the end may be gone to in one frame.
  private static let endReach = Nanoseconds.milliseconds(50)

  var before = ShownFrame()
  private var hasSeenFrame = false
  var motion: UserMotion
  private var reading: Reading?
  /// How far the last frame showed what is read from where it belongs, and whether by an edit of its own.
  private var owed = (distance: LayoutUnit.zero, isOfEdit: false)
  /// What the reader asked for or selected: it is what is read as long as it is in view.
  private(set) var held: HeldReading?
  /// The message that has come to its pin place and was not asked there anew since. A frame in which it
  /// is not at that place calls it `pinning` again; it is judged all the same.
  private var pinned: MessageID?
  private var mayGoToEndUntil = Instant.distantPast
  var mayFallUntil = Instant.distantPast
  /// How far what stands lowest went down in the last frame, with a message on its way to the top; 0
  /// where none was.
  private(set) var lastWay = LayoutUnit.zero
  /// What the reader's hand did in the last frame, by the model of it.
  private(set) var hand = ReaderScreen.Hand(isMoving: false, distance: 0, isExact: true)
  private var jump = WaitedJump()
  /// What was asked for in an earlier frame and gone to in the last one.
  private(set) var waitedFor: ScheduledEvent?
  /// How many frames were judged, and exempt for each reason.
  package private(set) var judged = 0
  package private(set) var exempt: [DriftVerdict.Exemption: Int] = [:]

  /// Makes a judge that has seen no frame.
  ///
  /// - Parameter deceleration: How fast flings die away.
  package init(deceleration: DecelerationRule = .normal) { motion = UserMotion(deceleration) }

  /// The events of a frame that were not refused when they came: the others asked for nothing.
  ///
  /// - Parameters:
  ///   - events: All events of the frame, in order of time.
  ///   - refused: The places of those that were refused.
  package static func accepted(
    _ events: [ScheduledEvent],
    without refused: [Int]
  ) -> [ScheduledEvent] {
    guard !refused.isEmpty else { return events }
    return events.indices.filter { !refused.contains($0) }.map { events[$0] }
  }

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - frame: What it shows.
  ///   - events: What happened since the frame before and was not refused, in order of time.
  ///   - offScreen: Says how far below the viewport's top edge a message lies that is in the
  ///     conversation and not on screen: what was pushed off the screen has moved by so much.
  ///   - partTop: Says where a part of a message begins below the message's top.
  package mutating func take(
    _ frame: FrameSnapshot,
    after events: [ScheduledEvent],
    offScreen: (MessageID) -> LayoutUnit? = { _ in nil },
    partTop: (MessageID, Int) -> LayoutUnit? = { _, _ in nil }
  ) -> DriftVerdict {
    var frame = frame
    let misplaced = misplacedPin(in: frame)
    waitedFor = jump.take(events) { id in
      frame.visible.contains { $0.id == id } || offScreen(id) != nil
    }.map { ScheduledEvent($0, at: frame.instant) }
    takePin(of: &frame, after: events)
    guard hasSeenFrame else {
      // A hand may have begun before anything was shown.
      motion.remember(frame)
      for scheduled in events { motion.take(scheduled.event, at: scheduled.instant) }
      motion.advance(to: frame.instant)
      hand = motion.hand
      remember(frame, owed: (.zero, false), offScreen: offScreen, partTop: partTop)
      return note(DriftVerdict(exemption: .asked))
    }
    var asked = take(events, upTo: frame)
    if let waitedFor {
      motion.take(waitedFor.event, at: frame.instant)
      held = HeldReading.after(waitedFor.event, held)
      asked.isForAnotherPlace = true
    }
    motion.advance(to: frame.instant)
    hand = motion.hand
    // What was collected of a keyboard after a return moves it without an event.
    let hasOtherCover = frame.covered != before.covered
    let mayBeCollected = !asked.isOfKeyboard || events.contains { $0.event.dragsKeyboard }
    if hasOtherCover, mayBeCollected { asked.isForNoKeyboard = frame.covered == .zero }
    let isCut = events.contains { if case .regenerate = $0.event { true } else { false } }
    if hasOtherCover || frame.composer != before.composer || isCut || shrinks(in: frame) {
      mayFallUntil = frame.instant + Self.insetMotion
    }
    if hasOtherCover { mayGoToEndUntil = max(mayGoToEndUntil, frame.instant + Self.endReach) }
    var verdict = DriftVerdict(exemption: exemption(of: frame, asked))
    // An event of the keyboard may count anew how much of the way there is the keyboard's.
    let isKeyboards = asked.isOfKeyboard || hasOtherCover
    if isKeyboards, verdict.exemption == nil, frame.shift != before.shift {
      verdict.exemption = .animating
    }
    var wrong = LayoutUnit.zero
    if verdict.exemption == nil {
      let own = movement(asked, in: frame, offScreen: offScreen)
      // Where what was read is gone, what else may have kept its place tells nothing.
      let ways =
        own.map { [$0] + others(asked, in: frame, offScreen: offScreen, partTop: partTop) } ?? []
      if !asked.isUntellable,
        let moved = ways.compactMap({ $0 }).min(by: { $0.magnitude < $1.magnitude })
      {
        let hasGoneBack = frame.offset - before.offset == owed.distance + motion.distance
        let (drift, left) = weigh(moved, staysByAnEdit: asked.changesContent && hasGoneBack)
        wrong = left
        // The end may have been gone to at an instant of the frame, and more have come below it since.
        let mayBeOfEnd = drift < .zero && mayHaveGoneToEnd && before.showsEnd
        if mayBeOfEnd, asked.changesContent {
          verdict.exemption = .asked
        } else {
          verdict.drift = drift
        }
      } else {
        verdict.exemption = .gone
      }
    }
    for wrong in [
      looseness(of: frame), misplaced, events.isEmpty ? overrun(in: frame) : .zero,
      fall(in: frame, asked),
    ]
    where wrong.magnitude > verdict.drift.magnitude {
      verdict.drift = wrong
    }
    remember(frame, owed: (wrong, asked.changesContent), offScreen: offScreen, partTop: partTop)
    return note(verdict)
  }

  private mutating func takePin(of frame: inout FrameSnapshot, after events: [ScheduledEvent]) {
    for scheduled in events {
      if scheduled.event.asksForPin { pinned = nil }
      if case .replaceID(let old, let new) = scheduled.event, pinned == old { pinned = new }
    }
    switch frame.follow {
    case .pinning(let id) where id == pinned: frame.follow = .pinned(id)
    case .pinned(let id): pinned = id
    case .free, .following, .pinning: pinned = nil
    }
  }

  /// Takes the events of a frame.
  private mutating func take(_ events: [ScheduledEvent], upTo frame: FrameSnapshot) -> Asked {
    var asked = Asked(reading: reading)
    var endsPin = false
    if case .pinned = before.follow, frame.follow == .free { endsPin = true }
    var isHandOnly = true
    var hasFold = false
    var distanceAtEdit = LayoutUnit.zero
    for scheduled in events {
      let event = scheduled.event
      // It asks for nothing yet.
      if jump.waits(for: event) { continue }
      let wasRunning = motion.isRunning
      motion.take(event, at: scheduled.instant)
      let rename = adoption(by: event, in: frame)
      held = HeldReading.after(rename ?? event, held)
      let hasChanged = asked.changesContent
      if event.changesContent, motion.distance != .zero {
        let now = asked.reading.flatMap(whatIsRead(insteadOf:))
        // Where messages lay between two changes of one frame, no frame says.
        asked.reading = hasChanged && now?.id != asked.reading?.id ? nil : now
      }
      if event.asksForAnotherPlace || (event.foldsByReader && motion.isRunning) {
        asked.isForAnotherPlace = true
      }
      if event.isOfKeyboard { asked.isOfKeyboard = true }
      if event.putsKeyboardAway { asked.isForNoKeyboard = true }
      if event.asksForPin { asked.isForPin = true }
      if asked.isForPin, case .remove = event { asked.losesPin = true }
      if event.mayAskForEnd {
        asked.mayBeForEnd = true
        mayGoToEndUntil = scheduled.instant + Self.endReach
      }
      if !isHandOnly, motion.isRunning, !wasRunning { asked.isTakenAfterOthers = true }
      if endsPin, event.mayEndPin {
        asked.reading = isHandOnly ? before.whatStandsAtTop : nil
        endsPin = false
      }
      asked.reading = asked.reading.flatMap {
        follow($0, through: rename ?? event, isAlone: !hasChanged)
      }
      if event.changesContent || event.addsContent {
        if hasChanged, motion.distance != distanceAtEdit { asked.isMovedBetweenEdits = true }
        distanceAtEdit = motion.distance
        asked.changesContent = true
      }
      isHandOnly = isHandOnly && event.isOfHand
      asked.others += KeptPlace.after(event, before)
      if let id = event.folded {
        // Where its text grows meanwhile, or something else is edited, no frame says what stays.
        if hasChanged || frame.streams.contains(where: { $0.id == id }) {
          asked.isUntellable = true
        }
        hasFold = true
      } else if hasFold, event.changesContent || event.addsContent {
        asked.isUntellable = true
      }
      switch event {
      case .appendPage: asked.bringsPage = true
      case .append where before.hasEndLoader: asked.bringsPage = true
      case .prepend, .loader: break
      default: asked.mayFollowEnd = true
      }
    }
    return asked
  }

  private mutating func note(_ verdict: DriftVerdict) -> DriftVerdict {
    if let exemption = verdict.exemption {
      exempt[exemption, default: 0] += 1
    } else {
      judged += 1
    }
    return verdict
  }

  // MARK: What is judged

  private func exemption(of frame: FrameSnapshot, _ asked: Asked) -> DriftVerdict.Exemption? {
    if asked.isForAnotherPlace { return .asked }
    if frame.isClamped { return .clamped }
    if case .pinning = frame.follow { return .animating }
    if case .pinning = before.follow { return .animating }
    // Its way was so short that it has arrived in the frame that sent it.
    if asked.isForPin, case .pinned = frame.follow, frame.follow != before.follow {
      return .animating
    }
    // It was on its way there until a hand took the viewport, or it was removed.
    if asked.isForPin, asked.isTakenAfterOthers || asked.losesPin { return .animating }
    let springs: [FrameSnapshot.ScrollActivity] = [.animating, .bouncing]
    if springs.contains(frame.scroll) || springs.contains(before.scroll) { return .animating }
    // It followed the end until a hand took it: nothing says what the end did in between.
    if motion.isRunning {
      let followed = before.follow == .following
      if followed, frame.follow == .free { return .animating }
      if followed || frame.follow == .following, asked.isTakenAfterOthers { return .animating }
    }
    // Where the ends were at the instant of a touch beyond them, no frame says.
    let isStretched =
      motion.isBeyondEnds || motion.hasDiverged || frame.isBeyondAnEnd || before.isBeyondAnEnd
      || (motion.wasBeyondEnds && asked.changesContent)
    if isStretched, frame.scroll != .idle || before.scroll != .idle { return .clamped }
    // One edit may have put it beyond an end, where a hand moves it by less, and another made the
    // content longer.
    if asked.isMovedBetweenEdits, frame.showsEnd || frame.showsStart { return .clamped }
    return nil
  }

  /// Whether a change of composer or keyboard may have taken the viewport to the end by now.
  var mayHaveGoneToEnd: Bool { before.instant <= mayGoToEndUntil }

  /// How far what has moved is off, and how far from where it belongs: after edits in two frames one
  /// after the other as far as both say. What a correction left over counts for the frame after it alone.
  /// It belongs where it stays, but for another edit that moved it by as much as the viewport went back.
  private func weigh(_ moved: LayoutUnit, staysByAnEdit: Bool) -> (LayoutUnit, owed: LayoutUnit) {
    // The frame before showed it at the wrong place: it may go back.
    let left = moved + owed.distance
    let drift = left.magnitude < moved.magnitude ? left : moved
    if drift == .zero && !staysByAnEdit { return (.zero, .zero) }
    return (drift, drift == moved && !owed.isOfEdit ? moved : left)
  }

  /// How far a message moved against the one above it.
  private func looseness(of frame: FrameSnapshot) -> LayoutUnit {
    var most = LayoutUnit.zero
    var place = 0
    for (upper, lower) in zip(frame.visible, frame.visible.dropFirst()) {
      // Both lists are in order: what is above was looked at already, unless messages were moved.
      let next =
        before.items[place...].firstIndex { $0.id == upper.id }
        ?? before.items.firstIndex { $0.id == upper.id }
      guard let next, next + 1 < before.items.count, before.items[next + 1].id == lower.id
      else { continue }
      place = next
      let gap = lower.y - upper.y - upper.height
      let old = before.items[next + 1].y - before.items[next].y - before.items[next].height
      // The tallest messages do without the space below them.
      guard upper.height < Self.tallest else { continue }
      if (gap - old).magnitude > most.magnitude { most = gap - old }
    }
    return most
  }

  private static let tallest = LayoutUnit(points: 999_000)

  // MARK: What is remembered

  private mutating func remember(
    _ frame: FrameSnapshot,
    owed: (distance: LayoutUnit, isOfEdit: Bool),
    offScreen: (MessageID) -> LayoutUnit?,
    partTop: (MessageID, Int) -> LayoutUnit?
  ) {
    self.owed = owed
    lastWay = .zero
    if case .pinning = frame.follow {
      // One that has just come goes on as what stands above it went: by the hand's speed.
      for now in frame.visible.reversed() {
        guard let old = before.items.first(where: { $0.id == now.id }) else { continue }
        lastWay = now.y - old.y
        break
      }
    }
    reading = what(isReadIn: frame, offScreen: offScreen)
    before.take(frame, partTop: partTop)
    motion.remember(frame)
    hasSeenFrame = true
  }
}
