import Lengths
import TextMeasuring

/// What the height of a text depends on beside the text.
package struct TextGeometry: Hashable, Sendable {
  package var width: LayoutUnit
  package var textSize: TextSizeCategory

  package init(width: LayoutUnit, textSize: TextSizeCategory) {
    self.width = width
    self.textSize = textSize
  }
}
