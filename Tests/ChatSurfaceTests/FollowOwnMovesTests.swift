import ChatSurface
import Lengths
import Testing

/// What the engine does by itself changes nothing of what the viewport holds on to.
@Suite struct FollowOwnMovesTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  /// Keyboards, insets, sizes and auxiliary parts.
  private var surroundings: [SurfaceEvent] {
    [
      .keyboard(height: points(260), .easeInOut), .keyboard(height: points(320), .easeInOut),
      .keyboardDragged(height: points(90)), .keyboard(height: .zero, .easeInOut),
      .composer(lines: 6), .composer(lines: 2), .typing(true), .typing(false),
      .auxiliary(.footer, points(300)), .auxiliary(.footer, nil),
      .auxiliary(.header, points(300)), .auxiliary(.header, nil),
      .resize(width: points(667), height: points(375)),
      .resize(width: points(375), height: points(667)), .composer(lines: 1),
    ]
  }

  /// Whether a frame shows a state; a pinned message that does not stand at its place is `pinning`.
  private func shows(_ state: FollowState, _ driver: Driver) -> Bool {
    guard case .pinned(let id) = state, driver.place(of: id) != driver.snapshot.topInset else {
      return driver.snapshot.follow == state
    }
    return driver.snapshot.follow == .pinning(id)
  }

  private func expect(_ state: FollowState, _ driver: Driver, through events: [SurfaceEvent]) {
    #expect(driver.snapshot.follow == state)
    for event in events {
      driver.frame(event)
      #expect(shows(state, driver), "\(driver.profile.name): \(event)")
      // Every frame of what it sets in motion, and the one in which that comes to rest.
      var frames = 0
      while driver.surface.isRunning, frames < 300 {
        driver.frame()
        frames += 1
        #expect(shows(state, driver), "\(driver.profile.name): \(event)")
      }
    }
    #expect(driver.snapshot.follow == state)
  }

  @Test(arguments: Profile.all.map(\.name))
  func keyboardsAndInsetsChangeNoFollowState(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let following = Driver(profile, messages: Message.uniform(40))
    following.frame(.scroll(to: .end, isAnimated: false))
    expect(.following, following, through: surroundings)
    for distance in [0, 60, 2_000] {
      let free = Driver(profile, messages: Message.uniform(40))
      free.settle()
      free.rest(pointsFromEnd: distance)
      expect(.free, free, through: surroundings)
    }
  }

  @Test func keyboardsAndInsetsLetGoOfNoPin() {
    for profile in [Profile.reference, .builtIn("swiftui-tips"), .builtIn("conversation-kit")] {
      let driver = Driver(profile, messages: Message.uniform(20))
      driver.settle()
      driver.frame(.send("u", text: "A question"))
      driver.frame(.append(.supplied("a", .assistant, 2_000)))
      driver.settle()
      expect(.pinned("u"), driver, through: surroundings)
    }
  }

  @Test func aClampAtTheEndIsNoFollowing() {
    let driver = Driver(messages: Message.uniform(40))
    driver.rest(pointsFromEnd: 150)
    for id in ["m39", "m38"] {
      driver.frame(.remove(MessageID(rawValue: id)))
      #expect(driver.snapshot.follow == .free)
    }
    #expect(driver.pointsFromEnd == .zero, "the end has pushed it")
    driver.settle()
    driver.frame(.composer(lines: 6))
    driver.settle()
    #expect(driver.snapshot.follow == .free)
  }

  @Test func anAnimatedMoveThatComesToRestAtTheEndIsNoFollowing() {
    let driver = Driver(messages: Message.uniform(40))
    driver.frame(.scroll(to: .message("m39", .bottom), isAnimated: true))
    driver.settle()
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.snapshot.follow == .free)
  }

  // MARK: The button

  @Test func moreThanAHundredPointsFromTheEndItsButtonShows() {
    for profile in Profile.all {
      let driver = Driver(profile, messages: Message.withoutBlank)
      driver.settle()
      driver.tap()
      let unit = LayoutUnit(rawValue: 1)
      for (distance, isShown) in [
        (LayoutUnit.zero, false), (points(100), false), (points(100) + unit, true),
        (points(101), true), (points(500), true),
      ] {
        driver.rest(fromEnd: distance)
        #expect(driver.pointsFromEnd == distance)
        #expect(driver.snapshot.showsJumpToEnd == isShown, "\(profile.name): \(distance)")
      }
      driver.frame(.scroll(to: .end, isAnimated: false))
      driver.settle()
      #expect(!driver.snapshot.showsJumpToEnd)
      driver.frame(.removeAll)
      #expect(!driver.snapshot.showsJumpToEnd)
    }
  }
}
