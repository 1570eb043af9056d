import ChatSurface
import Lengths
import Testing

/// What is asked for in one frame after something that is not laid out yet.
@Suite struct FrameOrderTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  @Test(arguments: [Profile.reference, .builtIn("vercel-v0")])
  func whatIsBelowARemovedPinKeepsItsPlaceWhateverGrowsAbove(profile: Profile) {
    let driver = Driver(profile, messages: Message.uniform(20))
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    driver.frame(.append(.supplied("next", .assistant, 900)))
    driver.settle()
    #expect(driver.snapshot.follow == .pinned("u"))
    let place = driver.place(of: "next")
    driver.frame(.remove("u"), .setHeight("m19", points(500)))
    #expect(driver.snapshot.follow == .free)
    #expect(driver.place(of: "next") == place)
    #expect(driver.drift == .zero)
  }

  @Test func theEndThatAKeyboardKeepsIsTheOneThatIsLaidOut() {
    let driver = Driver(.reference, messages: [.assistant("a")])
    driver.settle()
    driver.frame(.scroll(to: .top, isAnimated: false))
    driver.settle()
    let older = ListedMessages(Message.history(30))
    driver.frame(
      .update("a", text: .lines(12)),
      .prepend(older),
      .keyboardDragged(height: points(336))
    )
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.drift == .zero)
  }

  @Test func aComposerAsksForNoJumpWhileAPlaceIsGoneTo() {
    let driver = Driver(.builtIn("vercel-v0"), messages: Message.history(40))
    driver.settle()
    driver.tap()
    driver.frame(
      .textSize(.accessibilityExtraExtraExtraLarge),
      .scroll(to: .message("m36", .top), isAnimated: false),
      .composer(lines: 2)
    )
    #expect(driver.place(of: "m36") == driver.snapshot.topInset)
    driver.settle()
    #expect(driver.place(of: "m36") == driver.snapshot.topInset)
  }
}
