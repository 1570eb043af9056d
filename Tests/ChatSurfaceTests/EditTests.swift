import ChatSurface
import Lengths
import Testing

@Suite struct EditTests {
  /// A reader at rest, with `m10` at the viewport's very top.
  private func reading(_ messages: [Message] = Message.history(40)) -> Driver {
    let driver = Driver(messages: messages)
    driver.frame(.scroll(to: .message("m10", .top), isAnimated: false))
    driver.frame(.touch(.began, y: 300), .touch(.moved, y: 270))
    driver.run(milliseconds: 200)
    driver.frame(.touch(.ended, y: 270))
    driver.settle()
    return driver
  }

  /// Expects that `event` moves nothing on screen of what the still point is part of.
  private func expectStill(_ driver: Driver, _ events: SurfaceEvent...) {
    let before = driver.snapshot
    for event in events { driver.frame(event) }
    let after = driver.snapshot
    #expect(after.offset == before.offset)
    #expect(after.stillPoint == before.stillPoint)
    #expect(driver.violations.isEmpty)
  }

  @Test func editsAboveTheReaderMoveNothing() {
    expectStill(
      reading(),
      .prepend(ListedMessages(Message.history(50, prefix: "p"))),
      .insert(index: 3, .assistant("x", lines: 40)),
      .remove("m2"),
      .move("m30", index: 0),
      .setHeight("m5", LayoutUnit(points: 700)),
      .update("m7", text: .lines(30)),
      .setHeight("m6", .zero),
      .move("m1", index: 39)
    )
  }

  @Test func editsBelowTheReaderMoveNothing() {
    expectStill(
      reading(),
      .append(.user("x")),
      .insert(index: 30, .assistant("y", lines: 9)),
      .remove("m35"),
      .update("m20", text: .lines(50)),
      .setHeight("m33", LayoutUnit(points: 2))
    )
  }

  @Test func aPageShorterThanTheViewportMovesNothing() {
    expectStill(reading(), .prepend(ListedMessages([.user("p")])))
  }

  @Test func aPrependMovesNothingWhileTheHandDoes() {
    let (plain, edited) = (reading(), reading())
    for driver in [plain, edited] { driver.frame(.fling(velocity: 1_500)) }
    for index in 0..<20 {
      plain.frame()
      edited.frame(.prepend(ListedMessages(Message.history(7, prefix: "p\(index)-"))))
      #expect(edited.snapshot.visible.map(\.id) == plain.snapshot.visible.map(\.id))
      #expect(edited.snapshot.visible.map(\.y) == plain.snapshot.visible.map(\.y))
    }
    #expect(edited.violations.isEmpty)
  }

  @Test func theItemAfterARemovedAnchorKeepsItsOwnPlace() {
    let driver = reading()
    let y = driver.place(of: "m11")
    #expect(driver.snapshot.stillPoint?.id == "m10")
    driver.frame(.remove("m10"))
    #expect(driver.place(of: "m11") == y)
    #expect(driver.violations.isEmpty)
  }

  @Test func anAnchorThatIsMovedStaysTheAnchor() {
    let driver = reading()
    let y = driver.place(of: "m10")
    driver.frame(.move("m10", index: 25))
    #expect(driver.place(of: "m10") == y)
    #expect(driver.surface.ids[25] == "m10")
  }

  @Test func growthAboveTheBlockThatIsReadDoesNotMoveIt() {
    var messages = Message.history(4)
    let paragraphs = (0..<60).map { "paragraph \($0)" }
    messages.append(
      Message(id: "long", role: .assistant, text: paragraphs.joined(separator: "\n\n"))
    )
    messages += Message.history(10, prefix: "z")
    let driver = Driver(messages: messages)
    driver.frame(.scroll(to: .message("long", .top), isAnimated: false))
    driver.frame(.touch(.began, y: 600), .touch(.moved, y: 100))
    driver.run(milliseconds: 200)
    driver.frame(.touch(.ended, y: 100))
    driver.settle()
    let before = driver.snapshot.stillPoint
    #expect(before?.id == "long")
    #expect((before?.block ?? 0) > 5)
    var grown = paragraphs
    grown.insert("a new one", at: 2)
    driver.frame(.update("long", text: grown.joined(separator: "\n\n")))
    #expect(driver.snapshot.stillPoint?.y == before?.y)
    #expect(driver.snapshot.stillPoint?.block == before.map { $0.block + 1 })
    #expect(driver.violations.isEmpty)
  }

