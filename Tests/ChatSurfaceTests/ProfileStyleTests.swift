import ChatSurface
import Lengths
import Testing

/// The boxes of each design, seen in the height that a word takes as it wraps.
@Suite struct ProfileStyleTests {
  /// The height of a message of 40 narrow graphemes, which are 320 pt wide.
  private func height(_ role: Message.Role, width: Int, _ profile: Profile) -> Double? {
    let driver = Driver(profile)
    driver.frame(.resize(width: LayoutUnit(points: width), height: LayoutUnit(points: 667)))
    let text = String(repeating: "x", count: 40)
    driver.frame(.append(Message(id: "m", role: role, text: text)))
    driver.settle()
    return driver.snapshot.visible.first?.height.points
  }

  /// The distance from one message's lower edge to the next one's upper.
  private func spacing(_ profile: Profile) -> Double? {
    let driver = Driver(profile, messages: [.user("a"), .assistant("b")])
    driver.settle()
    guard let end = driver.bottom(of: "a"), let start = driver.place(of: "b") else { return nil }
    return (start - end).points
  }

  @Test(arguments: [Message.Role.user, .assistant])
  func bothSidesAreBoxedInTheTips(role: Message.Role) {
    #expect(height(role, width: 32 + 320 + 32, .builtIn("swiftui-tips")) == 44)
    #expect(height(role, width: 32 + 320 + 31, .builtIn("swiftui-tips")) == 64)
  }

  @Test func messagesOfTheTipsAreTwelvePointsApart() {
    #expect(spacing(.builtIn("swiftui-tips")) == 12)
  }

  @Test func conversationKitBoxesTheUserAndLeavesTheAssistantBare() {
    #expect(height(.user, width: 32 + 320 + 32, .builtIn("conversation-kit")) == 44)
    #expect(height(.user, width: 32 + 320 + 31, .builtIn("conversation-kit")) == 64)
    #expect(height(.assistant, width: 16 + 320 + 16, .builtIn("conversation-kit")) == 20)
    #expect(height(.assistant, width: 16 + 320 + 15, .builtIn("conversation-kit")) == 40)
  }
}
