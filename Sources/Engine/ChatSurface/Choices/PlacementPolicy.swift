import AnchoredLayout
import ViewportPlacing

/// What a design does with the viewport otherwise than the engine.
///
/// The engine has no policy: it keeps items in ``AnchoredLayout/AnchoredTree``, opens at the end, holds it in
/// every frame while it is followed, and keeps it in view when something covers it. A policy is a value that
/// says what is done instead, and makes the parts that do it; those of published designs are the laboratory's.
package protocol PlacementPolicy: Hashable, Sendable {
  /// Makes an empty layout.
  func makeLayout() -> any LayoutStrategy
  /// Makes what goes to the end by jumps; nil where it is held in every frame.
  func makeJumps() -> (any EndJumping)?
  /// Makes what moves content for the keyboard; nil where that covers the viewport and no more.
  func makeList() -> (any ListMoving)?
  /// Makes what shows a conversation page by page; nil where all of it is shown.
  func makeHistory() -> (any HistoryPaging)?

  /// Makes what counts the last turn for the blank below it; nil where all of one that was sent counts.
  func makeCounting() -> (any TurnCounting)?

  /// What becomes of what is visible when messages come or go above it, in a layout that leaves it to the
  /// viewport to go along.
  var insertRule: InsertRule { get }
  /// Where a conversation of so many messages opens.
  ///
  /// - Parameters:
  ///   - message: The message at an index.
  ///   - isUsers: Whether the user wrote it.
  func opening(
    count: Int,
    message: (Int) -> UInt32,
    isUsers: (UInt32) -> Bool
  ) -> ViewportFact.Opening
  /// What is done when more or less of the viewport is covered from below than before.
  func reaction(to cover: Cover) -> Cover.Reaction
  /// Whether the end, where it is in view, is kept there at once and not at the keyboard's pace.
  var movesAtOnceForKeyboard: Bool { get }
  /// Whether a send hides the keyboard, in its own layout pass.
  var hidesKeyboardOnSend: Bool { get }
  /// Whether a message whose text the app replaces is another view: what was selected or focused in it is no
  /// longer, and its text is revealed again.
  var replacesViews: Bool { get }
  /// What is done inside a part with a scroller of its own.
  var ofPart: any PlacementPolicy { get }
}

/// What a list that lays out downward does with what is visible when messages come or go above it.
package enum InsertRule: Hashable, Sendable, CaseIterable {
  /// It keeps its place.
  case keep
  /// It goes along.
  case shift
  /// The design does not say: it keeps its place, and what was found of that is said of the model only.
  case open
}

/// The policy of a profile; none is the engine's own way.
package struct PolicyChoice: Equatable, Sendable {
  /// What is done otherwise.
  package var policy: (any PlacementPolicy)?

  package init(_ policy: (any PlacementPolicy)? = nil) { self.policy = policy }

  package static func == (one: PolicyChoice, other: PolicyChoice) -> Bool {
    func hashable(_ policy: any PlacementPolicy) -> AnyHashable { AnyHashable(policy) }
    return one.policy.map(hashable) == other.policy.map(hashable)
  }
}
