import ChatSurface
import FrameMetrics
import Lengths
import Records
import Timebase

/// What judges of the screen see of one window of a run.
struct ScreenJudges {
  private var reader = ReaderJudge(threshold: 1.0 / 64)
  private var flicker = FlickerJudge(fallThreshold: 0.5)
  private var inputs = InputJudge()
  private var shift = ScreenShift()
  private var end = FollowedEnd()
  private var landing = LandingJudge()
  private var focus = FocusJudge()
  /// Messages that were appended and whose top no frame has shown.
  private var unread: Set<MessageID> = []
  private var hadEndLoader = false
  private var isJumping = false
  private var composerText = ""
  /// Whether the last frame's edits asked for a choice that the design leaves open: what they began goes on.
  private var wasOpen = false
  private var rebased = LayoutUnit.zero
  private var looks = ScreenSamples()
  private var digest = 0
  /// Whether the last frame showed what the one before did.
  private(set) var isUnchanged = false
  /// Whether a motion ended in it: the app is told so, however little that moved.
  private(set) var endsMotion = false
  private var wasMoving = false

  /// Takes the frame that was made and shown.
  ///
  /// - Parameters:
  ///   - snapshot: What it shows.
  ///   - due: What happened since the frame before and was not refused, in order of time.
  ///   - rates: When the display got another rate since the frame before.
  ///   - surface: Where it was made: it is asked for places.
  ///   - drift: What the judge of drift said of it, and of the hand.
  ///   - isOpen: Whether its edits asked for a choice that the design leaves open.
  ///   - presented: When it was shown.
  mutating func take(
    _ snapshot: FrameSnapshot,
    after due: [ScheduledEvent],
    rates: [Instant],
    of surface: any RunEngine,
    drift: (verdict: DriftVerdict, hand: ReaderScreen.Hand, waitedFor: ScheduledEvent?),
    isOpen: Bool,
    presented: Instant
  ) {
    var events = due.compactMap { scheduled -> ScreenEvent? in
      var event = ScreenEvent(scheduled)
      // A key that leaves the text as it is asks for nothing.
      if case .composer(_, let text?, _) = scheduled.event {
        if text == composerText { event?.changesText = false }
        composerText = text
      }
      return event
    }
    if !rates.isEmpty {
      events += rates.map { ScreenEvent("refresh", at: $0) }
      events.sort { $0.instant < $1.instant }
    }
    // A place that was asked for before it was there is gone to now: as if it were asked for now.
    if let jump = drift.waitedFor.flatMap({ ScreenEvent($0) }) { events.append(jump) }
    var hand = drift.hand
    if let jump = events.last(where: { $0.isOwnInput }) {
      isJumping = jump.isJump && jump.isAnimated
    }
    isJumping = isJumping && snapshot.scroll == .animating
    hand.isMoving = hand.isMoving || isJumping
    var screen = ReaderScreen(snapshot)
    screen.hand = hand
    screen.contentEnd = (snapshot.contentBottom - snapshot.offset).points
    screen.freeBottom = (snapshot.viewportHeight - snapshot.composer - snapshot.covered).points
    screen.pointsFromStart = (snapshot.offset - snapshot.ends.lower).points
    screen.header = snapshot.header.map {
      ReaderScreen.Item(
        $0.id.rawValue,
        y: $0.y.points,
        height: $0.height.points,
        isStreaming: false
      )
    }
    screen.selected = snapshot.selected?.rawValue
    screen.focused = snapshot.accessibilityFocus?.rawValue
    screen.isAtRest = snapshot.scroll == .idle && snapshot.streams.isEmpty
    screen.addItems(of: snapshot)
    screen.addLines(of: snapshot, in: surface, all: reader.wantsLines(after: events))
    let restsOnChoice = isOpen || wasOpen
    wasOpen = isOpen
    composerText = snapshot.composerText
    let finding = reader.take(screen, after: events, isOpen: restsOnChoice) {
      surface.place(of: $0)
    }
    if !restsOnChoice {
      looks.largestDrift = max(looks.largestDrift, drift.verdict.drift.points.magnitude)
    }
    // The frame in which a motion comes to rest has the last of its way.
    flicker.take(screen, after: events, isHandMoving: hand.isMoving || hand.distance != 0)
    end.take(screen, after: events, isFollowed: reader.isFollowed)
    landing.take(screen, after: events) { surface.place(of: $0) }
    focus.take(screen, after: events) {
      surface.placeOnScreen(of: MessageID(rawValue: $0)) != nil
    }
    countUnread(in: snapshot, after: due, of: surface)
    let isHands = hand.isMoving || hand.distance != 0 || events.contains { $0.isOwnInput }
    shift.take(screen, after: events, isHandMoving: isHands)
    note(finding, drift.verdict, isAtFollowedEnd: snapshot.follow == .following && snapshot.isAtEnd)
    rebased += snapshot.rebaseShift
    let place = (snapshot.offset - rebased).hashValue ^ snapshot.reveal.hashValue
    inputs.take(
      [
        place, Hash.of(snapshot.composerText, snapshot.composer), Hash.ofMessages(snapshot),
        Hash.of(snapshot.button, snapshot.visible.map(\.state)),
      ],
      after: events,
      showing: Set(screen.items.map(\.message)),
      presented: presented
    )
    let now = Hash.ofScreen(snapshot)
    isUnchanged = now == digest
    endsMotion = wasMoving && snapshot.scroll == .idle
    wasMoving = snapshot.scroll != .idle
    digest = now
  }

