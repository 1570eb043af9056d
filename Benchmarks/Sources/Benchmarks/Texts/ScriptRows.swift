import CMarkParsing
import GrowthTexts
import Harness
import Lengths
import MarkdownBlocks
import PangoMeasuring
import Profiling
import TextMeasuring
import Timebase

/// What a script costs: a text measured beside Pango's own layout of it, and revealed beside Latin.
enum ScriptRows {
  static func rows(_ script: ScriptText, isSmall: Bool) -> [Case] {
    let words = isSmall ? 100 : 1_000
    return [measured(script, words), revealed(script, words)]
  }

  private static func measured(_ script: ScriptText, _ words: Int) -> Case {
    let text = script.words(0, count: words)
    let width = LayoutUnit(points: 361)
    return Case(
      "markdown",
      "measured, \(script)",
      size: words,
      goals: [Goal(1.5, times: "Pango alone")],
      mayAllocate: true,
      isPortable: false,
      [
        Contestant("measured", isComparable: true) {
          guard let measurer = try? PangoMeasurer() else { return (0, 1) }
          let block = StyledBlock(plain: text)
          let start = ThreadCPUClock.now()
          _ = measurer.measure(block, width: width, textSize: .large)
          let took = ThreadCPUClock.now() - start
          return (Double(took.rawValue), UInt64(measurer.unknownGlyphCount))
        },
        Contestant("Pango alone", isComparable: true) {
          guard let measurer = try? PangoMeasurer() else { return (0, 1) }
          let start = ThreadCPUClock.now()
          _ = measurer.layoutLineCount(of: text, width: width, textSize: .large)
          return (Double((ThreadCPUClock.now() - start).rawValue), 0)
        },
      ]
    )
  }

  private static func revealed(_ script: ScriptText, _ words: Int) -> Case {
    Case(
      "markdown",
      "revealed, \(script)",
      size: words,
      goals: [Goal(3, times: "Latin")],
      mayAllocate: true,
      isPortable: false,
      [script, ScriptText.all[0]].enumerated().map { index, script in
        Contestant(index == 0 ? "a scalar" : "Latin") { nanosecondsOfScalar(script, words) }
      }
    )
  }

  /// What a scalar of a paragraph with some marks takes to become blocks, in tokens of 4 bytes.
  private static func nanosecondsOfScalar(
    _ script: ScriptText,
    _ words: Int
  ) -> (nanoseconds: Double, answer: UInt64) {
    let text = GrowthConstruct.styled.text(script, words: words)
    let bytes = Array(text.utf8)
    var list = BlockList(rule: .incremental, parser: CMarkParser())
    let start = ThreadCPUClock.now()
    var place = 0
    while place < bytes.count {
      var end = min(bytes.count, place + 4)
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      list.append(Array(bytes[place..<end]))
      place = end
    }
    let took = ThreadCPUClock.now() - start
    return (Double(took.rawValue) / Double(text.unicodeScalars.count), UInt64(list.count))
  }
}
