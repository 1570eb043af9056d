/// A stretch of a block's text in one style.
public struct TextRun: Hashable, Sendable {
  /// How many UTF-8 bytes of the block's text it covers; at least 1.
  public var utf8Count: Int
  /// How it is set.
  public var style: TextStyle
  /// Where the link or the image leads, or nil; it has no influence on the layout.
  public var destination: String?

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - utf8Count: How many UTF-8 bytes it covers.
  ///   - style: How it is set.
  ///   - destination: Where the link or image leads.
  public init(utf8Count: Int, style: TextStyle = [], destination: String? = nil) {
    self.utf8Count = utf8Count
    self.style = style
    self.destination = destination
  }
}
