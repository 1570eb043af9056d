import LoadGeneration
import Testing
import Timebase

/// Documents of a mix, and how they are cut.
@Suite struct SynthesizedTextTests {
  /// FNV-1a, 64 bits.
  private func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private func blocks(of script: TextScript) -> [ClosedRange<UInt32>] {
    switch script {
    case .latin: [0x61...0x7A]
    case .han: [0x4E00...0x9FFF]
    case .japanese: [0x3040...0x30FF]
    case .hangul: [0xAC00...0xD7A3]
    case .thai: [0x0E01...0x0E5B]
    case .arabic: [0x0620...0x06FF]
    case .emoji: [0x1F300...0x1FAFF]
    case .lao: [0x0E81...0x0EDF]
    case .khmer: [0x1780...0x17FF]
    case .myanmar: [0x1000...0x109F]
    case .tibetan: [0x0F00...0x0FFF]
    case .hebrew: [0x05D0...0x05EA]
    case .devanagari: [0x0900...0x097F]
    case .combining: [0x0300...0x036F]
    case .jamo: [0x1100...0x11FF]
    }
  }

  @Test(arguments: [TextMix.everything, .scripts], [1, 2, 3, 4] as [UInt64])
  func everyScriptOccurs(mix: TextMix, seed: UInt64) {
    let text = TextSynthesis.document(words: 3_000, mix: mix, seed: seed)
    let scalars = Set(String(decoding: text.bytes, as: UTF8.self).unicodeScalars.map(\.value))
    for script in TextScript.allCases {
      let found = blocks(of: script).contains { range in scalars.contains(where: range.contains) }
      #expect(found, "\(script), seed \(seed)")
    }
    // A conjunct, a joined emoji, a flag, a skin tone, a keycap, a variation.
    for value in [0x94D, 0x200D, 0x1F1E9, 0x1F3FD, 0x20E3, 0xFE0F] as [UInt32] {
      #expect(scalars.contains(value), "\(value), seed \(seed)")
    }
  }

  @Test(arguments: TextScript.allCases)
  func wordsOfAScriptAreInIt(script: TextScript) {
    let text = TextSynthesis.text(of: .paragraph, script: script, seed: 3)
    let scalars = String(decoding: text.bytes, as: UTF8.self).unicodeScalars
    let own = scalars.filter { scalar in
      blocks(of: script).contains { $0.contains(scalar.value) }
    }
    let share = script == .emoji || script == .combining ? 0.15 : 0.4
    #expect(Double(own.count) > share * Double(scalars.count), "\(own.count) of \(scalars.count)")
  }

  @Test(arguments: TextMix.all)
  func everyLengthIsMetExactly(mix: TextMix) {
    for words in Array(1...200) + [1_999, 10_000] {
      let text = TextSynthesis.document(words: words, mix: mix, seed: UInt64(words))
      #expect(text.wordEnds.count == words, "\(mix.name)")
      #expect(zip(text.wordEnds, text.wordEnds.dropFirst()).allSatisfy { $0 < $1 })
      #expect(text.wordEnds.last.map { $0 <= text.bytes.count } == true)
    }
  }

  @Test func aSeedGivesTheSameBytesOnEveryMachine() {
    let texts = TextMix.all.map { TextSynthesis.document(words: 2_000, mix: $0, seed: 1) }
    #expect(texts == TextMix.all.map { TextSynthesis.document(words: 2_000, mix: $0, seed: 1) })
    #expect(
      texts.map { fingerprint($0.bytes) } == [
        8_051_816_588_845_142_992, 5_506_837_974_546_299_241, 1_758_898_268_253_381_033,
      ]
    )
    for (text, mix) in zip(texts, TextMix.all) {
      #expect(text != TextSynthesis.document(words: 2_000, mix: mix, seed: 2))
      #expect(TextMix.named(mix.name) == mix)
    }
  }

  @Test(arguments: TextCutCase.all)
  func tokensRejoinToTheText(cut: TokenCut, mix: TextMix) {
    for seed in 1...12 as ClosedRange<UInt64> {
      let text = TextSynthesis.document(words: 400, mix: mix, seed: seed)
      let tokens = text.tokens(cut, seed: seed, wordsPerSecond: 50)
      #expect(tokens.flatMap(\.bytes) == text.bytes, "\(cut) \(mix.name) \(seed)")
      #expect(tokens.allSatisfy { !$0.bytes.isEmpty })
      #expect(zip(tokens, tokens.dropFirst()).allSatisfy { $0.instant <= $1.instant })
      #expect(tokens.last?.instant == Instant(milliseconds: 8_000))
      #expect(tokens == text.tokens(cut, seed: seed, wordsPerSecond: 50))
    }
  }

  @Test func aWordFlowsInItsTime() {
    let text = TextSynthesis.document(words: 200, mix: .answer, seed: 1)
    let tokens = text.tokens(.words, seed: 1, wordsPerSecond: 60, after: .milliseconds(500))
    for (index, end) in text.wordEnds.enumerated() {
      let due = 500 + Double(index + 1) / 0.06
      let token = tokens[min(index, tokens.count - 1)]
      #expect(abs(token.instant.milliseconds - due) < 20, "word \(index) at \(end)")
    }
    #expect(tokens.count == 200 || tokens.count == 201)
  }

  @Test func hostileCutsFallInTheWeakestPlaces() {
    var found: [TextSynthesis.Weakness: Int] = [:]
    var weak: [TextSynthesis.Weakness: Int] = [:]
    var insideCharacters = 0
    var longest = 0
    var single = 0
    for seed in 1...6 as ClosedRange<UInt64> {
      let text = TextSynthesis.document(words: 3_000, mix: .everything, seed: seed)
      let ranges = TextSynthesis.hostileCuts(of: text.bytes, seed: seed)
      let weaknesses = TextSynthesis.weaknesses(of: text.bytes)
      for weakness in weaknesses.compactMap(\.self) { weak[weakness, default: 0] += 1 }
      for range in ranges {
        if let weakness = weaknesses[range.upperBound] { found[weakness, default: 0] += 1 }
        longest = max(longest, range.count)
        if range.count == 1 { single += 1 }
      }
    }
    for weakness in [TextSynthesis.Weakness.scalar, .grapheme, .mark] {
      let share = Double(found[weakness] ?? 0) / Double(weak[weakness] ?? 1)
      #expect(share > 0.2, "\(weakness): \(share)")
    }
    #expect(longest > 2_982)
    #expect(single > 1_000)
    // What it calls a weak place inside a grapheme is one, as the standard library sees it.
    let text = TextSynthesis.document(words: 2_000, mix: .scripts, seed: 1)
    let string = String(decoding: text.bytes, as: UTF8.self)
    var boundaries = Set<Int>()
    var place = 0
    for character in string {
      boundaries.insert(place)
      place += character.utf8.count
    }
    for range in TextSynthesis.hostileCuts(of: text.bytes, seed: 1)
    where !boundaries.contains(range.upperBound) {
      insideCharacters += 1
    }
    #expect(insideCharacters > 1_000, "\(insideCharacters)")
    let weaknesses = TextSynthesis.weaknesses(of: text.bytes)
    let missed = text.bytes.indices.filter { !boundaries.contains($0) && weaknesses[$0] == nil }
    #expect(missed.isEmpty, "\(missed.count) places inside graphemes are not seen")
  }
}

/// Every cut with every mix.
enum TextCutCase {
  static let all = TokenCut.allCases.flatMap { cut in TextMix.all.map { (cut, $0) } }
}
