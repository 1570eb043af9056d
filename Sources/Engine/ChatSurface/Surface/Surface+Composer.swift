import Ornaments
import TextMeasuring
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

  /// How many lines what is written takes, where its host has not said: it is laid out as wide as a message of
  /// the user's.
  ///
  /// - Complexity: O(what the composer can show).
  private func linesOfComposer(_ text: String) -> Int {
    let inner = heights.textGeometry(of: .user, in: geometry)
    var lines = 0
    // What is beyond its longest text is not looked at.
    let shown = text.prefix(Self.longestComposer)
    for line in shown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      guard lines < Composer.lineRange.upperBound else { break }
      let block = StyledBlock(plain: String(line), role: .user)
      lines +=
        line.isEmpty
        ? 1 : heights.measurer.measure(block, width: inner.width, textSize: inner.textSize).lines
    }
    return lines
  }

  /// How many characters fit into six lines of the widest window.
  private static let longestComposer = 4_096

  /// What is dropped onto the composer is written into it.
  func take(_ item: DroppedItem, overlap: Double, at instant: Instant) {
    guard DropGesture.isAccepted(overlap: overlap) else {
      context.noteRefusedDrop()
      return
    }
    ornaments.drop =
      consent.isAnimated
      ? DropGesture(
        item.kind,
        overlap: overlap,
        top: device.height - insets.covered - insets.composer,
        width: device.width,
        height: insets.composer,
        at: instant
      ) : nil
    // In a copy: see `setComposer`.
    var changed = surroundings
    changed.insert(item)
    if changed.composer.lines < Composer.lineRange.upperBound {
      changed.growComposer(lines: linesOfComposer(changed.composer.text))
    }
    surroundings = changed
    resizeComposer(at: instant)
  }
}
