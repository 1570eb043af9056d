import Testing
import Timebase
import TokenStreaming

@Suite struct HoldTests {
  static func at(_ milliseconds: Int) -> Instant {
    .zero + .milliseconds(milliseconds)
  }

  /// A chunker under time-outs: each is performed at its deadline.
  struct Stream {
    var chunker: WordChunker
    var chunks: [String] = []
    var times: [Int] = []
    var holds: [Int] = []

    init(rule: ChunkRule = .unicodeWords, boundaries: (any WordBoundaries & Sendable)? = nil) {
      chunker = WordChunker(rule: rule, boundaries: boundaries)
    }

    mutating func wait(until milliseconds: Int) {
      while let deadline = chunker.holdDeadline, deadline <= HoldTests.at(milliseconds) {
        run { $0.timeOut(at: deadline, into: &$1) }
      }
    }

    mutating func token(_ bytes: [UInt8], _ milliseconds: Int) {
      wait(until: milliseconds - 1)
      run { $0.append(bytes, at: HoldTests.at(milliseconds), into: &$1) }
    }

    mutating func token(_ text: String, _ milliseconds: Int) {
      token(Array(text.utf8), milliseconds)
    }

    mutating func finish(_ milliseconds: Int) {
      wait(until: milliseconds)
      run { $0.finish(at: HoldTests.at(milliseconds), into: &$1) }
    }

    private mutating func run(_ body: (inout WordChunker, inout ChunkSink) -> Void) {
      var sink = ChunkSink()
      body(&chunker, &sink)
      chunker.checkInvariants()
      var start = 0
      for chunk in sink.chunks {
        let bytes = sink.bytes[start..<start + chunk.utf8Count]
        chunks.append(String(decoding: bytes, as: UTF8.self))
        times.append(Int(chunk.completed.milliseconds))
        holds.append(Int((chunk.completed - chunk.firstByte).milliseconds))
        start += chunk.utf8Count
      }
    }
  }

  @Test func heldTextGoesOut250msAfterItsFirstByte() {
    var stream = Stream()
    stream.token("hel", 0)
    stream.token("lo wor", 100)
    #expect(stream.chunker.holdDeadline == Self.at(350))
    #expect(stream.chunker.heldScalars == 3)
    stream.wait(until: 1_000)
    #expect(stream.chunker.holdDeadline == nil)
    stream.token("ld", 2_000)
    stream.finish(2_001)
    #expect(stream.chunks == ["hello ", "wor", "ld"])
    #expect(stream.times == [100, 350, 2_001])
    #expect(stream.holds == [100, 250, 1])
  }

  @Test func spacesAfterATimeOutAreAChunkOfTheirOwn() {
    var stream = Stream()
    stream.token("one", 0)
    stream.wait(until: 300)
    stream.token(" two", 400)
    stream.finish(401)
    #expect(stream.chunks == ["one", " ", "two"])
  }

  @Test(arguments: ["👩\u{200D}", "क\u{94D}", "ខ\u{17D2}", "🇩"])
  func aGraphemeThatIsVisiblyUnfinishedStays(grapheme: String) {
    var stream = Stream()
    stream.token("ab" + grapheme, 0)
    stream.wait(until: 10_000)
    #expect(stream.chunks == ["ab"])
    #expect(stream.chunker.holdDeadline == nil)
    #expect(stream.chunker.heldScalars == grapheme.unicodeScalars.count)
    stream.token("x", 20_000)
    // The Khmer word ends before the x; the others may still go on, and have waited long enough.
    let isComplete = stream.chunks.count == 2
    #expect(stream.chunker.holdDeadline == Self.at(isComplete ? 20_250 : 20_000))
    stream.finish(20_010)
    #expect(stream.chunks.joined() == "ab" + grapheme + "x")
  }

  @Test func anUnfinishedGraphemeIsCompletedWithoutACut() {
    var stream = Stream()
    stream.token("👩\u{200D}", 0)
    stream.wait(until: 5_000)
    stream.token("💻", 6_000)
    stream.wait(until: 7_000)
    #expect(stream.chunks == ["👩‍💻"])
    #expect(stream.times == [6_000])
  }

