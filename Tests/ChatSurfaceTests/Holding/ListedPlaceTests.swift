import ChatSurface
import Lengths
import Testing

/// What an app's list as it is now does to the place of its reader.
@Suite struct ListedPlaceTests {
  private let history = Message.history(30)

  private func reader() -> Driver {
    let driver = Driver(messages: history)
    driver.frame(.scroll(to: .message("m9", .top), isAnimated: false))
    driver.settle()
    return driver
  }

  @Test func theSameListAgainMovesAndRedrawsNothing() {
    for profile in Profile.all {
      let driver = Driver(profile, messages: history)
      driver.frame(.scroll(to: .message("m9", .top), isAnimated: false))
      driver.settle()
      let (places, follow) = (driver.places, driver.snapshot.follow)
      driver.frame(.replaceAll(ListedMessages(history)))
      #expect(driver.places == places, "\(profile.name)")
      #expect(driver.snapshot.redrawnItems == 0, "\(profile.name)")
      #expect(driver.snapshot.follow == follow, "\(profile.name)")
    }
  }

  @Test func anotherTailKeepsWhatIsReadOrIsClamped() {
    let driver = reader()
    let places = driver.places
    // No text of the history has so many lines, so that none of these is one of its messages.
    let other = (9...24).map { Message.user("other\($0)", .lines(11)) }
    driver.frame(.replaceAll(ListedMessages(history[...8] + other)))
    #expect(driver.place(of: "other9") == places["m9"])
    let there = driver.places
    driver.frame(.replaceAll(ListedMessages(history)))
    #expect(driver.place(of: "m8") == there["m8"])
    #expect(driver.snapshot.follow == .free)
  }

  @Test func aPinWhoseMessageIsStillThereStays() {
    let driver = Driver(messages: history)
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    let (places, blank) = (driver.places, driver.snapshot.blank)
    driver.frame(.replaceAll(ListedMessages(history + [.user("u", "A question")])))
    #expect(driver.snapshot.follow == .pinned("u"))
    #expect(driver.snapshot.blank == blank)
    driver.expectStill(since: places)
    driver.frame(.replaceAll(ListedMessages(history)))
    #expect(driver.snapshot.follow == .free && driver.snapshot.blank == .zero)
  }

  @Test func aListWithoutAMessageOfTheOldOneOpensAnew() {
    let driver = reader()
    driver.frame(.replaceAll(ListedMessages(Message.history(30, prefix: "n"))))
    #expect(driver.snapshot.follow == .following && driver.pointsFromEnd == .zero)
  }

  @Test func aHeightIsTakenBackWhereTheListSaysSo() {
    var tall = Message.assistant("a")
    tall.suppliedHeight = points(300)
    let driver = Driver(messages: [.user("u"), tall, .user("v")])
    driver.frame(.replaceAll(ListedMessages([.user("u"), .assistant("a"), .user("v")])))
    #expect(driver.snapshot.visible.map(\.height) == [44, 300, 44].map(points))
    driver.frame(.setHeight("a", nil))
    #expect(driver.snapshot.visible.map(\.height) == [44, 20, 44].map(points))
    tall.suppliedHeight = nil
    tall.isMeasuredAgain = true
    driver.frame(.setHeight("a", points(90)))
    driver.frame(.replaceAll(ListedMessages([.user("u"), tall, .user("v")])))
    #expect(driver.snapshot.visible.map(\.height) == [44, 20, 44].map(points))
  }

  // MARK: Pages

  private func nearEnd(_ profile: Profile = .reference) -> Driver {
    let driver = Driver(profile, messages: history)
    driver.frame(.loader(.end, isVisible: true))
    driver.frame(.touch(.began, y: 300))
    driver.frame(.touch(.moved, y: 320))
    driver.run(milliseconds: 200)
    driver.frame(.touch(.ended, y: 320))
    driver.settle()
    return driver
  }

