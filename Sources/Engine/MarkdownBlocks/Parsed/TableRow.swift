/// One row of a table: its cells lie one after the other in the block's runs.
public struct TableRow: Hashable, Sendable {
  /// Where the text of a column stands.
  public enum Alignment: UInt8, Hashable, Sendable {
    /// The source does not say.
    case none
    /// At the column's left edge.
    case left
    /// In the column's middle.
    case center
    /// At the column's right edge.
    case right
  }

  /// Whether it is the table's head.
  public var isHeader: Bool
  /// The alignment of each column, left to right; as many as the table has columns.
  public var alignments: [Alignment]
  /// How many of the block's runs each cell has; as many as the table has columns.
  public var cellRunCounts: [Int]

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - isHeader: Whether it is the table's head.
  ///   - alignments: The alignment of each column.
  ///   - cellRunCounts: How many of the block's runs each cell has.
  public init(isHeader: Bool, alignments: [Alignment], cellRunCounts: [Int]) {
    self.isHeader = isHeader
    self.alignments = alignments
    self.cellRunCounts = cellRunCounts
  }
}
