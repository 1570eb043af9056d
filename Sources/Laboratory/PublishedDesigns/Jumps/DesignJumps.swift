import ChatSurface
import Lengths
import Timebase
import ViewportPlacing

/// Jumps to the end that are asked for by what the conversation does: its opening, growth of the
/// content, growth of the composer; and jumps to a message that land by estimate, or do not stay there.
///
/// Complexity: O(1) each; nothing is allocated after `init`, but by the opening of a conversation.
package struct DesignJumps: EndJumping {
  private let rule: JumpRule
  private let openingRule: OpeningRule
  private let place: JumpPlaceRule
  private let end: JumpEndRule
  private var growth: EndJumps
  private var composer: EndJumps
  private var opening: OpeningJumps?
  /// The content's height when jumps were last asked for; nil while the end is not followed.
  private var followedHeight: LayoutUnit?
  /// Whether a conversation held by its bottom was not touched since it was opened.
  package private(set) var isHeldByBottom = false
  /// Whether something else than the end is shown until the jumps of the opening are made.
  private var opensElsewhere = false
  /// How tall the content was when a jump left the end; nil where nothing goes back there.
  private var leftAt: LayoutUnit?
  /// How many times a jump that has landed by estimate is tried anew, and where it goes.
  private var tries: (goal: ViewportTarget, left: Int)?

  /// Makes a viewport that nothing asks to jump.
  package init(
    _ rule: JumpRule,
    opening: OpeningRule = .endInFirstFrame,
    composer: ComposerRule,
    place: JumpPlaceRule = .exact,
    end: JumpEndRule = .stays
  ) {
    self.rule = rule
    openingRule = opening
    (self.place, self.end) = (place, end)
    growth = EndJumps(rule.jumps)
    self.composer = EndJumps(composer.jumps)
  }

  package var holdsEnd: Bool {
    (rule == .oncePerFrame || isHeldByBottom) && !opensElsewhere
  }

  package func forEachTimer(_ body: (Instant) -> Void) {
    if let due = growth.nextDue { body(due) }
    if let due = composer.nextDue { body(due) }
    if let due = opening?.nextDue { body(due) }
  }

  package mutating func open() {
    goElsewhere()
    followedHeight = nil
    opening = openingRule.jumps.map { OpeningJumps($0) }
    isHeldByBottom = openingRule == .bottomAnchor
    opensElsewhere = openingRule.showsAnotherPlaceFirst
  }

  package mutating func endOpening() {
    opening = nil
    isHeldByBottom = false
    opensElsewhere = false
    (leftAt, tries) = (nil, nil)
  }

  package mutating func goElsewhere() {
    endOpening()
    growth.cancel()
    composer.cancel()
  }

  package mutating func send() {
    isHeldByBottom = false
    (leftAt, tries) = (nil, nil)
  }

  package mutating func leaveEnd(at height: LayoutUnit) {
    if end == .snapsBack { leftAt = height }
  }

  package func goesBack(at height: LayoutUnit) -> Bool { leftAt.map { height > $0 } ?? false }

  package var nextTry: ViewportTarget? { tries?.goal }

  package mutating func estimate(_ jump: ItemJump) -> LayoutUnit? {
    guard case .byEstimate(let retries) = place, !jump.isMeasured else {
      tries = nil
      return nil
    }
    let left = tries.map { $0.left - 1 } ?? retries
    tries = left > 0 ? (jump.goal, left) : nil
    let height = (jump.range.upperBound - jump.range.lowerBound).rawValue
    return jump.range.lowerBound
      + LayoutUnit(rawValue: height * Int64(jump.index) / Int64(jump.count))
  }

  /// Each change of the text puts a debounced jump off.
  package mutating func grow(at instant: Instant) {
    if case .debounced = rule { growth.ask(at: instant) }
  }

  package mutating func cover(at instant: Instant) { composer.ask(at: instant) }

  package mutating func isDueElsewhere(at instant: Instant) -> Bool {
    let isDue = composer.due(at: instant)
    // Another place was asked for: what opened the conversation is over.
    opening = nil
    opensElsewhere = false
    followedHeight = nil
    growth.cancel()
    return isDue
  }

  package mutating func isDue(
    at instant: Instant,
    frame: Int,
    height: LayoutUnit,
    isResting: Bool
  ) -> Bool {
    var isDue = composer.due(at: instant)
    if opening?.due(at: instant, frame: frame) == true { isDue = true }
    if opening?.isDone == true { (opening, opensElsewhere) = (nil, false) }
    if let followedHeight, followedHeight != height, !isResting, !opensElsewhere {
      growth.ask(at: instant)
    }
    followedHeight = height
    return growth.due(at: instant) || isDue
  }

  package func checkInvariants() {
    precondition(opening?.isDone != true, "an opening that is done is kept")
  }
}
