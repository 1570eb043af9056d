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

  /// What a text was shaped for once, every width after that is filled with.
  @Test func anotherWidthIsFilledAsByAMeasurerThatKnowsNothing() throws {
    let seed = TestSettings.seed
    var chance = SeededGenerator(seed: seed, index: 9)
    let messages = Self.messages(&chance)
    let measurer = try PangoMeasurer()
    let other = try PangoMeasurer()
    for points in [240, 361, 120, 60, 700, 240] {
      let width = LayoutUnit(points: points)
      for message in messages where message.text.count % 3 == 0 {
        other.forgetTexts()
        for kept in [0, message.text.count] {
          let results = [measurer, other].map { measurer in
            var tail = TailMeasurement(keepsStates: false)
            return measurer.extend(
              &tail,
              with: message,
              keeping: kept,
              width: width,
              textSize: .large
            )
          }
          let text = String(decoding: message.text, as: UTF8.self).debugDescription
          #expect(results[0] == results[1], "SEED=\(seed), \(points) pt, \(kept) known: \(text)")
        }
        #expect(
          measurer.measure(message, width: width, textSize: .large)
            == other.measure(message, width: width, textSize: .large)
        )
      }
    }
  }

  @Test func aTextThatWasShapedForOneWidthIsNotShapedForAnother() throws {
    let measurer = try PangoMeasurer()
    let block = StyledBlock(plain: String(repeating: "A few words in a row. ", count: 200))
    let wide = measurer.measure(block, width: LayoutUnit(points: 361), textSize: .large)
    let (hits, misses) = (measurer.cacheHits, measurer.cacheMisses)
    let narrow = measurer.measure(block, width: LayoutUnit(points: 240), textSize: .large)
    #expect(narrow.lines > wide.lines && narrow.glyphs == wide.glyphs)
    #expect(measurer.cacheMisses == misses && measurer.cacheHits == hits + 1_200)
    var heading = block
    heading.kind = .heading(level: 1)
    let large = measurer.measure(heading, width: LayoutUnit(points: 361), textSize: .large)
    #expect(large.height > wide.height && measurer.cacheMisses > misses)
    let larger = measurer.measure(
      block,
      width: LayoutUnit(points: 361),
      textSize: .extraExtraExtraLarge
    )
    #expect(larger.height > wide.height)
  }

  @Test func aWordThatWasCutOnceIsCutAnewWithoutShaping() throws {
    let measurer = try PangoMeasurer()
    let word = String(repeating: "aGVsbG8", count: 90)
    let block = StyledBlock(plain: "A \(word)\nand \(word) more.")
    _ = measurer.measure(block, width: LayoutUnit(points: 361), textSize: .large)
    // At 30 pt words are cut that fitted before; at 20 pt those are known, too.
    for (points, isKnown) in [(60, true), (240, true), (5_000, true), (30, false), (20, true)] {
      let width = LayoutUnit(points: points)
      let before = measurer.cacheMisses
      let result = measurer.measure(block, width: width, textSize: .large)
      #expect((measurer.cacheMisses == before) == isKnown, "\(points) pt")
      let other = try PangoMeasurer().measure(block, width: width, textSize: .large)
      #expect(result == other, "\(points) pt")
    }
  }

  /// 300 texts of 1,200 bytes are more than is kept, and one of 70,000 bytes is never kept.
  @Test func moreTextThanIsKeptIsMeasuredAllTheSame() throws {
    let measurer = try PangoMeasurer()
    let texts = (0..<300).map { "Text \($0): " + String(repeating: "some more words ", count: 75) }
    let long = String(repeating: "a long text ", count: 6_000)
    let blocks = (texts + [long]).map { StyledBlock(plain: $0) }
    #expect(blocks.reduce(0) { $0 + $1.text.count } > 400_000)
    for points in [361, 240] {
      let width = LayoutUnit(points: points)
      for block in blocks {
        // A state is kept of a text that grows: it is set from its start.
        var tail = TailMeasurement()
        let set = measurer.extend(&tail, with: block, keeping: 0, width: width, textSize: .large)
        #expect(measurer.measure(block, width: width, textSize: .large) == set)
      }
    }
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
