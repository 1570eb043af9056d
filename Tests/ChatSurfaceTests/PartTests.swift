import ChatSurface
import Lengths
import Testing

/// Answers of several parts.
@Suite struct PartTests {
  private func kinds(_ driver: Driver, _ id: MessageID = "a") -> [MessagePart.Kind]? {
    driver.surface.parts(of: id)?.map(\.kind)
  }

  @Test func anAnswerWithoutPartsIsOneText() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.streamBegin("a"), .token("a", "plain words"))
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    #expect(driver.surface.parts(of: "a") == [MessagePart(kind: .text, text: "plain words".bytes)])
  }

  @Test func partsStandInTheOrderInWhichTheyBegan() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.streamBegin("a"), .partBegin("a", .reasoning), .token("a", "let me see"))
    driver.frame(.partBegin("a", .card), .card("a", part: 1, LayoutUnit(points: 80)))
    driver.frame(.partBegin("a", .text), .token("a", "here it is"))
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    #expect(
      driver.surface.parts(of: "a") == [
        MessagePart(kind: .reasoning, text: "let me see".bytes),
        MessagePart(kind: .card, cardHeight: LayoutUnit(points: 80)),
        MessagePart(kind: .text, text: "here it is".bytes),
      ]
    )
    // Two lines, a card, and two spaces between them.
    let item = driver.snapshot.visible.first { $0.id == "a" }
    #expect(item?.height == LayoutUnit(points: 20 + 12 + 80 + 12 + 20))
    #expect(driver.text(of: "a") == "let me seehere it is")
    #expect(driver.violations.isEmpty)
  }

  @Test func charactersCountOverTheTextPartsOneAfterTheOther() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.streamBegin("a"), .partBegin("a", .reasoning), .token("a", "abc "))
    driver.frame(.partBegin("a", .text), .token("a", "defg"))
    #expect(driver.snapshot.streams.first?.receivedScalars == 8)
    driver.frame(.streamEnd("a", .complete))
    var last = 0
    for _ in 0..<60 {
      driver.frame()
      guard let stream = driver.snapshot.streams.first else { break }
      #expect(stream.releasedScalars >= last)
      last = stream.releasedScalars
    }
    #expect(last == 8)
  }

  /// What is held when a part begins is that part's text, not the next one's.
  @Test func heldTextStaysInItsPart() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.streamBegin("a"), .token("a", "unfinished"))
    driver.frame(.partBegin("a", .text), .token("a", " next"))
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    #expect(
      driver.surface.parts(of: "a")?.map { String(decoding: $0.text, as: UTF8.self) }
        == ["unfinished", " next"]
    )
  }

  @Test func aPartShowsWhenAllTextBeforeItDoes() {
    let driver = Driver(messages: [.user("u")])
    let words = String(repeating: "word ", count: 60)
    driver.frame(.streamBegin("a"), .token("a", words), .partBegin("a", .card))
    driver.frame(.card("a", part: 1, LayoutUnit(points: 100)))
    #expect(kinds(driver) == [.text])
    var showed = false
    for _ in 0..<200 {
      driver.frame()
      guard let stream = driver.snapshot.streams.first else { break }
      let isShown = kinds(driver) == [.text, .card]
      #expect(isShown == (stream.releasedScalars == words.unicodeScalars.count))
      showed = showed || isShown
    }
    #expect(showed)
  }

  @Test func aCardGrowsAndCollapsesWithoutMovingTheReader() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.streamBegin("a"), .partBegin("a", .card), .card("a", part: 0, .init(points: 300)))
    driver.frame(.partBegin("a", .text), .token("a", .lines(60)))
    driver.frame(.streamEnd("a", .complete), .taskEnd)
    driver.settle()
    driver.frame(.append(.assistant("z", lines: 40)))
    driver.settle()
    // The reader is in the text below the card.
    driver.frame(.scroll(to: .message("a", .top), isAnimated: false))
    driver.frame(.touch(.began, y: 500))
    driver.frame(.touch(.moved, y: 100))
    for _ in 0..<12 { driver.frame(.touch(.moved, y: 100)) }
    driver.frame(.touch(.ended, y: 100))
    driver.settle()
    let text = { (driver: Driver) in
      driver.snapshot.stillPoint.map { ($0.id, $0.y) }
    }
    let before = text(driver)
    let offset = driver.snapshot.offset
    driver.frame(.card("a", part: 0, LayoutUnit(points: 40)))
    #expect(driver.snapshot.offset == offset)
    #expect(text(driver)?.1 == before?.1)
    driver.frame(.card("a", part: 0, LayoutUnit(points: 700)))
    #expect(driver.snapshot.offset == offset)
    #expect(text(driver)?.1 == before?.1)
    #expect(driver.drift == .zero)
    #expect(driver.violations.isEmpty)
  }

  /// Parts are counted as they begin, whatever of the text before them is shown yet.
  @Test(
    arguments: ["Hmm", "Hmm, let me look for it. ", "\n\n", ""]
  )
  func aCardIsTheSamePartBeforeAndAfterItShows(text: String) {
    let height = LayoutUnit(points: 80)
    for kind in [MessagePart.Kind?.none, .text, .reasoning] {
      for isLate in [false, true] {
        let driver = Driver(messages: [.user("u")])
        driver.frame(.streamBegin("a"))
        if let kind { driver.frame(.partBegin("a", kind)) }
        if !text.isEmpty { driver.frame(.token("a", text)) }
        driver.frame(.partBegin("a", .card))
        if isLate { driver.settle() }
        // Text that nobody began a part for has one of its own.
        let number = kind == nil && text.isEmpty ? 0 : 1
        driver.frame(.card("a", part: number, height))
        #expect(driver.refusals.isEmpty, "\(text.debugDescription) in \(kind as Any)")
        driver.frame(.streamEnd("a", .complete))
        driver.settle()
        let parts = driver.surface.parts(of: "a")
        #expect(parts?.count == number + 1)
        #expect(parts?.last == MessagePart(kind: .card, cardHeight: height))
        #expect(driver.violations.isEmpty)
      }
    }
  }

  @Test func textAfterACardIsAPartOfItsOwnBeforeTheNextCard() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.streamBegin("a"), .partBegin("a", .card), .token("a", "between"))
    driver.frame(.partBegin("a", .card), .card("a", part: 2, LayoutUnit(points: 50)))
    driver.frame(.card("a", part: 0, LayoutUnit(points: 30)), .streamEnd("a", .complete))
    driver.settle()
    #expect(driver.refusals.isEmpty)
    #expect(kinds(driver) == [.card, .text, .card])
    #expect(driver.surface.parts(of: "a")?.map(\.cardHeight.points) == [30, 0, 50])
  }

  @Test func aCardWithoutHeightTakesNoRoom() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.streamBegin("a"), .token("a", "text"), .partBegin("a", .card))
    driver.frame(.partBegin("a", .text), .token("a", "more"))
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    let item = driver.snapshot.visible.first { $0.id == "a" }
    #expect(item?.height == LayoutUnit(points: 20 + 12 + 20))
  }

  @Test func aTextThatBeginsAlikeKeepsWhatWasRevealed() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.streamBegin("a"), .partBegin("a", .reasoning), .token("a", "thought "))
    driver.frame(.partBegin("a", .text), .token("a", "one two three "))
    driver.run(milliseconds: 1_500)
    let released = driver.snapshot.streams.first?.releasedScalars
    #expect(released == 22)
    driver.frame(.update("a", text: "thought one two three four"))
    #expect(driver.snapshot.streams.first?.releasedScalars == 22)
    #expect(driver.snapshot.streams.first?.fades.isEmpty == true)
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    #expect(
      driver.surface.parts(of: "a")?.map { String(decoding: $0.text, as: UTF8.self) }
        == ["thought ", "one two three four"]
    )
  }

  @Test func aPartOfAMessageThatDoesNotStreamIsRefused() {
    let driver = Driver(messages: [.assistant("a")])
    driver.frame(.partBegin("a", .text), .card("a", part: 0, LayoutUnit(points: 10)))
    #expect(driver.refusals == [.notStreaming("a"), .noCard("a", part: 0)])
  }

  @Test func aCardOfABadHeightIsRefused() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.streamBegin("a"), .partBegin("a", .card), .card("a", part: 0, .init(points: -1)))
    #expect(driver.refusals == [.heightOutOfRange("a", LayoutUnit(points: -1))])
  }
}

extension String {
  fileprivate var bytes: [UInt8] { Array(utf8) }
}
