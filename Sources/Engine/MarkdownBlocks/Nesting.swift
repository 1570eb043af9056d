/// In which containers a leaf block lies: how deep, and which list items begin with it.
public struct Nesting: Hashable, Sendable {
  /// What stands before a list item.
  public enum Marker: Hashable, Sendable {
    case bullet
    /// A number; `delimiter` is the character after it, `.` or `)`.
    case number(Int, delimiter: Character)
    /// A task, done or not.
    case task(isDone: Bool)
    /// The number of a footnote, as its marks in the text show it.
    case footnote(Int)
  }

  /// How many list items (and footnotes) it lies in.
  public var listDepth: Int
  /// How many block quotes it lies in.
  public var quoteDepth: Int
  /// Whether the innermost list has no blank lines between its items; false outside lists.
  public var isTight: Bool
  /// The markers of the items that begin with this block, outermost first; mostly none or one.
  public var markers: [Marker]

  /// Makes a nesting; without arguments that of a block in no container.
  ///
  /// - Parameters:
  ///   - listDepth: How many list items it lies in.
  ///   - quoteDepth: How many block quotes it lies in.
  ///   - isTight: Whether the innermost list is tight.
  ///   - markers: The markers of the items that begin with this block.
  public init(
    listDepth: Int = 0,
    quoteDepth: Int = 0,
    isTight: Bool = false,
    markers: [Marker] = []
  ) {
    self.listDepth = listDepth
    self.quoteDepth = quoteDepth
    self.isTight = isTight
    self.markers = markers
  }
}
