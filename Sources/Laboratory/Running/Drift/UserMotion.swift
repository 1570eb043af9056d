import ChatSurface
import FrameMetrics
import Lengths
import Ornaments
import Timebase
import ViewportPlacing

/// What a hand does to the viewport, computed from its events alone.
///
/// It has the physics of the scroll view, and a scroll position of its own that no edit touches: what
/// counts is how far it goes from frame to frame.
struct UserMotion {
  private var motion: ScrollMotion
  private var drag = RevealGesture()
  private var position = 0.0
  private var last = LayoutUnit.zero
  private var range = ScrollMotion.Range(lower: 0, upper: 0)
  private var viewport = 0.0
  /// What the insets leave of it.
  private var free = LayoutUnit.zero

  init(_ deceleration: DecelerationRule) {
    motion = ScrollMotion(deceleration)
    began = motion
  }

  /// Whether a finger or its fling decides.
  var isRunning: Bool { !motion.isIdle }
  /// Whether the content is on its way back from beyond an end, or stretched there.
  var isBeyondEnds: Bool {
    motion.activity == .bouncing || position < range.lower || position > range.upper
  }

  /// Whether the viewport was let go beyond an end that an event of the same frame has moved: the
  /// content bounces here and flies on there, or the other way about, until a hand takes it again.
  private(set) var hasDiverged = false
  /// Whether the content was stretched beyond an end since a hand took it, or was then: where it is
  /// within a unit is known no more.
  private(set) var isInexact = false
  /// Whether the content is so near the middle between two units that a sum in another order may have
  /// rounded it to the other one.
  private var isBetweenUnits = false
  /// Whether it was at some instant since the last frame.
  private(set) var wasBetweenUnits = false
  /// Whether a hand has taken the content since the last frame.
  private var isTakenAnew = false
  /// Whether the content was beyond the ends of the last frame at some instant since then.
  private(set) var wasBeyondEnds = false

  private static let endless = ScrollMotion.Range(lower: -.infinity, upper: .infinity)
  /// The motion as the frame began.
  private var began: ScrollMotion

  /// A frame was shown: the next one begins there.
  mutating func remember(_ frame: FrameSnapshot) {
    defer { began = motion }
    let lower = (frame.contentTop - frame.topInset).points
    let upper = (frame.contentBottom + frame.bottomInset - frame.viewportHeight).points
    let bounds = ScrollMotion.Range(lower: lower, upper: max(lower, upper))
    viewport = frame.viewportHeight.points
    free = frame.viewportHeight - frame.topInset - frame.composer - frame.covered
    if motion.activity == .bouncing, began.activity == .decelerating, !isTakenAnew,
      frame.scroll == .decelerating,
      let there = began.advance(to: frame.instant, range: Self.endless, viewport: viewport)
    {
      // Content that came in the frame has moved the end before the fling was there.
      motion = began
      position = LayoutUnit(nearest: there).points
    }
    let moved = frame.offset.points - LayoutUnit(nearest: position).points
    if !motion.isIdle {
      // Content was moved within the space: the motion goes on with it.
      let isRounding = isBetweenUnits && abs(moved) * 64 <= 1
      if !isRounding { motion.translate(by: moved) }
      position += moved
    } else {
      position = frame.offset.points
    }
    range = bounds
    (isBetweenUnits, wasBetweenUnits) = (false, false)
    if isTakenAnew || motion.isIdle { isInexact = false }
    if !motion.isIdle, isBeyondEnds || wasBeyondEnds || hasDiverged { isInexact = true }
    wasBeyondEnds = false
    // The frame in which it was taken begins with the motion before.
    if isTakenAnew { hasDiverged = false }
    isTakenAnew = false
    switch frame.scroll {
    // A bounce whose end has moved may be over sooner.
    case .idle where motion.activity == .bouncing || hasDiverged:
      motion.stop()
      hasDiverged = false
    case .decelerating, .bouncing:
      if (motion.activity == .bouncing) != (frame.scroll == .bouncing) { hasDiverged = true }
    case .idle, .dragging, .animating: break
    }
    last = LayoutUnit(nearest: position)
  }

  /// Takes an event at its instant.
  mutating func take(_ event: SurfaceEvent, at instant: Instant) {
    advance(to: instant)
    switch event {
    case .touch(.began, let y, let x):
      isTakenAnew = true
      drag.began(x: x, y: y)
      motion.touchBegan(
        y: y,
        at: instant,
        offset: position,
        range: range,
        viewport: viewport
      )
    case .touch(.moved, let y, let x):
      drag.moved(x: x, y: y)
      guard !drag.isDragging, motion.touchMoved(y: y, at: instant) != nil else { return }
      advance(to: instant)
    case .touch(_, _, _):
      drag.ended(at: instant)
      _ = motion.touchEnded(at: instant, offset: position)
    case .timestamps(let isOn, _, _):
      // Without the gesture a sideways drag scrolls by what it goes up or down.
      drag = RevealGesture(isOn ? .init() : nil)
    case .fling(let velocity):
      isTakenAnew = true
      motion.fling(velocity: velocity, at: instant, offset: position)
    case .scrolled(let distance, let phase):
      if motion.hosted == nil, distance == 0, phase != .dragging { return }
      if motion.hosted == nil { isTakenAnew = true }
      if phase == .rest { motion.stop() } else { motion.host(phase) }
      position = LayoutUnit(nearest: position + distance).points
    case .wheel, .arrowKey, .pageKey:
      motion.stop()
      isTakenAnew = true
      let goal = LayoutUnit(nearest: position + (event.step(free: free) ?? 0)).points
      position = min(max(goal, range.lower), range.upper)
    case .load, .removeAll, .scroll, .restore, .send, .regenerate:
      motion.stop()
      isTakenAnew = true
    case .background where !motion.isIdle:
      motion.stop()
      position = min(max(position, range.lower), range.upper)
    // Between the old heights and the new ones it may have been beyond an end.
    case .resize, .textSize: if !motion.isIdle { isInexact = true }
    default: break
    }
  }

  /// Goes on to `instant`.
  mutating func advance(to instant: Instant) {
    isBetweenUnits = false
    guard let next = motion.advance(to: instant, range: range, viewport: viewport) else { return }
    position = LayoutUnit(nearest: next).points
    // At 100 million points the last place of a sum is 1.5e-8 of one, and a unit is 1/64.
    isBetweenUnits = abs(abs(next - position) * 64 - 0.5) < 1e-5
    if isBetweenUnits { wasBetweenUnits = true }
    if isBeyondEnds { wasBeyondEnds = true }
  }

  /// How far the viewport has gone since the frame began.
  var distance: LayoutUnit { LayoutUnit(nearest: position) - last }

  /// What the hand did since the frame began.
  var hand: ReaderScreen.Hand {
    ReaderScreen.Hand(
      isMoving: isRunning,
      distance: distance.points,
      isExact: !(isInexact || isBeyondEnds || wasBeyondEnds || hasDiverged),
      isBouncing: motion.activity == .bouncing || began.activity == .bouncing && !isTakenAnew
    )
  }
}
