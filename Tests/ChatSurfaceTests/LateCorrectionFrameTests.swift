import ChatSurface
import Lengths
import Testing

/// Layouts that adjust the content offset, as a reader sees them.
@Suite struct LateCorrectionFrameTests {
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

  @Test(
    arguments: ["swiftui-tips", "parameter-article", "conversation-kit"]
  )
  func theFrameOfAnEditShowsTheUncorrectedOffsetAndTheNextTheModels(name: String) throws {
    var profile = try #require(Profile.all.first { $0.name == name })
    profile.historyPage = nil
    profile.correction = .nextFrame
    for (event, places) in Self.edits {
      let (driver, model) = (reading(profile), reading(.reference))
      let before = driver.snapshot
      let still = driver.places
      driver.frame(event)
      model.frame(event)
      let distance = LayoutUnit(points: 112) * places
      #expect(driver.snapshot.offset == before.offset, "\(event)")
      for (id, y) in driver.places {
        if let old = still[id] { #expect(y == old + distance, "\(event)") }
      }
      #expect(driver.place(of: "m40") != still["m40"], "\(event)")
      driver.frame()
      model.frame()
      #expect(driver.snapshot.offset == before.offset + distance, "\(event)")
      #expect(driver.places == still, "\(event)")
      #expect(driver.places == model.places, "\(event)")
      driver.frame()
      #expect(driver.places == still, "\(event)")
    }
  }

  /// An edit in each of several frames: what the last of them leaves is made up for at once, and the
  /// judge takes that for no movement of its own.
  @Test(arguments: ["swiftui-tips", "parameter-article"])
  func editsInFramesOneAfterTheOtherAreCorrectedOnceAndThatIsNoDrift(name: String) throws {
    var profile = try #require(Profile.all.first { $0.name == name })
    profile.historyPage = nil
    profile.correction = .nextFrame
    for heights in [[1, 100], [100, 1], [40, 40, 300], [250, 3, 3, 90], [70, 70, 70]] {
      let driver = reading(profile)
      let still = driver.places
      for (number, height) in heights.enumerated() {
        driver.frame(.insert(index: number, .supplied("x\(number)", .user, height)))
        #expect(driver.place(of: "m40") == still["m40"].map { $0 + points(height + 12) })
      }
      for _ in 0..<3 {
        driver.frame()
        #expect(driver.drift == .zero, "\(heights)")
        #expect(driver.places == still, "\(heights)")
      }
    }
  }

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
