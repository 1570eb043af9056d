/// The messages in which text is selected and on which a screen reader's focus is.
package struct ReaderFocus {
  /// The message with selected text.
  package private(set) var selected: UInt32?
  /// The message that a screen reader is at.
  package private(set) var accessibility: UInt32?

  /// Makes a focus on nothing.
  package init() {}

  /// Text of a message is selected; nil: none is.
  package mutating func select(_ handle: UInt32?) { selected = handle }

  /// A screen reader is at a message; nil: at none.
  package mutating func focus(_ handle: UInt32?) { accessibility = handle }

  /// A message is gone, or another view.
  ///
  /// - Returns: Whether it had the selection or the focus.
  @discardableResult package mutating func forget(_ handle: UInt32) -> Bool {
    let had = selected == handle || accessibility == handle
    if selected == handle { selected = nil }
    if accessibility == handle { accessibility = nil }
    return had
  }
}
