import ChatSurface
import Lengths
import Timebase
import ViewportPlacing

/// Jumps to the end that are asked for by what the conversation does: its opening, growth of the
/// content, growth of the composer.
///
/// Complexity: O(1) each; nothing is allocated after `init`, but by the opening of a conversation.
package struct DesignJumps: EndJumping {
  private let rule: JumpRule
  private let openingRule: OpeningRule
  private var growth: EndJumps
  private var composer: EndJumps
  private var opening: OpeningJumps?
  /// The content's height when jumps were last asked for; nil while the end is not followed.
  private var followedHeight: LayoutUnit?
  /// Whether a conversation held by its bottom was not touched since it was opened.
  package private(set) var isHeldByBottom = false

  /// Makes a viewport that nothing asks to jump.
  package init(_ rule: JumpRule, opening: OpeningRule, composer: ComposerRule) {
    self.rule = rule
    openingRule = opening
    growth = EndJumps(rule.jumps)
    self.composer = EndJumps(composer.jumps)
  }

  package var holdsEnd: Bool { rule == .oncePerFrame || isHeldByBottom }

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
  }

  package mutating func endOpening() {
    opening = nil
    isHeldByBottom = false
  }

  package mutating func goElsewhere() {
    endOpening()
    growth.cancel()
    composer.cancel()
  }

  package mutating func send() { isHeldByBottom = false }

  /// Each change of the text puts a debounced jump off.
  package mutating func grow(at instant: Instant) {
    if case .debounced = rule { growth.ask(at: instant) }
  }

  package mutating func cover(at instant: Instant) { composer.ask(at: instant) }

  package mutating func isDueElsewhere(at instant: Instant) -> Bool {
    let isDue = composer.due(at: instant)
    // Another place was asked for: what opened the conversation is over.
    opening = nil
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
    if opening?.isDone == true { opening = nil }
    if let followedHeight, followedHeight != height, !isResting { growth.ask(at: instant) }
    followedHeight = height
    return growth.due(at: instant) || isDue
  }

  package func checkInvariants() {
    precondition(opening?.isDone != true, "an opening that is done is kept")
  }
}