  @Test func aNewerPageIsNotFollowedHoweverNearTheEndIs() {
    let page = Message.history(20, prefix: "n")
    for profile in [Profile.reference, .builtIn("messaging-ui")] {
      let driver = nearEnd(profile)
      #expect(driver.snapshot.follow == .free, "\(profile.name)")
      let places = driver.places
      driver.frame(.loader(.end, isVisible: false), .appendPage(ListedMessages(page)))
      #expect(driver.snapshot.follow == .free)
      #expect(driver.place(of: "m29") == places["m29"])
      #expect(driver.snapshot.wantedPages.isEmpty)
      driver.settle()
      #expect(driver.snapshot.wantedPages.isEmpty)
      #expect(driver.surface.ids.suffix(20) == page.map(\.id)[...])
    }
  }

  @Test func singleMessagesThatCameWhileTheLoaderWasShownAreAPage() {
    let driver = nearEnd()
    let places = driver.places
    let page = Message.history(5, prefix: "n").map { SurfaceEvent.append($0) }
    let events = [.loader(.end, isVisible: false)] + page
    driver.frame(scheduled: events.map { .init($0, at: driver.next) })
    #expect(driver.snapshot.follow == .free && driver.place(of: "m29") == places["m29"])
    // What comes later is news again, which the reference follows only for who has not scrolled away.
    let away = nearEnd()
    away.frame(.loader(.end, isVisible: false))
    away.frame(.append(.user("n")))
    #expect(away.snapshot.follow == .free)
    let news = nearEnd(.builtIn("messaging-ui"))
    news.frame(.loader(.end, isVisible: false))
    news.frame(.append(.user("n")))
    #expect(news.snapshot.follow == .following)
  }

  @Test func whoFollowsGoesOnFollowingAndIsNotLedThroughAllPages() {
    let driver = Driver(messages: history)
    driver.frame(.scroll(to: .end, isAnimated: false))
    driver.settle()
    driver.frame(.loader(.end, isVisible: true))
    driver.frame(
      .loader(.end, isVisible: false),
      .appendPage(ListedMessages(Message.history(20, prefix: "n")))
    )
    #expect(driver.snapshot.follow == .following && driver.pointsFromEnd == .zero)
    for _ in 0..<10 {
      driver.frame()
      #expect(driver.snapshot.wantedPages.isEmpty)
    }
  }

  // MARK: One instant

  /// Edits by name, in every order.
  @Test func theOrderOfEditsInsideOneInstantDecidesNothing() {
    let edits: [SurfaceEvent] = [
      .remove("m9"), .remove("m10"), .prepend(ListedMessages(Message.history(4, prefix: "p"))),
      .append(.user("n", .lines(20))), .setHeight("m12", points(500)),
    ]
    var found: Set<String> = []
    for order in permutations(edits) {
      let driver = reader()
      driver.frame(scheduled: order.map { .init($0, at: driver.next) })
      let shown = driver.snapshot.visible.map { "\($0.id) \($0.y)" }.joined(separator: ", ")
      found.insert("\(shown) \(driver.snapshot.follow.name) \(driver.snapshot.bottomInset)")
      #expect(driver.refusals.isEmpty)
    }
    #expect(found.count == 1, "\(found)")
  }

  private func permutations<Element>(_ all: [Element]) -> [[Element]] {
    guard let last = all.last else { return [[]] }
    return permutations(all.dropLast()).flatMap { shorter in
      (0...shorter.count).map { Array(shorter[..<$0] + [last] + shorter[$0...]) }
    }
  }

  @Test func aPageAndNewsInOneFrameGoByTheLastFrame() {
    let tall = Message.user("tall", .lines(40))
    for isFirst in [true, false] {
      let driver = Driver(messages: history)
      driver.frame(.scroll(to: .message("m29", .bottom), isAnimated: false))
      #expect(driver.snapshot.follow == .free)
      let edits: [SurfaceEvent] =
        isFirst ? [.append(tall), .append(.user("n"))] : [.append(.user("n")), .append(tall)]
      driver.frame(scheduled: edits.map { .init($0, at: driver.next) })
      #expect(driver.snapshot.follow == .following)
    }
  }
}
