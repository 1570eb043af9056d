import MarkdownBlocks
import TextMeasuring

/// Which font a style is set in within a face.
package struct FaceDescription: Hashable {
  /// The families, in the order in which a script is looked for, parted by commas.
  package var families: String
  /// In points.
  package var size: Double
  package var isBold: Bool
  package var isItalic: Bool

  /// Describes the font of a style within a face at a size.
  package init(
    _ face: TextFace,
    style: TextStyle,
    textSize: TextSizeCategory,
    _ fonts: FontSet
  ) {
    size = BlockMetrics.size(of: face) * textSize.scale
    let isCode = face == .code || style.contains(.code)
    if isCode, face != .code { size *= BlockMetrics.inlineCodeScale }
    isBold =
      switch face {
      case .heading, .tableHeader: true
      default: style.contains(.bold)
      }
    isItalic = style.contains(.italic)
    families = (isCode ? fonts.codeFamilies : fonts.textFamilies).joined(separator: ",")
  }
}
