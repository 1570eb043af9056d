import ChatSurface
import Lengths
import Testing
import TextMeasuring

/// Breakages of chat lists whose heights are guesses at first, each under its own name.
@Suite struct KnownEstimateBreakageTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  private func page(_ count: Int, lines: Int) -> ListedMessages {
    ListedMessages((0..<count).map { .assistant("p\($0)", lines: lines) })
  }

  /// Where corrections come late the reader's place comes back in the frames after.
  @Test(arguments: Profile.all.map(\.name))
  func rotationMidHistoryInEveryProfile(profile: String) throws {
    let profile = try #require(Profile.all.first { $0.name == profile })
    let driver = Driver(profile, messages: Message.history(400))
    driver.settle()
    driver.frame(.restore(Anchor(id: "m200", distance: points(40))))
    driver.settle()
    let still = try #require(driver.snapshot.stillPoint?.id)
    #expect(still == "m200")
    for size in [(667, 375), (375, 667), (667, 375), (375, 667)] {
      driver.frame(.resize(width: points(size.0), height: points(size.1)))
      driver.settle()
      #expect(driver.snapshot.stillPoint?.id == still, "\(size)")
    }
    for size in [TextSizeCategory.accessibilityLarge, .extraSmall, .large] {
      driver.frame(.textSize(size))
      driver.settle()
      #expect(driver.snapshot.stillPoint?.id == still, "\(size)")
    }
    #expect(driver.violations.isEmpty)
  }

  /// Content turns out too short by guesses, and then higher than they were.
  @Test func aPageBeforeOneHiddenMessageRestsAtTheEnd() {
    let hidden = Message(id: "h", role: .assistant, text: "x", suppliedHeight: .zero)
    for lines in [1, 4, 12] {
      let driver = Driver(messages: [hidden])
      driver.frame(.scroll(to: .top, isAnimated: false))
      driver.settle()
      driver.frame(.prepend(page(28, lines: lines)))
      #expect(driver.snapshot.isClamped)
      #expect(driver.pointsFromEnd == .zero)
      #expect(driver.drift == .zero)
      #expect(driver.violations.isEmpty)
    }
  }
}