  @Test func growthAtTheEndOfATallItemKeepsWhatIsRead() {
    let driver = Driver(messages: Message.history(4))
    driver.frame(.streamBegin("a"), .token("a", .lines(200)))
    driver.settle()
    driver.frame(.scroll(to: .message("a", .top), isAnimated: false))
    driver.frame(.touch(.began, y: 600), .touch(.moved, y: 100))
    driver.run(milliseconds: 200)
    driver.frame(.touch(.ended, y: 100))
    driver.settle()
    let place = driver.place(of: "a")
    driver.frame(.token("a", "\n\nmore and more"), .streamEnd("a", .complete))
    driver.settle()
    #expect(driver.place(of: "a") == place)
    #expect(driver.violations.isEmpty)
  }

  @Test func aHiddenMessageTakesNoRoomAndIsNotShown() {
    let driver = Driver(messages: Message.history(6))
    let bottom = driver.snapshot.contentBottom - driver.snapshot.contentTop
    let height = driver.snapshot.visible.first { $0.id == "m4" }?.height ?? .zero
    driver.frame(.setHeight("m4", .zero))
    #expect(driver.place(of: "m4") == nil)
    #expect(
      driver.snapshot.contentBottom - driver.snapshot.contentTop
        == bottom - height - LayoutUnit(points: 12)
    )
    #expect(driver.violations.isEmpty)
  }

  @Test func shortContentRestsAtTheTop() {
    let driver = Driver(messages: [.user("u")])
    #expect(driver.place(of: "u") == driver.snapshot.topInset + LayoutUnit(points: 16))
    driver.frame(.prepend(ListedMessages([.assistant("p")])))
    #expect(driver.place(of: "p") == driver.snapshot.topInset + LayoutUnit(points: 16))
    #expect(driver.violations.isEmpty)
  }

  @Test func removingAllAndAppendingStartsAnew() {
    for profile in [Profile.reference, .builtIn("messaging-ui")] {
      let driver = Driver(profile, messages: Message.history(30))
      driver.frame(.removeAll)
      #expect(driver.snapshot.visible.isEmpty)
      #expect(driver.snapshot.follow == .following)
      driver.frame(.append(.user("m3", "back again")))
      #expect(driver.text(of: "m3") == "back again")
      #expect(driver.snapshot.contentTop == LayoutUnit(points: 50_000_000 - 16))
      #expect(driver.violations.isEmpty)
    }
  }

  @Test func aNameThatWasRemovedCanComeBack() {
    for profile in [Profile.reference, .builtIn("messaging-ui")] {
      let driver = Driver(profile, messages: Message.history(10))
      for round in 0..<3 {
        driver.frame(.remove("m4"), .append(.user("m4", "round \(round)")))
        #expect(driver.surface.ids.last == "m4")
        #expect(driver.text(of: "m4") == "round \(round)")
      }
      driver.frame(.remove("m4"), .prepend(ListedMessages([.user("m4", "first")])))
      #expect(driver.surface.ids.first == "m4")
      #expect(driver.refusals.isEmpty)
      #expect(driver.violations.isEmpty)
    }
  }

  @Test
  func refusedEditsChangeNothing() {
    let driver = reading()
    let before = driver.snapshot
    let tall = LayoutUnit(points: 1_000_001)
    let events: [SurfaceEvent] = [
      .append(.user("m3")), .prepend(ListedMessages([.user("x"), .user("x")])),
      .load(ListedMessages([.user("x"), .user("x")])), .insert(index: 41, .user("x")),
      .insert(index: 2, .user("m3")), .remove("x"), .move("x", index: 0), .move("m3", index: 40),
      .update("x", text: ""), .replaceID("x", with: "y"), .replaceID("m3", with: "m4"),
      .setHeight("m3", tall), .setHeight("m3", LayoutUnit(rawValue: -1)),
      .append(Message(id: "x", role: .user, text: "", suppliedHeight: tall)),
      .prepend(ListedMessages([Message(id: "x", role: .user, text: "", suppliedHeight: tall)])),
      .load(ListedMessages([Message(id: "x", role: .user, text: "", suppliedHeight: tall)])),
    ]
    for (count, event) in events.enumerated() {
      driver.frame(event)
      #expect(driver.refusals.count == count + 1, "\(event)")
    }
    #expect(driver.snapshot.visible == before.visible)
    #expect(driver.snapshot.offset == before.offset)
    #expect(driver.surface.ids == Message.history(40).map(\.id))
    #expect(driver.violations.isEmpty)
  }

  @Test func theTallestItemIsAccepted() {
    let driver = Driver(messages: Message.history(3))
    driver.frame(.setHeight("m1", LayoutUnit(points: 1_000_000)))
    driver.frame(
      .append(
        Message(
          id: "x",
          role: .user,
          text: "",
          suppliedHeight: LayoutUnit(points: 1_000_000)
        )
      )
    )
    driver.settle()
    #expect(driver.refusals.isEmpty)
  }

  @Test func eagerItemsAreTakenInRightlyWhateverHappensInTheSameFrame() {
    let driver = Driver(.builtIn("messaging-ui"))
    driver.frame(
      .load(ListedMessages(Message.history(12))),
      .insert(index: 4, .assistant("x", lines: 40)),
      .remove("m2"),
      .move("m9", index: 1),
      .append(.user("y"))
    )
    let expected = Driver(.builtIn("messaging-ui"))
    for (index, id) in driver.surface.ids.enumerated() {
      let text = driver.text(of: id) ?? ""
      let role: Message.Role =
        id == "x" || Int(id.rawValue.dropFirst()).map { $0 % 2 == 1 } ?? false
        ? .assistant : .user
      expected.frame(.insert(index: index, Message(id: id, role: role, text: text)))
    }
    #expect(
      driver.snapshot.contentBottom - driver.snapshot.contentTop
        == expected.snapshot.contentBottom - expected.snapshot.contentTop
    )
    #expect(driver.violations.isEmpty)
  }

  @Test func aWidthChangeKeepsTheItemAndTheProportionIntoIt() {
    var messages = Message.history(30)
    let words = Array(repeating: "several words of prose", count: 400).joined(separator: " ")
    messages.insert(Message(id: "long", role: .assistant, text: words), at: 15)
    let driver = Driver(messages: messages)
    driver.frame(.scroll(to: .message("long", .top), isAnimated: false))
    driver.frame(.touch(.began, y: 600), .touch(.moved, y: -900))
    driver.run(milliseconds: 200)
    driver.frame(.touch(.ended, y: -900))
    driver.settle()
    func proportion() -> Double {
      let item = driver.snapshot.visible.first { $0.id == "long" }
      return item.map { -$0.y.points / $0.height.points } ?? -1
    }
    let before = proportion()
    #expect(before > 0.2)
    for width in [667, 375, 800, 375] {
      driver.frame(
        .resize(width: LayoutUnit(points: width), height: LayoutUnit(points: 1_042 - width))
      )
      #expect(abs(proportion() - before) < 0.001)
    }
    driver.settle()
    #expect(driver.violations.isEmpty)
    #expect(driver.snapshot.follow == .free)
  }

  @Test func turningBackIsAllHits() {
    let driver = Driver(messages: Message.history(30))
    let (narrow, wide) = (LayoutUnit(points: 375), LayoutUnit(points: 667))
    driver.frame(.resize(width: wide, height: narrow))
    driver.frame(.resize(width: narrow, height: wide))
    driver.frame(.resize(width: wide, height: narrow))
    let misses = driver.surface.cacheCounts.misses
    driver.frame(.resize(width: narrow, height: wide))
    driver.frame(.resize(width: wide, height: narrow))
    #expect(driver.surface.cacheCounts.misses == misses)
    #expect(driver.pointsFromEnd == .zero)
  }

  @Test func onlyWhatChangedGetsAnotherVersion() {
    let driver = reading()
    driver.frame()
    let before = driver.snapshot.visible
    driver.frame(.prepend(ListedMessages(Message.history(20, prefix: "p"))), .append(.user("x")))
    #expect(driver.snapshot.redrawnItems == 0)
    #expect(driver.snapshot.visible == before)
    let shown = before[1].id
    driver.frame(.update(shown, text: .lines(2)))
    let changed = driver.snapshot.visible.first { $0.id == shown }
    #expect(changed?.version != before[1].version)
    #expect(driver.snapshot.visible.first?.version == before.first?.version)
  }

  @Test func theEndOfAFadeIsAnotherVersionAndNothingElseAfterIt() {
    let driver = Driver(messages: Message.history(3))
    driver.frame(.streamBegin("a"), .token("a", "one "), .token("a", "two"))
    var version = 0
    var wasFading = false
    for _ in 0..<120 {
      driver.frame()
      let now = driver.snapshot.visible.first { $0.id == "a" }?.version ?? 0
      let isFading = driver.snapshot.streams.first?.fades.isEmpty == false
      if isFading || wasFading { #expect(now != version) }
      if !isFading, !wasFading, driver.tick > 60 { #expect(now == version) }
      (version, wasFading) = (now, isFading)
    }
    #expect(!wasFading)
  }
}
