import ChatSurface
import Lengths
import Testing

/// The layout numbers, seen in the height that a word takes as it wraps.
@Suite struct StyleTests {
  /// The height of a message of 40 narrow graphemes, which are 320 pt wide.
  private func height(_ role: Message.Role, width: Int, _ profile: Profile) -> Double? {
    let driver = Driver(profile)
    driver.frame(.resize(width: LayoutUnit(points: width), height: LayoutUnit(points: 667)))
    let text = String(repeating: "x", count: 40)
    driver.frame(.append(Message(id: "m", role: role, text: text)))
    return driver.snapshot.visible.first?.height.points
  }

  @Test func assistantTextTakesAllBetweenTheSides() {
    #expect(height(.assistant, width: 16 + 320 + 16, .reference) == 20)
    #expect(height(.assistant, width: 16 + 320 + 15, .reference) == 40)
  }

  @Test func aUserBubbleIsPadded() {
    #expect(height(.user, width: 32 + 320 + 32, .reference) == 44)
    #expect(height(.user, width: 32 + 320 + 31, .reference) == 64)
  }

  @Test(arguments: [Message.Role.user, .assistant])
  func bothSidesHaveABubbleInMessagingUI(role: Message.Role) {
    #expect(height(role, width: 28 + 320 + 28, .builtIn("messaging-ui")) == 44)
    #expect(height(role, width: 28 + 320 + 27, .builtIn("messaging-ui")) == 64)
  }

  @Test func theComposerHasOneToSixLines() {
    let driver = Driver()
    for (lines, points) in [(0, 48), (1, 48), (2, 68), (6, 148), (7, 148)] {
      driver.frame(.composer(lines: lines))
      #expect(driver.snapshot.composer == LayoutUnit(points: points))
    }
  }

  @Test func theBlankIsWhatTheLastTurnLeavesOfTheViewport() throws {
    let driver = Driver(device: .iPhone15Pro, messages: Message.history(20))
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    driver.frame(.append(.assistant("a", lines: 3)))
    let frame = driver.snapshot
    let turn = frame.contentBottom - frame.offset - (try #require(driver.place(of: "u")))
    #expect(frame.covered == LayoutUnit(points: 34))
    #expect(
      frame.blank
        == frame.viewportHeight - frame.topInset - frame.covered - frame.composer - turn
    )
    driver.frame(.append(.assistant("b", lines: 90)))
    #expect(driver.snapshot.blank == .zero)
  }
}
