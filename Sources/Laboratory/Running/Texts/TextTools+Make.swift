import MarkdownBlocks
import PangoMeasuring
import Records
import TextMeasuring
import TokenStreaming
import WordDictionary

extension TextTools {
  /// Makes the tools of a run.
  ///
  /// The fixed measurer goes without a dictionary: its runs give the same bytes everywhere, and
  /// dictionaries differ from system to system.
  ///
  /// - Throws: `FontError` when a font file is missing.
  package static func make(_ choice: MeasurerChoice) throws -> TextTools {
    switch choice {
    case .fixed:
      return TextTools(measurer: FixedAdvanceMeasurer(), parser: MarkdownParser())
    case .pango:
      return TextTools(
        measurer: try PangoMeasurer(),
        parser: MarkdownParser(),
        boundaries: SystemWordBoundaries()
      )
    }
  }
}
