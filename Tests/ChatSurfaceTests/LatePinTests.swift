import ChatSurface
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

  @Test(arguments: settings)
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

  @Test(arguments: settings)
  func aRotationKeepsAPinnedMessageAtTheTop(setting: Setting) throws {
    var random = SeededGenerator(seed: PropertySettings.seed)
    let drawn = (0..<3).map { _ in
      [random.nextIndex(below: 200), random.nextIndex(below: 900), random.nextIndex(below: 400)]
    }
    for words in [[60, 300]] + drawn {
      let history = words.enumerated().map { place, count in
        let role = place % 2 == 0 ? Message.Role.user : .assistant
        return Message(
          id: MessageID(rawValue: "h\(place)"),
          role: role,
          text: String(repeating: "x ", count: 1 + count)
        )
      }
      let driver = try pinned(setting, history: history)
      let (width, height) = (setting.device.width, setting.device.height)
      expectHeld(driver, after: [.resize(width: height, height: width)], "\(words) rotated")
      expectHeld(driver, after: [.composer(lines: 2)], "\(words) composer")
      expectHeld(driver, after: [.resize(width: width, height: height)], "\(words) and back")
      let narrow = points(280 + random.nextIndex(below: 500))
      expectHeld(driver, after: [.resize(width: narrow, height: height)], "\(words) in \(narrow)")
      expectHeld(driver, after: [.textSize(.extraLarge)], "\(words) text size")
    }
  }
}
