import Lengths

/// What a measurer found out about a block.
public struct MeasuredBlock: Hashable, Sendable {
  /// The height, padding included, spacing to its neighbours not; never 0.
  public var height: LayoutUnit
  /// How many lines of text stand one below the other.
  public var lines: Int
  /// How many glyphs this call placed: the work done, not a property of the block.
  public var glyphs: Int

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - height: The height, padding included.
  ///   - lines: How many lines of text it has.
  ///   - glyphs: How many glyphs were placed.
  public init(height: LayoutUnit, lines: Int, glyphs: Int) {
    self.height = height
    self.lines = lines
    self.glyphs = glyphs
  }
}
