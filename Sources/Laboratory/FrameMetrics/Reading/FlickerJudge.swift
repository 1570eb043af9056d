import Timebase

/// Finds what goes back and forth on screen while an answer arrives: a message that becomes less tall,
/// a block that becomes another kind of block, an end that is followed and moves down again, and a screen
/// that goes back the way it came.
///
/// Complexity: O(messages and lines on screen) a frame.
package struct FlickerJudge: Sendable {
  /// For so long after content or insets became smaller the end may move down; a keyboard takes longer.
  package static let settling = Nanoseconds.milliseconds(300)
  /// Where a record has no follow state, a viewport that was at the end for so long follows it.
  package static let following = Nanoseconds.milliseconds(500)
  /// How far the end may move down, or a message go back, in points.
  package static let reversal = 1.0
  /// For so long after a change of insets, by a spring at most, content may go back and forth.
  package static let insetSettling = Nanoseconds.milliseconds(800)

  private let fallThreshold: Double
  private var before: ReaderScreen?
  private var lessUntil = Instant.distantPast
  private var atEndSince: Instant?
  private var insetsUntil = Instant.distantPast
  /// How far each message on screen moved in the last frame; empty where something asked for it.
  private var ways: [String: Double] = [:]
  /// How far the reader's own motion moved content in the last frame, or what goes on as it went; 0 for neither.
  private var momentum = 0.0
  /// What was sent since the conversation was opened.
  private var sent: Set<String> = []
  /// What was found so far.
  package private(set) var figures = FlickerFigures()

  /// Makes a judge that has seen no frame.
  ///
  /// - Parameter fallThreshold: A message is less tall when it lost more, in points: 0.5 in simulated
  ///   runs, 1 in pages.
  package init(fallThreshold: Double) { self.fallThreshold = fallThreshold }

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - screen: What it shows, with the lines of the messages that stream.
  ///   - events: What happened since the frame before and was not refused, in order of time.
  ///   - isHandMoving: Whether the reader's own input moves the viewport.
  package mutating func take(
    _ screen: ReaderScreen,
    after events: [ScreenEvent],
    isHandMoving: Bool
  ) {
    for event in events where event.makesLess {
      lessUntil = max(lessUntil, event.instant + max(Self.settling, event.pause ?? .zero))
    }
    for event in events where event.changesInsets {
      insetsUntil = max(insetsUntil, event.instant + Self.insetSettling)
    }
    if let before {
      findFalls(in: screen, after: events, since: before)
      findFlips(in: screen, after: events, since: before)
      let hasInput = isHandMoving || events.contains { $0.isOwnInput || $0.isJump }
      findJolts(in: screen, after: events, since: before, isMoved: hasInput)
      if !hasInput, screen.instant > lessUntil, follows(screen, since: before), !isShort(screen),
        !fillsItsBlank(screen, since: before), !isFirstPage(after: events, since: before),
        let down = wayOfEnd(in: screen, since: before),
        down > Self.reversal
      {
        note(.reversal, in: screen, screen.lastMessage, down)
      }
    }
    findVoid(in: screen, after: events, isMoved: isHandMoving)
    if screen.pointsFromEnd <= Self.reversal {
      atEndSince = atEndSince ?? screen.instant
    } else {
      atEndSince = nil
    }
    before = screen
  }

  private mutating func findJolts(
    in screen: ReaderScreen,
    after events: [ScreenEvent],
    since before: ReaderScreen,
    isMoved: Bool
  ) {
    takeMomentum(in: screen, since: before, isMoved: isMoved)
    guard events.isEmpty, !isMoved, screen.instant > insetsUntil else { return ways.removeAll() }
    var now: [String: Double] = [:]
    var jolt: (message: String, way: Double)?
    var isPushed = false
    for item in screen.items {
      guard let old = before.items.first(where: { $0.message == item.message }) else { continue }
      let way = item.y - old.y
      // What grew or shrank above it has pushed it, and everything below.
      defer { isPushed = isPushed || (item.height - old.height).magnitude > Self.reversal }
      guard way.magnitude > Self.reversal, !isPushed else { continue }
      if way * momentum <= 0 { now[item.message] = way }
      if let last = ways[item.message], (last < 0) != (way < 0),
        way.magnitude > jolt?.way.magnitude ?? 0
      {
        jolt = (item.message, way)
      }
    }
    if let jolt {
      note(.jolt, in: screen, jolt.message, jolt.way)
    }
    ways = now
  }

  /// Content goes on as the reader's own motion went, ever slower, until it turns.
  private mutating func takeMomentum(
    in screen: ReaderScreen,
    since before: ReaderScreen,
    isMoved: Bool
  ) {
    var way = 0.0
    for now in screen.items.reversed() {
      guard let old = before.items.first(where: { $0.message == now.message }) else { continue }
      way = now.y - old.y
      break
    }
    momentum = isMoved || way * momentum > 0 && way.magnitude <= momentum.magnitude ? way : 0
  }

  /// Whether content is too short to have an end that could be followed: it grows downward.
  private func isShort(_ screen: ReaderScreen) -> Bool {
    screen.contentHeight <= screen.viewportHeight
      || screen.isAtRangeEnd && screen.pointsFromEnd < -Self.reversal
  }

  /// Whether a page of history came above content that fitted into the viewport: its end is further down now.
  private func isFirstPage(after events: [ScreenEvent], since before: ReaderScreen) -> Bool {
    isShort(before) && events.contains { $0.name == "prepend" }
  }

  /// Whether the content grows into the blank that its design keeps below it, while the viewport stands at
  /// the end of that or comes nearer to it: nothing but what is new goes down.
  private func fillsItsBlank(_ screen: ReaderScreen, since before: ReaderScreen) -> Bool {
    guard let end = before.contentEnd, let bottom = before.freeBottom else { return false }
    return end < bottom - Self.reversal
      && min(before.pointsFromEnd, screen.pointsFromEnd) >= -Self.reversal
      && screen.pointsFromEnd <= max(before.pointsFromEnd, Self.reversal)
  }

  private mutating func findFalls(
    in screen: ReaderScreen,
    after events: [ScreenEvent],
    since before: ReaderScreen
  ) {
    for old in before.items where old.isStreaming {
      guard let now = screen.items.first(where: { $0.message == old.message }) else { continue }
      let lost = old.height - now.height
      guard lost > fallThreshold else { continue }
      let isAsked = events.contains {
        ($0.mayShrinkText || $0.removesMessages) && ($0.message == nil || $0.message == old.message)
      }
      guard !isAsked else { continue }
      note(.fall, in: screen, old.message, lost)
    }
  }

  private mutating func findFlips(
    in screen: ReaderScreen,
    after events: [ScreenEvent],
    since before: ReaderScreen
  ) {
    for old in before.items where old.isStreaming {
      let isAsked = events.contains {
        ($0.name == "update" || $0.name == "replace_all" || $0.name == "replace_id"
          || $0.removesMessages)
          && ($0.message == nil || $0.message == old.message)
      }
      if isAsked { continue }
      for line in before.lines where line.name.message == old.message {
        guard let kind = line.kind,
          let next = screen.lines.first(where: { $0.name == line.name }),
          let now = next.kind
        else { continue }
        if let then = line.isRightToLeft, let turned = next.isRightToLeft, then != turned {
          figures.directionFlips += 1
        }
        guard now != kind else { continue }
        note(.flip, in: screen, old.message, 0)
        figures.faults[figures.faults.count - 1].place = .line(line.name)
      }
    }
  }

  private mutating func findVoid(
    in screen: ReaderScreen,
    after events: [ScreenEvent],
    isMoved: Bool
  ) {
    for event in events {
      switch (event.name, event.message, event.newName) {
      case ("send", let id?, _), ("regenerate", let id?, _): sent.insert(id)
      case ("replace_id", let old?, let new?): if sent.remove(old) != nil { sent.insert(new) }
      case ("load", _, _), ("remove_all", _, _): sent.removeAll()
      default: break
      }
    }
    guard events.isEmpty, !isMoved, screen.isAtRest, let end = screen.contentEnd,
      let bottom = screen.freeBottom, screen.contentHeight > bottom - screen.topInset,
      !screen.items.contains(where: { sent.contains($0.message) })
    else { return }
    guard bottom - end > figures.void else { return }
    figures.largestVoid = ScreenFault(.void, at: screen.instant, message: nil, points: bottom - end)
  }

  private mutating func note(
    _ kind: ScreenFault.Kind,
    in screen: ReaderScreen,
    _ message: String?,
    _ points: Double
  ) {
    figures.faults.append(
      ScreenFault(kind, at: screen.instant, message: message, points: points)
    )
  }

  private func follows(_ screen: ReaderScreen, since before: ReaderScreen) -> Bool {
    if let now = screen.isFollowing, let then = before.isFollowing { return now && then }
    guard let atEndSince else { return false }
    return screen.instant - atEndSince >= Self.following
  }

  /// How far the last message's bottom went down; nil where one of the frames does not show it.
  private func wayOfEnd(in screen: ReaderScreen, since before: ReaderScreen) -> Double? {
    guard let last = screen.lastMessage, last == before.lastMessage,
      let now = screen.items.last, now.message == last,
      let old = before.items.last, old.message == last
    else { return nil }
    return (now.y + now.height) - (old.y + old.height)
  }
}

