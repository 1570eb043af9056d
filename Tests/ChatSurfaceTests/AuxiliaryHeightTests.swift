import ChatSurface
import Lengths
import Testing

/// The room that takes part in the layout without being a message, in points.
@Suite struct AuxiliaryHeightTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  private func extent(_ driver: Driver) -> LayoutUnit {
    driver.snapshot.contentBottom - driver.snapshot.contentTop
  }

  @Test func actionsTake32PointsUnderTheirAnswer() {
    let driver = Driver(messages: [.user("u"), .assistant("a"), .user("v"), .assistant("b")])
    let (places, before) = (driver.places, extent(driver))
    driver.frame(.auxiliary(.actions("a"), Auxiliary.actions("a").usualHeight))
    #expect(driver.snapshot.visible.map(\.height) == [44, 20 + 32, 44, 20].map(points))
    #expect(driver.place(of: "a") == places["a"])
    #expect(driver.place(of: "v") == places["v"].map { $0 + points(32) })
    #expect(extent(driver) == before + points(32))
    driver.frame(.auxiliary(.actions("a"), nil))
    #expect(driver.places == places)
  }

  @Test func aDisclaimerTakes24PointsWhileAnAnswerIsLast() {
    let driver = Driver(messages: [.user("u"), .assistant("a")])
    let height = Auxiliary.disclaimer.usualHeight
    let before = extent(driver)
    driver.frame(.auxiliary(.disclaimer, height))
    #expect(extent(driver) == before + points(24))
    driver.frame(.append(.user("v")))
    #expect(extent(driver) == before + points(12 + 44))
    driver.frame(.append(.assistant("b")))
    #expect(extent(driver) == before + points(12 + 44 + 12 + 20 + 24))
    driver.frame(.remove("b"), .remove("v"))
    #expect(extent(driver) == before + points(24))
    driver.frame(.auxiliary(.disclaimer, nil))
    #expect(extent(driver) == before)
  }

  @Test func aTypingIndicatorTakes32PointsAfterTheLastMessage() {
    let driver = Driver(messages: [.user("u"), .assistant("a")])
    let (places, before) = (driver.places, extent(driver))
    driver.frame(.typing(true))
    #expect(extent(driver) == before + points(12 + 32))
    #expect(driver.places == places)
    driver.frame(.typing(true))
    #expect(extent(driver) == before + points(12 + 32))
    driver.frame(.typing(false))
    #expect(extent(driver) == before)
  }

  /// A reader whom nothing holds, so far from the end as the last message is tall, and 12 pt.
  private func reader(above height: Int, _ profile: Profile = .reference) -> Driver {
    var messages = Message.history(30)
    messages.append(
      Message(id: "last", role: .assistant, text: "", suppliedHeight: points(height))
    )
    let driver = Driver(profile, messages: messages)
    driver.frame(.scroll(to: .message("m29", .bottom), isAnimated: false))
    #expect(driver.pointsFromEnd == points(height + 12))
    #expect(driver.snapshot.follow == .free)
    return driver
  }

  @Test func itMovesNobodyWhoDoesNotFollow() {
    for height in [20, 88, 400] {
      let driver = reader(above: height)
      let offset = driver.snapshot.offset
      driver.frame(.typing(true))
      driver.settle()
      #expect(driver.snapshot.offset == offset, "\(height + 12) pt from the end")
    }
  }

  /// As `swiftui-messaging-ui` has it.
  @Test func itIsScrolledIntoViewWithinAHundredPointsWhereNoDirectionDecides() {
    var profile = Profile.reference
    profile.appends = .followedNearEnd
    for (height, isNear) in [(20, true), (88, true), (89, false), (400, false)] {
      let driver = reader(above: height, profile)
      let offset = driver.snapshot.offset
      driver.frame(.typing(true))
      driver.settle()
      #expect((driver.pointsFromEnd == .zero) == isNear, "\(height + 12) pt from the end")
      #expect((driver.snapshot.offset == offset) != isNear, "\(height + 12) pt from the end")
    }
  }

  @Test func aLoaderTakes44PointsAtEitherEnd() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.scroll(to: .message("m15", .top), isAnimated: false))
    let (top, bottom) = (driver.snapshot.contentTop, driver.snapshot.contentBottom)
    let places = driver.places
    driver.frame(.loader(.top, isVisible: true))
    #expect(driver.snapshot.contentTop == top - points(44))
    #expect(driver.snapshot.contentBottom == bottom)
    driver.frame(.loader(.end, isVisible: true))
    #expect(driver.snapshot.contentBottom == bottom + points(44))
    #expect(driver.snapshot.loaders == [.top, .end])
    driver.expectStill(since: places)
    driver.frame(.loader(.top, isVisible: false), .loader(.end, isVisible: false))
    #expect(driver.snapshot.contentTop == top && driver.snapshot.contentBottom == bottom)
  }

  @Test func aHeaderAndAFooterHaveTheirHeights() {
    let driver = Driver(messages: [.user("u"), .assistant("a")])
    let places = driver.places
    #expect(places["u"] == points(36))
    driver.frame(.auxiliary(.header, points(50)), .auxiliary(.footer, points(60)))
    #expect(driver.place(of: "u") == points(36 + 50))
    #expect(driver.place(of: "a") == places["a"].map { $0 + points(50) })
    #expect(extent(driver) == points(50 + 16 + 44 + 12 + 20 + 60))
    driver.frame(.auxiliary(.header, points(10)), .auxiliary(.footer, nil))
    #expect(driver.place(of: "u") == points(36 + 10))
    #expect(extent(driver) == points(10 + 16 + 44 + 12 + 20))
    let long = Driver(messages: Message.history(30))
    long.frame(.auxiliary(.footer, points(60)))
    #expect(long.pointsFromEnd == .zero)
    #expect(long.bottom(of: "m29") == points(667 - 48 - 60))
  }
}
