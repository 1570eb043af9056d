import ChatSurface
import MarkdownBlocks
import Testing
import Timebase

/// What is shown of undecided marks is found from what is new, and is what looking at all would find.
@Suite struct HeldMarksTests {
  @Test(arguments: 0..<4)
  func randomTextsInRandomPiecesShowWhatLookingAtAllOfThemWould(number: Int) {
    for iteration in 0..<PropertySettings.iterations(250) {
      var chance = SeededGenerator(
        seed: PropertySettings.seed,
        index: UInt64(number) << 32 | UInt64(iteration)
      )
      let text = HeldMarksTrial.text(&chance, count: [20, 60, 300][chance.nextIndex(below: 3)])
      var trial = HeldMarksTrial([.held, .held, .label][chance.nextIndex(below: 3)])
      let longest = [1, 4, 12, 60][chance.nextIndex(below: 4)]
      var start = 0
      var problem: String?
      while start < text.count, problem == nil {
        let end = min(text.count, start + 1 + chance.nextIndex(below: longest))
        problem = trial.append(text[start..<end])
        start = end
      }
      problem = problem ?? trial.decide()
      #expect(
        problem == nil,
        "SEED=\(PropertySettings.seed), \(number), \(iteration), \(start) bytes of \(text)"
      )
    }
  }

  /// How many bytes a piece of a text looks at on the average, in its first 3,000 bytes and after 21,000.
  private func bytesLookedAt(_ part: String) -> (short: Int, long: Int) {
    var text = MessageText(rule: .incremental, parser: MarkdownParser())
    text.grow(.held)
    let bytes = Array(String(repeating: part, count: 24_000 / part.utf8.count).utf8)
    var counts: [Int] = []
    for start in stride(from: 0, to: bytes.count, by: 30) {
      let before = text.parsingWork.bytesLookedAt
      bytes[start..<min(bytes.count, start + 30)].withUnsafeBufferPointer { _ = text.append($0) }
      counts.append(text.parsingWork.bytesLookedAt - before)
    }
    return (counts.prefix(100).reduce(0, +) / 100, counts.suffix(100).reduce(0, +) / 100)
  }

  @Test(arguments: [
    "*a ", "_a ", "~a ", "`a", "a * b * c ", "see [1], [a] and [b] ", "![a] ", "[a](b c) ", "& so ",
    "&amp; ", "word ", "あ* い", "a\n", "a_b ", "**a ", "[a](", "[", "\\*a *b ", "|a", "**a** b ",
  ])
  func aPieceLooksAtAsMuchHoweverLongTheTextIs(part: String) {
    let counts = bytesLookedAt(part)
    #expect(counts.long <= counts.short + counts.short / 2 + 64, "\(counts)")
    #expect(counts.long < 700, "\(counts)")
  }
}
