import Lengths
import TextMeasuring

/// What the height of a text depends on beside the text.
struct TextGeometry: Hashable {
  var width: LayoutUnit
  var textSize: TextSizeCategory
}
