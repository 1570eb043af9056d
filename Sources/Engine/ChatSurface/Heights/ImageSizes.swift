import AnchoredLayout
import Lengths
import MarkdownBlocks
import TextMeasuring

/// How large images are, as the host found out, by their source.
///
/// Memory: an entry for each image whose size was said. Complexity: O(length of the source).
struct ImageSizes {
  private var sizes: [String: (width: LayoutUnit, height: LayoutUnit)] = [:]

  /// Takes the size of an image; both are positive.
  mutating func set(_ source: String, width: LayoutUnit, height: LayoutUnit) {
    sizes[source] = (width, height)
  }

  /// How wide an image is shown in so much width; nil for a block that is no image of known size.
  func width(of block: Block, in inner: LayoutUnit) -> LayoutUnit? {
    guard !sizes.isEmpty, case .image(let source) = block.kind else { return nil }
    return sizes[source].map { min(inner, $0.width) }
  }

  /// How high a block is that is an image of known size; nil for any other block.
  ///
  /// - Parameter width: The width of its message's text. A wider image is made smaller, in proportion.
  func height(of block: Block, width: LayoutUnit) -> LayoutUnit? {
    guard !sizes.isEmpty, case .image(let source) = block.kind, let size = sizes[source] else {
      return nil
    }
    let inner = BlockMetrics.innerWidth(
      of: width,
      listDepth: block.nesting.listDepth,
      quoteDepth: block.nesting.quoteDepth
    )
    let part = min(inner, size.width).points / size.width.points
    let height = LayoutUnit(nearest: size.height.points * part)
    return min(max(height, LayoutUnit(points: 1)), ContentSpace.tallestItem)
  }
}
