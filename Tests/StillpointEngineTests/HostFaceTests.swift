import StillpointEngine
import Testing

/// What an app has of a session beside frames: bars, style, images, fallback, words for assistive technology.
@Suite struct HostFaceTests: HostFixture {
  // MARK: Bars and rates

  @Test func barsAndComposerKeepTheEndInView() throws {
    let session = try session(40)
    let before = run(session, from: 0, for: 0.2)
    #expect(before.snapshot.follow == .following)
    try session.post(.insets(top: Length(points: 60), bottom: Length(points: 34)), at: 0.2)
    try session.post(.composerHeight(Length(points: 120)), at: 0.2)
    let after = run(session, from: 0.2, for: 2)
    #expect(after.snapshot.topInset == Length(points: 60))
    #expect(after.snapshot.bottomInset == Length(points: 154))
    let foot = after.snapshot.contentBottom - after.snapshot.offset
    #expect(foot == after.snapshot.viewportHeight - after.snapshot.bottomInset)
  }

  @Test func beginningStaysUnderATopBarThatGrows() throws {
    let session = try session(40)
    run(session, from: 0, for: 0.2)
    try session.post(.scroll(to: .top, isAnimated: false), at: 0.2)
    run(session, from: 0.2, for: 0.2)
    try session.post(.insets(top: Length(points: 100), bottom: .zero), at: 0.5)
    let frame = run(session, from: 0.5, for: 0.2)
    #expect(frame.scrollOffset == -100)
  }

  @Test func rateChangesTheRefreshesThatFramesAreMadeFor() throws {
    let session = try session(4)
    run(session, from: 0, for: 0.2)
    #expect(session.frame(at: 0.3) != nil && session.frame(at: 0.3 + 1.0 / 200) == nil)
    try session.post(.rate(hertz: 120), at: 0.4)
    #expect(session.frame(at: 0.5) != nil && session.frame(at: 0.5 + 1.0 / 120) != nil)
    try session.post(.rate(hertz: 0), at: 0.6)
    #expect(try #require(session.frame(at: 0.6)).refusals.count == 1)
  }

  @Test func rateThatIsSaidLateHoldsFromTheNextRefreshOn() throws {
    let session = try session(4)
    try session.post(.rate(hertz: 240), at: 0)
    run(session, from: 0, for: 3)
    try session.post(.rate(hertz: 60), at: 0.5)
    let frame = try #require(session.frame(at: 3.1))
    #expect(session.frame(at: 3.1 + 1.0 / 200) == nil && session.frame(at: 3.1 + 1.0 / 60) != nil)
    #expect(abs(frame.snapshot.instant.milliseconds - 3_100) < 17)
  }

  // MARK: Style

