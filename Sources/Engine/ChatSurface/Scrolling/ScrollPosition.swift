import Lengths
import Timebase

/// Where the viewport is in the content: an anchor, and how far the viewport's top lies from it.
///
/// The content offset is derived. An edit moves the anchor's place, and the offset with it or not at
/// all; what moves the viewport (a finger, a fling, a spring, the keyboard) changes the distance.
/// The surface says where the anchor lies, which only the transcript knows.
///
/// Complexity: O(1) each, but for a finger's samples.
package struct ScrollPosition {
  /// What keeps its place on screen.
  package private(set) var anchor = ScrollAnchor.origin
  /// Where the anchor lies in the content space, as the transcript said last.
  package private(set) var place: LayoutUnit
  /// The block that the edits of this frame keep, for it was at the viewport's top when the first of them
  /// came and nothing has moved the viewport since; nil: each edit keeps what stands there when it comes.
  package private(set) var held: ScrollAnchor?
  /// How far the viewport was moved in this frame.
  package private(set) var travel = LayoutUnit.zero
  /// From the anchor down to the viewport's top edge.
  private var distance = LayoutUnit.zero
  /// What a hand, a fling or a spring does.
  package private(set) var motion: ScrollMotion
  /// What moves content for the keyboard; nil where nothing does but the range.
  private(set) var list: (any ListMoving)?
  /// What holds the viewport when content changes.
  package private(set) var hold = ViewportHold.end
  /// How the reader's own motion has gone.
  private(set) var way = ReaderWay()
  /// Where an unanimated jump of this frame goes, until everything it shows is measured.
  package private(set) var landing: ScrollMotion.Target?
  /// A place that was asked for and is not there yet.
  package private(set) var waiting: WaitingTarget?
  /// Where the reader is in an item that gets another height in this frame, by a change of width.
  package private(set) var readingPlace: ReadingPlace?
  /// Where the content ended when something changed that may not move it, and whether it stays there beyond
  /// the range's ends, too; nil when the end is held.
  private var rest: (end: LayoutUnit, isBeyondRange: Bool)?
  /// What the range's ends have done to the viewport in this frame.
  private var stop = RangeStop.none
  /// How far beyond its goal the programmatic move began: it may be as far beyond the end on its way.
  private(set) var excess = LayoutUnit.zero
  /// Where a programmatic move has begun in this frame; nil before.
  private var frameStart: LayoutUnit?
  /// How far this frame's rebase has shifted the space.
  package private(set) var rebaseShift = LayoutUnit.zero
  /// How far all rebases have.
  package private(set) var spaceShift = LayoutUnit.zero

  /// Makes a viewport at the beginning of empty content.
  package init(
    offset: LayoutUnit,
    deceleration: DecelerationRule,
    list: (any ListMoving)? = nil
  ) {
    place = offset
    self.list = list
    motion = ScrollMotion(deceleration)
  }

  /// What the ends of the scroll range do.
  private enum RangeStop: Hashable {
    case none
    /// They have moved the viewport, which would be at `wanted` without them: heights that are found in
    /// the frame may put the end elsewhere. Nil where it does not go back.
    case moved(wanted: LayoutUnit?)
    /// The content turned out too short for the viewport: the end stays at the end of the range while
    /// heights are still being found.
    case holdsEnd
  }

  /// Where the content ended when something changed that may not move it; nil when the end is held.
  package var restingEnd: LayoutUnit? { rest?.end }
  /// Whether it stays there beyond the range's ends, too.
  package var restsBeyondRange: Bool { rest?.isBeyondRange ?? false }
  /// Whether the range's ends have moved the viewport in this frame.
  package var isClamped: Bool { stop != .none }
  /// Whether this frame's content turned out too short for the viewport.
  package var isHeldByClamp: Bool { stop == .holdsEnd }
  /// The viewport's top edge in the content space.
  package var offset: LayoutUnit { place + distance }
  /// Where the viewport is, or would be without the end that stopped it in this frame.
  package var wanted: LayoutUnit {
    if case .moved(let wanted?) = stop { wanted } else { offset }
  }

  // MARK: Frame

  /// Another frame begins.
  package mutating func beginFrame() {
    stop = .none
    held = nil
    frameStart = nil
    rebaseShift = .zero
    travel = .zero
  }

  /// Everything the frame shows is laid out.
  package mutating func endFrame(at instant: Instant) {
    motion.shown(at: offset, instant: instant)
    landing = nil
    if stop == .holdsEnd { stop = .moved(wanted: nil) }
  }

  /// The space was shifted under the content.
  package mutating func rebase(by shift: LayoutUnit) {
    rebaseShift += shift
    spaceShift += shift
    follow(content: shift)
  }

  // MARK: Anchor

  /// Takes another anchor; the viewport stays where it is.
  ///
  /// - Parameter isHeld: Whether the edits that follow in this frame keep it.
  package mutating func take(_ anchor: ScrollAnchor, at y: LayoutUnit, isHeld: Bool = false) {
    distance += place - y
    place = y
    self.anchor = anchor
    held = isHeld ? anchor : nil
  }

  /// The message that the anchor belongs to is about to go: another one has its place on screen.
  package mutating func replaceAnchor(with anchor: ScrollAnchor) {
    self.anchor = anchor
    if held != nil { held = anchor }
  }

  /// The edits that follow in this frame keep the anchor, whatever stands at the viewport's top.
  package mutating func holdAnchor() {
    if case .block = anchor { held = anchor }
  }

  /// The anchor and all content were moved in the space: nothing moves on screen.
  package mutating func follow(content distance: LayoutUnit) {
    guard distance != .zero else { return }
    place += distance
    motion.translate(by: distance.points)
    rest?.end += distance
    if let start = frameStart { frameStart = start + distance }
    if case .moved(let wanted?) = stop { stop = .moved(wanted: wanted + distance) }
  }

  // MARK: Moving

  /// Moves the viewport.
  package mutating func move(to target: LayoutUnit) {
    guard target != offset else { return }
    travel += target - offset
    distance += target - offset
    held = nil
    if case .moved = stop { stop = .moved(wanted: nil) }
  }

  /// Something else than a hand moves the viewport: a hand, its fling or its bounce goes on from there.
  package mutating func shift(by distance: LayoutUnit) {
    move(to: offset + distance)
    if motion.isUsers { motion.translate(by: distance.points) }
  }

  /// The range's ends stop the viewport at `target`, or let it go on to where it is ``wanted``.
  package mutating func clamp(to target: LayoutUnit) {
    let wanted = wanted
    let distance = offset - target
    list?.limit(by: distance)
    move(to: target)
    if target == wanted {
      stop = .none
    } else if target < wanted, kind == .place {
      stop = .holdsEnd
    } else {
      stop = .moved(wanted: wanted)
    }
  }

  /// A pinned message is to be at `goal`, and within the range's ends at `target`.
  package mutating func holdPin(at target: LayoutUnit, goal: LayoutUnit) {
    let before = hold.pinned?.shortfall ?? .zero
    if target != goal {
      if target != offset, stop == .none { stop = .moved(wanted: nil) }
    } else if before != .zero {
      // There is room again, and the message goes back to its place.
      stop = .none
    }
    if before != goal - target { hold.changePin { $0.shortfall = goal - target } }
    move(to: target)
  }

  /// Takes what may change what holds the viewport.
  package mutating func take(_ change: ViewportHold.Change) {
    let before = kind
    hold.take(change)
    if let isAway = change.readerIsAway { way.note(isAway: isAway) }
    if kind != before { rest = nil }
  }

  /// So much of the pinned message stays above the viewport's top from here on, whatever its height
  /// will be; nil: its lines are broken anew, and it is to be said again.
  package mutating func fixPin(hidden: LayoutUnit?) {
    guard case .pin = hold else { return }
    hold.changePin { $0.hidden = hidden }
  }

  /// The followed message has another name.
  package mutating func rename(_ old: MessageID, to new: MessageID) {
    hold.changePin { if $0.id == old { $0.id = new } }
  }

  /// Something changed that may not move the content, which ends at `end` (nil: the end is held), nor, where
  /// it is beyond the range, the range's ends.
  package mutating func rest(end: LayoutUnit?, isBeyondRange: Bool = false) {
    rest = end.map { ($0, isBeyondRange) }
  }

  /// Goes to a place in one frame, once everything there is measured; nil: nowhere.
  package mutating func land(at target: ScrollMotion.Target?) { landing = target }

  /// A place is not there yet; nil: nothing is waited for any more.
  package mutating func wait(for target: WaitingTarget?) { waiting = target }

  /// The item that is read gets another height; nil when it has it.
  package mutating func read(at place: ReadingPlace?) { readingPlace = place }

  /// A message has left the conversation: nothing goes there any more, and it holds nothing still.
  package mutating func forget(_ message: UInt32) {
    if followed != message { take(.removed(message)) }
    motion.forget(message)
    if landing?.message == message { landing = .gone }
    if readingPlace?.handle == message { readingPlace = nil }
    if case .block(message, _) = anchor {
      anchor = .origin
      held = nil
    }
  }

  /// The viewport is about to be put elsewhere: nothing that was on its way goes on.
  package mutating func stopMoving() {
    motion.stop()
    landing = nil
    readingPlace = nil
    rest = nil
  }

  // MARK: Keyboard

  /// How far content is displaced for the keyboard; negative means that it has moved up.
  package var displacement: LayoutUnit { list?.applied ?? .zero }
  /// Whether it is on its way there by itself.
  package var movesForKeyboard: Bool { list?.isRunning ?? false }
  /// How far the content offset has yet to move up for the keyboard.
  package var leftForKeyboard: LayoutUnit { list?.remaining ?? .zero }

  /// The keyboard has another height; see ``ListMoving``, here and below.
  mutating func takeKeyboard(_ scene: KeyboardScene, at instant: Instant) {
    list?.take(scene, at: instant)
  }

  /// A finger drags the keyboard.
  mutating func dragKeyboard(_ scene: KeyboardScene) { list?.drag(scene) }

  /// The keyboard moves or is held.
  mutating func endKeyboardRest() { list?.endRest() }

  /// Nothing of the keyboard's is left in the position.
  mutating func endKeyboard() { list?.end() }

  /// Content stands higher at once where what moves it for the keyboard says so.
  mutating func settleList(_ scene: KeyboardScene) { shift(by: list?.settle(scene) ?? .zero) }

  /// Moves content on its way for the keyboard; a hand that holds it holds it there.
  package mutating func advanceList(to instant: Instant) {
    guard leftForKeyboard != .zero else { return }
    shift(by: list?.advance(to: instant) ?? .zero)
  }

  /// Content on its way for the keyboard is there at once.
  package mutating func finishList() { shift(by: list?.finish() ?? .zero) }

  // MARK: Hand

  /// A finger went down.
  package mutating func touchBegan(
    y: Double,
    at instant: Instant,
    range: ScrollMotion.Range,
    viewport: Double
  ) {
    way.begin()
    motion.touchBegan(
      y: y,
      at: instant,
      offset: offset.points,
      range: range,
      viewport: viewport
    )
  }

  /// The finger is elsewhere; see `ScrollMotion.touchMoved`.
  package mutating func touchMoved(y: Double, at instant: Instant) -> Double? {
    motion.touchMoved(y: y, at: instant)
  }

  /// The finger left; see `ScrollMotion.touchEnded`.
  package mutating func touchEnded(at instant: Instant) -> Double? {
    motion.touchEnded(at: instant, offset: offset.points)
  }

  /// The viewport is set in motion.
  package mutating func fling(velocity: Double, at instant: Instant) {
    way.begin()
    motion.fling(velocity: velocity, at: instant, offset: offset.points)
  }

  /// A scroll view of the host's is taken in hand.
  mutating func beginWay() { way.begin() }

  /// A wheel or a key moves the viewport.
  mutating func step(at instant: Instant) { way.step(at: instant) }

  /// A scroll view of the host's moves the viewport from here on.
  mutating func host(_ phase: ScrollPhase) { motion.host(phase) }

  /// The reader's motion has moved the viewport from `start`.
  mutating func noteWay(from start: LayoutUnit, in range: ClosedRange<LayoutUnit>) {
    way.move(from: start, to: offset, in: range)
  }

  // MARK: Motion

  /// Stops what moves.
  package mutating func stopMotion() { motion.stop() }

  /// Goes to a place by itself.
  package mutating func animate(
    to target: ScrollMotion.Target,
    goal: LayoutUnit,
    pace: MotionPace,
    at instant: Instant
  ) {
    excess = max(.zero, offset - goal)
    motion.animate(
      to: target,
      goal: goal.points,
      pace: pace,
      at: instant,
      offset: offset.points
    )
  }

  /// Where a programmatic move goes on from in this frame, however often it is advanced in it.
  package mutating func startMove() -> LayoutUnit {
    let start = frameStart ?? offset
    frameStart = start
    return start
  }

  /// Aims a programmatic move at where its target is now.
  package mutating func aim(at goal: LayoutUnit, instant: Instant) {
    motion.aim(at: goal.points, instant: instant)
  }

  /// Goes on to `instant`; see `ScrollMotion.advance`.
  package mutating func advance(
    to instant: Instant,
    range: ScrollMotion.Range,
    viewport: Double
  ) {
    let position = motion.advance(to: instant, range: range, viewport: viewport)
    if let position { move(to: LayoutUnit(nearest: position)) }
  }

  /// Traps unless the parts agree.
  package func checkInvariants() {
    list?.checkInvariants()
    hold.checkInvariants()
  }
}