  /// Who looks at the end of the conversation in the last frame.
  var audience: TextAudience {
    end.isFollowed ? end.isShown ? .sees : .waits : .nobody
  }

  /// Counts by itself what came at the end and was not shown.
  private mutating func countUnread(
    in snapshot: FrameSnapshot,
    after due: [ScheduledEvent],
    of surface: any RunEngine
  ) {
    let isPage = hadEndLoader || snapshot.loaders.contains(.end)
    hadEndLoader = snapshot.loaders.contains(.end)
    for scheduled in due {
      switch scheduled.event {
      case .append(let message) where !isPage && message.state != .streaming:
        unread.insert(message.id)
      case .replaceID(let old, let new): if unread.remove(old) != nil { unread.insert(new) }
      case .load, .removeAll: unread.removeAll()
      default: break
      }
    }
    guard let count = snapshot.unread else { return }
    let bottom = snapshot.viewportHeight - snapshot.composer - snapshot.covered
    for item in snapshot.visible where item.y < bottom { unread.remove(item.id) }
    unread = unread.filter { surface.placeOnScreen(of: $0) != nil }
    looks.unreadWrong = (looks.unreadWrong ?? 0) + (count == unread.count ? 0 : 1)
  }

  private mutating func note(
    _ finding: ReaderJudge.Finding,
    _ verdict: DriftVerdict,
    isAtFollowedEnd: Bool
  ) {
    looks.lookedAt += 1
    if case .unjudged = finding {} else { return }
    if let exemption = verdict.exemption {
      looks.unlooked[exemption.rawValue, default: 0] += 1
    } else if isAtFollowedEnd {
      looks.unlooked[ReaderJudge.Cause.nearEnd.rawValue, default: 0] += 1
    }
  }

  /// What was found in all frames; the window is gone, or the run is over.
  func finished(at instant: Instant) -> ScreenSamples {
    var (reader, inputs, samples) = (reader, inputs, looks)
    reader.finish(at: instant)
    inputs.finish()
    samples.reader = reader.figures
    samples.flicker = flicker.figures
    samples.inputs = inputs.samples
    samples.unseenInputs = inputs.unseen
    samples.moments = inputs.moments
    (samples.sends, samples.unseenSends) = (inputs.sends, inputs.unseenSends)
    samples.shift = shift.figures
    var landing = landing
    landing.finish()
    samples.landing = landing.figures
    samples.focusLost = focus.lost
    return samples
  }
}

