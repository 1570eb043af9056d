import ChatSurface
import FramePacing
import Lengths
import Testing

/// A conversation of any length, whose messages are made when they are asked for.
struct NumberedMessages: MessageSource {
  let count: Int
  var height: LayoutUnit?
  /// How many lines of text each has; from one to nine, in turn, without it.
  var lines: Int?

  func id(at index: Int) -> MessageID { MessageID(rawValue: "n\(index)") }
  func index(of id: MessageID) -> Int? {
    guard id.rawValue.hasPrefix("n"), let index = Int(id.rawValue.dropFirst()) else { return nil }
    return (0..<count).contains(index) ? index : nil
  }
  func message(at index: Int) -> Message {
    Message(
      id: id(at: index),
      role: role(at: index),
      text: .lines(lineCount(at: index)),
      suppliedHeight: height
    )
  }
  func characterCount(at index: Int) -> Int { 7 * lineCount(at: index) }
  func role(at index: Int) -> Message.Role { index % 2 == 0 ? .user : .assistant }
  func suppliedHeight(at index: Int) -> LayoutUnit? { height }

  private func lineCount(at index: Int) -> Int { lines ?? 1 + index % 9 }
}

@Suite struct SpaceTests {
  @Test
  func aHugeConversationOpensByMeasuringWhatIsSeen() {
    let driver = Driver()
    driver.checksInvariants = false
    driver.frame(.load(NumberedMessages(count: 100_000)))
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.snapshot.visible.last?.id == "n99999")
    #expect(driver.surface.observations.measuredBlocks < 200)
    #expect(driver.violations.isEmpty)
  }

  @Test func aLoadTallerThanTheLimitHasItsEndAtTheStart() {
    let driver = Driver()
    let tall = LayoutUnit(points: 999_988)
    driver.frame(.load(NumberedMessages(count: 60, height: tall)))
    #expect(driver.snapshot.rebases == 1)
    #expect(driver.snapshot.contentBottom == LayoutUnit(points: 50_000_000 - 12))
    #expect(driver.pointsFromEnd == .zero)
  }

  @Test func moreMessagesThanTheLimitAreRefused() {
    let driver = Driver()
    driver.checksInvariants = false
    driver.frame(.load(NumberedMessages(count: 1_000_000)))
    driver.frame(.append(.user("one more")))
    driver.frame(.load(NumberedMessages(count: 1_000_001)))
    #expect(
      driver.refusals
        == Array(repeating: .tooManyMessages(1_000_001, limit: 1_000_000), count: 2)
    )
    #expect(driver.surface.count == 1_000_000)
  }

  @Test func aJumpOutOfTheSpaceRebasesInItsFrame() {
    let driver = Driver()
    driver.frame(.load(NumberedMessages(count: 120, height: LayoutUnit(points: 999_988))))
    let frame = driver.frame(.scroll(to: .message("n3", .top), isAnimated: false))
    #expect(frame.rebases == 2)
    #expect(frame.rebaseShift != .zero)
    #expect(frame.offset == LayoutUnit(points: 50_000_000))
    #expect(driver.place(of: "n3") == frame.topInset)
    driver.frame()
    #expect(driver.place(of: "n3") == frame.topInset)
    #expect(driver.violations.isEmpty)
  }

  /// 120,000,000 pt of messages: their end is at 50,000,000 pt, and then the fourth of them.
  @Test func aHostScrollsThroughWhatIsInsideTheSpace() {
    let driver = Driver()
    driver.frame(.load(NumberedMessages(count: 120, height: LayoutUnit(points: 999_988))))
    #expect(driver.snapshot.contentTop < .zero)
    #expect(driver.surface.reachableOffsets.lowerBound == .zero)
    #expect(driver.surface.reachableOffsets.upperBound == driver.snapshot.offset)
    #expect(driver.pointsFromEnd == .zero)
    driver.frame(.scroll(to: .message("n3", .top), isAnimated: false))
    let top = driver.snapshot.contentTop - driver.snapshot.topInset
    #expect(top > .zero && driver.surface.reachableOffsets.lowerBound == top)
    #expect(driver.snapshot.contentBottom > LayoutUnit(points: 100_000_000))
    #expect(driver.surface.reachableOffsets.upperBound == LayoutUnit(points: 100_000_000 - 667))
    let short = Driver(messages: Message.history(30))
    let frame = short.snapshot
    #expect(
      short.surface.reachableOffsets
        == frame.contentTop - frame.topInset...frame.contentBottom + frame.bottomInset
        - frame.viewportHeight
    )
  }

  @Test func aRebaseMovesNothingOnScreenAndAFlingGoesOn() {
    let driver = Driver()
    driver.frame(.load(NumberedMessages(count: 120, height: LayoutUnit(points: 999_988))))
    // n71 begins 1,000,000 pt below the upper edge of the space, which is where the margin ends.
    driver.frame(.restore(Anchor(id: "n71", distance: LayoutUnit(points: 500))))
    let rebases = driver.snapshot.rebases
    driver.frame(.fling(velocity: -6_000))
    var shown = driver.snapshot
    var isRebased = false
    for _ in 0..<120 {
      driver.frame()
      let (before, after) = (shown.stillPoint, driver.snapshot.stillPoint)
      if driver.snapshot.rebaseShift != .zero { isRebased = true }
      if let before, let after, before.id == after.id, driver.snapshot.scroll == .decelerating {
        #expect(after.y > before.y)
        #expect(after.y - before.y < LayoutUnit(points: 110))
      }
      shown = driver.snapshot
    }
    #expect(isRebased)
    #expect(driver.snapshot.rebases == rebases + 1)
    #expect(driver.violations.isEmpty)
  }

  @Test func recordsOfWhatIsFarAwayAreForgotten() {
    let driver = Driver()
    driver.checksInvariants = false
    driver.frame(.load(NumberedMessages(count: 30_000)))
    for step in 1..<1_200 {
      let id = MessageID(rawValue: "n\(30_000 - 25 * step)")
      driver.frame(.scroll(to: .message(id, .top), isAnimated: false))
      #expect(driver.place(of: id) == driver.snapshot.topInset)
    }
    #expect(driver.surface.recordCount < 8_192)
    driver.frame(.scroll(to: .end, isAnimated: false))
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.violations.isEmpty)
  }

  @Test func measuringAheadKeepsToItsAllowance() {
    var costs = OperationCosts()
    costs[.blockMeasured] = 1_000_000
    let driver = Driver(costs: costs)
    driver.frame(.load(NumberedMessages(count: 1_000)))
    driver.frame(.scroll(to: .message("n500", .top), isAnimated: false))
    let visible = driver.snapshot.visible.count
    // A quarter of 16.6 ms pays four blocks, and the one that passes the limit.
    #expect(driver.surface.observations.measuredBlocks <= visible + 5 + 4)
    #expect(driver.violations.isEmpty)
  }
}
