import Lengths

/// What the user is about to send, how tall that makes the composer, and what its button does.
///
/// Complexity: O(1) each unless it says otherwise.
package struct Composer: Hashable, Sendable {
  /// How many lines it can show.
  package static let lineRange = 1...6
  /// Its height without lines.
  package static let base = LayoutUnit(points: 28)
  /// What each line adds.
  package static let line = LayoutUnit(points: 20)

  package private(set) var text = ""
  package private(set) var attachments = 0
  /// How many lines it shows; the host, which lays the text out, says so.
  package private(set) var lines = 1
  private var hasText = false
  /// The height that its host gives it; nil: by its lines.
  private var suppliedHeight: LayoutUnit?

  package init() {}

  /// What its host says, else 28 pt and 20 a line.
  package var height: LayoutUnit { suppliedHeight ?? Self.base + Self.line * lines }

  /// Takes the height that its host gives it; nil: by its lines again.
  package mutating func supply(height: LayoutUnit?) { suppliedHeight = height }

  /// What the button does: it stops from a send until every sent task has ended; else it sends,
  /// when there is something to send.
  package func button(whileTaskRuns isTaskRunning: Bool) -> FrameSnapshot.Button {
    if isTaskRunning { return .stop }
    return canSend ? .send : .sendDisabled
  }

  /// Whether there is more than white space, or something attached.
  package var canSend: Bool { hasText || attachments > 0 }

  /// Takes what the text field says now.
  ///
  /// - Complexity: O(leading white space).
  package mutating func setText(_ text: String) {
    self.text = text
    hasText = !text.isBlank
  }

  /// Takes one more thing that is attached.
  mutating func attach() { attachments += 1 }

  /// Puts text at the end, on a line of its own unless there is nothing before it.
  ///
  /// - Complexity: O(length of `addition`).
  package mutating func insert(_ addition: String) {
    guard !addition.isEmpty else { return }
    if !text.isEmpty, text.unicodeScalars.last != "\n" { text += "\n" }
    text += addition
    hasText = hasText || !addition.isBlank
  }

  /// Takes how many things are attached.
  ///
  /// - Throws: `attachments` for a negative number.
  package mutating func setAttachments(_ count: Int) throws(SurfaceRefusal) {
    guard count >= 0 else { throw .attachments(count) }
    attachments = count
  }

  /// Takes how many lines are shown.
  ///
  /// - Throws: `composerLines` for a number that is not in 1 ... 6.
  package mutating func setLines(_ count: Int) throws(SurfaceRefusal) {
    guard Self.lineRange.contains(count) else { throw .composerLines(count) }
    lines = count
  }

  /// It shows at least so many lines of those it can show.
  mutating func grow(lines count: Int) { lines = max(lines, count) }

  /// Empties the composer: no text, nothing attached, one line.
  package mutating func clear() {
    text = ""
    hasText = false
    attachments = 0
    lines = 1
  }
}

extension StringProtocol {
  /// Whether trimming leaves nothing: every scalar has White_Space.
  package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
