import StillpointEngine
import Testing

/// Nothing that an app hands in or that its objects answer traps, and nothing of it is lost without a word.
@Suite struct HostGateTests: HostFixture {
  private final class OddMeasurer: ChatTextMeasurer {
    let identity = "odd"
    let height: ChatLength
    init(_ height: ChatLength) { self.height = height }
    func measure(_ block: ChatStyledBlock, width: ChatLength, textSize: ChatTextSize)
      -> ChatMeasuredBlock
    {
      ChatMeasuredBlock(height: height, lines: -3, glyphs: .min)
    }
  }

  @Test(arguments: [-50, 0, 1 << 50]) func measurersHeightsArePutRight(points: Int) throws {
    let session = try session(40, measurer: OddMeasurer(Length(points: points)))
    let frame = run(session, from: 0, for: 0.3)
    #expect(!frame.snapshot.visible.isEmpty && frame.contentHeight > 0)
    _ = session.rectangles(of: 0..<2, in: frame.snapshot.visible[0].id)
  }

  private struct OddSource: ChatMessageSource {
    var kind: Int
    var count: Int { kind == 0 ? -7 : 5_000 }
    func id(at index: Int) -> ChatMessageID { ChatMessageID(rawValue: "b\(index)") }
    func index(of id: ChatMessageID) -> Int? {
      kind == 1 ? 9_999_999 : Int(id.rawValue.dropFirst())
    }
    func message(at index: Int) -> ChatMessage {
      ChatMessage(
        id: kind == 2 ? "another" : id(at: index),
        role: .user,
        text: "hello",
        suppliedHeight: kind == 3 ? ChatLength(points: -9) : nil
      )
    }
    func characterCount(at index: Int) -> Int { kind == 4 ? -1 : kind == 5 ? .max : 5 }
    func suppliedHeight(at index: Int) -> ChatLength? { kind == 3 ? ChatLength(points: -9) : nil }
  }

  @Test(arguments: 0...5) func sourcesAnswersArePutRight(kind: Int) throws {
    let session = try session(0)
    try session.post(.load(OddSource(kind: kind)), at: 0)
    var frame = run(session, from: 0, for: 0.2)
    #expect(frame.snapshot.visible.isEmpty == (kind == 0))
    // Texts of 4 MiB are more than any view has room for.
    try? session.scroll(.dragging, to: frame.scrollOffset - 3_000, at: 0.3)
    frame = run(session, from: 0.3, for: 0.2)
    #expect(frame.snapshot.visible.allSatisfy { $0.id.rawValue.hasPrefix("b") })
    try session.post(.replaceAll(OddSource(kind: kind)), at: 0.6)
    try session.post(.prepend(OddSource(kind: kind)), at: 0.7)
    run(session, from: 0.6, for: 0.3)
  }

  private struct OddParser: ChatBlockParser {
    var kind: Int
    func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> ChatParsedText {
      var block = ChatBlock(kind: .paragraph, sourceUTF8: 0..<utf8.count)
      block.text = Array(utf8)
      block.runs = utf8.isEmpty ? [] : [ChatTextRun(utf8Count: utf8.count)]
      switch kind {
      case 0: block.sourceUTF8 = 0..<utf8.count + 50
      case 1: block.runs = [ChatTextRun(utf8Count: utf8.count + 9)]
      case 2: block.runs = [ChatTextRun(utf8Count: -1), ChatTextRun(utf8Count: utf8.count + 1)]
      case 3: block.text = [0xFF, 0xFE]; block.runs = [ChatTextRun(utf8Count: 2)]
      case 4: block.kind = .heading(level: 99)
      case 5: block.kind = .tableRow(.init(isHeader: true, alignments: [], cellRunCounts: [7, -3]))
      case 6: block.nesting.listDepth = .max
      default:
        return ChatParsedText(
          blocks: [block],
          restarts: [.init(utf8Offset: 9_999, blockIndex: -4)]
        )
      }
      return ChatParsedText(blocks: [block])
    }
  }

