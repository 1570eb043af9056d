import ChatSurface
import Lengths
import MarkdownBlocks
import Testing
import TextMeasuring

/// What a host draws, from the snapshot and what is rendered for it.
@Suite struct RenderedFrameTests {
  private static let answer =
    "# Title\n\nSome **bold** words and a [link](https://a.example/b).\n\n- one\n- two\n\n"
    + "```swift\nlet x = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![A lake](lake.png)\n"

  private func render(_ driver: Driver, into frame: inout RenderedFrame) {
    driver.surface.render(driver.snapshot, into: &frame)
  }

  private func streamed(_ text: String) -> Driver {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.streamBegin("a"), .token("a", text))
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    return driver
  }

  @Test func aMessageHasItsRoleItsBoxAndTheBlocksOfItsText() throws {
    let driver = streamed(Self.answer)
    var frame = RenderedFrame()
    render(driver, into: &frame)
    #expect(frame.messages.map(\.id) == driver.snapshot.visible.map(\.id))
    #expect(frame.width == driver.surface.device.width)
    let message = try #require(frame.messages.last)
    #expect(message.role == .assistant && message.state == .complete)
    #expect(message.box == driver.surface.box(of: "a"))
    #expect(message.parts == [.init(kind: .text, blocks: 0..<message.blockCount)])
    let kinds = message.blocks.map(\.content.kind)
    #expect(kinds.first == .heading(level: 1))
    #expect(kinds.contains(.code(language: "swift")))
    let links = message.blocks.flatMap(\.links)
    #expect(links.map(\.destination) == ["https://a.example/b"])
    #expect(
      links.map { Array(Self.answer.utf8)[$0.sourceUTF8] }.map {
        String(decoding: $0, as: UTF8.self)
      }
        == ["link"]
    )
    let image = try #require(message.blocks.compactMap(\.image).first)
    #expect(image.source == "lake.png" && image.height == BlockMetrics.imageHeight)
  }

  @Test func blocksLieInTheirMessageOneBelowTheOther() throws {
    let driver = streamed(Self.answer)
    var frame = RenderedFrame()
    render(driver, into: &frame)
    let message = try #require(frame.messages.last)
    let item = try #require(driver.snapshot.visible.last)
    for (upper, lower) in zip(message.blocks, message.blocks.dropFirst()) {
      #expect(upper.frame.y + upper.frame.height <= lower.frame.y)
    }
    for block in message.blocks {
      #expect(block.frame.x + block.frame.width == message.textWidth)
      #expect(block.frame.y + block.frame.height <= item.height)
      #expect(block.frame.x == BlockMetrics.listIndent * block.content.nesting.listDepth)
    }
  }

  @Test func onlyBlocksOfTheViewportAreRendered() throws {
    let paragraphs = (0..<200).map { "Paragraph \($0) of a long answer." }.joined(separator: "\n\n")
    let driver = streamed(paragraphs)
    driver.frame(.scroll(to: .end, isAnimated: false))
    var frame = RenderedFrame()
    render(driver, into: &frame)
    let message = try #require(frame.messages.last)
    #expect(message.blockCount == 200)
    #expect(message.blocks.last?.index == 199)
    #expect((1..<60).contains(message.blocks.count))
    let item = try #require(driver.snapshot.visible.last)
    let first = try #require(message.blocks.first)
    #expect(item.y + first.frame.y + first.frame.height > .zero)
  }

  /// In every frame of a stream, in bytes of blocks, what the snapshot says in scalars of the message.
  @Test(arguments: Profile.all.filter { $0.reveal.fade != nil })
  func fadesOfBlocksAreThoseOfTheSnapshot(profile: Profile) {
    let driver = Driver(profile, messages: [.user("u")])
    var frame = RenderedFrame()
    driver.frame(.streamBegin("a"))
    var sent = Self.answer[...]
    var fading = 0
    while !sent.isEmpty || driver.surface.isRunning || driver.surface.nextDue != nil {
      let token = sent.prefix(5)
      sent = sent.dropFirst(5)
      if token.isEmpty {
        driver.frame(.streamEnd("a", .complete))
      } else {
        driver.frame(.token("a", String(token)))
      }
      render(driver, into: &frame)
      guard let message = frame.messages.first(where: { $0.id == "a" }) else { continue }
      let stream = driver.snapshot.streams.first { $0.id == "a" }
      let scalars = Array(Self.answer.unicodeScalars)
      for block in message.blocks {
        for fade in block.fades {
          fading += 1
          let shown = String(decoding: block.content.text[fade.utf8], as: UTF8.self)
          let covering = (stream?.fades ?? []).filter { $0.opacity == fade.opacity }
          let written = covering.map { fade in
            String(String.UnicodeScalarView(scalars[fade.startScalar..<fade.endScalar]))
          }
          // All letters that fade were written in order in a stretch of that opacity.
          #expect(written.contains { Self.hasInOrder($0, shown) }, "\(shown) among \(written)")
        }
      }
      if (stream?.fades ?? []).isEmpty {
        #expect(message.blocks.allSatisfy { $0.fades.isEmpty })
      }
      if sent.isEmpty, driver.snapshot.streams.isEmpty { break }
    }
    #expect(fading > 0)
  }

  /// Whether a text has the letters of another one, in order, with others between them or not.
  private static func hasInOrder(_ text: String, _ letters: String) -> Bool {
    var rest = text[...]
    return letters.allSatisfy { letter in
      guard !letter.isWhitespace else { return true }
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: place)...]
      return true
    }
  }

  @Test func whatDidNotChangeIsTheSameObjectAndWhatDidHasAnotherVersion() throws {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.streamBegin("a"), .token("a", "First paragraph.\n\nSecond "))
    for _ in 0..<200 { driver.frame() }
    var frame = RenderedFrame()
    render(driver, into: &frame)
    let before = frame.messages
    driver.frame()
    render(driver, into: &frame)
    #expect(zip(before, frame.messages).allSatisfy { $0 === $1 })
    driver.frame(.token("a", "and more "))
    for _ in 0..<20 { driver.frame() }
    render(driver, into: &frame)
    let (old, new) = (try #require(before.last), try #require(frame.messages.last))
    #expect(before.first === frame.messages.first)
    #expect(old !== new)
    #expect(old.blocks[0] === new.blocks[0])
    #expect(old.blocks[1].version != new.blocks[1].version)
    #expect(old.blocks[1].id == new.blocks[1].id)
  }

  @Test func renderingIsNoWorkOfAFrame() {
    let plain = streamed(Self.answer)
    let looked = Driver(messages: [.user("u")])
    var frame = RenderedFrame()
    looked.frame(.streamBegin("a"), .token("a", Self.answer))
    render(looked, into: &frame)
    looked.frame(.streamEnd("a", .complete))
    while looked.surface.isRunning || looked.surface.nextDue != nil {
      looked.frame()
      render(looked, into: &frame)
    }
    #expect(plain.snapshot.visible.map(\.y) == looked.snapshot.visible.map(\.y))
    #expect(plain.snapshot.visible.map(\.version) == looked.snapshot.visible.map(\.version))
  }

  @Test func cardsAndHostRenderedMessagesSayThatTheHostDrawsThem() throws {
    let driver = Driver(messages: [
      Message(id: "h", role: .user, text: "", suppliedHeight: points(70))
    ])
    driver.frame(.streamBegin("a"), .partBegin("a", .reasoning), .token("a", "let me see"))
    driver.frame(.partBegin("a", .card), .card("a", part: 1, points(80)))
    driver.frame(.partBegin("a", .text), .token("a", "here"), .streamEnd("a", .complete))
    driver.settle()
    var frame = RenderedFrame()
    render(driver, into: &frame)
    let host = try #require(frame.messages.first)
    #expect(host.box == nil && host.blocks.isEmpty)
    let message = try #require(frame.messages.last)
    #expect(message.parts.map(\.kind) == [.reasoning, .card, .text])
    #expect(message.parts.map(\.blocks) == [0..<1, 1..<2, 2..<3])
    #expect(message.blocks.map(\.isCard) == [false, true, false])
    #expect(message.blocks[1].frame.height == points(80))
    #expect(message.blocks[2].runs.first?.sourceUTF8 == 10..<14)
  }
}
