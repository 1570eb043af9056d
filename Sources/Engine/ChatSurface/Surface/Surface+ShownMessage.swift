import Lengths

// What a message that is laid out says, for whoever draws or records it.
extension Surface {
  /// A message that is laid out: who speaks, what is shown of its text and in which width.
  package struct ShownMessage {
    package var role: Message.Role
    /// The text that is released, as UTF-8.
    package var text: [UInt8]
    /// The width that its text is set in.
    package var width: LayoutUnit
    /// Whether its text grows no longer.
    package var isComplete: Bool

    package init(role: Message.Role, text: [UInt8], width: LayoutUnit, isComplete: Bool) {
      (self.role, self.text, self.width) = (role, text, width)
      self.isComplete = isComplete
    }
  }

  /// Looks a message up.
  ///
  /// - Returns: Nil when no message of this name is laid out.
  /// - Complexity: O(text).
  package func shownMessage(_ id: MessageID) -> ShownMessage? {
    guard let record = seen(id) else { return nil }
    return ShownMessage(
      role: record.role,
      text: record.text.text,
      width: heights.textGeometry(of: record.role, in: geometry).width,
      isComplete: record.state != .streaming && !answers.isStreaming(record.handle)
    )
  }
}
