import ChatSurface
import Lengths
import Testing
import Timebase

/// Breakages that other chat lists are known for, each under its own name.
///
/// Unless a test says otherwise nothing that the reader sees may move, in the frame of the edit.
@Suite struct KnownBreakageTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  private func page(_ count: Int, lines: Int = 4, prefix: String = "p") -> ListedMessages {
    ListedMessages((0..<count).map { .assistant("\(prefix)\($0)", lines: lines) })
  }

  private func opened(_ messages: [Message], on screen: Device) -> Driver {
    Driver(device: screen, hertz: screen.rate.hertz, messages: messages)
  }

  /// Every device of the catalogue, at 60 and at 120 Hz.
  static let screens = Device.all.flatMap { device in [60, 120].map { device.at(hertz: $0) } }

  /// A conversation whose reader has scrolled to the middle.
  private func reading(
    _ messages: [Message] = Message.history(60),
    at id: MessageID = "m20",
    on screen: Device = .iPhoneSE
  ) -> Driver {
    let driver = opened(messages, on: screen)
    driver.frame(.scroll(to: .message(id, .top), isAnimated: false))
    driver.settle()
    return driver
  }

  // MARK: Prepending

  @Test(arguments: screens) func prependShorterThanTheViewport(screen: Device) {
    let driver = reading(on: screen)
    let before = driver.places
    driver.frame(.prepend(page(1, lines: 1)))
    driver.expectStill(since: before)
  }

  @Test(arguments: screens) func prependWhileNearTheBottom(screen: Device) {
    let driver = opened(Message.history(60), on: screen)
    driver.frame(.touch(.began, y: 300))
    driver.frame(.touch(.moved, y: 340))
    for _ in 0..<12 { driver.frame(.touch(.moved, y: 340)) }
    let before = driver.places
    driver.frame(.prepend(page(50)))
    driver.expectStill(since: before)
  }

  @Test(arguments: screens) func prependDuringAFling(screen: Device) {
    let driver = reading(on: screen)
    let steady = reading(on: screen)
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

  @Test(arguments: screens) func prependDuringAProgrammaticScroll(screen: Device) {
    let driver = reading(on: screen)
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

  @Test(arguments: screens) func prependBeforeTheFirstScroll(screen: Device) {
    let driver = opened(Message.history(60), on: screen)
    driver.settle()
    let before = driver.places
    driver.frame(.prepend(page(50)))
    driver.expectStill(since: before)
  }

  @Test(arguments: screens) func prependAsTheFirstThingAfterOpening(screen: Device) {
    let driver = opened([], on: screen)
    driver.frame(.load(ListedMessages(Message.history(60))), .prepend(page(50)))
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.snapshot.visible.last?.id == "m59")
    #expect(driver.violations.isEmpty)
  }

  @Test(arguments: screens) func prependOf200AtOnce(screen: Device) {
    let driver = reading(on: screen)
    let before = driver.places
    driver.frame(.prepend(page(200)))
    driver.expectStill(since: before)
  }

  @Test(arguments: screens) func rowsFarFromTheirEstimate(screen: Device) {
    let driver = reading(on: screen)
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
      #expect(driver.drift == .zero)
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
    #expect(driver.drift == .zero)
  }

  /// Forty links whose definition is still to come. Each names its reference at such length that
  /// what is written is a line longer than the link, on every screen.
  private var undefinedLinks: (text: String, definition: String) {
    let label = Array(repeating: "reference", count: 10).joined(separator: " ")
    let links = (0..<40).map { "[a link][\(label)] number \($0)" }
    // Below them there is enough for what is read to stay although they become shorter.
    let text = links + Array(repeating: "No link.", count: 40)
    return (text.joined(separator: "\n\n"), "\n\n[\(label)]: https://example.org\n\n")
  }

  /// Puts one of the links across the top inset, so that it stays there as a single line too.
  private func readLinks(of id: MessageID, in driver: Driver) throws -> FrameSnapshot.StillPoint {
    driver.frame(.restore(Anchor(id: id, distance: points(1_200))))
    let inset = driver.snapshot.topInset
    let there = try #require(driver.snapshot.stillPoint).y - inset
    driver.frame(.restore(Anchor(id: id, distance: points(1_205) + there)))
    driver.settle()
    let still = try #require(driver.snapshot.stillPoint)
    #expect(still.id == id && still.y == inset - points(5) && (8..<32).contains(still.block))
    return still
  }

  @Test(arguments: screens)
  func aLateLinkDefinitionAboveTheFoldInsideTheItemBeingRead(screen: Device) throws {
    let (text, definition) = undefinedLinks
    var messages = Message.history(30)
    messages[20] = Message(id: "m20", role: .assistant, text: text)
    let driver = reading(messages, on: screen)
    let height = try #require(driver.snapshot.visible.first { $0.id == "m20" }).height
    let still = try readLinks(of: "m20", in: driver)
    // Every bracket above becomes a link and shorter by what named it.
    driver.frame(.update("m20", text: text + definition))
    let shorter = try #require(driver.snapshot.visible.first { $0.id == "m20" }).height
    #expect(shorter <= height - points(40 * 20))
    #expect(driver.snapshot.stillPoint == still)
    #expect(driver.drift == .zero)
    #expect(driver.violations.isEmpty)
  }

  @Test(arguments: screens)
  func aLateLinkDefinitionThatStreamsIn(screen: Device) throws {
    let (text, definition) = undefinedLinks
    let driver = opened(Message.history(30), on: screen)
    driver.frame(.streamBegin("a"))
    driver.frame(.token("a", text + "\n\n"))
    driver.settle()
    driver.frame(.scroll(to: .message("a", .top), isAnimated: false))
    let height = try #require(driver.snapshot.visible.first { $0.id == "a" }).height
    let still = try readLinks(of: "a", in: driver)
    driver.frame(.token("a", definition))
    driver.frame(.streamEnd("a", .complete))
    for _ in 0..<240 {
      driver.frame()
      #expect(driver.snapshot.stillPoint == still)
      #expect(driver.drift == .zero)
    }
    let shorter = try #require(driver.snapshot.visible.first { $0.id == "a" }).height
    #expect(shorter <= height - points(40 * 20))
    #expect(driver.violations.isEmpty)
  }

  @Test(arguments: screens) func collapseOfAToolCard(screen: Device) {
    let driver = opened(Message.history(30), on: screen)
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
    #expect(driver.drift == .zero)
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
}
