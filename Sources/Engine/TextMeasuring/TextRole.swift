/// Whose words a block holds; a measurer may set them in another face.
public enum TextRole: UInt8, Hashable, Sendable, CaseIterable {
  /// The assistant's.
  case assistant = 0
  /// The user's.
  case user = 1
}
