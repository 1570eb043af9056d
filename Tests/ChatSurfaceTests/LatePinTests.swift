import ChatSurface
import ConformanceTags
import Lengths
import Testing
import Timebase

/// A pinned message in layouts that correct late or know no sizes.
@Suite struct LatePinTests {
  private static let settings = Setting.all([
    "conversation-kit", "swiftui-tips", "parameter-article",
  ])

  /// A message pinned at the top, with more below it than fits.
  private func pinned(_ setting: Setting, history: [Message]) throws -> Driver {
    let driver = try setting.driver(history)
    driver.settle()
    driver.frame(.send("u", text: "Hi"), .append(.supplied("a", .assistant, 2_000)))
    driver.settle()
    #expect(driver.snapshot.follow == .pinned("u"))
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
    return driver
  }

  /// At its place in the frame of the edit or, after one correction, from the next frame on.
  private func expectHeld(_ driver: Driver, after events: [SurfaceEvent], _ text: String) {
    driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
    for frame in 0..<40 {
      driver.frame()
      #expect(driver.place(of: "u") == driver.snapshot.topInset, "\(text), frame \(frame)")
    }
    #expect(driver.snapshot.follow == .pinned("u"), "\(text)")
    #expect(driver.violations.isEmpty, "\(text): \(driver.violations)")
  }

  @Test(.tags(.stillAnchorPinned), arguments: settings)
  func anEditAboveAPinnedMessageIsCorrectedOnceAndThenNothingMoves(setting: Setting) throws {
    for (count, height) in [(1, 40), (3, 700), (30, 90)] {
      for history in [[Message.user("h", "x")], Message.history(24)] {
        let driver = try pinned(setting, history: history)
        let page = (0..<count).map { Message.supplied("o\($0)", .assistant, height) }
        expectHeld(driver, after: [.prepend(ListedMessages(page))], "\(count) of \(height)")
        expectHeld(driver, after: [.composer(lines: 2)], "composer")
        expectHeld(driver, after: [.remove("o0")], "remove")
        expectHeld(
          driver,
          after: [.setHeight(history[history.count - 1].id, points(333))],
          "height"
        )
        expectHeld(driver, after: [.insert(index: 0, .assistant("n", lines: 7))], "insert")
      }
    }
  }

  @Test(.tags(.stillAnchorPinned), arguments: settings)
  func aRotationKeepsAPinnedMessageAtTheTop(setting: Setting) throws {
    let long = String(repeating: "x ", count: 300)
    let history = [
      Message.user("h1", String(repeating: "y ", count: 60)),
      Message(id: "h2", role: .assistant, text: long),
    ]
    let driver = try pinned(setting, history: history)
    let (width, height) = (setting.device.width, setting.device.height)
    expectHeld(driver, after: [.resize(width: height, height: width)], "rotated")
    expectHeld(driver, after: [.composer(lines: 2)], "composer")
    expectHeld(driver, after: [.resize(width: width, height: height)], "and back")
    expectHeld(driver, after: [.textSize(.extraLarge)], "text size")
  }
}
