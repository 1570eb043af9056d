// The choices of a profile, a type for each concern.

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
