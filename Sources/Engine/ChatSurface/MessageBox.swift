import Lengths

/// The box that the default style gives a message, from side to side.
public struct MessageBox: Hashable, Sendable {
  /// Its left edge, from the viewport's left edge.
  public var x: LayoutUnit
  /// Its width, padding included.
  public var width: LayoutUnit
  /// What is around the text.
  public var padding: MessageStyle.Box
  /// The radius of its corners; 0 for text without a box.
  public var cornerRadius: LayoutUnit
  /// The radius of the corner at its tail; 0 for text without a box, that of the others where the
  /// box has no tail.
  public var tailRadius: LayoutUnit

  /// Makes a box.
  package init(
    x: LayoutUnit,
    width: LayoutUnit,
    padding: MessageStyle.Box,
    cornerRadius: LayoutUnit,
    tailRadius: LayoutUnit
  ) {
    self.x = x
    self.width = width
    self.padding = padding
    self.cornerRadius = cornerRadius
    self.tailRadius = tailRadius
  }
}
