import ChatSurface
import Lengths
import Testing

/// Header, footer, actions, disclaimer, typing indicator, loaders.
@Suite struct AuxiliaryTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  @Test func actionsBelongToTheirMessage() {
    let driver = Driver(messages: [.user("u"), .assistant("a"), .user("v")])
    let height = driver.snapshot.visible[1].height
    let next = driver.place(of: "v")
    driver.frame(.auxiliary(.actions("a"), points(32)))
    #expect(driver.snapshot.visible[1].height == height + points(32))
    #expect(driver.place(of: "v") == next.map { $0 + points(32) })
    driver.frame(.auxiliary(.actions("a"), nil))
    #expect(driver.place(of: "v") == next)
  }

  @Test func actionsSurviveMeasuringAgain() {
    let driver = Driver(messages: [.user("u"), .assistant("a")])
    driver.frame(.auxiliary(.actions("a"), points(32)))
    let height = driver.snapshot.visible[1].height
    driver.frame(.update("a", text: .lines(3)))
    #expect(driver.snapshot.visible[1].height == height + points(40))
  }

  @Test func theDisclaimerStandsBelowTheNewestAnswerWhileItIsLast() {
    let driver = Driver(messages: [.user("u"), .assistant("a")])
    let bottom = driver.snapshot.contentBottom
    driver.frame(.auxiliary(.disclaimer, points(24)))
    #expect(driver.snapshot.contentBottom == bottom + points(24))
    driver.frame(.append(.user("v")))
    let withUser = driver.snapshot.contentBottom
    driver.frame(.auxiliary(.disclaimer, nil))
    #expect(driver.snapshot.contentBottom == withUser)
  }

  @Test func theTypingIndicatorStandsLikeAMessage() {
    let driver = Driver(messages: [.user("u")])
    let bottom = driver.snapshot.contentBottom
    driver.frame(.typing(true))
    #expect(driver.snapshot.contentBottom == bottom + points(12 + 32))
    driver.frame(.typing(false))
    #expect(driver.snapshot.contentBottom == bottom)
  }

  @Test func theTypingIndicatorComesIntoViewNearTheEnd() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.touch(.began, y: 300))
    driver.frame(.touch(.moved, y: 350))
    for _ in 0..<12 { driver.frame(.touch(.moved, y: 350)) }
    driver.frame(.touch(.ended, y: 350))
    driver.frame(.scroll(to: .message("m5", .top), isAnimated: false))
    let far = driver.snapshot.offset
    driver.frame(.typing(true))
    driver.settle()
    #expect(driver.snapshot.offset == far)
    driver.frame(.typing(false))
    driver.frame(.scroll(to: .end, isAnimated: false))
    driver.frame(.typing(true))
    driver.settle()
    #expect(driver.pointsFromEnd == .zero)
  }

  @Test func headerAndTopLoaderExtendTheContentUpward() {
    let driver = Driver(messages: Message.history(30))
    let (offset, top) = (driver.snapshot.offset, driver.snapshot.contentTop)
    driver.frame(.auxiliary(.header, points(50)), .loader(.top, isVisible: true))
    #expect(driver.snapshot.offset == offset)
    #expect(driver.snapshot.contentTop == top - points(50 + 44))
    #expect(driver.snapshot.loaders == [.top])
    #expect(driver.drift == .zero)
  }

  @Test func footerAndAppendTogetherKeepTheEndInView() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.auxiliary(.footer, points(60)), .append(.assistant("z", lines: 4)))
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.violations.isEmpty)
  }

  @Test func heightsOutOfRangeAreRefused() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.auxiliary(.header, points(-1)), .auxiliary(.actions("nobody"), points(32)))
    #expect(
      driver.refusals == [
        .auxiliaryOutOfRange(.header, points(-1)), .unknown("nobody"),
      ]
    )
  }

  @Test func anEdgeAsksForAPageOnceAndAgainWhenTheLoadHasEnded() {
    let driver = Driver(messages: Message.history(40))
    #expect(driver.surface.observations.wantedPages.isEmpty)
    var asked = 0
    driver.frame(.scroll(to: .top, isAnimated: false))
    asked += driver.surface.observations.wantedPages.count { $0 == .top }
    for _ in 0..<5 {
      driver.frame(.typing(false))
      asked += driver.surface.observations.wantedPages.count { $0 == .top }
    }
    #expect(asked == 1)
    driver.frame(.loader(.top, isVisible: true))
    driver.frame(.prepend(ListedMessages(Message.history(1, prefix: "p"))))
    driver.frame(.loader(.top, isVisible: false), .scroll(to: .top, isAnimated: false))
    #expect(driver.surface.observations.wantedPages == [.top])
  }
}
