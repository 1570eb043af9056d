import Benchmarking
import BenchmarkTexts
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
    let words = isSmall ? 100 : 1_000
    return [
      measured(script, words), rewrapped(script, words), revealed(script, isSmall ? 100 : 4_000),
    ]
  }

  /// What a scalar of a text takes at a width that it was not measured for before, and of one that was
  /// never seen.
  private static func rewrapped(_ script: ScriptText, _ words: Int) -> Case {
    let text = script.words(0, count: words)
    let scalars = Double(text.unicodeScalars.count)
    func contestant(_ name: String, widths: Range<Int>, forgets: Bool) -> Contestant {
      Contestant(name, isComparable: true) {
        guard let measurer = try? PangoMeasurer() else { return (0, 1) }
        let block = StyledBlock(plain: text)
        let known = measurer.measure(block, width: LayoutUnit(points: 361), textSize: .large)
        var taken = 0.0
        for points in widths {
          if forgets { measurer.forgetTexts() }
          let start = ThreadCPUClock.now()
          let result = measurer.measure(
            block,
            width: LayoutUnit(points: points),
            textSize: .large
          )
          taken += Double((ThreadCPUClock.now() - start).rawValue)
          guard result.glyphs == known.glyphs else { return (0, 1) }
        }
        return (taken / (scalars * Double(widths.count)), 0)
      }
    }
    return Case(
      "markdown",
      "another width, \(script)",
      size: words,
      mayAllocate: true,
      isPortable: false,
      [
        contestant("a scalar", widths: 300..<360, forgets: false),
        contestant("never seen", widths: 300..<303, forgets: true),
      ]
    )
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
