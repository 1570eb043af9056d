import Lengths

/// What a measurer found out about a block.
public struct MeasuredBlock: Hashable, Sendable {
  /// The height, padding included, spacing to its neighbours not; never 0.
  public var height: LayoutUnit
  /// How many lines of text stand one below the other.
  public var lines: Int
  /// How many glyphs this call placed: the work done, not a property of the block.
  public var glyphs: Int
  /// How many bytes this call looked at by Unicode's rules of line breaking or a dictionary, those in
  /// stretches that were there at the last call left out: the work done. Plain words of ASCII need none of
  /// it, a measurer that breaks at spaces alone neither.
  public var lineBrokenUTF8: Int

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - height: The height, padding included.
  ///   - lines: How many lines of text it has.
  ///   - glyphs: How many glyphs were placed.
  ///   - lineBrokenUTF8: How many bytes were looked at by the rules of line breaking.
  public init(height: LayoutUnit, lines: Int, glyphs: Int, lineBrokenUTF8: Int = 0) {
    self.height = height
    self.lines = lines
    self.glyphs = glyphs
    self.lineBrokenUTF8 = lineBrokenUTF8
  }
}
