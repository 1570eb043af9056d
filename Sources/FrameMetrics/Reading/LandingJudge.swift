import Timebase

/// Where a jump is to put the viewport.
package enum JumpGoal: Hashable, Sendable {
  case top
  case end
  /// The message's top at the lower edge of what covers the viewport's top.
  case messageTop
  case messageCenter
  case messageBottom
  /// The message's top so far below the top inset, in points.
  case below(Double)
}

/// Judges where jumps come to rest: how far from the place that was asked for, and after how many frames they
/// are there for good.
///
/// A jump is looked at from its first frame, or from the end of its spring, for ``patience``, or until the
/// reader does something else, the surroundings change, or its message does. Where content ends, a message need
/// come no nearer than that lets it.
///
/// Complexity: O(messages on screen) a frame.
package struct LandingJudge: Sendable {
  /// What jumps came to.
  package struct Figures: Hashable, Sendable {
    /// How far each ended from its place, in points.
    package var errors: [Double] = []
    /// After how many frames each was there for good; where it never was, as many as were looked at.
    package var frames: [Int] = []

    /// Adds another window's.
    mutating func add(_ other: Figures) {
      errors += other.errors
      frames += other.frames
    }
  }

  /// For so long a jump is looked at.
  package static let patience = Nanoseconds.milliseconds(1_000)
  /// No more than this is none: half a point is less than a pixel of most screens.
  private static let tolerance = 0.5

  private struct Jump {
    var goal: JumpGoal
    var message: String?
    var since: Instant
    var frames = 0
    var lastWrong = 0
    var error = 0.0
    /// Where its message's top was when it was there first: it may grow afterwards.
    var top: Double?
  }

  private var jump: Jump?
  /// What was found so far.
  package private(set) var figures = Figures()

  /// Makes a judge that has seen no jump.
  package init() {}

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - screen: What it shows.
  ///   - events: What happened since the frame before and was not refused, in order of time.
  ///   - unseen: Where a message lies that is not on screen.
  package mutating func take(
    _ screen: ReaderScreen,
    after events: [ScreenEvent],
    unseen: (LineName) -> UnseenPlace
  ) {
    for event in events { note(event, isHeld: screen.selected != nil || screen.focused != nil) }
    guard var jump, screen.hand?.isMoving != true, let error = error(of: jump, in: screen, unseen)
    else { return }
    if jump.frames == 0 { jump.since = max(jump.since, screen.instant) }
    jump.frames += 1
    jump.error = error.distance
    if error.distance > Self.tolerance {
      jump.lastWrong = jump.frames
    } else {
      jump.top = error.top
    }
    self.jump = jump
    if screen.instant - jump.since > Self.patience { finish() }
  }

  /// The run is over, or something else is asked for.
  package mutating func finish() {
    if let jump, jump.frames > 0 {
      figures.errors.append(jump.error > Self.tolerance ? jump.error : 0)
      figures.frames.append(jump.lastWrong)
    }
    jump = nil
  }

  private mutating func note(_ event: ScreenEvent, isHeld: Bool) {
    if event.isJump {
      finish()
      // What is selected or focused is moved by its reader alone.
      guard let goal = event.goal, event.isByReader ?? true || !isHeld else { return }
      jump = Jump(goal: goal, message: event.message, since: event.instant)
    } else if event.name == "replace_id", let name = jump?.message, event.message == name {
      jump?.message = event.newName
    } else if event.endsReading || event.isOwnInput || event.pause != nil || event.changesInsets
      || event.message != nil && event.message == jump?.message
    {
      finish()
    }
  }

  private func error(
    of jump: Jump,
    in screen: ReaderScreen,
    _ unseen: (LineName) -> UnseenPlace
  ) -> (distance: Double, top: Double?)? {
    if jump.goal == .end { return (max(0, screen.pointsFromEnd), nil) }
    guard let message = jump.message else {
      // The first line stands where the content begins.
      return jump.goal == .top ? (screen.pointsFromStart.map { max(0, $0) } ?? 0, nil) : nil
    }
    let item = screen.items.first { $0.message == message }
    var place = item?.y
    if place == nil, case .at(let y) = unseen(LineName(message: message)) { place = y }
    guard let y = place else { return nil }
    let wanted =
      jump.top ?? top(wantedBy: jump.goal, message, height: item?.height ?? 0, in: screen)
    let isAtEnd = screen.pointsFromEnd <= Self.tolerance
    let isStopped = isAtEnd && y > wanted || screen.isAtRangeEnd && !isAtEnd && y < wanted
    return (isStopped ? 0 : (y - wanted).magnitude, y)
  }

  private func top(
    wantedBy goal: JumpGoal,
    _ message: String,
    height: Double,
    in screen: ReaderScreen
  ) -> Double {
    let bottom = screen.freeBottom ?? screen.viewportHeight
    switch goal {
    case .below(let distance): return screen.topInset + distance
    case .messageCenter: return screen.topInset + (bottom - screen.topInset - height) / 2
    case .messageBottom: return bottom - height
    case .messageTop, .top, .end:
      guard let header = screen.header, header.message != message else { return screen.topInset }
      return max(screen.topInset, header.y + header.height)
    }
  }
}
