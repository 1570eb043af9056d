/// The messages in which text is selected and on which a screen reader's focus is.
package struct ReaderFocus {
  package private(set) var selected: UInt32?
  package private(set) var accessibility: UInt32?

  package init() {}

  package mutating func select(_ handle: UInt32?) { selected = handle }

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
