/// What becomes of a still point that an edit has moved.
package enum Correction: Hashable, Sendable {
  /// All content is moved back, in the same frame and to the unit.
  case exact
  /// Nothing: the still point has moved.
  case never
  /// The content stays where the edit has put it, and the content offset follows in the same frame:
  /// a list that is asked to maintain what is visible (`maintainVisibleContentPosition`).
  case sameFrame
}
