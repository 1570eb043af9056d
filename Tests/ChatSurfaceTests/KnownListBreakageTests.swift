import ChatSurface
import Lengths
import Ornaments
import Testing

/// Breakages that other chat lists are known for: empty lists, duplicates, pages that are short.
@Suite struct KnownListBreakageTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  private func page(_ count: Int, lines: Int = 4, prefix: String = "p") -> ListedMessages {
    ListedMessages((0..<count).map { .assistant("\(prefix)\($0)", lines: lines) })
  }

  @Test func emptyList() {
    let driver = Driver()
    driver.frame(.load(ListedMessages([])))
    #expect(driver.snapshot.visible.isEmpty)
    driver.frame(
      .scroll(to: .end, isAnimated: true),
      .fling(velocity: 500),
      .keyboard(height: points(260), .easeInOut),
      .resize(width: points(300), height: points(500))
    )
    driver.settle()
    driver.frame(.append(.user("u")))
    #expect(driver.snapshot.visible.map(\.id) == ["u"])
    #expect(driver.violations.isEmpty)
  }

  @Test func duplicateIDs() {
    let driver = Driver(messages: Message.history(10))
    let before = driver.places
    driver.frame(
      .append(.user("m3")),
      .prepend(ListedMessages([.user("x"), .user("m4")])),
      .prepend(ListedMessages([.user("x"), .user("x")])),
      .insert(index: 2, .user("m5")),
      .replaceID("m6", with: "m7")
    )
    #expect(
      driver.refusals == [
        .duplicate("m3"), .duplicate("x"), .duplicate("m5"), .duplicate("m7"),
      ]
    )
    // What a page repeats is left out.
    #expect(driver.surface.ids == ["x"] + Message.history(10).map(\.id))
    driver.expectStill(since: before)
  }

  @Test func removeAllThenAppend() {
    let driver = Driver(messages: Message.history(60))
    driver.frame(.removeAll)
    #expect(driver.snapshot.visible.isEmpty)
    driver.frame(.append(.user("u")))
    #expect(driver.snapshot.offset + (driver.place(of: "u") ?? .zero) == points(50_000_000))
    #expect(driver.place(of: "u") == driver.snapshot.topInset + points(16))
    #expect(driver.snapshot.follow == .following)
    #expect(driver.violations.isEmpty)
  }

  @Test func reAddRestoresState() {
    let driver = Driver(messages: Message.history(10))
    let surface = driver.surface
    surface.itemStates.keep(Int.self) { _ in -1 }
    surface.itemStates[Int.self]["m3"] = 7
    driver.frame(.remove("m3"))
    #expect(!surface.ids.contains("m3"))
    driver.frame(.insert(index: 3, .user("m3")))
    #expect(surface.ids == Message.history(10).map(\.id))
    #expect(surface.itemStates[Int.self]["m3"] == 7)
    #expect(surface.itemStates[Int.self]["m4"] == -1)
  }

  // MARK: Pages

  @Test func shortOrEmptyPage() {
    let driver = Driver(messages: Message.history(40))
    driver.frame(.scroll(to: .top, isAnimated: false))
    #expect(driver.surface.observations.wantedPages == [.top])
    driver.frame(.loader(.top, isVisible: true))
    driver.frame(.prepend(ListedMessages([])), .loader(.top, isVisible: false))
    // Nothing has changed: a host that always fails is not asked for ever.
    for _ in 0..<5 {
      driver.frame()
      #expect(driver.surface.observations.wantedPages.isEmpty)
    }
    driver.frame(.scroll(to: .message("m20", .top), isAnimated: false))
    driver.frame(.scroll(to: .top, isAnimated: false))
    #expect(driver.surface.observations.wantedPages == [.top])
  }

  @Test func aPageShorterThanTheTriggerDistance() {
    let driver = Driver(messages: Message.history(40))
    driver.frame(.scroll(to: .top, isAnimated: false))
    driver.frame(.loader(.top, isVisible: true))
    driver.frame(.prepend(page(1, lines: 1)), .loader(.top, isVisible: false))
    #expect(driver.surface.observations.wantedPages == [.top])
  }
}
