import Lengths
import MarkdownBlocks

/// A block of a message as it is drawn. Immutable: a block that is drawn again as it was is the same
/// object.
public final class RenderedBlock: Sendable {
  /// Names a block of a message while its text grows.
  public struct ID: Hashable, Sendable {
    /// Which part of the message it is in.
    public var part: Int
    /// Where in the message's text its source begins, in bytes of UTF-8.
    public var sourceStart: Int
    /// Which of the blocks of its part that begin there it is, from 0.
    public var order: Int
  }

  /// A part of the block's text that is not opaque.
  public struct Fade: Hashable, Sendable {
    /// The bytes of the block's text.
    public var utf8: Range<Int>
    /// 0 up to below 1.
    public var opacity: Double
  }

  /// A stretch of the block's text in one style.
  public struct Run: Hashable, Sendable {
    /// The bytes of the block's text.
    public var utf8: Range<Int>
    /// Where it comes from: bytes of the message's text.
    public var sourceUTF8: Range<Int>
    /// How it is set.
    public var style: TextStyle
    /// Where the link or the image leads; nil for other text.
    public var destination: String?
  }

  /// Where a block lies in its message.
  public struct Frame: Hashable, Sendable {
    /// Its left edge, from the left edge of the message's text.
    public var x: LayoutUnit
    /// Its top, from the message's top.
    public var y: LayoutUnit
    /// The width that its text is set in.
    public var width: LayoutUnit
    /// Its height.
    public var height: LayoutUnit
  }

  /// What an image needs.
  public struct Image: Hashable, Sendable {
    /// Where it is found.
    public var source: String
    /// The width that it has.
    public var width: LayoutUnit
    /// The height that it has.
    public var height: LayoutUnit
  }

  /// Names it.
  public let id: ID
  /// Which of the message's blocks it is.
  public let index: Int
  /// Changes when anything else of the block does, its top aside.
  public let version: Int
  /// Kind, nesting and text; a card is a paragraph without text.
  public let content: Block
  /// Whether the host draws it.
  public let isCard: Bool
  /// Where it lies.
  public let frame: Frame
  /// What of its text fades, in order; the rest is opaque.
  public let fades: [Fade]
  /// Where its text stands in the text of its part.
  let places: SourceMap
  /// How many bytes of the message's text stand before its part.
  let partStart: Int

  init(
    id: ID,
    index: Int,
    version: Int,
    content: Block,
    isCard: Bool,
    frame: Frame,
    fades: [Fade],
    places: SourceMap,
    partStart: Int
  ) {
    self.id = id
    self.index = index
    self.version = version
    self.content = content
    self.isCard = isCard
    self.frame = frame
    self.fades = fades
    self.places = places
    self.partStart = partStart
  }

  /// The styles of the text with their places in the source, in order.
  ///
  /// - Complexity: O(runs * stretches of source that were left out).
  public var runs: [Run] {
    var start = 0
    return content.runs.map { run in
      let utf8 = start..<start + run.utf8Count
      start = utf8.upperBound
      let source = places.sourceUTF8(ofText: utf8)
      return Run(
        utf8: utf8,
        sourceUTF8: source.lowerBound + partStart..<source.upperBound + partStart,
        style: run.style,
        destination: run.destination
      )
    }
  }

  /// The runs that lead somewhere.
  public var links: [Run] { runs.filter { $0.destination != nil } }

  /// The image that the block is; nil for any other block.
  public var image: Image? {
    guard case .image(let source) = content.kind else { return nil }
    return Image(source: source, width: frame.width, height: frame.height)
  }

  /// Whether what it says is drawn as before in a frame, wherever that has its top.
  func isDrawn(at frame: Frame, with fades: [Fade]) -> Bool {
    self.frame.height == frame.height && self.frame.width == frame.width && self.frame.x == frame.x
      && self.fades == fades
  }
}
