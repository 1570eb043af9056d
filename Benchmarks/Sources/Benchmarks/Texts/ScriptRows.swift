import Benchmarking
import GrowthTexts
import Lengths
import MarkdownBlocks
import PangoMeasuring
import Profiling
import TextMeasuring
import Timebase

/// What a script costs: a text measured beside Pango's own layout of it, and what the reveal phase
/// takes beside Latin.
enum ScriptRows {
  static func rows(_ script: ScriptText, isSmall: Bool) -> [Case] {
    [measured(script, isSmall ? 100 : 1_000), revealed(script, isSmall ? 100 : 4_000)]
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

  /// How many characters of a text that is revealed come together, and in a second.
  private static let (token, rate) = (4, 400)

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

  /// What the reveal phase takes for a scalar of a paragraph with some marks that streams into
  /// `reference`.
  private static func nanosecondsOfScalar(
    _ script: ScriptText,
    _ words: Int
  ) -> (nanoseconds: Double, answer: UInt64) {
    let text = GrowthConstruct.styled.text(script, words: words)
    let run = StreamedRun {
      StreamedRun.tokens(Array(text.utf8), of: token, charactersPerSecond: rate)
    }
    let times = run.times(for: "reveal")
    let scalars = Double(text.unicodeScalars.count)
    return (times.total(of: .reveal) / scalars, times.isExact ? 0 : 1)
  }
}