extension ReaderScreen {
  /// What a frame shows, without its messages.
  fileprivate init(_ snapshot: FrameSnapshot) {
    self.init(
      instant: snapshot.instant,
      viewportHeight: snapshot.viewportHeight.points,
      topInset: snapshot.topInset.points,
      pointsFromEnd: (snapshot.ends.upper - snapshot.offset).points,
      contentHeight: (snapshot.contentBottom - snapshot.contentTop).points,
      isAtRangeEnd: snapshot.isAtEnd || snapshot.isAtAnEnd,
      isFollowing: snapshot.follow == .following
    )
  }

  fileprivate mutating func addItems(of snapshot: FrameSnapshot) {
    for item in snapshot.visible {
      items.append(
        Item(
          item.id.rawValue,
          y: item.y.points,
          height: item.height.points,
          isStreaming: item.state == .streaming
        )
      )
    }
    // Nothing but what belongs to the last message lies below it.
    let bottom = snapshot.contentBottom - snapshot.offset
    if let last = snapshot.visible.last, bottom <= snapshot.viewportHeight {
      lastMessage = last.id.rawValue
    }
  }

  fileprivate mutating func addLines(
    of snapshot: FrameSnapshot,
    in surface: any RunEngine,
    all: Bool
  ) {
    for item in snapshot.visible where all || item.state == .streaming {
      let blocks = surface.shownBlocks(
        of: item.id,
        from: .zero - item.y,
        to: snapshot.viewportHeight - item.y
      )
      guard let blocks else {
        lines.append(
          ScreenLine(
            LineName(message: item.id.rawValue),
            y: item.y.points,
            height: item.height.points
          )
        )
        continue
      }
      for block in blocks {
        var line = ScreenLine(
          LineName(
            message: item.id.rawValue,
            part: block.part,
            start: block.start,
            order: block.order
          ),
          y: (item.y + block.top).points,
          height: block.height.points,
          kind: block.kind
        )
        line.isRightToLeft = block.isRightToLeft
        lines.append(line)
      }
    }
  }
}

extension RunEngine {
  /// Where a line lies that is not on screen.
  fileprivate func place(of line: LineName) -> UnseenPlace {
    let id = MessageID(rawValue: line.message)
    guard let y = placeOnScreen(of: id) else { return .removed }
    if line.isWhole || (line.part == 0 && line.start == 0 && line.order == 0) {
      return .at(y.points)
    }
    guard let top = top(ofPart: line.part, start: line.start, order: line.order, of: id) else {
      return .removed
    }
    return .at((y + top).points)
  }
}

/// Numbers that differ when what is seen does.
private enum Hash {
  static func of(_ values: any Hashable...) -> Int {
    var hasher = Hasher()
    for value in values { hasher.combine(AnyHashable(value)) }
    return hasher.finalize()
  }

  static func ofMessages(_ snapshot: FrameSnapshot) -> Int {
    var hasher = Hasher()
    for item in snapshot.visible { hasher.combine(item.id) }
    return hasher.finalize()
  }

  /// All that a frame shows: neither where in the content space it lies nor what waits unseen.
  static func ofScreen(_ snapshot: FrameSnapshot) -> Int {
    var hasher = Hasher()
    for length in [
      snapshot.viewportHeight, snapshot.topInset, snapshot.composer, snapshot.covered,
      snapshot.shift,
    ] {
      hasher.combine(length)
    }
    for item in snapshot.visible {
      hasher.combine(item)
    }
    for stream in snapshot.streams { hasher.combine(stream.fades) }
    for edge in snapshot.loaders { hasher.combine(edge) }
    hasher.combine(snapshot.button)
    hasher.combine(snapshot.showsJumpToEnd)
    hasher.combine(snapshot.composerText)
    hasher.combine(snapshot.reveal)
    hasher.combine(snapshot.answerOpacity)
    if let drop = snapshot.drop { hasher.combine(drop) }
    if let entrance = snapshot.entrance {
      hasher.combine(entrance.opacity)
      hasher.combine(entrance.offset)
      hasher.combine(entrance.scale)
    }
    return hasher.finalize()
  }
}
