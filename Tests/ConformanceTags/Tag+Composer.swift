// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// The composer has one to six lines.
  @Tag package static var composerLines: Self

  /// Send is enabled when the trimmed text is not empty or something is attached.
  @Tag package static var composerSendEnabled: Self

  /// From a send until every sent task has ended the button is Stop, also after Stop was pressed,
  /// and Stop cancels the task.
  @Tag package static var composerStop: Self

  /// Asking again for an answer, with the question as it stands or with another text, cuts what
  /// follows the question and waits for a new answer in one edit: blank and pin are those of a
  /// send.
  @Tag package static var composerRegenerate: Self

  /// The optimistic message shows in the frame of the send and the app's own message with that id
  /// replaces it without a jump.
  @Tag package static var composerOptimistic: Self

  /// An optimistic message that the app never adds is complete when its task ends, failed when
  /// its answer failed or none began.
  @Tag package static var composerNeverAdded: Self

  /// In the reference a growing composer moves only what follow and pin ask; a pinned message's
  /// top wins over the end.
  @Tag package static var composerGrowth: Self

  /// A swipe up in the composer whose first direction is up and faster than 250 pt/s focuses it.
  @Tag package static var composerSwipe: Self

  /// In the SwiftUI tips a swipe is a drag after 20 pt, needs 50 pt and is judged at release.
  @Tag package static var composerSwipeTips: Self
}
