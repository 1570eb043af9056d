import Testing
import Timebase
import TokenStreaming

@Suite struct WordChunkerTests {
  @Test(arguments: ["ខ្មែរ", "ស្ត្រី", "သတ္တဝါ", "ဗုဒ္ဓ"])
  func noChunkEndsInASignWhoseConsonantHasCome(text: String) {
    let chunks = Chunking([text + " ក "]).chunks
    #expect(chunks.joined() == text + " ក ")
    for chunk in chunks.dropLast() {
      let last = chunk.unicodeScalars.last?.value
      #expect(last != 0x17D2 && last != 0x1039, "\(chunks)")
    }
  }

  @Test(
    arguments: [true, false]
  )
  func chunksAreTheRuleOverTheWholeTextHoweverItIsCut(hasDictionary: Bool) {
    let boundaries = hasDictionary ? SummingBoundaries() : nil
    for iteration in 0..<PropertySettings.iterations(600) {
      var generator = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let broken = iteration.isMultiple(of: 2)
      let bytes = TextFragments.text(
        &generator,
        fragments: 1 + generator.nextIndex(below: 60),
        broken: broken
      )
      let text = String(decoding: bytes, as: UTF8.self)
      let expected = ChunkModel(boundaries: boundaries).chunks(of: text)
      for longest in [1, 3, 12, bytes.count] {
        let tokens = TextFragments.tokens(bytes, longest: longest, &generator)
        let result = Chunking(tokens, boundaries: boundaries)
        #expect(
          result.chunks == expected,
          "SEED=\(PropertySettings.seed), iteration \(iteration), tokens of \(longest): \(text)"
        )
        #expect(result.bytes == Array(text.utf8))
        #expect(result.chunker.completedChunks == expected.count)
        #expect(result.chunker.receivedScalars == text.unicodeScalars.count)
        if result.chunks != expected { return }
      }
    }
  }

  @Test func everySplitIntoTwoGivesTheSameChunks() {
    let text = "Hi  (你好，world)「食べる」。ok 👩‍💻🇩🇪 e\u{301}x\r\n\r\nภาษาไทย ‑ \u{308}y"
    let bytes = Array(text.utf8)
    let whole = Chunking([bytes], boundaries: SummingBoundaries()).chunks
    for place in 0...bytes.count {
      let tokens = [Array(bytes[..<place]), Array(bytes[place...])]
      #expect(Chunking(tokens, boundaries: SummingBoundaries()).chunks == whole, "at \(place)")
    }
  }

  @Test func spacesStayWithTheWordBeforeThem() {
    #expect(Chunking(["one two  three\n\nfour"]).chunks == ["one ", "two  ", "three\n\n", "four"])
    #expect(Chunking(["  one"]).chunks == ["  ", "one"])
    #expect(
      Chunking(["a\u{A0}b\u{202F}c\u{2007}d e"]).chunks == ["a\u{A0}b\u{202F}c\u{2007}d ", "e"]
    )
    #expect(
      Chunking(["a\u{3000}b\u{2003}c\u{85}d"]).chunks == ["a\u{3000}", "b\u{2003}", "c\u{85}", "d"]
    )
    #expect(Chunking([""]).chunks == [])
  }

  @Test func aSpaceThatAMarkJoinsIsNoSpace() {
    #expect(Chunking(["a", " ", "\u{308}", "b c"]).chunks == ["a \u{308}b ", "c"])
    #expect(Chunking(["a ", " ", "\u{308}", "b"]).chunks == ["a ", " \u{308}b"])
    #expect(Chunking(["a\n\u{308}b"]).chunks == ["a\n", "\u{308}b"])
  }

  @Test func aChunkEndsAt64GraphemesSpacesIncluded() {
    let counts = { (text: String) in Chunking([text]).chunks.map(\.count) }
    #expect(counts(String(repeating: "x", count: 64)) == [64])
    #expect(counts(String(repeating: "x", count: 65) + " y") == [64, 2, 1])
    #expect(counts(String(repeating: "x", count: 200)) == [64, 64, 64, 8])
    #expect(counts("ab" + String(repeating: " ", count: 70) + "c") == [64, 8, 1])
    #expect(counts(String(repeating: "👩‍💻", count: 65)) == [64, 1])
    #expect(counts(String(repeating: "(", count: 63) + "语") == [64])
    #expect(counts(String(repeating: "(", count: 64) + "语") == [64, 1])
    let openers = String(repeating: "(", count: 70)
    #expect(counts("word" + openers + "语") == [4, 64, 7])
    #expect(counts("word" + openers + "x") == [64, 11])
    #expect(counts("word" + openers + " x") == [64, 11, 1])
    #expect(counts("word" + openers) == [64, 10])
  }

  @Test func withoutADictionaryAGraphemeIsAWord() {
    #expect(Chunking(["你好。世界"]).chunks == ["你", "好。", "世", "界"])
    #expect(Chunking(["abc你好def"]).chunks == ["abc", "你", "好", "def"])
    #expect(Chunking(["น้ำไทย"]).chunks == ["น้ำ", "ไ", "ท", "ย"])
  }

  @Test func punctuationJoinsTheWordItBelongsTo() {
    #expect(Chunking(["foo(你)bar"]).chunks == ["foo", "(你)", "bar"])
    #expect(Chunking(["你（foo）好"]).chunks == ["你", "（foo）", "好"])
    #expect(Chunking(["「你」、「好」。"]).chunks == ["「你」、", "「好」。"])
    #expect(Chunking(["f(x) 你"]).chunks == ["f(x) ", "你"])
    #expect(Chunking(["(foo(bar"]).chunks == ["(foo(bar"])
    #expect(Chunking(["你,world"]).chunks == ["你,", "world"])
  }

  @Test func theWindowIsEightGraphemesAndEndsWithTheScript() {
    final class Recorder: WordBoundaries, @unchecked Sendable {
      var windows: [String] = []
      func firstWord(in window: UnsafeBufferPointer<UInt8>) -> Int? {
        windows.append(String(decoding: window, as: UTF8.self))
        return windows.count == 1 ? 6 : nil
      }
    }
    let recorder = Recorder()
    let chunks = Chunking(["一二三四五六七八九十甲ไทย"], boundaries: recorder).chunks
    #expect(recorder.windows == ["一二三四五六七八", "三四五六七八九十", "甲", "ไทย"])
    #expect(chunks == ["一二", "三四五六七八九十", "甲", "ไทย"])
  }

  @Test func invalidBytesBecomeOneReplacementForEachMaximalPart() {
    let bytes: [UInt8] = [0x61, 0xF0, 0x80, 0x80, 0x41, 0xE4, 0xB8, 0x20, 0xED, 0xA0, 0x80, 0xC3]
    let expected = String(decoding: bytes, as: UTF8.self)
    for longest in 1...bytes.count {
      var generator = SeededGenerator(seed: UInt64(longest))
      let result = Chunking(TextFragments.tokens(bytes, longest: longest, &generator))
      #expect(result.bytes == Array(expected.utf8))
      #expect(result.chunker.invalidSequences == 8)
    }
  }

  @Test func spacesRuleKeepsWordsWhole() {
    let long = String(repeating: "x", count: 100)
    #expect(
      Chunking(["\(long) 你好。世界 a(b) "], rule: .spaces).chunks == ["\(long) ", "你好。世界 ", "a(b) "]
    )
  }

  @Test func wholeDeltaKeepsTokensButForWhatIsVisiblyUnfinished() {
    let tokens = ["one tw", "o 👩\u{200D}", "💻 x", "🇩", "🇪y"]
    #expect(
      Chunking(tokens, rule: .wholeDelta).chunks == ["one tw", "o ", "👩‍💻 x", "🇩🇪y"]
    )
    let split: [[UInt8]] = [[0x61, 0xC3], [0xA9, 0x62]]
    #expect(Chunking(split, rule: .wholeDelta).chunks == ["aéb"])
  }

  @Test func charactersRuleCountsGraphemes() {
    #expect(Chunking(["ab👩‍💻d e"], rule: .characters(1)).chunks == ["a", "b", "👩‍💻", "d", " ", "e"])
    #expect(Chunking(["abcd", "efgh"], rule: .characters(3)).chunks == ["abc", "def", "gh"])
  }

  @Test func scannedBytesDoNotGrowWithTheText() {
    var sink = ChunkSink()
    var chunker = WordChunker(rule: .unicodeWords)
    let token = Array("word 語 ".utf8)
    for count in 1...1_000 {
      chunker.append(token, at: .zero, into: &sink)
      #expect(chunker.bytesScanned == token.count * count)
      sink.removeAll()
    }
  }

  @Test func hostileRunsAreCutInOneGo() {
    let count = 128_000
    for (run, tail) in [("(", "语"), ("(", "x"), ("x", ""), (" ", ""), ("（", "语"), ("🇩🇪", "")] {
      let text = "word" + String(repeating: run, count: count) + tail
      let chunks = Chunking([text]).chunks
      #expect(chunks.joined() == text)
      #expect(chunks.count >= count / 64 && chunks.count <= count / 64 + 3, "\(run)")
      #expect(chunks.allSatisfy { $0.count <= 64 })
    }
    let marks = "a" + String(repeating: "\u{301}", count: count)
    #expect(Chunking([marks + " b"]).chunks == [marks + " ", "b"])
  }
}
