import MarkdownBlocks
import TextMeasuring
import TokenStreaming

/// What a surface needs to turn text into heights.
public struct TextTools {
  /// Measures blocks.
  public var measurer: any TextMeasurer
  /// Turns text into blocks.
  public var parser: any BlockParser
  /// Words of scripts without spaces; nil where the platform has no dictionary.
  public var boundaries: (any WordBoundaries & Sendable)?

  /// Makes a set of tools.
  public init(
    measurer: any TextMeasurer,
    parser: any BlockParser,
    boundaries: (any WordBoundaries & Sendable)? = nil
  ) {
    self.measurer = measurer
    self.parser = parser
    self.boundaries = boundaries
  }
}
