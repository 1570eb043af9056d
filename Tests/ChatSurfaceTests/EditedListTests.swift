import ChatSurface
import Lengths
import Testing

/// Layouts that adjust the content offset, as a reader sees them.
@Suite struct EditedListTests {
  private func reading(_ profile: Profile) -> Driver {
    let driver = Driver(profile, messages: Message.uniform(80))
    driver.settle()
    driver.frame(.scroll(to: .message("m40", .top), isAnimated: false))
    driver.settle()
    return driver
  }

  /// Events that put what is read so many places of 112 pt further down, or up.
  private static let edits: [(event: SurfaceEvent, places: Int)] = [
    (.prepend(ListedMessages(Message.uniform(10, prefix: "p"))), 10),
    (.remove("m3"), -1),
    (.insert(index: 5, .supplied("x", .user, 100)), 1),
    (.move("m70", index: 2), 1),
  ]

  /// The list asks for what is visible to be maintained: offset and content move alike.
  @Test func inV0TheOffsetFollowsInTheFrameOfTheEdit() {
    for (event, places) in Self.edits {
      let driver = reading(.builtIn("vercel-v0"))
      let offset = driver.snapshot.offset
      let still = driver.places
      for frame in 0..<3 {
        if frame == 0 { driver.frame(event) } else { driver.frame() }
        #expect(driver.snapshot.offset == offset + LayoutUnit(points: 112) * places, "\(event)")
        driver.expectStill(since: still)
      }
    }
  }
}
