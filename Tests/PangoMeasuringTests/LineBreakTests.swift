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

  /// Every text of up to five of these, or as many as `ITERATIONS` says: letters, digits, spaces, what
  /// joins and parts words, and scripts whose breaks look at their neighbours.
  @Test(arguments: [
    ["a", "1", " ", ",", ".", "(", ")", "-"], ["a", " ", "'", "\"", "!", "/", "$", "%"],
    ["a", "Z", " ", ".", "\t", "\u{301}", "\u{200D}", "\u{A0}"],
    ["a", "9", " ", ",", "中", "ก", "é", "🇩🇪"], ["b", " ", ".", "א", "ا", "…", "—", "\u{200B}"],
    ["a", "0", " ", "।", "한", "👍🏽", "“", "\u{2028}"], ["क", "ि", "्", " ", "(", "।", "a", "हि"],
    ["ש", "\u{5B7}", " ", "1", "،", ")", "“", "ا"],
    ["\u{1100}", "\u{1161}", "\u{11A8}", " ", "가", "각", "a"],
    ["ก", "ำ", "เ", " ", "ក", "្", "က", "ກຳ"],
    ["🇩", "🇪", " ", "👍", "🏽", "\u{200D}", "\u{FE0F}", "é"],
    [String(repeating: "漢字", count: 20), "中", "。", " ", "「", "々", "ー", "a"],
  ])
  func breaksAreThoseOfPangoInEveryShortText(pieces: [String]) {
    let bytes = pieces.map { Array($0.utf8) }
    for length in 0...TestSettings.iterations(5) {
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

  /// Plain words need no rules; what does counts with a plain word beside it that a sign may bind, and not
  /// again when it was there before.
  @Test(arguments: [
    ("plain words, and more.", 0, 0), ("", 0, 0), ("กขค", 0, 9), ("กขค", 9, 0), ("กขค", 6, 9),
    ("some plain it's words here", 0, 5), ("some plain it's words here", 11, 5),
    ("some plain it's words here", 16, 0), ("some plain (so) words here", 0, 17),
    ("a plain end it's", 0, 4), ("a plain end it's", -30, 4), ("שלום עולם", 0, 17),
    ("שלום עולם", 9, 8), (String(repeating: "漢字", count: 40), 200, 48),
  ])
  func bytesThatNeedTheRulesAreCounted(text: String, known: Int, count: Int) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer { text in
      var flags: [UInt8] = []
      #expect(engine.findBreaks(in: text, knowing: known, flags: &flags) == count)
    }
  }

  /// A long text is looked at in parts, and each byte of them counts once, but for what stands around.
  @Test func bytesOfPartsAreCountedAsTheyAreLookedAt() {
    let text = Array(String(repeating: "visible-characters-without-a-space!", count: 1_000).utf8)
    text.withUnsafeBufferPointer { text in
      var flags: [UInt8] = []
      let whole = engine.findBreaks(in: text, flags: &flags)
      #expect((text.count...text.count * 5 / 4).contains(whole), "\(whole) of \(text.count)")
      let rest = engine.findBreaks(in: text, knowing: text.count - 100, flags: &flags)
      #expect((100...20_000).contains(rest), "\(rest)")
      #expect(engine.findBreaks(in: text, knowing: text.count, flags: &flags) == 0)
    }
  }

  /// Every scalar of the first two planes at the start of a word, at its end, and between ideographs.
  @Test func breaksAreThoseOfPangoBesideEveryScalar() {
    let forms = [("ש ", "ש ש"), ("é", " é"), ("a ", " a"), ("ש ", " ש"), ("中文", "文中 a")]
    let texts = forms.map { (Array($0.utf8), Array($1.utf8)) }
    var misses: [String] = []
    for value in UInt32(1)..<0x20000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for (before, after) in texts {
        let (ours, pango) = breaks(in: before + Array(scalar.utf8) + after)
        if ours != pango { misses.append(String(value, radix: 16)) }
      }
    }
    #expect(misses.isEmpty, "\(misses.count): \(misses.prefix(20))")
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
