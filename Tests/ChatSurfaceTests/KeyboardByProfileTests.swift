import ChatSurface
import Lengths
import PublishedDesigns
import Testing

/// What the keyboard does in the profiles that leave the list to the end and the blank.
@Suite struct KeyboardByProfileTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }
  private func keyboard(_ height: Int) -> SurfaceEvent {
    .keyboard(height: points(height))
  }

  /// A conversation without a blank, not held by its opening, so far from its end.
  private func reading(_ profile: Profile, pointsFromEnd distance: Int) -> Driver {
    let driver = Driver(profile, messages: Message.withoutBlank)
    driver.settle()
    driver.tap()
    driver.rest(pointsFromEnd: distance)
    return driver
  }

  @Test func inTheTipsTheBlankShrinksByTheKeyboard() {
    let driver = Driver(.builtIn("swiftui-tips"), messages: Message.uniform(20))
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    let (blank, offset) = (driver.snapshot.blank, driver.snapshot.offset)
    #expect(blank > points(268))
    driver.frame(keyboard(260))
    // 260 pt and the gap of 8.
    #expect(driver.snapshot.blank == blank - points(268))
    driver.settle()
    #expect(driver.snapshot.offset == offset)
    driver.frame(keyboard(0))
    driver.settle()
    #expect(driver.snapshot.blank == blank)
  }

  @Test func inTheTipsTheLastMessageIsHeldAtTheEndOnly() {
    let atEnd = reading(.builtIn("swiftui-tips"), pointsFromEnd: 0)
    atEnd.frame(keyboard(260))
    atEnd.settle()
    #expect(atEnd.pointsFromEnd == .zero)
    #expect(atEnd.bottom(of: "z") == points(667 - 268 - 48))
    let above = reading(.builtIn("swiftui-tips"), pointsFromEnd: 1)
    let (offset, place) = (above.snapshot.offset, above.place(of: "z"))
    above.frame(keyboard(260))
    above.settle()
    #expect(above.snapshot.offset == offset)
    #expect(above.place(of: "z") == place)
    #expect(above.pointsFromEnd == points(269))
  }

  @Test func theArticleComputesTheBlankAnew() throws {
    let driver = Driver(
      .builtIn("parameter-article"),
      device: .iPhone15Pro,
      messages: Message.uniform(20)
    )
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    for (height, covered) in [(336, 344), (291, 299), (0, 34)] {
      driver.frame(keyboard(height))
      let turn = driver.snapshot.contentBottom - (try #require(driver.surface.y(of: "u")))
      #expect(driver.snapshot.covered == points(covered))
      #expect(driver.snapshot.blank == points(852 - 59 - covered) - turn)
      driver.settle()
    }
  }

  @Test func inMessagingUITheInsetChangesAndTheEndIsKeptIfItWasThere() {
    let atEnd = reading(.builtIn("messaging-ui"), pointsFromEnd: 0)
    for height in [260, 300, 0] {
      atEnd.frame(keyboard(height))
      #expect(atEnd.snapshot.bottomInset == points(height > 0 ? height + 56 : 48))
      #expect(atEnd.pointsFromEnd == .zero)
      #expect(atEnd.snapshot.scroll == .idle)
    }
    let above = reading(.builtIn("messaging-ui"), pointsFromEnd: 1)
    let offset = above.snapshot.offset
    above.frame(keyboard(260))
    #expect(above.snapshot.bottomInset == points(316))
    above.settle()
    #expect(above.snapshot.offset == offset)
    #expect(above.pointsFromEnd == points(269))
  }

  @Test func inTheReferenceWhatStandsAboveTheComposerNearTheEndStaysThere() {
    let driver = reading(.reference, pointsFromEnd: 1)
    let offset = driver.snapshot.offset
    driver.frame(keyboard(260))
    driver.settle()
    // The inset grows from 48 to 316 pt.
    #expect(driver.snapshot.offset == offset + points(268))
    #expect(driver.snapshot.follow == .free)
    driver.frame(keyboard(0))
    driver.settle()
    #expect(driver.snapshot.offset == offset)
  }

  @Test func onlyConversationKitHidesTheKeyboardInTheSendsOwnFrame() {
    for profile in Profile.all {
      let driver = Driver(profile, messages: Message.uniform(20))
      driver.frame(keyboard(260))
      driver.settle()
      let open = driver.snapshot.covered
      driver.frame(.send("u", text: "A question"))
      let isHidden = profile.keyboard == .hiddenOnSend
      #expect(driver.snapshot.covered == (isHidden ? .zero : open), "\(profile.name)")
    }
    let driver = Driver(.builtIn("conversation-kit"), messages: Message.uniform(20))
    driver.frame(keyboard(260))
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    #expect(driver.snapshot.bottomInset == points(48))
    driver.settle()
    #expect(driver.bottom(of: "u") == points(667 - 48))
  }
}
