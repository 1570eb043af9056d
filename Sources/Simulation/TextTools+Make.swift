import CMarkParsing
import MarkdownBlocks
import TextMeasuring
import TokenStreaming

extension TextTools {
  public static func make(_ choice: MeasurerChoice) throws -> TextTools {
    TextTools(measurer: FixedAdvanceMeasurer(), parser: CMarkParser(), boundaries: nil)
  }
}
