import Lengths
import Timebase

/// Jumps to the end that are asked for by what the conversation does: its opening, growth of the
/// content, growth of the composer.
///
/// Complexity: O(1) each; nothing is allocated after `init`, but by the opening of a conversation.
package struct ViewportJumps {
  private var growth: EndJumps
  private var composer: EndJumps
  private var opening: OpeningJumps?
  /// The content's height when jumps were last asked for; nil while the end is not followed.
  private var followedHeight: LayoutUnit?
  /// Whether a conversation held by its bottom was not touched since it was opened.
  package private(set) var isHeldByBottom = false
  /// A place that was asked for and is not there yet.
  package private(set) var waiting: WaitingTarget?

  /// Makes a viewport that nothing asks to jump.
  package init(_ rule: JumpRule, composer: ComposerRule) {
    growth = EndJumps(rule.jumps)
    self.composer = EndJumps(composer.jumps)
  }

  /// Calls `body` with the instant at which each jump that waits is due.
  package func forEachTimer(_ body: (Instant) -> Void) {
    if let due = growth.nextDue { body(due) }
    if let due = composer.nextDue { body(due) }
    if let due = opening?.nextDue { body(due) }
  }

  /// A conversation is opened.
  package mutating func open(_ rule: OpeningRule) {
    goElsewhere()
    followedHeight = nil
    opening = rule.jumps.map { OpeningJumps($0) }
    isHeldByBottom = rule == .bottomAnchor
  }

  /// The reader has taken over: nothing of the opening is to come.
  package mutating func endOpening() {
    opening = nil
    isHeldByBottom = false
  }

  /// The app asks for another place: no jump that waits is made.
  package mutating func goElsewhere() {
    endOpening()
    growth.cancel()
    composer.cancel()
  }

  /// A place is not there yet; nil: nothing is waited for any more.
  package mutating func wait(for target: WaitingTarget?) { waiting = target }

  /// The bottom is held no longer.
  package mutating func letGoOfBottom() { isHeldByBottom = false }

  /// Text has changed, whether anything of it is shown or not.
  package mutating func askForGrowth(at instant: Instant) { growth.ask(at: instant) }

  /// The composer has grown beyond the content's end.
  package mutating func askForComposer(at instant: Instant) { composer.ask(at: instant) }

  /// Whether to jump to the end in a frame while something else than the end is held.
  package mutating func areDueElsewhere(at instant: Instant) -> Bool {
    let isDue = composer.due(at: instant)
    // Another place was asked for: what opened the conversation is over.
    opening = nil
    followedHeight = nil
    growth.cancel()
    return isDue
  }

  /// Whether to jump to the end in a frame while it is followed.
  ///
  /// - Parameters:
  ///   - height: The content's.
  ///   - isResting: Whether the end is left where it is as long as nothing comes below.
  package mutating func areDue(
    at instant: Instant,
    frame: Int,
    height: LayoutUnit,
    isResting: Bool = false
  ) -> Bool {
    var isDue = composer.due(at: instant)
    // What was laid out is known: there is no size below it that would have to be waited for.
    if opening?.due(at: instant, frame: frame, isBlankKnown: true) == true { isDue = true }
    if opening?.isDone == true { opening = nil }
    if let followedHeight, followedHeight != height, !isResting { growth.ask(at: instant) }
    followedHeight = height
    return growth.due(at: instant) || isDue
  }

  /// Traps unless an opening that is kept is not done.
  package func checkInvariants() {
    precondition(opening?.isDone != true, "an opening that is done is kept")
  }
}
