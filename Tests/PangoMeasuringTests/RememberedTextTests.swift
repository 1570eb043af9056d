import Lengths
import MarkdownBlocks
import PangoMeasuring
import Testing
import TextMeasuring
import Timebase

/// What a measurer remembers changes what it costs and nothing else.
@Suite struct RememberedTextTests {
  /// Messages that grow line by line, with words that are longer than a line, in random styles.
  private static func messages(_ chance: inout SeededGenerator) -> [StyledBlock] {
    let tokens = SampleTexts.tokens + ["\n", "\n", String(repeating: "aGVsbG8", count: 90)]
    var messages: [StyledBlock] = []
    for _ in 0..<8 {
      var block = StyledBlock(plain: "")
      for _ in 0..<25 {
        let bytes = Array(tokens[chance.nextIndex(below: tokens.count)].utf8)
        guard !bytes.isEmpty else { continue }
        let style: TextStyle = [[], [], .bold, .code][chance.nextIndex(below: 4)]
        block.text += bytes
        block.runs.append(TextRun(utf8Count: bytes.count, style: style))
        messages.append(block)
      }
    }
    return messages
  }

  @Test func resultsDoNotDependOnWhatWasMeasuredBefore() throws {
    let seed = TestSettings.seed
    var chance = SeededGenerator(seed: seed, index: 7)
    let messages = Self.messages(&chance)
    let width = LayoutUnit(points: 240)
    let forward = try PangoMeasurer()
    let backward = try PangoMeasurer()
    let first = messages.map { forward.measure($0, width: width, textSize: .large) }
    let again = messages.map { forward.measure($0, width: width, textSize: .large) }
    let reversed = Array(
      messages.reversed().map { backward.measure($0, width: width, textSize: .large) }.reversed()
    )
    for (index, message) in messages.enumerated() {
      let text = String(decoding: message.text, as: UTF8.self).debugDescription
      #expect(first[index] == again[index], "SEED=\(seed), measured again: \(text)")
      #expect(first[index] == reversed[index], "SEED=\(seed), after longer ones: \(text)")
    }
    #expect(forward.cacheHits > 2 * forward.cacheMisses)
  }

  @Test
  func textsThatWereForgottenAreShapedAnewWithTheSameResults() throws {
    let seed = TestSettings.seed
    var chance = SeededGenerator(seed: seed, index: 8)
    let messages = Self.messages(&chance)
    let width = LayoutUnit(points: 240)
    let measurer = try PangoMeasurer()
    let first = messages.map { measurer.measure($0, width: width, textSize: .large) }
    let misses = measurer.cacheMisses
    #expect(misses > 0)
    _ = messages.map { measurer.measure($0, width: width, textSize: .large) }
    #expect(measurer.cacheMisses == misses)
    measurer.forgetTexts()
    let again = messages.map { measurer.measure($0, width: width, textSize: .large) }
    #expect(again == first, "SEED=\(seed)")
    #expect(measurer.cacheMisses == 2 * misses)
  }
}
