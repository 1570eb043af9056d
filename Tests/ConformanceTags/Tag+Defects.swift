// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A word that grows after it was split is not dropped.
  @Tag package static var defectsLateWordGrowth: Self

  /// Newlines are kept.
  @Tag package static var defectsNewlines: Self

  /// No space is added after a chunk.
  @Tag package static var defectsAddedSpace: Self

  /// Text set whole while words are queued repeats none of them.
  @Tag package static var defectsWholeTextRepeat: Self

  /// Text that is there when a stream's view appears is shown.
  @Tag package static var defectsTextBeforeView: Self

  /// A token starts no timer of its own.
  @Tag package static var defectsTimerEachToken: Self

  /// The delay of a word does not grow with its index in the message.
  @Tag package static var defectsGrowingDelay: Self

  /// A pool with three fades never starts two more.
  @Tag package static var defectsPoolOvershoot: Self

  /// A slot is counted before a waiter resumes, so that a racing caller makes no fifth fade.
  @Tag package static var defectsReleaseRace: Self

  /// The words of a batch have each their own place.
  @Tag package static var defectsSharedIndex: Self

  /// An opening scrolls to the end although the blank is 0.
  @Tag package static var defectsOpeningZeroBlank: Self
}
