import ChunkSequencing
import Testing
import Timebase
import TokenStreaming

@Suite struct ChunkSequenceTests {
  struct Broken: Error, Equatable {}

  static func stream<Token: Sendable>(_ tokens: [Token]) -> AsyncStream<Token> {
    AsyncStream { continuation in
      for token in tokens { continuation.yield(token) }
      continuation.finish()
    }
  }

  static func texts<Chunks: AsyncSequence>(_ chunks: Chunks) async throws -> [String]
  where Chunks.Element == TextChunk {
    var texts: [String] = []
    for try await chunk in chunks { texts.append(chunk.text) }
    return texts
  }

  @Test func chunksAreThoseOfTheWholeText() async throws {
    let tokens = ["Hel", "lo wor", "", "ld 你", "好。 👩", "\u{200D}💻 e", "\u{301}nd\n\n"]
    let texts = try await Self.texts(Self.stream(tokens).chunks(clock: ManualClock()))
    #expect(texts == ["Hello ", "world ", "你", "好。 ", "👩‍💻 ", "e\u{301}nd\n\n"])
    let bytes = Array(tokens.joined().utf8).map { [$0] }
    let again = try await Self.texts(Self.stream(bytes).chunks(clock: ManualClock()))
    #expect(again == texts)
    let characters = Self.stream(tokens).chunks(rule: .characters(1), clock: ManualClock())
    #expect(try await Self.texts(characters) == tokens.joined().map { String($0) })
  }

  @Test func anEmptyStreamHasNoChunks() async throws {
    let chunks = Self.stream([String]()).chunks(clock: ManualClock())
    var iterator = chunks.makeAsyncIterator()
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test func heldTextGoesOutAfter250msWhileTheBaseIsSilent() async throws {
    let clock = ManualClock()
    let (stream, tokens) = AsyncStream.makeStream(of: String.self)
    let reader = Task { try await Self.collected(stream.chunks(clock: clock)) }
    tokens.yield("hel")
    await clock.sleepsBegun(1)
    // At one instant a token comes before the time-out; this one comes after it, through the call
    // that was pending all the while.
    clock.advance(by: .milliseconds(251))
    tokens.yield("lo wor")
    await clock.sleepsBegun(2)
    clock.advance(by: .milliseconds(100))
    tokens.yield("ld")
    tokens.finish()
    let chunks = try await reader.value
    #expect(chunks.map(\.text) == ["hel", "lo ", "world"])
    let times = chunks.map { ($0.chunk.completed - $0.chunk.firstByte).milliseconds }
    #expect(times[0] == 250)
    #expect(clock.sleeperCount == 0)
  }

  @Test func errorsComeAfterWhatIsHeld() async throws {
    let (stream, tokens) = AsyncThrowingStream.makeStream(of: String.self)
    tokens.yield("one two thr")
    tokens.finish(throwing: Broken())
    var iterator = stream.chunks(clock: ManualClock()).makeAsyncIterator()
    var texts: [String] = []
    do {
      while let chunk = try await iterator.next() { texts.append(chunk.text) }
      Issue.record("the error was lost")
    } catch {
      #expect(error is Broken)
    }
    #expect(texts == ["one ", "two ", "thr"])
    let afterwards = try await iterator.next()
    #expect(afterwards == nil)
  }

  @Test func theBaseIsAtMostOneTokenAhead() async {
    let base = CountingTokens(token: "word ")
    var iterator = base.chunks(clock: ManualClock()).makeAsyncIterator()
    #expect(base.log.asked == 0)
    for count in 1...200 {
      #expect(await iterator.next()?.text == "word ")
      // The chunk is complete when the next word begins.
      #expect(base.log.asked == count + 1)
    }
  }

  @Test func manyChunksOfOneTokenAskForNoMore() async {
    let base = CountingTokens(token: "a b c d e f g h ")
    var iterator = base.chunks(clock: ManualClock()).makeAsyncIterator()
    for _ in 0..<7 { _ = await iterator.next() }
    #expect(base.log.asked == 1)
  }

  @Test func cancellationEndsTheSequenceAndTheBasesCall() async {
    for isHeld in [false, true] {
      let clock = ManualClock()
      let base = CountingTokens(token: isHeld ? "held" : "", silentFrom: 2)
      let reader = Task { () -> [String] in
        var texts: [String] = []
        for await chunk in base.chunks(clock: clock) { texts.append(chunk.text) }
        return texts
      }
      if isHeld { await clock.sleepsBegun(1) }
      while base.log.asked < 2 { await Task.yield() }
      reader.cancel()
      #expect(await reader.value == [])
      while base.log.cancelled < 1 { await Task.yield() }
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test func aTaskCancelledBeforeItBeginsAsksForNothing() async {
    let base = CountingTokens(token: "word ")
    let reader = Task { () -> Int in
      while !Task.isCancelled { await Task.yield() }
      var iterator = base.chunks(clock: ManualClock()).makeAsyncIterator()
      return await iterator.next() == nil ? 0 : 1
    }
    reader.cancel()
    #expect(await reader.value == 0)
    #expect(base.log.asked == 0)
  }

  @Test func lettingGoOfTheIteratorEndsTheBasesCall() async {
    let clock = ManualClock()
    let base = CountingTokens(token: "held", silentFrom: 2)
    let reader = Task {
      var iterator = base.chunks(clock: clock).makeAsyncIterator()
      return await iterator.next()?.text
    }
    await clock.sleepsBegun(1)
    clock.advance(by: .milliseconds(250))
    #expect(await reader.value == "held")
    while base.log.cancelled < 1 { await Task.yield() }
    #expect(base.log.asked == 2)
  }

  @Test func anEngineTakesTheChunksAsTheyAre() async throws {
    let chunks = Self.stream(["to be ", "or not"]).chunks(clock: ManualClock())
    var scheduler = BatchScheduler(stagger: .reference, batch: .reference)
    for await chunk in chunks {
      scheduler.enqueue(WaitingChunk(part: 1, message: 1, chunk: chunk.chunk))
    }
    #expect(scheduler.count == 4)
  }

  static func collected<Chunks: AsyncSequence>(_ chunks: Chunks) async throws -> [TextChunk]
  where Chunks.Element == TextChunk {
    var result: [TextChunk] = []
    for try await chunk in chunks { result.append(chunk) }
    return result
  }
}