/// What went back and forth on screen, over all windows.
package struct FlickerFigures: Hashable, Sendable {
  /// What went back and forth, in order of time; empty screen is in ``largestVoid``.
  package var faults: [ScreenFault] = []
  /// The largest empty screen below the end, and when it came to be so large; nil for none.
  package internal(set) var largestVoid: ScreenFault?

  /// Blocks that turned their direction.
  package internal(set) var directionFlips = 0

  /// Makes figures of nothing.
  package init() {}

  /// How much each fall took from a message's height, in points.
  package var falls: [Double] { faults.filter { $0.kind == .fall }.map(\.points) }
  /// Blocks that became another kind of block.
  package var kindFlips: Int { count(of: .flip) }
  /// Frames in which the end that was followed moved down.
  package var reversals: Int { count(of: .reversal) }
  /// Frames in which the screen went back the way it had come.
  package var jolts: Int { count(of: .jolt) }
  /// The largest empty screen below the end, in points.
  package var void: Double { largestVoid?.points ?? 0 }

  private func count(of kind: ScreenFault.Kind) -> Int { faults.count { $0.kind == kind } }

  /// Adds another window's.
  package mutating func add(_ other: FlickerFigures) {
    faults += other.faults
    directionFlips += other.directionFlips
    if other.void > void { largestVoid = other.largestVoid }
  }
}
