import ChatSurface
import Lengths
import Testing

/// When a surface asks its host for another page.
@Suite struct SurfaceLoaderTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  private func supplied(_ id: MessageID, _ height: Int) -> Message {
    Message(id: id, role: .assistant, text: "", suppliedHeight: points(height))
  }

  private func asked(_ driver: Driver) -> [ContentEdge] { driver.surface.observations.wantedPages }

  /// Before the second message are the first, 12 pt of space and 16 of padding.
  @Test func theTopIsAskedForWithinAHundredPointsOnce() {
    for (height, expected) in [(72, [ContentEdge.top]), (73, [])] {
      let driver = Driver(messages: [supplied("first", height)] + Message.history(40))
      driver.frame(.scroll(to: .message("m0", .top), isAnimated: false))
      #expect(driver.surface.pointsFromTop == Double(height + 28))
      #expect(asked(driver) == expected, "\(height + 28) pt")
      driver.frame(.typing(true))
      #expect(asked(driver).isEmpty)
      driver.frame(.scroll(to: .message("first", .top), isAnimated: false))
      #expect(asked(driver) == (expected.isEmpty ? [.top] : []))
    }
  }

  @Test func theEndIsAskedForWithinAHundredPointsOnce() {
    for (height, expected) in [(88, [ContentEdge.end]), (89, [])] {
      let driver = Driver(messages: Message.history(40) + [supplied("last", height)])
      driver.frame(.scroll(to: .message("m39", .bottom), isAnimated: false))
      #expect(driver.surface.pointsFromBottom == Double(height + 12))
      #expect(asked(driver) == expected, "\(height + 12) pt")
      driver.frame(.scroll(to: .end, isAnimated: false))
      #expect(asked(driver) == (expected.isEmpty ? [.end] : []))
    }
  }

  /// A load that fails brings no page, others an empty one, a short one, a long one.
  @Test(arguments: [nil, 0, 1, 20])
  func theLoadsEndArmsItAgainHoweverShortThePageWas(count: Int?) {
    let driver = Driver(messages: Message.history(40))
    driver.frame(.scroll(to: .top, isAnimated: false))
    #expect(asked(driver) == [.top])
    driver.frame(.loader(.top, isVisible: true))
    if let count {
      let page = (0..<count).map { supplied(MessageID(rawValue: "p\($0)"), 30) }
      driver.frame(.prepend(ListedMessages(page)))
    }
    for _ in 0..<3 {
      driver.frame(.scroll(to: .message("m20", .top), isAnimated: false))
      driver.frame(.scroll(to: .top, isAnimated: false))
      #expect(asked(driver).isEmpty, "a load runs")
    }
    driver.frame(.loader(.top, isVisible: false))
    #expect(asked(driver) == [.top])
    driver.frame()
    #expect(asked(driver).isEmpty)
  }

  /// The value may be told in every frame, or a page simply comes.
  @Test func aLoadIsToldByItsValueOrByItsPage() {
    let told = Driver(messages: Message.history(40))
    told.frame(.scroll(to: .top, isAnimated: false))
    #expect(asked(told) == [.top])
    for _ in 0..<3 { told.frame(.loader(.top, isVisible: true)) }
    told.frame(.scroll(to: .message("m1", .top), isAnimated: false))
    told.frame(.scroll(to: .top, isAnimated: false))
    #expect(asked(told).isEmpty)
    told.frame(.scroll(to: .message("m9", .top), isAnimated: false))
    for _ in 0..<3 { told.frame(.loader(.top, isVisible: false)) }
    told.frame(.scroll(to: .top, isAnimated: false))
    #expect(asked(told) == [.top])

    let silent = Driver(messages: Message.history(40))
    silent.frame(.scroll(to: .top, isAnimated: false))
    #expect(asked(silent) == [.top])
    silent.frame(.scroll(to: .message("m9", .top), isAnimated: false))
    silent.frame(.scroll(to: .top, isAnimated: false))
    #expect(asked(silent).isEmpty, "the page has not come")
    silent.frame(.prepend(ListedMessages(Message.history(20, prefix: "p"))))
    silent.frame(.scroll(to: .top, isAnimated: false))
    #expect(asked(silent) == [.top])
  }

  @Test(arguments: Profile.all.indices)
  func nothingIsAskedForAtFirstDisplay(index: Int) {
    let driver = Driver(Profile.all[index], messages: Message.history(40))
    #expect(asked(driver).isEmpty)
    for number in 0..<30 {
      driver.frame(.append(.assistant("new\(number)")))
      #expect(asked(driver).isEmpty)
    }
  }

  @Test func contentShorterThanTheViewportIsAskedForAtOnce() {
    // 667 pt less the top inset of 20 and the composer of 48 are 599 pt.
    for (height, expected) in [(599 - 16 - 1, [ContentEdge.top, .end]), (599 - 16, [])] {
      let driver = Driver(messages: [supplied("only", height)])
      #expect(asked(driver) == expected, "\(height + 16) pt")
      driver.frame(.typing(true))
      #expect(asked(driver).isEmpty)
    }
  }
}
