import Lengths
import TextMeasuring

/// What the height of a text depends on beside the text.
package struct TextGeometry: Hashable, Sendable {
  /// The width that the text has.
  package var width: LayoutUnit
  /// How large it is.
  package var textSize: TextSizeCategory

  /// Describes a geometry.
  package init(width: LayoutUnit, textSize: TextSizeCategory) {
    self.width = width
    self.textSize = textSize
  }
}
