import AnchoredLayout
import ChatSurface
import Timebase

// The choices that only designs have, a type for each concern. The first case of each is the engine's own way.

/// How items are kept and placed in the content space.
package enum LayoutRule: Hashable, Sendable {
  /// Heights in a tree; any edit is O(log n), and the still point is kept by moving the origin.
  case anchoredTree
  /// Stored places; prepending extends upward, other edits are linear.
  case anchoredArray
  /// Places laid out downward from a fixed top; the list is asked to keep what is visible in its place.
  case maintainedArray
  /// Places laid out downward from a fixed top: `InsertRule` says what becomes of what is visible.
  case adjustingArray
  /// The same, in pages of so many items (the parameter article: 50).
  case pagedArray(items: Int)
  /// The same without stored sizes: what is off screen has an average height.
  case unsizedArray
}

extension LayoutRule: CaseIterable {
  /// Every kind once, pages of the published length.
  package static var allCases: [LayoutRule] {
    [
      .anchoredTree, .anchoredArray, .maintainedArray, .adjustingArray,
      .pagedArray(items: PagedArray.standardPageLength), .unsizedArray,
    ]
  }
}

/// Where a conversation opens.
package enum OpeningRule: Hashable, Sendable {
  /// At its end, in the first frame.
  case endInFirstFrame
  /// By unanimated jumps to the end: as soon as the space below is known, at the next frame, and
  /// so long after that (Vercel's post: 16 ms); done a frame later.
  case threeJumps(wait: Nanoseconds)
  /// By a jump to the end in each of several frames.
  case jumpsOverFrames
  /// Held by its bottom.
  case bottomAnchor
  /// With the last turn's message at the top.
  case topOfLastTurn
  /// At its start: messaging-ui with `scrollsToBottomOnReplace` false.
  case startOfContent
  /// Its start is shown first, and its end so long after.
  case topThenEnd(wait: Nanoseconds)
  /// Its middle is shown first, and its end so long after.
  case middleThenEnd(wait: Nanoseconds)

  /// Whether another place than the one it opens at is shown first.
  var showsAnotherPlaceFirst: Bool {
    switch self {
    case .topThenEnd, .middleThenEnd: true
    default: false
    }
  }

  /// The jumps that are to come after a load; nil where the first frame is the last word.
  var jumps: OpeningJumps.Plan? {
    switch self {
    case .threeJumps(let wait): .threeTimes(wait: wait)
    case .jumpsOverFrames: .overFrames
    case .topThenEnd(let wait), .middleThenEnd(let wait): OpeningJumps.Plan([.time(wait)])
    case .endInFirstFrame, .bottomAnchor, .topOfLastTurn, .startOfContent: nil
    }
  }
}

/// What a growing composer does to the end of the content.
package enum ComposerRule: Hashable, Sendable {
  /// The end stays in view if it was; else nothing moves. A pinned message's top wins.
  case keepsEnd
  /// Only the inset changes; the scroll range's end alone may move the content.
  case changesInsetOnly
  /// Whatever lies beyond the end: a jump to it, and another so long after (Vercel's post: 16 ms).
  case jumpsWhenPastEnd(again: Nanoseconds)
  /// Near the end: eased out to it over so long (SwiftUI translation: 0.1 s).
  case easesToEndNearIt(over: Nanoseconds)

  /// When jumps are made that a composer asks for.
  var jumps: EndJumps.Rule {
    if case .jumpsWhenPastEnd(let wait) = self { return .repeated(after: wait) }
    return .oncePerFrame
  }
}

/// What the keyboard does to the content.
package enum KeyboardRule: Hashable, Sendable, CaseIterable {
  /// The end stays in view if it was, moved by the keyboard's spring; else nothing moves.
  case keepsEnd
  /// The inset changes; the end stays in view if it was, at once.
  case keepsEndAtOnce
  /// The whole list is moved, by a table of how near the end is and how much free space there is.
  case shiftsList
  /// The free space below shrinks by the keyboard's height; the last message is held only at the
  /// end.
  case shrinksBlank
  /// As `shrinksBlank`; sending hides the keyboard, in the send's own layout pass.
  case hiddenOnSend
}

/// What a finger does that is dragged from the list over an open keyboard.
package enum DismissalRule: Hashable, Sendable, CaseIterable {
  /// Nothing: what is left of the keyboard is said by events.
  case byEvents
  /// The keyboard goes with it, and closes or comes back as it leaves downward or not.
  case byFinger
}

/// How the end is followed while content grows.
package enum JumpRule: Hashable, Sendable {
  /// In the frame in which it moved, once.
  case oncePerFrame
  /// In that frame and again so long after (published: 16 ms).
  case repeated(after: Nanoseconds)
  /// So long after the last change (published: 16 ms): while text comes faster than that, never.
  case debounced(by: Nanoseconds)

  /// When jumps are made.
  var jumps: EndJumps.Rule {
    switch self {
    case .oncePerFrame: .oncePerFrame
    case .repeated(let wait): .repeated(after: wait)
    case .debounced(let wait): .debounced(by: wait)
    }
  }
}

/// Where a jump goes to a message that was never laid out.
package enum JumpPlaceRule: Hashable, Sendable {
  /// To its place: what the jump shows is measured in its frame.
  case exact
  /// To where it would be if all messages were equally high, and so many times anew in the frames after it.
  case byEstimate(retries: Int)
}

/// What becomes of a jump away from an end that was followed.
package enum JumpEndRule: Hashable, Sendable, CaseIterable {
  /// The viewport stays.
  case stays
  /// What comes next takes it back to the end.
  case snapsBack
}

/// What a message is whose text the app replaces.
package enum UpdateRule: Hashable, Sendable, CaseIterable {
  /// The same one.
  case inPlace
  /// Another view: what was selected or focused in it is no longer, and its text is revealed anew.
  case madeAnew
}
