import ChatSurface
import Lengths
import Records
import Testing
import Timebase

@Suite struct DriftTests {
  private let unit = LayoutUnit(rawValue: 1)

  @Test func aDriftOfOneUnitIsSeenWhileReading() {
    let driver = Driver(messages: Message.history(40))
    driver.frame(.scroll(to: .message("m10", .top), isAnimated: false))
    driver.frame()
    #expect(driver.drift == .zero)
    driver.surface.displaceContent(by: unit)
    driver.frame()
    #expect(driver.drift == unit)
    driver.frame()
    #expect(driver.drift == .zero)
  }

  @Test func aDriftOfOneUnitIsSeenUnderAMovingFinger() {
    let driver = Driver(messages: Message.history(40))
    driver.frame(.scroll(to: .message("m10", .top), isAnimated: false))
    driver.frame(.touch(.began, y: 300), .touch(.moved, y: 320))
    driver.surface.displaceContent(by: unit)
    driver.frame(.touch(.moved, y: 325))
    #expect(driver.drift == unit)
  }

  @Test func aDriftOfOneUnitIsSeenOfAPinnedMessage() {
    let driver = Driver(messages: Message.history(40))
    driver.frame(.send("u", text: "Question"))
    driver.settle()
    driver.frame()
    #expect(driver.snapshot.follow == .pinned("u"))
    let tick = driver.tick
    driver.surface.input([], at: driver.next)
    driver.surface.ingest(at: driver.next)
    driver.surface.reveal(at: driver.next)
    driver.surface.measure(at: driver.next)
    driver.surface.layout(at: driver.next)
    driver.surface.displaceContent(by: unit)
    var frame = FrameSnapshot()
    driver.surface.commit(at: driver.next, tick: tick, into: &frame)
    driver.judge(frame)
    #expect(driver.drift.magnitude == unit)
  }

  @Test func aDriftOfOneUnitIsSeenAtTheEnd() {
    let driver = Driver(messages: Message.history(40))
    let instant = driver.next
    driver.surface.input([], at: instant)
    driver.surface.ingest(at: instant)
    driver.surface.reveal(at: instant)
    driver.surface.measure(at: instant)
    driver.surface.layout(at: instant)
    driver.surface.displaceContent(by: unit)
    var frame = FrameSnapshot()
    driver.surface.commit(at: instant, tick: driver.tick, into: &frame)
    driver.judge(frame)
    #expect(driver.drift.magnitude == unit)
  }

  @Test func aMessageThatIsJumpedToAndRenamedInOneFrameIsWhatIsRead() {
    let driver = Driver(messages: Message.history(40))
    driver.frame(
      .scroll(to: .message("m10", .top), isAnimated: false),
      .replaceID("m10", with: "other")
    )
    #expect(driver.verdict.exemption == .asked)
    driver.frame()
    #expect(driver.verdict == DriftVerdict())
    driver.surface.displaceContent(by: unit)
    driver.frame()
    #expect(driver.drift == unit)
  }

  @Test func aMessageThatIsJumpedToAndRemovedInOneFrameWasAskedFor() {
    let driver = Driver(messages: Message.history(40))
    driver.frame(.scroll(to: .message("m10", .top), isAnimated: false), .remove("m10"))
    #expect(driver.verdict.exemption == .asked)
    #expect(driver.drift == .zero)
    driver.frame()
    #expect(driver.drift == .zero)
  }

  @Test func theArrayReportsTheDriftOfAnEditInItsMiddle() {
    let driver = Driver(.builtIn("messaging-ui"), messages: Message.history(40))
    driver.frame(.scroll(to: .message("m10", .top), isAnimated: false))
    driver.frame()
    driver.frame(.prepend(ListedMessages(Message.history(9, prefix: "p"))))
    #expect(driver.drift == .zero)
    driver.frame(.insert(index: 12, .assistant("x", lines: 4)))
    #expect(driver.drift == LayoutUnit(points: 4 * 20 + 24 + 12))
  }

  @Test func contentThatBecomesTooShortSaysClamped() {
    let driver = Driver(messages: Message.history(12))
    driver.frame(.scroll(to: .message("m5", .top), isAnimated: false))
    var isClamped = false
    for id in ["m11", "m10", "m9", "m8", "m7", "m6"] {
      driver.frame(.remove(MessageID(rawValue: id)))
      isClamped = isClamped || driver.snapshot.isClamped
    }
    #expect(isClamped)
    #expect(driver.violations.isEmpty)
    #expect(
      driver.pointsFromEnd >= .zero
        || driver.snapshot.contentTop - driver.snapshot.topInset == driver.snapshot.offset
    )
  }

  /// Where a hand moves the viewport between two edits and an end is in view, no frame says how far the
  /// hand could move it: such a frame alone is left out.
  @Test func aHandBetweenTwoEditsIsLeftOutWhereAnEndIsInView() {
    let middle = Driver(messages: Message.history(40))
    middle.frame(.scroll(to: .message("m10", .top), isAnimated: false))
    let start = Driver(messages: Message.history(40))
    start.frame(.scroll(to: .top, isAnimated: false))
    for driver in [middle, start] {
      driver.frame(.touch(.began, y: 320))
      driver.frame(.touch(.moved, y: 312))
      driver.frame(.remove("m30"), .touch(.moved, y: 310), .append(.assistant("x")))
      #expect(driver.verdict.exemption == (driver === start ? .clamped : nil))
      #expect(driver.drift == .zero)
      // A hand before both of them is where it would be without them.
      driver.frame(.touch(.moved, y: 308), .remove("m31"), .append(.assistant("y")))
      #expect(driver.verdict.exemption != .clamped)
      #expect(driver.drift == .zero)
    }
  }

  /// The reader's place is kept in the turned text, and the fling goes on from there.
  @Test(arguments: [Profile.reference, .builtIn("vercel-v0")], [-1_500.0, 1_500])
  func aViewportThatTurnsUnderAFlingMovesNothingAfterwards(profile: Profile, velocity: Double) {
    let text = String(repeating: "a word or two ", count: 40)
    let messages = (0..<60).map { index in
      Message(id: MessageID(rawValue: "m\(index)"), role: .assistant, text: text + "\(index)")
    }
    let driver = Driver(profile, messages: messages)
    driver.settle()
    driver.frame(.scroll(to: .message("m30", .top), isAnimated: false))
    driver.settle()
    driver.frame(.fling(velocity: velocity))
    driver.frame()
    driver.frame(.resize(width: LayoutUnit(points: 667), height: LayoutUnit(points: 375)))
    for _ in 0..<12 {
      driver.frame()
      #expect(driver.snapshot.scroll == .decelerating)
      #expect(driver.drift == .zero)
    }
  }
}
