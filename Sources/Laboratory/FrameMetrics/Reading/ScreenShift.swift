import Timebase

/// How far the screen moved, whatever asked for it: of each frame outside the reader's own movement the share
/// of the viewport that messages cover which moved, times how far they did, in viewports.
///
/// Complexity: O(messages on screen) a frame.
package struct ScreenShift: Sendable {
  /// What it came to.
  package struct Figures: Hashable, Sendable {
    /// All but what follows.
    package var shift = 0.0
    /// What kept an end in view that had grown.
    package var follow = 0.0
    /// What was undone within ``ScreenShift/memory``.
    package var back = 0.0
    /// What of that neither an event nor text that grew above asked for, there or back.
    package var unaskedBack = 0.0

    /// Adds another window's.
    mutating func add(_ other: Figures) {
      shift += other.shift
      follow += other.follow
      back += other.back
      unaskedBack += other.unaskedBack
    }
  }

  private struct Step {
    var instant: Instant
    var way: Double
    var isAsked: Bool
  }

  /// For so long a move is remembered that another one may undo.
  package static let memory = Nanoseconds.milliseconds(100)
  /// The least move that counts, in points, and the least that can be undone.
  private static let (threshold, undoable) = (1.0 / 64, 1.0)

  /// What was found so far.
  package private(set) var figures = Figures()
  private var before: ReaderScreen?
  /// Until when what moves is what the last event asked for: by a spring at most.
  private var askedUntil = Instant.distantPast
  private var steps: [String: [Step]] = [:]

  /// Makes a screen that has shown nothing.
  package init() {}

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - screen: What it shows.
  ///   - events: What happened since the frame before and was not refused, in order of time.
  ///   - isHandMoving: Whether the reader's own input moves the viewport.
  package mutating func take(
    _ screen: ReaderScreen,
    after events: [ScreenEvent],
    isHandMoving: Bool
  ) {
    defer { before = screen }
    for event in events {
      askedUntil = max(askedUntil, event.instant + FlickerJudge.insetSettling)
    }
    guard let before, !isHandMoving else { return steps.removeAll() }
    let isAtEnd =
      max(before.pointsFromEnd, screen.pointsFromEnd) <= ReaderJudge.tolerance
    var (moved, isUp, isPushed) = (0.0, true, false)
    for item in screen.items {
      guard let old = before.items.first(where: { $0.message == item.message }) else { continue }
      let way = item.y - old.y
      // What grows at its own end needs no event, and pushes down what is below it.
      defer { isPushed = isPushed || item.height > old.height }
      guard way.magnitude > Self.threshold else { continue }
      let height = screen.viewportHeight
      let share = max(old.shownHeight(in: height), item.shownHeight(in: height)) / height
      moved += share * min(way.magnitude, height) / height
      isUp = isUp && way < 0
      // What grows at an end that is followed asks for that end, too.
      let isAsked = screen.instant <= askedUntil || isAtEnd && way < 0 || isPushed && way > 0
      let step = Step(instant: screen.instant, way: way, isAsked: isAsked)
      if way.magnitude > Self.undoable { undo(step, of: item.message, share / height) }
    }
    steps = steps.filter { $0.value.contains { screen.instant - $0.instant <= Self.memory } }
    if isAtEnd, isUp { figures.follow += moved } else { figures.shift += moved }
  }

  /// Takes what a step undoes of those before it.
  private mutating func undo(_ step: Step, of message: String, _ weight: Double) {
    var rest = step.way
    var kept: [Step] = []
    for var old in (steps[message] ?? []).reversed()
    where step.instant - old.instant <= Self.memory {
      if (old.way < 0) != (rest < 0), rest != 0 {
        let undone = min(old.way.magnitude, rest.magnitude)
        figures.back += undone * weight
        if !(old.isAsked && step.isAsked) { figures.unaskedBack += undone * weight }
        old.way += old.way < 0 ? undone : -undone
        rest += rest < 0 ? undone : -undone
      }
      if old.way != 0 { kept.append(old) }
    }
    kept.reverse()
    if rest != 0 { kept.append(Step(instant: step.instant, way: rest, isAsked: step.isAsked)) }
    steps[message] = kept
  }
}

extension ReaderScreen.Item {
  /// How much of it is in a viewport.
  fileprivate func shownHeight(in viewport: Double) -> Double {
    max(0, min(y + height, viewport) - max(y, 0))
  }
}
