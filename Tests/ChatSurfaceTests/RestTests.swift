import ChatSurface
import Lengths
import Testing
import TextMeasuring

/// Where content rests, how it is asked for, and how a place is put back.
@Suite struct RestTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  private static var pushingReference: Profile {
    var profile = Profile.reference
    profile.name = "reference with push and pin"
    profile.afterSend = .pushAndPin
    return profile
  }

  private static let bottomProfiles = [
    .builtIn("swiftui-tips"), .builtIn("conversation-kit"), pushingReference,
  ]

  /// The composer of one line takes 48 pt; the second device covers 34 pt below it.
  @Test(arguments: bottomProfiles.indices)
  func shortContentRestsAboveTheComposer(index: Int) {
    let profile = Self.bottomProfiles[index]
    for (device, bottom) in [(Device.iPhoneSE, 667 - 48), (.iPhone15Pro, 852 - 34 - 48)] {
      let driver = Driver(profile, device: device, messages: [.user("u"), .assistant("a")])
      driver.settle()
      let last = driver.snapshot.visible.last
      #expect(last?.id == "a")
      #expect(last.map { $0.y + $0.height } == points(bottom), "\(profile.name)")
      driver.frame(.append(.assistant("b", lines: 3)))
      driver.settle()
      let newest = driver.snapshot.visible.last
      #expect(newest?.id == "b")
      #expect(newest.map { $0.y + $0.height } == points(bottom), "\(profile.name)")
    }
  }

  @Test func theReferenceItselfRestsAtTheTop() {
    let driver = Driver(messages: [.user("u")])
    #expect(driver.place(of: "u") == points(20 + 16))
  }

  /// Answers of one line: each takes 32 pt with the space below it.
  private func short(_ profile: Profile) -> Driver {
    Driver(profile, messages: ["a", "b", "c"].map { .assistant($0) })
  }

  private func expectPlaces(
    _ driver: Driver,
    _ expected: [(MessageID, Int)],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(driver.snapshot.visible.map(\.id) == expected.map(\.0), sourceLocation: location)
    #expect(
      driver.snapshot.visible.map(\.y) == expected.map { points($0.1) },
      sourceLocation: location
    )
  }

  @Test func editsMoveShortContentNoFurtherAtTheTop() {
    let driver = short(.reference)
    expectPlaces(driver, [("a", 36), ("b", 68), ("c", 100)])
    driver.frame(.append(.assistant("d")))
    expectPlaces(driver, [("a", 36), ("b", 68), ("c", 100), ("d", 132)])
    driver.frame(.update("b", text: .lines(2)))
    expectPlaces(driver, [("a", 36), ("b", 68), ("c", 120), ("d", 152)])
    driver.frame(.remove("a"))
    expectPlaces(driver, [("b", 36), ("c", 88), ("d", 120)])
    driver.frame(.prepend(ListedMessages([.assistant("p")])))
    expectPlaces(driver, [("p", 36), ("b", 68), ("c", 120), ("d", 152)])
    driver.frame(.remove("d"))
    expectPlaces(driver, [("p", 36), ("b", 68), ("c", 120)])
    #expect(driver.violations.isEmpty)
  }

  @Test func editsMoveShortContentNoFurtherAtTheBottom() {
    let driver = short(Self.pushingReference)
    expectPlaces(driver, [("a", 535), ("b", 567), ("c", 599)])
    driver.frame(.prepend(ListedMessages([.assistant("p")])))
    expectPlaces(driver, [("p", 503), ("a", 535), ("b", 567), ("c", 599)])
    driver.frame(.update("a", text: .lines(2)))
    expectPlaces(driver, [("p", 483), ("a", 515), ("b", 567), ("c", 599)])
    driver.frame(.append(.assistant("d")))
    expectPlaces(driver, [("p", 451), ("a", 483), ("b", 535), ("c", 567), ("d", 599)])
    driver.frame(.remove("d"), .remove("p"))
    expectPlaces(driver, [("a", 515), ("b", 567), ("c", 599)])
  }

  @Test func anAnchorIsPutBackAmongOtherHeights() throws {
    let first = Driver(messages: Message.history(60))
    first.frame(.scroll(to: .message("m20", .top), isAnimated: false))
    first.frame(.touch(.began, y: 300), .touch(.moved, y: 270))
    first.run(milliseconds: 200)
    first.frame(.touch(.ended, y: 270))
    first.settle()
    let anchor = try #require(first.surface.anchor())
    #expect(anchor == Anchor(id: "m20", distance: points(30)))
    // After a relaunch every text is longer, and set larger.
    var messages = Message.history(60)
    for index in messages.indices { messages[index].text += "  \n" + .lines(1 + index % 4) }
    let second = Driver(device: .iPhone15Pro, messages: messages)
    second.frame(.textSize(.accessibilityMedium))
    second.frame(.restore(anchor))
    let item = second.snapshot.visible.first { $0.id == "m20" }
    #expect(item?.height != first.snapshot.visible.first { $0.id == "m20" }?.height)
    #expect(item?.y == points(59 - 30))
    #expect(second.surface.anchor() == anchor)
    // It stays there while what is around it gets heights of its own.
    second.run(milliseconds: 300)
    #expect(second.place(of: "m20") == points(59 - 30))
    #expect(second.violations.isEmpty)
  }

  /// Supplied heights of 50, 51, 52 pt and so on, so that every place is known.
  @Test func theQueriesAgreeWithTheLayout() {
    let heights = (0..<100).map { 50 + $0 }
    let messages = heights.indices.map { index in
      Message(
        id: MessageID(rawValue: "\(index)"),
        role: .assistant,
        text: "",
        suppliedHeight: points(heights[index])
      )
    }
    let driver = Driver(messages: messages)
    driver.frame(.scroll(to: .message("30", .top), isAnimated: false))
    var y = 50_000_000
    for (index, height) in heights.enumerated() {
      let id = MessageID(rawValue: "\(index)")
      #expect(driver.surface.y(of: id) == points(y))
      for inside in [0, height + 11] {
        #expect(driver.surface.message(atY: points(y + inside)) == id)
      }
      y += height + 12
    }
    #expect(driver.surface.message(atY: .zero) == "0")
    #expect(driver.surface.message(atY: points(90_000_000)) == "99")
    #expect(driver.surface.y(of: "nobody") == nil)
    // 30 items of 64.5 pt and 12 pt between them, and the padding above.
    let above = 16 + heights[..<30].reduce(0) { $0 + $1 + 12 }
    #expect(driver.surface.pointsFromTop == Double(above))
    #expect(driver.surface.pointsFromBottom == driver.pointsFromEnd.points)
    let shown = driver.snapshot.visible
    #expect(shown.first?.id == "29" && shown.first.map { $0.y + $0.height } == points(8))
    for item in shown {
      #expect(driver.surface.y(of: item.id) == driver.snapshot.offset + item.y)
      #expect(item.height == points(50 + (Int(item.id.rawValue) ?? 0)))
    }
  }

  @Test func anEmptyConversationIsAtBothItsEnds() {
    let driver = Driver()
    driver.frame()
    #expect(driver.surface.pointsFromTop == 0 && driver.surface.pointsFromBottom == 0)
    #expect(driver.surface.message(atY: points(50_000_000)) == nil)
    #expect(driver.surface.anchor() == nil)
    driver.frame(.load(ListedMessages(Message.history(30))), .removeAll)
    #expect(driver.surface.pointsFromTop == 0 && driver.surface.pointsFromBottom == 0)
  }

  /// The reader is at `m5` of 24; what is below goes, one by one.
  @Test func onlyTheRangesEndMovesTheAnchorAndTheFrameSaysSo() {
    let driver = Driver(messages: Message.history(24))
    driver.frame(.scroll(to: .message("m5", .top), isAnimated: false))
    driver.frame()
    #expect(!driver.snapshot.isClamped)
    var (clamped, still) = (0, 0)
    for index in (9..<24).reversed() {
      let before = driver.snapshot
      driver.frame(.remove(MessageID(rawValue: "m\(index)")))
      let after = driver.snapshot
      let isMoved = after.stillPoint != before.stillPoint
      #expect(after.isClamped == isMoved, "without m\(index)")
      if isMoved {
        clamped += 1
        // No further than the end asks.
        #expect(driver.pointsFromEnd == .zero)
        #expect(after.offset < before.offset)
      } else {
        still += 1
      }
      driver.frame()
      #expect(!driver.snapshot.isClamped)
    }
    #expect(clamped > 0 && still > 0)
    #expect(driver.violations.isEmpty)
  }
}
