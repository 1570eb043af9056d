import Lengths
import Timebase

/// Where the viewport is in the content: an anchor, how far the viewport's top lies from it, what holds it when
/// content changes, and where it goes beside that.
///
/// The content offset is derived. An edit moves the anchor's place, and the offset with it or not at
/// all; what moves the viewport (a finger, a fling, a spring, the keyboard) changes the distance.
/// Whoever owns the content says what happened (``take(_:in:)``), keeps the anchor that is wished for, and has
/// the viewport placed once heights are known (``solve(in:frame:)``). What holds it, nobody outside can ask.
///
/// Complexity: O(1) each, but for a finger's samples.
package struct Viewport {
  /// What holds the viewport when content changes.
  private(set) var hold = ViewportHold.end
  /// Where it goes that the hold alone would not bring it, and what was asked for ahead of its message.
  var asked = (goal: ViewportGoal.none, wish: ViewportWish?.none)
  /// What the reader's hand does.
  var hand: ReaderHand
  /// The anchor, and where the viewport lies from it.
  private var place: AnchoredPlace
  /// What has moved it in this frame.
  var frame = FrameMoves()
  /// What a design does otherwise.
  var design: ViewportDesign

  /// What the reader's hand does, and how it has gone since it began.
  struct ReaderHand {
    /// How the viewport came to where it is.
    enum Approach {
      /// It was not moved since the conversation was opened.
      case untouched
      /// By hand, or by a jump.
      case moved
      /// So, and then a page came at the end.
      case page
    }

    var motion: ScrollMotion
    var way = ReaderWay()
    var approach = Approach.untouched
  }

  /// What a design does otherwise.
  struct ViewportDesign {
    let rules: ViewportRules
    /// Goes to the end by jumps; nil where it is held in every frame.
    var jumps: (any EndJumping)?
    /// Moves content for the keyboard; nil where nothing does but the range.
    var list: (any ListMoving)?
  }

  private struct AnchoredPlace {
    /// What keeps its place on screen.
    var anchor = ScrollAnchor.origin
    /// Where it lies in the content space, as was said last.
    var y: LayoutUnit
    /// From the anchor down to the viewport's top edge.
    var distance = LayoutUnit.zero
    /// Whether the edits of this frame keep it: it was at the viewport's top when the first of them came and
    /// nothing has moved the viewport since. Else each edit keeps what stands there when it comes.
    var isKept = false
  }

  struct FrameMoves {
    /// How far the viewport was moved.
    var travel = LayoutUnit.zero
    /// What the range's ends have done to it.
    fileprivate var stop = RangeStop.none
    /// Places that were asked for ahead and are gone to, and those that are not gone to any more.
    var (fulfilled, dropped) = (0, 0)
    /// Whether a page came at the end.
    var hasPage = false
    /// How far this frame's rebase has shifted the space.
    var rebaseShift = LayoutUnit.zero
    /// How far all rebases have.
    var spaceShift = LayoutUnit.zero

    fileprivate init(spaceShift: LayoutUnit = .zero) { self.spaceShift = spaceShift }
  }

  /// What the ends of the scroll range do.
  fileprivate enum RangeStop: Hashable {
    case none
    /// They have moved the viewport, which would be at `wanted` without them: heights that are found in
    /// the frame may put the end elsewhere. Nil where it does not go back.
    case moved(wanted: LayoutUnit?)
    /// The content turned out too short for the viewport: the end stays at the end of the range while
    /// heights are still being found.
    case holdsEnd
  }

  package init(
    offset: LayoutUnit,
    deceleration: DecelerationRule,
    rules: ViewportRules = ViewportRules(),
    jumps: (any EndJumping)? = nil,
    list: (any ListMoving)? = nil
  ) {
    place = AnchoredPlace(y: offset)
    hand = ReaderHand(motion: ScrollMotion(deceleration))
    design = ViewportDesign(rules: rules, jumps: jumps, list: list)
  }

  // MARK: What is seen of it

  // What a frame, a log or a host says of it, what is due, and where content is to be put back to. What holds it
  // is not among it: only ``follow(in:)`` says that, for a frame.

  /// The viewport's top edge in the content space.
  package var offset: LayoutUnit { place.y + place.distance }
  /// What keeps its place on screen, and where it lies.
  package var anchor: PlacedAnchor { PlacedAnchor(anchor: place.anchor, y: place.y) }
  package var travel: LayoutUnit { frame.travel }
  /// Whether the range's ends have moved it in this frame.
  package var isClamped: Bool { frame.stop != .none }
  /// Whether this frame's content turned out too short for it.
  var isHeldByClamp: Bool { frame.stop == .holdsEnd }
  /// How far this frame's rebase has shifted the space.
  package var rebaseShift: LayoutUnit { frame.rebaseShift }
  /// How far all rebases have.
  package var spaceShift: LayoutUnit { frame.spaceShift }
  /// How far content is displaced for the keyboard; negative means that it has moved up.
  package var displacement: LayoutUnit { design.list?.applied ?? .zero }
  /// Whether something moves content for the keyboard.
  package var movesList: Bool { design.list != nil }
  /// Whether that is on its way by itself.
  package var isListRunning: Bool { design.list?.isRunning ?? false }
  package var isMoving: Bool { isMovingByItself || isInHand }
  package var activity: ScrollActivity {
    isMovingByItself || !isInHand && isListRunning ? .animating : hand.motion.activity
  }
  /// The speed of the offset at `instant`, in points a second; positive towards newer messages.
  package func velocity(at instant: Instant) -> Double {
    if case .moving(let move) = goal {
      move.velocity(at: instant)
    } else {
      hand.motion.velocity(at: instant)
    }
  }
  /// Calls `body` with the instant at which each jump that waits is due.
  package func forEachTimer(_ body: (Instant) -> Void) { design.jumps?.forEachTimer(body) }
  /// Whether the end is gone to by jumps.
  package var hasJumps: Bool { design.jumps != nil }
  /// Whether a jump is tried again in the next frame.
  package var jumpsAgain: Bool { design.jumps?.nextTry != nil }
  /// The name of the message in which a place was asked for before it has come; nil for none.
  package var awaited: String? { asked.wish?.name }
  /// How many places that were asked for ahead are gone to in this frame, and how many are not any more.
  package var wishes: (fulfilled: Int, dropped: Int) { (frame.fulfilled, frame.dropped) }
  /// Whether it was moved by hand or by a jump since the conversation was opened.
  package var wasMoved: Bool { hand.approach != .untouched }
  /// Whether another page may be asked for at the end: not in the frame in which one came, nor when nothing but
  /// the content that came has brought the viewport there.
  ///
  /// - Parameter isShort: Whether the content does not fill the viewport.
  package func mayAskAtEnd(isShort: Bool) -> Bool {
    hand.approach != .page || (isShort || hold.follow == .free) && !frame.hasPage
  }
  /// The messages that it knows: the one it follows, the one a move goes to, the one that is read.
  package var messages: [UInt32] {
    [hold.message, goal.message, design.jumps?.nextTry?.message].compactMap { $0 }
      + (hold.fold.map { [$0.handle] + $0.parts.map(\.message) } ?? [])
  }

  // MARK: What holds it

  var rules: ViewportRules { design.rules }
  var goal: ViewportGoal {
    get { asked.goal }
    set { asked.goal = newValue }
  }
  /// Whether a hand, its fling or its bounce decides.
  var isInHand: Bool { !hand.motion.isIdle }
  var isMovingByItself: Bool { if case .moving = goal { true } else { false } }
  /// Whether the end is held in every frame.
  var holdsEnd: Bool { design.jumps?.holdsEnd ?? true }
  /// The message that comes to the viewport's top, or stands there.
  var followed: UInt32? { hold.pinned?.handle }
  /// Whether the anchor is what keeps its place for a fold of this frame.
  var isHeldForFold: Bool {
    place.isKept && (hold.fold.map { place.anchor == .block($0.handle, $0.block) } ?? false)
  }
  /// Whether the anchor is a point that is held wherever it is on screen.
  var isPointHeld: Bool {
    guard case .block(let handle, _) = place.anchor else { return false }
    return hold.point?.message == handle
  }
  /// The anchor that the edits of this frame keep; nil where each keeps what stands at the top.
  var keptAnchor: ScrollAnchor? { place.isKept ? place.anchor : nil }
  /// Where it is, or would be without the end that stopped it in this frame.
  var wanted: LayoutUnit {
    if case .moved(let wanted?) = frame.stop { wanted } else { offset }
  }

  /// Takes what may change what holds it.
  mutating func take(_ change: ViewportHold.Change) {
    let before = hold.follow
    hold.take(change)
    if let isAway = change.readerIsAway { hand.way.note(isAway: isAway) }
    if hold.follow != before { endRest() }
  }

  /// So much of the pinned message stays above the viewport's top from here on, whatever its height will be;
  /// nil: its lines are broken again, and it is to be said again.
  mutating func fixPin(hidden: LayoutUnit?) {
    guard case .pin = hold else { return }
    hold.changePin { $0.hidden = hidden }
  }

  /// The end is held again.
  mutating func endRest() { if case .resting = goal { goal = .none } }

  /// Nothing is gone to by a jump.
  mutating func endLanding() { if case .landing = goal { goal = .none } }

  mutating func stopMoving() {
    hand.motion.stop()
    if isMovingByItself { goal = .none }
  }

  // MARK: Frame

  package mutating func beginFrame() {
    frame = FrameMoves(spaceShift: frame.spaceShift)
    place.isKept = false
    guard case .moving(var move) = goal else { return }
    move.beginFrame()
    goal = .moving(move)
  }

  /// Everything the frame shows is laid out.
  package mutating func endFrame(in scene: ViewportScene) {
    if case .pin(let pin) = hold, pin.hidden == nil, scene.content.isMeasured(pin.handle),
      let slot = scene.content.slot(of: pin.handle)
    {
      // Its top stays where it is when its text becomes another one.
      fixPin(hidden: scene.content.hiddenHeight(ofSlot: slot.height))
    }
    if case .moving(var move) = goal {
      move.shown(at: offset, instant: scene.instant)
      goal = .moving(move)
    }
    endLanding()
    if frame.stop == .holdsEnd { frame.stop = .moved(wanted: nil) }
  }

  /// The space was shifted under the content.
  package mutating func rebase(by shift: LayoutUnit) {
    frame.rebaseShift += shift
    frame.spaceShift += shift
    follow(content: shift)
  }

  // MARK: Anchor

  /// Takes another anchor; the viewport stays where it is.
  ///
  /// - Parameter isKept: Whether the edits that follow in this frame keep it.
  package mutating func keep(_ anchor: PlacedAnchor, isKept: Bool) {
    place.distance += place.y - anchor.y
    place.y = anchor.y
    place.anchor = anchor.anchor
    place.isKept = isKept
  }

  /// What the anchor belongs to is about to go: another one has its place on screen.
  mutating func passOn(to anchor: ScrollAnchor) { place.anchor = anchor }

  /// The edits that follow in this frame keep the anchor, whatever stands at the viewport's top.
  mutating func keepAnchor() { if case .block = place.anchor { place.isKept = true } }

  /// A message has left the conversation: nothing goes there any more, and it holds nothing still.
  mutating func forget(_ message: UInt32) {
    if followed != message { take(.removed(message)) }
    goal.forget(message)
    if design.jumps?.nextTry?.message == message { design.jumps?.goElsewhere() }
    guard case .block(message, _) = place.anchor else { return }
    place.anchor = .origin
    place.isKept = false
  }

  /// The anchor and all content were moved in the space: nothing moves on screen.
  package mutating func follow(content distance: LayoutUnit) {
    guard distance != .zero else { return }
    place.y += distance
    hand.motion.translate(by: distance.points)
    goal.translate(by: distance)
    if case .moved(let wanted?) = frame.stop { frame.stop = .moved(wanted: wanted + distance) }
  }

  // MARK: Moving

  mutating func move(to target: LayoutUnit) {
    guard target != offset else { return }
    frame.travel += target - offset
    place.distance += target - offset
    place.isKept = false
    if case .moved = frame.stop { frame.stop = .moved(wanted: nil) }
  }

  /// Something else than a hand moves the viewport: a hand, its fling or its bounce goes on from there.
  mutating func shift(by distance: LayoutUnit) {
    move(to: offset + distance)
    if isInHand { hand.motion.translate(by: distance.points) }
  }

  /// The range's ends stop the viewport at `target`, or let it go on to where it is ``wanted``.
  mutating func clamp(to target: LayoutUnit) {
    let wanted = wanted
    let way = offset - target
    design.list?.limit(by: way)
    move(to: target)
    if target == wanted {
      frame.stop = .none
    } else if target < wanted, hold.follow == .free {
      frame.stop = .holdsEnd
    } else {
      frame.stop = .moved(wanted: wanted)
    }
  }

  /// A pinned message is to be at `goal`, and within the range's ends at `target`.
  mutating func holdPin(at target: LayoutUnit, goal: LayoutUnit) {
    let before = hold.pinned?.shortfall ?? .zero
    if target != goal {
      if target != offset, frame.stop == .none { frame.stop = .moved(wanted: nil) }
    } else if before != .zero {
      // The range reaches to its place again, and the message goes back there.
      frame.stop = .none
    }
    if before != goal - target { hold.changePin { $0.shortfall = goal - target } }
    move(to: target)
  }

  mutating func animate(
    to target: ViewportTarget,
    goal place: LayoutUnit,
    pace: MotionPace = .programmatic,
    at instant: Instant
  ) {
    let move = ViewportMove(
      to: target,
      goal: place,
      from: offset,
      velocity: velocity(at: instant),
      pace: pace,
      at: instant
    )
    hand.motion.stop()
    goal = .moving(move)
  }

  package func checkInvariants() {
    design.list?.checkInvariants()
    design.jumps?.checkInvariants()
    hold.checkInvariants()
    precondition(!(isMovingByItself && isInHand), "a hand moves what goes by itself")
  }
}
