import ChatSurface
import Lengths
import Testing
import Timebase

@Suite struct EndlessMoveTests {
  /// A send while the jumps of an opening are still to come ends the opening; nothing waits for a
  /// jump that is never made.
  @Test(arguments: Profile.all.map(\.name))
  func aSendWhileTheConversationOpensEndsTheOpening(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let driver = Driver(profile, messages: Message.history(40))
    driver.frame(.send("user", text: "What then?"), .taskEnd)
    driver.settle(limit: 600)
    #expect(driver.surface.nextDue == nil)
  }

  /// Where heights are forgotten, the target of a move is at another place after every frame; the
  /// move ends all the same.
  @Test(arguments: Profile.all.map(\.name))
  func aMoveWhoseTargetNeverRestsComesToAnEnd(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let driver = Driver(profile, messages: Message.history(400))
    driver.checksInvariants = false
    driver.frame(.send("user", text: "What then?"), .streamBegin("answer"))
    for index in 0..<100 {
      let id = MessageID(rawValue: "m\(index * 3)")
      driver.frame(
        .token("answer", "word\(index) "),
        .prepend(ListedMessages([.user("old\(index)", .lines(1 + index % 9))])),
        index.isMultiple(of: 2) ? .remove(id) : .update(id, text: .lines(1 + index % 30))
      )
      if index.isMultiple(of: 3) {
        driver.frame(.append(.assistant("new\(index)", lines: 1 + index % 14)))
      }
    }
    driver.frame(.streamEnd("answer", .complete), .taskEnd)
    driver.settle(limit: 3_000)
    #expect(driver.snapshot.scroll == .idle)
    #expect(driver.surface.nextDue == nil)
  }

  /// A move to a message that leaves the conversation on the way, and the content below the
  /// viewport with it, ends within the range that is left.
  @Test(arguments: Profile.all.map(\.name))
  func aMoveToAMessageThatIsRemovedEndsWithinTheRange(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let driver = Driver(profile, messages: Message.history(40))
    driver.settle(limit: 600)
    driver.frame(.scroll(to: .top, isAnimated: false))
    driver.settle(limit: 600)
    driver.frame(.scroll(to: .message("m39", .bottom), isAnimated: true))
    // Until it is slow, and so near its goal.
    for _ in 0..<600 where driver.snapshot.scroll == .animating {
      let before = driver.snapshot.offset
      driver.frame()
      let step = driver.snapshot.offset - before
      if driver.snapshot.tick > 8, step < LayoutUnit(points: 8) { break }
    }
    #expect(driver.snapshot.scroll == .animating, "the move is over before its message is gone")
    driver.frame(.remove("m39"))
    // It goes there by itself: the end of the range does not stop it short in one frame.
    var step = LayoutUnit.zero
    for _ in 0..<600 where driver.snapshot.scroll == .animating {
      let before = driver.snapshot.offset
      driver.frame()
      step = driver.snapshot.offset - before
    }
    #expect(driver.snapshot.scroll == .idle)
    #expect(step.magnitude < LayoutUnit(points: 8), "the last frame moved by \(step)")
    driver.settle(limit: 600)
    #expect(driver.pointsFromEnd >= .zero)
  }
}
