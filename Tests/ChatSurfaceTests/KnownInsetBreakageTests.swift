import ChatSurface
import Lengths
import Testing

/// Breakages that other chat lists are known for: what covers the end, and what lies beyond it.
@Suite struct KnownInsetBreakageTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  private func page(_ count: Int) -> ListedMessages {
    ListedMessages((0..<count).map { .assistant("p\($0)", lines: 4) })
  }

  /// A conversation whose reader has scrolled to the middle.
  private func reading() -> Driver {
    let driver = Driver(messages: Message.history(60))
    driver.frame(.scroll(to: .message("m20", .top), isAnimated: false))
    driver.settle()
    return driver
  }

  @Test func keyboardOpeningMidStream() {
    let driver = Driver(messages: Message.history(30))
    let reader = reading()
    let before = reader.places
    driver.frame(.streamBegin("a"))
    reader.frame(.streamBegin("a"))
    for index in 0..<90 {
      for each in [driver, reader] {
        each.frame(.token("a", "words \(index) of it, "))
        if index == 30 { each.frame(.keyboard(height: points(260), .easeInOut)) }
        if index == 60 { each.frame(.keyboard(height: .zero, .easeInOut)) }
        // Its height and the gap of 8 pt above it, from the frame of the event on.
        #expect(each.snapshot.covered == points((30..<60).contains(index) ? 268 : 0))
        #expect(each.drift == .zero)
      }
      reader.expectStill(since: before)
      // At rest the end is in view: with the keyboard closed, open for 200 ms and more, and closed.
      if driver.snapshot.scroll == .idle { #expect(driver.pointsFromEnd == .zero) }
      if index == 29 || index == 59 { #expect(driver.snapshot.scroll == .idle) }
    }
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.violations.isEmpty)
  }

  @Test func emojiKeyboardHeightChange() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.keyboard(height: points(260), .easeInOut))
    driver.settle()
    driver.frame(.keyboard(height: points(310), .easeInOut))
    driver.settle()
    #expect(driver.snapshot.covered == points(318))
    #expect(driver.pointsFromEnd == .zero)
    let reader = reading()
    let before = reader.places
    reader.frame(.keyboard(height: points(260), .easeInOut))
    reader.frame(.keyboard(height: points(310), .easeInOut))
    reader.settle()
    reader.expectStill(since: before)
  }

  @Test func multiLineSend() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.composer(lines: 6, text: .lines(6)))
    driver.settle()
    #expect(driver.snapshot.button == .send)
    #expect(driver.pointsFromEnd == .zero)
    driver.frame(.send("u", text: .lines(6)))
    #expect(driver.snapshot.composer == points(48))
    driver.settle()
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
    #expect(driver.snapshot.follow == .pinned("u"))
    #expect(driver.violations.isEmpty)
  }

  /// A tall window is made so low that the blank it had is larger than all of it. In no frame is
  /// there more than what the turn leaves free of the viewport.
  @Test(arguments: Profile.all.map(\.name))
  func blankLargerThanTheViewport(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let driver = Driver(profile, messages: Message.history(30))
    driver.frame(.resize(width: points(375), height: points(1_400)))
    driver.frame(.send("u", text: "x"))
    driver.settle()
    let tall = driver.snapshot.blank
    let hasBlank = profile.afterSend == .blankSize
    #expect(hasBlank ? tall > points(1_000) : tall == .zero)
    for height in [667, 300, 1_400, 200] {
      let before = driver.snapshot.blank
      driver.frame(.resize(width: points(375), height: points(height)))
      if hasBlank, height < 667 { #expect(before > driver.snapshot.viewportHeight) }
      expectBlankBound(driver)
      for event in [
        SurfaceEvent.keyboard(height: points(150), .easeInOut), .composer(lines: 6),
        .composer(lines: 1), .keyboard(height: .zero, .easeInOut),
      ] {
        driver.frame(event)
        for _ in 0..<40 {
          expectBlankBound(driver)
          driver.frame()
        }
      }
      driver.settle()
      expectBlankBound(driver)
      if name == Profile.reference.name {
        #expect(driver.place(of: "u") == driver.snapshot.topInset)
      }
    }
    #expect(driver.violations.isEmpty)
  }

  /// The formula of the blank: what is free of the viewport less the turn, and never negative.
  private func expectBlankBound(
    _ driver: Driver,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let frame = driver.snapshot
    guard let top = driver.surface.y(of: "u") else {
      Issue.record("the sent message is gone", sourceLocation: location)
      return
    }
    let composer = driver.profile.blank.countsComposer ? frame.composer : .zero
    let free = frame.viewportHeight - frame.topInset - frame.covered - composer
    let bound = max(.zero, free - (frame.contentBottom - top))
    #expect((.zero...bound).contains(frame.blank), "\(bound)", sourceLocation: location)
    if driver.profile.afterSend == .blankSize, driver.profile.blank.growthDelay == .zero {
      #expect(frame.blank == bound, sourceLocation: location)
    }
  }

  @Test func footerAndAppendTogether() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.auxiliary(.footer, points(60)), .append(.assistant("z", lines: 4)))
    #expect(driver.pointsFromEnd == .zero)
    let reader = reading()
    let before = reader.places
    reader.frame(.auxiliary(.footer, points(60)), .append(.assistant("z", lines: 4)))
    reader.expectStill(since: before)
  }

  @Test func typingIndicatorWithBatchUpdates() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(
      .typing(true),
      .append(.assistant("y")),
      .prepend(page(5)),
      .remove("m3"),
      .typing(false),
      .typing(true)
    )
    driver.settle()
    #expect(driver.pointsFromEnd == .zero)
    let reader = reading()
    let before = reader.places
    reader.frame(.typing(true), .append(.assistant("y")), .prepend(page(5)), .remove("m3"))
    reader.settle()
    reader.expectStill(since: before)
  }
}