  @Test func styleSaysWhereMessagesLieAndWhatASendDoes() throws {
    var style = ChatStyle.messenger
    style.spacing = 40
    style.sidePadding = .nan
    style.questionPadding.vertical = -5
    let frame = run(try session(2, style: style), from: 0, for: 0.2)
    let items = frame.snapshot.visible
    #expect(items[1].y - items[0].y == items[0].height + Length(points: 40))
    #expect(frame.drawing.sidePadding == Length(points: 16))
    #expect(frame.drawing.messages[0].box?.padding.vertical == .zero)
    // Short conversations rest above the composer.
    #expect(
      frame.snapshot.contentBottom - frame.snapshot.offset + frame.snapshot.bottomInset
        == Length(points: 667)
    )
    let session = try session(40, style: style)
    run(session, from: 0, for: 0.2)
    try session.post(.send("q", text: "A question"), at: 0.2)
    #expect(run(session, from: 0.2, for: 2).snapshot.follow == .following)
  }

  @Test func stillStyleShowsWhatHasComeAtOnce() throws {
    for (style, isWhole) in [(ChatStyle.still, true), (.standard, false)] {
      let session = try session(0, style: style)
      try session.post(.streamBegin("a"), at: 0)
      try session.post(
        .token("a", Array("Ten words that came in one piece of the network. ".utf8)),
        at: 0
      )
      let frame = try #require(session.frame(at: 0.017))
      let text = frame.drawing.messages.first?.blocks.first?.content.string ?? ""
      #expect((text.count > 40) == isWhole)
      #expect(frame.drawing.messages.first?.blocks.first?.fades.isEmpty == isWhole)
    }
  }

  @Test func headingsAndCodeHaveTheirSizes() {
    var style = ChatStyle.standard
    style.headingSizes = [30, 20]
    #expect(style.size(of: .heading(level: 1)) == 30 && style.size(of: .heading(level: 6)) == 20)
    #expect(style.size(of: .paragraph) == 17 && style.size(of: .code(language: "")) == 15)
    #expect(style.size(of: .paragraph, at: .accessibilityMedium) > 20)
  }

  @Test(arguments: [300.0, 1_200, 2_500]) func sendGoesToTheEndFromAnywhere(way: Double) throws {
    let session = try session(60, style: .messenger)
    let end = run(session, from: 0, for: 0.2)
    try session.scroll(.dragging, to: end.scrollOffset - way, at: 0.2)
    try session.scroll(.rest, to: end.scrollOffset - way, at: 0.3)
    run(session, from: 0.3, for: 0.2)
    try session.post(.send("q", text: "A question"), at: 0.6)
    let sent = run(session, from: 0.6, for: 2)
    #expect(sent.snapshot.follow == .following)
    #expect(sent.snapshot.visible.contains { $0.id == "q" })
  }

  // MARK: Fallback

  @Test func appsOwnLateFramesGiveUpFadesAndSayWhy() throws {
    let session = try session(0)
    try session.post(.streamBegin("a"), at: 0)
    var (time, last) = (0.0, HostFrame())
    for step in 0..<120 {
      time += 1.0 / 60
      try session.post(.token("a", Array("word \(step) ".utf8)), at: time)
      // From one second on each frame takes three refreshes.
      let isSlow = time > 1
      if let frame = session.frame(at: time, took: isSlow ? 0.045 : 0.004) { last = frame }
      if isSlow { time += 2.0 / 60 }
    }
    let fallback = try #require(last.fallback)
    #expect(fallback.cause == "host_stall" && fallback.end == nil)
    #expect((1...2).contains(fallback.start) && fallback.detection > 0)
    #expect(last.snapshot.mode == .fallback)
  }

  @Test func refreshesWithoutAFrameAreLateToo() throws {
    let session = try session(0)
    try session.post(.streamBegin("a"), at: 0)
    var (time, last) = (0.0, HostFrame())
    for step in 0..<80 {
      time += 3.0 / 60
      try session.post(.token("a", Array("word \(step) ".utf8)), at: time - 0.04)
      if let frame = session.frame(at: time) { last = frame }
    }
    #expect(last.snapshot.mode == .fallback)
    var style = ChatStyle.standard
    style.givesUpFades = false
    let never = try self.session(0, style: style)
    try never.post(.streamBegin("a"), at: 0)
    for step in 0..<80 {
      try never.post(.token("a", Array("word \(step) ".utf8)), at: Double(step) / 20)
      if let frame = never.frame(at: Double(step) / 20, took: 0.05) { last = frame }
    }
    #expect(last.snapshot.mode == .animated && last.fallback == nil)
  }

  // MARK: Images

  @Test func imageHasItsOwnProportionsAndWhatIsReadStays() throws {
    let session = try session(30, parser: ImageParser())
    try session.post(
      .append(ChatMessage(id: "picture", role: .assistant, text: "![a.png]\nbelow")),
      at: 0
    )
    let before = run(session, from: 0, for: 0.2)
    let height = try #require(before.images.first).height
    try session.post(
      .imageSize(
        "picture",
        source: "a.png",
        width: Length(points: 1_000),
        height: Length(points: 500)
      ),
      at: 0.2
    )
    let after = run(session, from: 0.2, for: 2)
    let image = try #require(after.images.first)
    #expect(image.height != height)
    #expect(abs(image.height.points - image.width.points / 2) < 0.02)
    try session.post(
      .imageSize("picture", source: "a.png", width: Length(points: 90), height: Length(points: 60)),
      at: 2.5
    )
    let small = try #require(run(session, from: 2.5, for: 0.3).images.first)
    #expect(small.width == Length(points: 90) && small.height == Length(points: 60))
    try session.post(
      .imageSize("gone", source: "a.png", width: Length(points: 1), height: Length(points: 1)),
      at: 3
    )
    try session.post(
      .imageSize("picture", source: "a.png", width: .zero, height: Length(points: 1)),
      at: 3
    )
    #expect(try #require(session.frame(at: 3)).refusals.count == 2)
  }

  // MARK: Assistive technology

  @Test func elementsAreInTheOrderOfReadingWithRolesAndPlaces() throws {
    let session = try session(0, parser: ImageParser())
    try session.post(.append(message("q", 3, .user)), at: 0)
    try session.post(
      .append(
        ChatMessage(id: "a", role: .assistant, text: "# Tides\nthe text\n![a.png]\nשלום world")
      ),
      at: 0
    )
    try session.post(
      .append(
        ChatMessage(id: "card", role: .assistant, text: "", suppliedHeight: Length(points: 80))
      ),
      at: 0
    )
    let frame = run(session, from: 0, for: 0.2)
    let elements = frame.elements
    #expect(
      elements.map(\.role) == [.text, .heading(level: 1), .text, .image, .text, .custom]
    )
    #expect(elements.map(\.label).prefix(3) == ["word word word", "Tides", "the text"])
    #expect(elements.map(\.speaker) == [.user] + Array(repeating: .assistant, count: 5))
    #expect(elements.map(\.isRightToLeft) == [false, false, false, false, true, false])
    #expect(
      zip(elements, elements.dropFirst()).allSatisfy { $0.frame.y + $0.frame.height <= $1.frame.y }
    )
    #expect(elements[5].frame.height == 80 && Set(elements.map(\.id)).count == 6)
  }

  @Test func messageOfWhichOnlyThePaddingIsSeenIsNoElement() throws {
    let session = try session(60)
    let end = run(session, from: 0, for: 0.2)
    for step in 1...120 {
      try session.scroll(
        .dragging,
        to: end.scrollOffset - Double(step) * 4,
        at: 0.2 + Double(step) / 60
      )
      let frame = run(session, from: 0.2 + Double(step) / 60, for: 1.0 / 60)
      #expect(frame.elements.allSatisfy { !$0.label.isEmpty })
    }
  }

  @Test func answerIsSaidBlockByBlockOnceEachHasComeToItsEnd() throws {
    let session = try session(0, parser: ImageParser())
    try session.post(.streamBegin("a"), at: 0)
    var said: [String] = []
    let text = Array("First line.\nSecond line.\nThird".utf8)
    for (index, byte) in text.enumerated() {
      try session.post(.token("a", [byte]), at: Double(index) / 30)
    }
    try session.post(.streamEnd("a", .complete), at: 1.2)
    var firstAt = 0.0
    for step in 1...300 {
      guard let frame = session.frame(at: Double(step) / 60) else { continue }
      if said.isEmpty, !frame.announcements.isEmpty { firstAt = Double(step) / 60 }
      said += frame.announcements
    }
    #expect(said == ["First line.", "Second line.", "Third"])
    #expect((0.4..<1).contains(firstAt))
  }

  @Test func focusedMessageIsMovedByTheReaderAlone() throws {
    let session = try session(60)
    let end = run(session, from: 0, for: 0.2)
    try session.scroll(.dragging, to: end.scrollOffset - 400, at: 0.2)
    try session.scroll(.rest, to: end.scrollOffset - 400, at: 0.22)
    let frame = run(session, from: 0.22, for: 0.2)
    let item = try #require(frame.snapshot.visible.dropFirst().first)
    try session.focus(item.id, at: 0.5)
    try session.post(.prepend(ChatMessageList([message("old", 90)])), at: 0.6)
    try session.post(.scroll(to: .end, isAnimated: false, by: .app), at: 0.6)
    let after = run(session, from: 0.6, for: 0.3)
    #expect(after.snapshot.visible.first { $0.id == item.id }?.y == item.y)
    try session.focus(nil, at: 1)
    try session.post(.scroll(to: .end, isAnimated: false, by: .app), at: 1.1)
    #expect(run(session, from: 1.1, for: 0.3).snapshot.follow == .following)
  }

  @Test func selectedTextHasItsLines() throws {
    let session = try session(0)
    let text = String(repeating: "ten lettrs ", count: 30)
    try session.post(.append(ChatMessage(id: "a", role: .assistant, text: text)), at: 0)
    let frame = run(session, from: 0, for: 0.2)
    let block = try #require(frame.elements.first).frame
    let all = session.rectangles(of: 0..<text.count, in: "a")
    #expect(all == [block])
    let first = try #require(session.rectangles(of: 0..<3, in: "a").first)
    let last = try #require(session.rectangles(of: text.count - 4..<text.count - 1, in: "a").first)
    #expect(first.y == block.y && first.height < block.height / 4)
    #expect(abs(last.y + last.height - block.y - block.height) < 0.1 && last.height == first.height)
    #expect(session.rectangles(of: 0..<9_999, in: "a").isEmpty)
    #expect(session.rectangles(of: 0..<1, in: "none").isEmpty)
  }
}

/// Headings, and images that stand alone: `![source]`; every other line is a paragraph.
private struct ImageParser: ChatBlockParser {
  func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> ChatParsedText {
    var blocks: [ChatBlock] = []
    var start = 0
    for line in String(decoding: utf8, as: UTF8.self).split(
      separator: "\n",
      omittingEmptySubsequences: false
    ) {
      let source = start..<start + line.utf8.count
      start = source.upperBound + 1
      guard !line.isEmpty else { continue }
      var block = ChatBlock(kind: .paragraph, sourceUTF8: source)
      var text = Array(line.utf8)
      if line.hasPrefix("# ") {
        block.kind = .heading(level: 1)
        text.removeFirst(2)
      } else if line.hasPrefix("![") {
        block.kind = .image(source: String(line.dropFirst(2).dropLast()))
        text = Array("an image".utf8)
      }
      block.append(text: text, runs: [ChatTextRun(utf8Count: text.count)])
      blocks.append(block)
    }
    return ChatParsedText(blocks: blocks)
  }
}
