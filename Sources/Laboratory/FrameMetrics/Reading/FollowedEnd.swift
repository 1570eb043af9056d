import Timebase

/// Whether somebody waits at the end of a conversation for what comes, and whether a frame shows it: from a
/// send, or from a frame that shows the end, until the reader scrolls away.
///
/// Complexity: O(messages on screen) a frame.
package struct FollowedEnd: Sendable {
  /// Whether somebody waits there.
  package private(set) var isFollowed = false
  /// Whether the end is on screen, or the last question at the top of what can be read: what is below the
  /// composer then is not waited for.
  package private(set) var isShown = false
  private var question: String?
  private var isQuestionAtTop = false

  /// Makes a conversation that nobody has seen.
  package init() {}

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - screen: What it shows.
  ///   - events: What happened since the frame before and was not refused, in order of time.
  ///   - isFollowed: Whether the reader has neither scrolled away nor moves the viewport.
  package mutating func take(
    _ screen: ReaderScreen,
    after events: [ScreenEvent],
    isFollowed isReadersEnd: Bool
  ) {
    var isOpened = false
    for event in events {
      switch event.name {
      case "send", "regenerate": (question, isFollowed) = (event.message, true)
      case "replace_id" where event.message == question: question = event.newName
      case "load", "remove_all": (question, isFollowed, isOpened) = (nil, false, true)
      case "background": isOpened = true
      default: break
      }
    }
    let top = screen.items.first { ($0.y - screen.topInset).magnitude <= 1 }
    // A list may give the question another name: it stands where it stood.
    if isQuestionAtTop, let top, !screen.items.contains(where: { $0.message == question }) {
      question = top.message
    }
    isQuestionAtTop = question != nil && top?.message == question
    let isAtEnd = screen.pointsFromEnd <= ReaderJudge.tolerance
    isFollowed = isReadersEnd && !isOpened && (isFollowed || isAtEnd)
    isShown = isAtEnd || isQuestionAtTop
  }
}
