import ChatSurface
import Lengths
import Revealing
import Testing
import Timebase

/// The keyboard as it moves a conversation.
@Suite struct SurfaceKeyboardTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }
  private func keyboard(_ height: Int) -> SurfaceEvent {
    .keyboard(height: points(height))
  }

  @Test func insetsTakeTheirFinalValueInTheFrameOfTheEvent() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(keyboard(260))
    #expect(driver.snapshot.covered == points(268))
    #expect(driver.snapshot.bottomInset == points(268 + 48))
    #expect(driver.snapshot.scroll == .animating)
  }

  @Test func theEndStaysInViewIfItWas() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(keyboard(260))
    driver.settle()
    #expect(driver.pointsFromEnd == .zero)
    driver.frame(keyboard(0))
    driver.settle()
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.violations.isEmpty)
  }

  @Test func aReaderFurtherUpSeesNothingMove() {
    let driver = Driver(messages: Message.history(60))
    driver.frame(.scroll(to: .message("m20", .top), isAnimated: false))
    let offset = driver.snapshot.offset
    driver.frame(keyboard(260))
    driver.settle()
    driver.frame(keyboard(320))
    driver.settle()
    driver.frame(keyboard(0))
    driver.settle()
    #expect(driver.snapshot.offset == offset)
    #expect(driver.snapshot.follow == .free)
  }

  @Test func aPinnedMessageSeesNothingMove() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    let offset = driver.snapshot.offset
    driver.frame(keyboard(260))
    driver.settle()
    #expect(driver.snapshot.offset == offset)
    #expect(driver.snapshot.follow == .pinned("u"))
    driver.frame(keyboard(0))
    driver.settle()
    #expect(driver.snapshot.offset == offset)
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
  }

  @Test func theBlankShrinksByWhatTheKeyboardCovers() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    let blank = driver.snapshot.blank
    driver.frame(keyboard(260))
    #expect(driver.snapshot.blank == blank - points(268))
  }

  @Test func aShowWhileBackgroundedIsNotShown() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.background, keyboard(260))
    #expect(driver.snapshot.covered == .zero)
  }

  @Test func messagingUIKeepsTheEndAtOnce() {
    let driver = Driver(.builtIn("messaging-ui"), messages: Message.history(30))
    driver.frame(keyboard(260))
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.snapshot.scroll == .idle)
  }

  @Test func sendingHidesTheKeyboardInItsOwnFrameInConversationKit() {
    let driver = Driver(.builtIn("conversation-kit"), messages: Message.history(20))
    driver.frame(keyboard(260))
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    #expect(driver.snapshot.covered == .zero)
  }

  /// From the end the list goes up by the whole keyboard, also under a hand that holds it.
  @Test func theListIsMovedUnderAHandToo() {
    let driver = Driver(.builtIn("vercel-v0"), messages: Message.withoutBlank)
    driver.settle()
    driver.rest(pointsFromEnd: 0)
    let offset = driver.snapshot.offset
    driver.frame(.touch(.began, y: 300))
    driver.frame(keyboard(300), .touch(.moved, y: 300))
    for _ in 0..<60 { driver.frame(.touch(.moved, y: 300)) }
    #expect(driver.snapshot.shift == points(-308))
    #expect(driver.snapshot.offset == offset + points(308))
    driver.frame(keyboard(0), .touch(.ended, y: 300))
    driver.settle()
    #expect(driver.snapshot.shift == .zero)
    #expect(driver.snapshot.offset == offset)
  }

  @Test func theEndGoesWithAFingerThatDragsTheKeyboard() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(keyboard(260))
    driver.settle()
    for height in [200, 120, 40] {
      driver.frame(.keyboardDragged(height: points(height)))
      #expect(driver.snapshot.covered == points(height + 8))
      #expect(driver.pointsFromEnd == .zero)
    }
    driver.frame(keyboard(0))
    driver.settle()
    let offset = driver.snapshot.offset
    #expect(driver.snapshot.covered == .zero)
    // A second end says nothing new.
    driver.frame(keyboard(0))
    #expect(driver.snapshot.offset == offset)
    #expect(driver.snapshot.scroll == .idle)
    #expect(driver.violations.isEmpty)
  }

  @Test func aFingerThatDragsTheKeyboardMovesNoReaderFurtherUp() {
    let driver = Driver(messages: Message.history(60))
    driver.frame(.scroll(to: .message("m20", .top), isAnimated: false))
    driver.frame(keyboard(260))
    let offset = driver.snapshot.offset
    driver.frame(.keyboardDragged(height: points(100)))
    #expect(driver.snapshot.offset == offset)
    driver.frame(.keyboardDragged(height: points(-1)))
    #expect(driver.refusals == [.keyboard(points(-1))])
  }
}
