import Timebase

// What is written, and what is dropped onto it.
extension Surface {
  /// The composer as it stands: its text, lines, attachments.
  package var composerText: String { surroundings.composer.text }

  /// A swipe in the composer has ended: an upward one opens the keyboard.
  func focusComposer(velocity: Double, travel: Double) {
    guard surroundings.keyboard.height == .zero else { return }
    if profile.focus.focuses(velocity: velocity, travel: travel) {
      context.noteKeyboardWanted()
    }
  }

  /// What is dropped onto the composer is written into it.
  func take(_ item: DroppedItem, overlap: Double, at instant: Instant) {
    guard DropGesture.isAccepted(overlap: overlap) else {
      context.noteRefusedDrop()
      return
    }
    // In a copy: see `setComposer`.
    var changed = surroundings
    changed.take(item, overlap: overlap, isAnimated: consent.isAnimated, at: instant)
    surroundings = changed
    resizeComposer(at: instant)
  }
}