  @Test func incompleteUTF8StaysWithTheLastGrapheme() {
    var stream = Stream()
    stream.token([0x61, 0x62, 0xCC], 0)
    stream.wait(until: 1_000)
    #expect(stream.chunks == ["a"])
    stream.token([0x81, 0x63], 2_000)
    stream.finish(2_010)
    #expect(stream.chunks == ["a", "b\u{301}c"])
    #expect(stream.chunker.isEmpty)
  }

  @Test func whatWouldExtendReleasedTextOpensTheNextChunk() {
    var stream = Stream()
    stream.token("cafe", 0)
    stream.wait(until: 300)
    stream.token("\u{301} x", 400)
    stream.finish(410)
    #expect(stream.chunks == ["cafe", "\u{301} ", "x"])
  }

  @Test func aWindowThatIsNotFullGoesOutAsTheDictionaryCutsIt() {
    struct Pairs: WordBoundaries {
      func firstWord(in window: UnsafeBufferPointer<UInt8>) -> Int? { 6 }
    }
    var stream = Stream(boundaries: Pairs())
    stream.token("一二三四五", 0)
    #expect(stream.chunks == [])
    stream.wait(until: 250)
    #expect(stream.chunks == ["一二", "三四", "五"])
    #expect(stream.times == [100, 100, 100])
  }

  @Test(
    arguments: ["漢", "か", "カ", "ก", "ກ", "ក", "က", "漢，", "中 "]
  )
  func heldTextThatBeginsInAScriptWithoutSpacesGoesOutAfter100ms(text: String) {
    var stream = Stream(boundaries: SummingBoundaries())
    stream.token(text, 40)
    #expect(stream.chunker.holdDeadline == Self.at(140))
    stream.wait(until: 1_000)
    #expect(stream.chunks == [text])
    #expect(stream.holds == [100])
  }

  @Test(arguments: ["「漢", "б", "한", "अ", "👩", "(", "a"])
  func heldTextThatBeginsOtherwiseWaits250ms(text: String) {
    var stream = Stream(boundaries: SummingBoundaries())
    stream.token(text, 40)
    #expect(stream.chunker.holdDeadline == Self.at(290))
  }

  @Test func whatIsLeftAfterAWordIsJudgedByItsOwnBeginning() {
    var stream = Stream()
    stream.token("word 漢", 0)
    #expect(stream.chunks == ["word "])
    #expect(stream.chunker.holdDeadline == Self.at(100))
    stream.token("字", 10)
    #expect(stream.chunks == ["word ", "漢"])
    #expect(stream.chunker.holdDeadline == Self.at(110))
  }

  @Test func otherRulesKnowNoScripts() {
    for rule in [ChunkRule.spaces, .characters(3)] {
      var stream = Stream(rule: rule)
      stream.token("漢", 0)
      #expect(stream.chunker.holdDeadline == Self.at(250))
    }
  }

  @Test func timeOutsLoseNothingAndHoldNothingLonger() {
    for iteration in 0..<PropertySettings.iterations(400) {
      var generator = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let bytes = TextFragments.text(&generator, fragments: 60, broken: true)
      var stream = Stream(boundaries: iteration.isMultiple(of: 3) ? nil : SummingBoundaries())
      var time = 0
      for token in TextFragments.tokens(bytes, longest: 9, &generator) {
        time += generator.nextIndex(below: 3) == 0 ? generator.nextIndex(below: 400) : 1
        stream.token(token, time)
        if let deadline = stream.chunker.holdDeadline { #expect(deadline >= Self.at(time)) }
      }
      stream.finish(time + 10)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(
        stream.chunks.joined() == text && stream.chunker.isEmpty,
        "SEED=\(PropertySettings.seed), iteration \(iteration)"
      )
      #expect(stream.times == stream.times.sorted())
    }
  }
}
