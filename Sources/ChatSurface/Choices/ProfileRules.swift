import AnchoredLayout
import Timebase

// The choices of a profile, a type for each concern.

/// How items are kept and placed in the content space.
package enum LayoutRule: Hashable, Sendable {
  /// Heights in a tree; any edit is O(log n), and the still point is kept by moving the origin.
  case anchoredTree
  /// Stored places; prepending extends upward, other edits are linear.
  case anchoredArray
  /// Places laid out downward from a fixed top; the list is asked to keep what is visible in its place.
  case maintainedArray
  /// Places laid out downward from a fixed top: `CorrectionRule` and `InsertRule` say what becomes of
  /// what is visible.
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

/// When a list that lays out downward puts what is visible back to its place.
package enum CorrectionRule: Hashable, Sendable, CaseIterable {
  /// In the frame that moved it: offset and content change by the same amount, as Apple says of lazy
  /// stacks (WWDC26, session 321, 4:30 and 4:47).
  case sameFrame
  /// A frame later.
  case nextFrame
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

/// What is measured when.
package enum MeasuringRule: Hashable, Sendable {
  /// Block by block: what is visible in its own frame, then the overscan.
  ///
  /// - Parameters:
  ///   - overscanViewports: How far above and below is measured ahead, in viewports.
  ///   - allowancePercent: What a frame may spend on that, in per cent of the refresh period, in
  ///     declared cost.
  case lazily(overscanViewports: Int, allowancePercent: Int)
  /// Message by message, each whole whenever its text changed: what is visible in its own frame,
  /// then the overscan.
  ///
  /// - Parameters:
  ///   - isBatched: Whether the layout gets all heights of a frame in one go.
  ///   - overscanViewports: As for `lazily`.
  ///   - allowancePercent: As for `lazily`.
  case messages(isBatched: Bool, overscanViewports: Int, allowancePercent: Int)
  /// Every visible message, whole, in every frame; nothing is kept.
  case visibleEveryFrame
  /// Every item when it is loaded, prepended or appended, before it is placed.
  case eagerly

  /// Whether blocks are measured one by one, and cached by content.
  var isPerBlock: Bool {
    if case .lazily = self { return true }
    return false
  }

  /// Whether the layout gets all heights of a frame in one go.
  var isBatched: Bool {
    if case .messages(isBatched: true, _, _) = self { return true }
    return false
  }

  /// How far is measured ahead, in viewports, and for what part of the refresh period in per cent;
  /// nil where nothing is.
  package var overscan: (viewports: Int, allowancePercent: Int)? {
    switch self {
    case .lazily(let viewports, let percent), .messages(_, let viewports, let percent):
      (viewports, percent)
    case .visibleEveryFrame, .eagerly: nil
    }
  }
}

/// What the viewport does when the user sends.
package enum SendRule: Hashable, Sendable {
  /// The message goes to the viewport's top; blank space below it is reserved for the answer.
  case blankSize
  /// The message is to be at the top as far as the content reaches: in a short chat it rests at the
  /// bottom, is pushed up by the answer, and stays when it has reached the top.
  case pushAndPin
  /// The end is followed if it was within this many points.
  case followWithin(points: Int)
}

/// What a message does that is appended, not by a send, and who follows the end.
package enum AppendRule: Hashable, Sendable, CaseIterable {
  /// It is left where it comes.
  case left
  /// The end is followed from near it: when the reader's scroll comes to rest there, and when a message is
  /// appended meanwhile.
  case followedNearEnd
  /// The end is followed until the reader scrolls away from it, and again when he comes back to it.
  case followedByDirection
  /// It comes to the viewport's top.
  case broughtToTop

  /// Whether a message that is appended near the end is followed.
  var followsNews: Bool { self == .followedNearEnd || self == .followedByDirection }
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

  /// The jumps that are to come after a load; nil where the first frame is the last word.
  var jumps: OpeningJumps.Plan? {
    switch self {
    case .threeJumps(let wait): .threeTimes(wait: wait)
    case .jumpsOverFrames: .overFrames
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

  /// Whether each change puts the jump off.
  var isPutOffByChanges: Bool {
    if case .debounced = self { return true }
    return false
  }
}

/// What stands for an answer that has no text yet.
package enum PlaceholderRule: Hashable, Sendable, CaseIterable {
  /// Nothing: the host adds a placeholder if it wants one.
  case none
  /// A placeholder that comes together with the user's message.
  case addedWithSend
  /// The empty answer that the host adds while a task runs: it shows loading dots until its stream begins or
  /// the task has ended.
  case emptyAnswer
}

/// Where content shorter than the viewport rests.
package enum ShortContentRule: Hashable, Sendable, CaseIterable {
  /// At the viewport's top, under the top inset.
  case top
  /// At the bottom, above the composer.
  case bottom
}

/// How the first message of a new chat comes in.
package enum EntranceRule: Hashable, Sendable, CaseIterable {
  /// From the frame in which it was sent.
  case whenSent
  /// From the frame in which its height is known, and from below the window's edge.
  case whenMeasured
}