  @Test(arguments: 0...7) func parsersBlocksArePutRight(kind: Int) throws {
    let session = try session(12, parser: OddParser(kind: kind))
    try session.post(.streamBegin("a"), at: 0.1)
    for step in 0..<20 { try session.post(.token("a", Array("words \(step)\n\n".utf8)), at: 0.1) }
    try session.post(.streamEnd("a", .complete), at: 0.2)
    let frame = run(session, from: 0, for: 3)
    let shown = frame.drawing.messages.flatMap(\.blocks).map(\.content.string).joined()
    #expect(shown.contains("words"))
    #expect(session.conversation.last?.text.contains("words 19") == true)
  }

  @Test func wrongPlaceInAListIsLookedForAndAListThatIsTooLongIsRefused() throws {
    let session = try session(0)
    try session.post(.load(OddSource(kind: 1)), at: 0)
    let frame = run(session, from: 0, for: 0.2)
    #expect(frame.drawing.messages.count == frame.snapshot.visible.count)
    #expect(!frame.drawing.messages.flatMap(\.blocks).isEmpty)
    for event in [
      ChatEvent.prepend(EndlessSource()), .appendPage(EndlessSource()),
      .replaceAll(EndlessSource()), .load(EndlessSource()),
    ] {
      try session.post(event, at: 1)
    }
    #expect(try #require(session.frame(at: 1)).refusals.count == 4)
  }

  private struct EndlessSource: ChatMessageSource {
    var count: Int { .max }
    func id(at index: Int) -> ChatMessageID { ChatMessageID(rawValue: "e\(index)") }
    func index(of id: ChatMessageID) -> Int? { Int(id.rawValue.dropFirst()) }
    func message(at index: Int) -> ChatMessage {
      ChatMessage(id: id(at: index), role: .user, text: "e")
    }
    func characterCount(at index: Int) -> Int { 1 }
  }

  @Test func tokensThatNoAnswerTakesAreCounted() throws {
    let session = try session(0)
    try session.post(.token("a", Array("early ".utf8)), at: 0)
    try session.post(.streamBegin("a"), at: 0.1)
    try session.post(.token("a", Array("mid ".utf8)), at: 0.2)
    try session.post(.streamEnd("a", .complete), at: 0.3)
    try session.post(.token("a", Array("late".utf8)), at: 0.5)
    #expect(try #require(session.frame(at: 0.05)).discardedBytes == 6)
    #expect(try #require(session.frame(at: 0.4)).discardedBytes == 0)
    #expect(try #require(session.frame(at: 0.6)).discardedBytes == 4)
  }

  @Test func lengthsAndStartsThatAreNoneAreTaken() throws {
    for points in [Double.nan, .infinity, -.infinity, 1e300] {
      let measurer = OddMeasurer(ChatMeasuredBlock(points: points, lines: 1, glyphs: 1).height)
      let session = HostSession(measurer: measurer, messageLimit: -3, startingAt: points)
      // A clock that began elsewhere is none of this session's.
      let isFar = points == 1e300
      if isFar {
        #expect(throws: HostRefusal.time(0)) { try session.post(.append(message("m", 3)), at: 0) }
      } else {
        try session.post(.append(message("m", 3)), at: 0)
      }
      #expect((session.frame(at: 0) == nil) == isFar)
    }
  }

  @Test func timesOfADateAreTimes() throws {
    let session = try session(10)
    #expect(session.frame(at: 818_000_000) != nil)
    try session.post(.streamBegin("a"), at: 818_000_001)
    try session.post(.token("a", Array("text ".utf8)), at: 818_000_001)
    #expect(run(session, from: 818_000_001, for: 1).snapshot.visible.contains { $0.id == "a" })
    #expect(throws: HostRefusal.self) { try session.scroll(.rest, to: .nan, at: 1) }
    #expect(throws: HostRefusal.self) { try session.scroll(.rest, to: 1e300, at: 1) }
    #expect(session.frame(at: .infinity) == nil)
    #expect(session.frame(at: 818_000_004, took: .nan) != nil)
    session.stands(at: .nan)
    #expect(session.frame(at: 818_000_005, took: -4) != nil)
  }
}
