import ChatSurface
import Lengths
import Testing
import TextMeasuring
import Timebase

/// Breakages that other chat lists are known for, each under its own name.
///
/// Unless a test says otherwise nothing that the reader sees may move, in the frame of the edit.
@Suite struct KnownBreakageTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  private func page(_ count: Int, lines: Int = 4, prefix: String = "p") -> ListedMessages {
    ListedMessages((0..<count).map { .assistant("\(prefix)\($0)", lines: lines) })
  }

  /// A conversation whose reader has scrolled to the middle.
  private func reading(_ messages: [Message] = Message.history(60), at id: MessageID = "m20")
    -> Driver
  {
    let driver = Driver(messages: messages)
    driver.frame(.scroll(to: .message(id, .top), isAnimated: false))
    driver.settle()
    return driver
  }

  // MARK: Prepending

  @Test func prependShorterThanTheViewport() {
    let driver = reading()
    let before = driver.places
    driver.frame(.prepend(page(1, lines: 1)))
    driver.expectStill(since: before)
  }

  @Test func prependWhileNearTheBottom() {
    let driver = Driver(messages: Message.history(60))
    driver.frame(.touch(.began, y: 300))
    driver.frame(.touch(.moved, y: 340))
    for _ in 0..<12 { driver.frame(.touch(.moved, y: 340)) }
    let before = driver.places
    driver.frame(.prepend(page(50)))
    driver.expectStill(since: before)
  }

  @Test func prependDuringAFling() {
    let driver = reading()
    let steady = reading()
    for each in [driver, steady] { each.frame(.fling(velocity: -2_000)) }
    for _ in 0..<6 {
      driver.frame()
      steady.frame()
    }
    driver.frame(.prepend(page(50)))
    steady.frame()
    #expect(driver.snapshot.offset == steady.snapshot.offset)
    for _ in 0..<30 {
      driver.frame()
      steady.frame()
      #expect(driver.snapshot.offset == steady.snapshot.offset)
    }
    #expect(driver.violations.isEmpty)
  }

  @Test func prependDuringAProgrammaticScroll() {
    let driver = reading()
    driver.frame(.scroll(to: .message("m40", .top), isAnimated: true))
    for _ in 0..<4 { driver.frame() }
    let before = driver.snapshot.offset
    driver.frame(.prepend(page(50)))
    #expect(driver.snapshot.offset > before)
    #expect(driver.snapshot.scroll == .animating)
    driver.settle()
    #expect(driver.place(of: "m40") == driver.snapshot.topInset)
    #expect(driver.violations.isEmpty)
  }

  @Test func prependBeforeTheFirstScroll() {
    let driver = Driver(messages: Message.history(60))
    driver.settle()
    let before = driver.places
    driver.frame(.prepend(page(50)))
    driver.expectStill(since: before)
  }

  @Test func prependAsTheFirstThingAfterOpening() {
    let driver = Driver()
    driver.frame(.load(ListedMessages(Message.history(60))), .prepend(page(50)))
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.snapshot.visible.last?.id == "m59")
    #expect(driver.violations.isEmpty)
  }

  @Test func prependOf200AtOnce() {
    let driver = reading()
    let before = driver.places
    driver.frame(.prepend(page(200)))
    driver.expectStill(since: before)
  }

  @Test func rowsFarFromTheirEstimate() {
    let driver = reading()
    let odd = (0..<60).map { index in
      Message.assistant("p\(index)", lines: index % 3 == 0 ? 80 : 1)
    }
    driver.frame(.prepend(ListedMessages(odd)))
    // Up into them, slowly: what is measured there may not move what is seen.
    for _ in 0..<20 {
      driver.frame(.touch(.began, y: 100))
      for step in 1...10 { driver.frame(.touch(.moved, y: 100 + Double(step) * 20)) }
      for _ in 0..<12 { driver.frame(.touch(.moved, y: 300)) }
      driver.frame(.touch(.ended, y: 300))
      #expect(driver.snapshot.drift == .zero)
    }
    #expect(driver.violations.isEmpty)
  }

  // MARK: Heights

  @Test func growthOfAnItemThatSpansTheFold() {
    var messages = Message.history(40)
    messages[20] = Message(
      id: "m20",
      role: .assistant,
      text: Array(repeating: "A paragraph of its own.", count: 80).joined(separator: "\n\n")
    )
    let driver = reading(messages)
    driver.frame(.touch(.began, y: 500))
    driver.frame(.touch(.moved, y: 100))
    for _ in 0..<12 { driver.frame(.touch(.moved, y: 100)) }
    driver.frame(.touch(.ended, y: 100))
    driver.settle()
    let before = driver.places
    driver.frame(.update("m20", text: messages[20].text + "\n\nAnd one more."))
    driver.expectStill(since: before)
    // Above the fold too, by a paragraph at its beginning: the block being read stays.
    let still = driver.snapshot.stillPoint
    driver.frame(.update("m20", text: "First of all.\n\n" + messages[20].text))
    #expect(driver.snapshot.stillPoint?.y == still?.y)
    #expect(driver.snapshot.drift == .zero)
  }

  @Test func aLateLinkDefinitionAboveTheFoldInsideTheItemBeingRead() {
    let link = "[a long name for a link that takes more than one line on a phone when shown]"
    let text = (0..<40).map { "\(link)[ref] number \($0)" }.joined(separator: "\n\n")
    var messages = Message.history(30)
    messages[20] = Message(id: "m20", role: .assistant, text: text)
    let driver = reading(messages)
    driver.frame(.touch(.began, y: 500))
    driver.frame(.touch(.moved, y: 100))
    for _ in 0..<12 { driver.frame(.touch(.moved, y: 100)) }
    driver.frame(.touch(.ended, y: 100))
    driver.settle()
    let still = driver.snapshot.stillPoint
    #expect(still?.id == "m20")
    // Every bracket above becomes a link and shorter by what named it.
    driver.frame(.update("m20", text: text + "\n\n[ref]: https://example.org\n"))
    #expect(driver.snapshot.stillPoint?.id == "m20")
    #expect(driver.snapshot.stillPoint?.y == still?.y)
    #expect(driver.snapshot.drift == .zero)
    #expect(driver.violations.isEmpty)
  }

  @Test func collapseOfAToolCard() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.streamBegin("a"), .partBegin("a", .card), .card("a", part: 0, points(600)))
    driver.frame(.partBegin("a", .text), .token("a", .lines(80)))
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    driver.frame(.scroll(to: .end, isAnimated: false))
    driver.frame(.touch(.began, y: 300))
    driver.frame(.touch(.moved, y: 320))
    for _ in 0..<12 { driver.frame(.touch(.moved, y: 320)) }
    let still = driver.snapshot.stillPoint
    let offset = driver.snapshot.offset
    driver.frame(.card("a", part: 0, points(44)))
    #expect(driver.snapshot.offset == offset)
    #expect(driver.snapshot.stillPoint?.y == still?.y)
    #expect(driver.snapshot.drift == .zero)
  }

  @Test func rotationMidHistory() {
    let driver = reading(Message.history(400), at: "m200")
    let still = driver.snapshot.stillPoint
    driver.frame(.resize(width: points(667), height: points(375)))
    #expect(driver.snapshot.stillPoint?.id == still?.id)
    #expect(driver.snapshot.visible.allSatisfy { !$0.isEstimated })
    driver.frame(.resize(width: points(375), height: points(667)))
    #expect(driver.snapshot.stillPoint == still)
    #expect(driver.violations.isEmpty)
  }

  /// Where corrections come late the reader's place comes back in the frames after.
  @Test(arguments: Profile.all.map(\.name))
  func rotationMidHistoryInEveryProfile(profile: String) throws {
    let profile = try #require(Profile.all.first { $0.name == profile })
    let driver = Driver(profile, messages: Message.history(400))
    driver.settle()
    driver.frame(.restore(Anchor(id: "m200", distance: points(40))))
    driver.settle()
    let still = try #require(driver.snapshot.stillPoint?.id)
    #expect(still == "m200")
    for size in [(667, 375), (375, 667), (667, 375), (375, 667)] {
      driver.frame(.resize(width: points(size.0), height: points(size.1)))
      driver.settle()
      #expect(driver.snapshot.stillPoint?.id == still, "\(size)")
    }
    for size in [TextSizeCategory.accessibilityLarge, .extraSmall, .large] {
      driver.frame(.textSize(size))
      driver.settle()
      #expect(driver.snapshot.stillPoint?.id == still, "\(size)")
    }
    #expect(driver.violations.isEmpty)
  }

  @Test func anItemTallerThan3Viewports() {
    var messages = Message.history(30)
    messages[15] = .assistant("m15", lines: 3 * 667 / 20 + 20)
    let driver = reading(messages, at: "m15")
    for _ in 0..<12 {
      driver.frame(.touch(.began, y: 500))
      driver.frame(.touch(.moved, y: 300))
      for _ in 0..<12 { driver.frame(.touch(.moved, y: 300)) }
      driver.frame(.touch(.ended, y: 300))
      let before = driver.places
      driver.frame(.prepend(page(2, prefix: "p\(driver.tick)-")))
      driver.expectStill(since: before)
    }
  }

  @Test func oneHiddenMessage() {
    let hidden = Message(id: "h", role: .assistant, text: "x", suppliedHeight: .zero)
    let driver = Driver(messages: [hidden])
    #expect(driver.snapshot.visible.isEmpty)
    driver.frame(.append(.user("u")))
    #expect(driver.place(of: "u") == driver.snapshot.topInset + points(16))
    driver.frame(.setHeight("h", points(100)))
    #expect(driver.snapshot.visible.map(\.id) == ["h", "u"])
    #expect(driver.violations.isEmpty)
  }

  /// Content turns out too short by guesses, and then higher than they were.
  @Test func aPageBeforeOneHiddenMessageRestsAtTheEnd() {
    let hidden = Message(id: "h", role: .assistant, text: "x", suppliedHeight: .zero)
    for lines in [1, 4, 12] {
      let driver = Driver(messages: [hidden])
      driver.frame(.scroll(to: .top, isAnimated: false))
      driver.settle()
      driver.frame(.prepend(page(28, lines: lines)))
      #expect(driver.snapshot.isClamped)
      #expect(driver.pointsFromEnd == .zero)
      #expect(driver.snapshot.drift == .zero)
      #expect(driver.violations.isEmpty)
    }
  }

  // MARK: Insets

  @Test func keyboardOpeningMidStream() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.streamBegin("a"))
    for index in 0..<90 {
      driver.frame(.token("a", "words \(index) of it, "))
      if index == 30 { driver.frame(.keyboard(height: points(260), .easeInOut)) }
      if index == 60 { driver.frame(.keyboard(height: .zero, .easeInOut)) }
      #expect(driver.snapshot.drift == .zero)
    }
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.violations.isEmpty)
  }

  @Test func emojiKeyboardHeightChange() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.keyboard(height: points(260), .easeInOut))
    driver.settle()
    driver.frame(.keyboard(height: points(310), .easeInOut))
    driver.settle()
    #expect(driver.snapshot.covered == points(318))
    #expect(driver.pointsFromEnd == .zero)
    let reader = reading()
    let before = reader.places
    reader.frame(.keyboard(height: points(260), .easeInOut))
    reader.frame(.keyboard(height: points(310), .easeInOut))
    reader.settle()
    reader.expectStill(since: before)
  }

  @Test func multiLineSend() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.composer(lines: 6, text: .lines(6)))
    driver.settle()
    #expect(driver.snapshot.button == .send)
    #expect(driver.pointsFromEnd == .zero)
    driver.frame(.send("u", text: .lines(6)))
    #expect(driver.snapshot.composer == points(48))
    driver.settle()
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
    #expect(driver.snapshot.follow == .pinned("u"))
    #expect(driver.violations.isEmpty)
  }

  @Test func blankLargerThanTheViewport() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.send("u", text: "x"))
    driver.settle()
    driver.frame(.resize(width: points(375), height: points(1_400)))
    driver.settle()
    #expect(driver.snapshot.blank > points(667))
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
    driver.frame(.resize(width: points(375), height: points(300)))
    driver.settle()
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
    #expect(driver.violations.isEmpty)
  }

  @Test func footerAndAppendTogether() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.auxiliary(.footer, points(60)), .append(.assistant("z", lines: 4)))
    #expect(driver.pointsFromEnd == .zero)
    let reader = reading()
    let before = reader.places
    reader.frame(.auxiliary(.footer, points(60)), .append(.assistant("z", lines: 4)))
    reader.expectStill(since: before)
  }

  @Test func typingIndicatorWithBatchUpdates() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(
      .typing(true),
      .append(.assistant("y")),
      .prepend(page(5)),
      .remove("m3"),
      .typing(false),
      .typing(true)
    )
    driver.settle()
    #expect(driver.pointsFromEnd == .zero)
    let reader = reading()
    let before = reader.places
    reader.frame(.typing(true), .append(.assistant("y")), .prepend(page(5)), .remove("m3"))
    reader.settle()
    reader.expectStill(since: before)
  }
}
