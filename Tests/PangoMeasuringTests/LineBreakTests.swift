import PangoMeasuring
import Testing
import Timebase

/// Plain words of ASCII are told apart without Pango; where a line may break is what Pango says.
@Suite struct LineBreakTests {
  private let engine: FontEngine

  init() throws { engine = try FontEngine(.standard) }

  private func breaks(in text: [UInt8]) -> (ours: [UInt8], pango: [UInt8]) {
    text.withUnsafeBufferPointer { text in
      var flags: [UInt8] = []
      engine.findBreaks(in: text, flags: &flags)
      return (Array(flags.prefix(text.count + 1)), engine.breaksByPango(in: text))
    }
  }

  /// Every text of up to six of these: letters, digits, spaces, what joins and parts words, and scripts
  /// whose breaks look at their neighbours.
  @Test(arguments: [
    ["a", "1", " ", ",", ".", "(", ")", "-"], ["a", " ", "'", "\"", "!", "/", "$", "%"],
    ["a", "Z", " ", ".", "\t", "\u{301}", "\u{200D}", "\u{A0}"],
    ["a", "9", " ", ",", "中", "ก", "é", "🇩🇪"], ["b", " ", ".", "א", "ا", "…", "—", "\u{200B}"],
    ["a", "0", " ", "।", "한", "👍🏽", "“", "\u{2028}"],
  ])
  func breaksAreThoseOfPangoInEveryShortText(pieces: [String]) {
    let bytes = pieces.map { Array($0.utf8) }
    for length in 0...6 {
      var choice = [Int](repeating: 0, count: length)
      repeat {
        let text = choice.flatMap { bytes[$0] }
        let (ours, pango) = breaks(in: text)
        if ours != pango {
          let shown = String(decoding: text, as: UTF8.self).debugDescription
          Issue.record("\(shown): \(ours) for \(pango)")
          return
        }
      } while Self.advance(&choice, below: bytes.count)
    }
  }

  /// Goes to the next choice, as an odometer does.
  ///
  /// - Returns: Whether there was one.
  private static func advance(_ choice: inout [Int], below count: Int) -> Bool {
    for index in choice.indices.reversed() {
      choice[index] += 1
      if choice[index] < count { return true }
      choice[index] = 0
    }
    return false
  }

  @Test func breaksAreThoseOfPangoInLongTexts() {
    let seed = TestSettings.seed
    var chance = SeededGenerator(seed: seed, index: 11)
    let words = ["plain", "words", "of", "1,234.56", "a", "comma,", "end.", "it's", "(so)", "x-y"]
    let tokens = SampleTexts.tokens + Array(repeating: words, count: 20).flatMap { $0 }
    for _ in 0..<2_000 {
      var text: [UInt8] = []
      for _ in 0..<chance.nextIndex(below: 60) {
        text += tokens[chance.nextIndex(below: tokens.count)].utf8
        if chance.nextIndex(below: 3) > 0 { text.append(0x20) }
      }
      let (ours, pango) = breaks(in: text)
      let shown = String(decoding: text, as: UTF8.self).debugDescription
      #expect(ours == pango, "SEED=\(seed): \(shown)")
    }
  }
}
