import ChatSurface
import Lengths
import Testing

/// What holds the viewport, on a surface.
@Suite struct ViewportHoldTests {
  // MARK: Jumps

  @Test func aMessageThatWasJumpedToIsTheAnchorWhileItIsInView() {
    let driver = Driver(messages: Message.history(10))
    driver.frame(.streamBegin("a1"), .token("a1", .lines(30)), .streamBegin("a2"))
    driver.run(milliseconds: 4_000)
    driver.frame(.token("a2", .lines(6)))
    driver.run(milliseconds: 1_000)
    driver.frame(.scroll(to: .message("a2", .top), isAnimated: false))
    let place = driver.place(of: "a2")
    #expect(place.map { $0 > points(100) } == true)
    for _ in 0..<60 {
      driver.frame(.token("a1", "  \nline  \nline "), .token("a2", "  \nline "))
      #expect(driver.place(of: "a2") == place)
    }
    // A finger that scrolls nothing leaves it the anchor, also while it is down.
    driver.frame(.touch(.began, y: 300))
    driver.frame(.token("a1", .lines(4) + " "))
    driver.run(milliseconds: 500)
    #expect(driver.place(of: "a2") == place)
    driver.frame(.touch(.ended, y: 300))
    driver.run(milliseconds: 500)
    #expect(driver.place(of: "a2") == place)
    driver.frame(.touch(.began, y: 300), .touch(.moved, y: 320), .touch(.ended, y: 320))
    driver.run(milliseconds: 500)
    driver.frame(.token("a1", .lines(40) + " "))
    driver.run(milliseconds: 2_000)
    #expect(driver.place(of: "a2") != place.map { $0 + points(20) })
  }

  @Test func aTargetThatIsNotThereYetIsGoneToWhenItComes() {
    let older = Message.history(20, prefix: "o")
    let edits: [SurfaceEvent] = [
      .prepend(ListedMessages(older)),
      .load(ListedMessages(older + Message.history(30))),
      .replaceAll(ListedMessages(older + Message.history(30))),
    ]
    for edit in edits {
      let driver = Driver(messages: Message.history(30))
      driver.frame(.scroll(to: .message("o7", .top), isAnimated: false))
      #expect(driver.refusals.isEmpty && driver.snapshot.follow == .following)
      driver.frame(edit)
      #expect(driver.place(of: "o7") == driver.snapshot.topInset)
      #expect(driver.surface.observations.fulfilledTargets == 1)
    }
  }

  @Test func aGestureASendAJumpOrALoadDropsTheTarget() {
    let older = ListedMessages(Message.history(20, prefix: "o"))
    let drops: [SurfaceEvent] = [
      .touch(.began, y: 300), .fling(velocity: -100), .send("u", text: "Hi"),
      .scroll(to: .top, isAnimated: false), .load(ListedMessages(Message.history(9))),
    ]
    for drop in drops {
      let driver = Driver(messages: Message.history(30))
      driver.frame(.restore(Anchor(id: "o7", distance: .zero)))
      driver.frame(drop)
      #expect(driver.surface.observations.droppedTargets == 1)
      driver.frame(.prepend(older))
      #expect(driver.surface.observations.fulfilledTargets == 0)
      #expect(driver.place(of: "o7") == nil)
    }
  }

  // MARK: Selection

  @Test(arguments: [
    Profile.reference, .builtIn("vercel-v0"), .builtIn("swiftui-tips"),
    .builtIn("parameter-article"),
  ])
  func whileTextIsSelectedNothingButTheReaderMovesIt(profile: Profile) {
    let driver = Driver(profile, messages: Message.history(30))
    driver.settle()
    driver.frame(.streamBegin("a"))
    driver.frame(.select("m29", 2..<9))
    #expect(driver.snapshot.follow == .free)
    let place = driver.place(of: "m29")
    let events: [SurfaceEvent] = [
      .token("a", .lines(9)), .append(.user("n", .lines(4))), .composer(lines: 5),
      .keyboard(height: points(260)), .typing(true), .send("u", text: "A question"),
      .prepend(ListedMessages(Message.history(5, prefix: "p"))), .remove("m3"),
      .scroll(to: .end, isAnimated: false, by: .app), .keyboard(height: .zero), .composer(lines: 1),
    ]
    for event in events {
      driver.frame(event)
      driver.run(milliseconds: 600)
      // Where corrections come late, or what is above the point is measured anew, in the next frame.
      #expect(driver.place(of: "m29") == place, "\(profile.name): \(event)")
    }
    driver.frame(.touch(.began, y: 300))
    driver.frame(.touch(.moved, y: 340))
    driver.run(milliseconds: 100)
    driver.frame(.touch(.ended, y: 340))
    driver.settle()
    #expect(driver.place(of: "m29") == place.map { $0 + points(40) }, "\(profile.name)")
    driver.frame(.select("m29", nil))
    #expect(driver.snapshot.follow == .free)
  }

  @Test func whoDeselectsAtTheEndFollowsAgain() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.select("m29", 0..<4))
    driver.frame(.select("m29", nil))
    #expect(driver.snapshot.follow == .following)
    driver.frame(.select("m29", 0..<4), .remove("m29"))
    #expect(driver.snapshot.follow == .free)
    driver.frame(.select("m28", 0..<40_000), .select("nobody", 0..<4))
    #expect(driver.refusals == [.noText("m28", 0..<40_000), .unknown("nobody")])
  }

  // MARK: Pins

  @Test(arguments: Profile.all)
  func aFrameThatSaysPinnedShowsTheMessageAtItsPlace(profile: Profile) {
    let driver = Driver(profile, messages: Message.history(20))
    driver.frame(.send("u", text: "A question"), .streamBegin("a"))
    driver.settle()
    for step in 0..<400 {
      switch step {
      case 60: driver.frame(.keyboard(height: points(260)))
      case 250: driver.frame(.keyboard(height: .zero))
      case let step where step % 7 == 0: driver.frame(.token("a", "  \nline  \nline"))
      default: driver.frame()
      }
      if case .pinned(let id) = driver.snapshot.follow {
        #expect(driver.place(of: id) == driver.snapshot.topInset, "\(profile.name), step \(step)")
      }
      #expect(driver.snapshot.shift <= .zero && driver.snapshot.shift >= points(-260))
    }
  }
}
