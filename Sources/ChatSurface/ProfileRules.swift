// The choices of a profile, a type for each concern.

/// How items are kept and placed in the content space.
public enum LayoutRule: Hashable, Sendable, CaseIterable {
  /// Heights in a tree; any edit is O(log n), and the still point is kept by moving the origin.
  case anchoredTree
  /// Stored places; prepending extends upward, other edits are linear.
  case anchoredArray
  /// Places laid out downward from a fixed top; the content offset is corrected in the same frame.
  case maintainedArray
  /// Places laid out downward from a fixed top; the content offset is corrected a frame later.
  case adjustingArray
  /// The same, in pages of 50 items.
  case pagedArray
  /// The same without stored sizes: what is off screen has an average height.
  case unsizedArray
}

/// What is measured when.
public enum MeasuringRule: Hashable, Sendable {
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
public enum SendRule: Hashable, Sendable {
  /// The message goes to the viewport's top; blank space below it makes room for the answer.
  case blankSize
  /// The message is to be at the top as far as the content reaches: in a short chat it rests at the
  /// bottom, is pushed up by the answer, and stays when it has reached the top.
  case pushAndPin
  /// The end is followed if it was within this many points.
  case followWithin(points: Int)
}

/// Where a conversation opens.
public enum OpeningRule: Hashable, Sendable, CaseIterable {
  /// At its end, in the first frame.
  case endInFirstFrame
  /// By unanimated jumps to the end: as soon as the space below is known, at the next frame, and
  /// 16 ms after that; done a frame later.
  case threeJumps
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
    case .threeJumps: .threeTimes
    case .jumpsOverFrames: .overFrames
    case .endInFirstFrame, .bottomAnchor, .topOfLastTurn, .startOfContent: nil
    }
  }
}

/// What a growing composer does to the end of the content.
public enum ComposerRule: Hashable, Sendable, CaseIterable {
  /// The end stays in view if it was; else nothing moves. A pinned message's top wins.
  case keepsEnd
  /// Only the inset changes; the scroll range's end alone may move the content.
  case changesInsetOnly
  /// Whatever lies beyond the end: a jump to it, and another 16 ms later.
  case jumpsWhenPastEnd
  /// Near the end: eased out over 0.1 s to it.
  case easesToEndNearIt
}

/// What the keyboard does to the content.
public enum KeyboardRule: Hashable, Sendable, CaseIterable {
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
public enum JumpRule: Hashable, Sendable, CaseIterable {
  /// In the frame in which it moved, once.
  case oncePerFrame
  /// In that frame and again 16 ms later.
  case repeated
  /// 16 ms after the last change: while text comes faster than that, never.
  case debounced

  /// When jumps are made.
  var jumps: EndJumps.Rule {
    switch self {
    case .oncePerFrame: .oncePerFrame
    case .repeated: .repeated(after: EndJumps.Rule.publishedWait)
    case .debounced: .debounced(by: EndJumps.Rule.publishedWait)
    }
  }
}

/// Where content shorter than the viewport rests.
public enum ShortContentRule: Hashable, Sendable, CaseIterable {
  /// At the viewport's top, under the top inset.
  case top
  /// At the bottom, above the composer.
  case bottom
}

/// How the first message of a new chat comes in.
public enum EntranceRule: Hashable, Sendable, CaseIterable {
  /// From the frame in which it was sent.
  case whenSent
  /// From the frame in which its height is known, and from below the window's edge.
  case whenMeasured
}
