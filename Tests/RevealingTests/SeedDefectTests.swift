import Revealing
import Testing
import Timebase
import TokenStreaming

/// Defects that published snippets have and this engine has not, each under every design's rules.
@Suite struct SeedDefectTests {
  struct Design: Sendable, CustomTestStringConvertible {
    var name: String
    var chunks: ChunkRule
    var reveal: RevealRule
    var testDescription: String { name }
  }
  static let designs = [
    Design(name: "reference", chunks: .unicodeWords, reveal: .builtIn("reference")),
    Design(name: "vercel-v0", chunks: .spaces, reveal: .builtIn("vercel-v0")),
    Design(name: "swiftui-tips", chunks: .spaces, reveal: .builtIn("swiftui-tips")),
    Design(name: "swiftui-tips by characters", chunks: .characters(1), reveal: .characters),
    Design(name: "parameter-article", chunks: .spaces, reveal: .builtIn("parameter-article")),
    Design(name: "messaging-ui", chunks: .wholeDelta, reveal: .builtIn("messaging-ui")),
  ]

  @Test(arguments: designs)
  func aWordThatGrowsAfterItWasSplitIsNotDropped(design: Design) {
    var stream = StreamedText(design.chunks, design.reveal)
    stream.token("Hello wor", 0)
    stream.wait(until: 100)
    stream.token("ld and more", 100)
    stream.finish(150)
    #expect(stream.shown == "Hello world and more")
  }

  @Test(arguments: designs)
  func newlinesDoNotCollapse(design: Design) {
    var stream = StreamedText(design.chunks, design.reveal)
    stream.token("# Title\n\n- one\n- two\r\n\r\n\tcode", 0)
    stream.finish(10)
    #expect(stream.shown == "# Title\n\n- one\n- two\r\n\r\n\tcode")
  }

  @Test(arguments: designs)
  func noSpaceIsAddedAfterAChunk(design: Design) {
    var stream = StreamedText(design.chunks, design.reveal)
    for word in ["  lead", "ing", " two  spaces", " 你好", "。", "end"] { stream.token(word, 0) }
    stream.finish(10)
    #expect(stream.shown == "  leading two  spaces 你好。end")
  }

  @Test(arguments: designs)
  func textSetWholeWhileWordsAreQueuedIsNotRepeated(design: Design) {
    var stream = StreamedText(design.chunks, design.reveal)
    stream.token("one two three four five six seven ", 0)
    stream.wait(until: 10)
    stream.replace(with: "one two three four five six seven eight", 20)
    stream.finish(30)
    #expect(stream.shown == "one two three four five six seven eight")
  }

  @Test(arguments: designs)
  func textReplacedByOneWithTheSameBeginningKeepsWhatWasRevealed(design: Design) {
    var stream = StreamedText(design.chunks, design.reveal)
    stream.token("one two three four ", 0)
    stream.wait(until: 2_000)
    let before = stream.releases.count
    stream.replace(with: "one two three other words", 2_000)
    stream.finish(2_100)
    #expect(stream.shown == "one two three other words")
    let again = stream.releases[before...].reduce(0) { $0 + $1.utf8Count }
    #expect(again == "other words".utf8.count)
  }

  @Test(arguments: designs)
  func textAlreadyThereWhenAStreamsViewAppearsIsNotLost(design: Design) {
    var stream = StreamedText(design.chunks, design.reveal)
    stream.open(showing: "Already there ")
    stream.token("and then more", 10)
    stream.finish(20)
    #expect(stream.shown == "Already there and then more")
    #expect(stream.releases.reduce(0) { $0 + $1.utf8Count } == "and then more".utf8.count)
  }

  @Test func tokensAddNoTimers() {
    var reveal = Reveal(.builtIn("reference"))
    for word in 0..<10_000 { reveal.chunk(Double(word) * 0.1, scalars: 1) }
    reveal.drain()
    // One second of tokens, then 400 ms: a step each 16 ms at most, however many tokens there are.
    #expect(reveal.timeline.steps <= 1_400 / 16 + 2)
  }

  @Test func theDelayDoesNotGrowWithTheMessage() {
    var reveal = Reveal(.builtIn("reference"))
    for word in 0..<5_000 { reveal.chunk(Double(word) * 10) }
    reveal.drain()
    #expect(reveal.releases.allSatisfy { $0.at - $0.completed <= .milliseconds(400) })
  }

  @Test func aPoolOfFourWithThreeTakenDoesNotTakeTwo() {
    var reveal = Reveal(.builtIn("swiftui-tips"))
    // Text arrives while 1, 2 and 3 slots are taken.
    for time in [0.0, 100, 200, 300, 310, 320] { reveal.chunk(time) }
    reveal.chunk(321)
    reveal.drain()
    #expect(reveal.timeline.poolPeak == 4)
  }

  @Test func aSlotIsCountedBeforeAWaiterGetsIt() {
    var reveal = Reveal(.builtIn("swiftui-tips"))
    for _ in 0..<40 { reveal.chunk(0) }
    // Text arrives at the very instants at which fades end and waiters go on.
    for time in stride(from: 500.0, to: 3_000, by: 32) {
      reveal.chunk(time)
      reveal.advance(time)
      #expect(reveal.timeline.fadeCount <= 4)
    }
    reveal.drain()
    #expect(reveal.timeline.poolPeak == 4)
  }

  @Test func bothWordsOfABatchHaveASlotOfTheirOwn() {
    for rule in [
      RevealRule.builtIn("swiftui-tips"), .builtIn("vercel-v0"), .builtIn("parameter-article"),
    ] {
      var reveal = Reveal(rule)
      for _ in 0..<8 { reveal.chunk(0) }
      reveal.advance(40)
      let fades = reveal.fades(40)
      #expect(fades.count >= 2)
      #expect(zip(fades, fades.dropFirst()).allSatisfy { $0.end <= $1.start })
    }
  }

  /// A finding to show, not to mend: four words each half second.
  @Test
  func withACorrectPoolTheSwiftUITranslationShowsEightWordsASecond() {
    var reveal = Reveal(.builtIn("swiftui-tips"))
    for word in 0..<1_200 { reveal.chunk(Double(word) * 1_000 / 60) }
    reveal.advance(20_000)
    let shown = reveal.released(1)
    #expect(shown >= 150 && shown <= 161, "\(shown) words in 20 s")
    #expect(reveal.timeline.backlogChunks > 1_000)
    #expect(reveal.timeline.poolPeak == 4)
  }
}
