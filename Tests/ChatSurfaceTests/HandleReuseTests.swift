import ChatSurface
import Lengths
import Testing

/// A message's handle is given out again once the message is gone. What was on its way to the one
/// that had it never reaches the one that has it now.
@Suite struct HandleReuseTests {
  /// What knows a message by its handle.
  enum Holder: String, CaseIterable {
    case move, jump, pin, stream, part, card, tokens, actions, touch, height, task, entrance

    /// What gives it the message named `x`, which is sent or appended before.
    var events: [SurfaceEvent] {
      switch self {
      case .move: [.scroll(to: .message("x", .top), isAnimated: true)]
      case .jump: [.scroll(to: .message("x", .center), isAnimated: false)]
      case .stream, .entrance: [.streamBegin("x")]
      case .part: [.streamBegin("x"), .token("x", "text "), .partBegin("x", .reasoning)]
      case .card: [.streamBegin("x"), .partBegin("x", .card), .card("x", part: 0, points(90))]
      case .tokens: [.streamBegin("x"), .token("x", "some words and half a wo")]
      case .actions: [.auxiliary(.actions("x"), points(32))]
      case .touch: [.restore(Anchor(id: "x", distance: points(5))), .touch(.began, y: 200)]
      case .height: [.setHeight("x", points(333))]
      case .pin, .task: []
      }
    }

    var isSent: Bool { self == .pin || self == .task }

    func give(_ driver: Driver) {
      driver.frame(isSent ? .send("x", text: "What then?") : .append(.assistant("x", lines: 5)))
      driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
    }
  }

  /// What an app may still say of a message that is gone.
  static let late: [SurfaceEvent] = [
    .token("x", "late words "), .partBegin("x", .card), .card("x", part: 0, points(70)),
    .update("x", text: "another text"), .setHeight("x", points(500)), .streamEnd("x", .failed),
    .taskEndOf("x"), .scroll(to: .message("x", .top), isAnimated: true), .remove("x"),
    .move("x", index: 0), .replaceID("x", with: "z"), .auxiliary(.actions("x"), points(32)),
    .restore(Anchor(id: "x", distance: .zero)), .regenerate("x"),
  ]

  private func places(_ frame: FrameSnapshot) -> [String] {
    frame.visible.filter { $0.id != "hidden" }.map {
      "\($0.id) at \($0.y), \($0.height) high, \($0.state)"
    }
  }

  /// Beside a surface in which the next message has a handle of its own.
  @Test(arguments: Profile.all.map(\.name), Holder.allCases)
  func aRemovedMessagesHandleReachesNobodyElse(name: String, holder: Holder) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let isNewChat = holder == .entrance
    func twin(reuses: Bool) -> (Driver, handles: Int) {
      let driver = Driver(profile, messages: isNewChat ? [] : Message.history(12))
      if isNewChat { driver.frame(.send("question", text: "What then?")) }
      driver.settle()
      holder.give(driver)
      driver.frame(.remove("x"))
      driver.frame()
      let handles = driver.surface.census.handles
      let hidden = Message(id: "hidden", role: .user, text: "", suppliedHeight: .zero)
      // The first one takes the handle that is free.
      let next: [SurfaceEvent] = [
        .append(.assistant("y", lines: 4)), .insert(index: 0, hidden),
      ]
      driver.frame(
        scheduled: (reuses ? next : next.reversed()).map { ScheduledEvent($0, at: driver.next) }
      )
      return (driver, driver.surface.census.handles - handles)
    }
    let (one, other) = (twin(reuses: true), twin(reuses: false))
    #expect(one.handles <= 1 && other.handles <= 1, "no handle was used again")
    for tick in 0..<40 {
      #expect(places(one.0.snapshot) == places(other.0.snapshot), "\(tick) frames later")
      #expect(one.0.snapshot.follow == other.0.snapshot.follow)
      #expect(one.0.snapshot.scroll == other.0.snapshot.scroll)
      #expect(one.0.snapshot.blank == other.0.snapshot.blank)
      one.0.frame()
      other.0.frame()
    }
  }

  /// What comes late for a message that is gone is refused or discarded.
  @Test(arguments: Profile.all.map(\.name))
  func whatComesLateForARemovedMessageChangesNoOther(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    for (number, event) in Self.late.enumerated() {
      let driver = Driver(profile, messages: Message.history(6))
      driver.settle()
      driver.frame(.append(.assistant("x", lines: 5)))
      driver.frame(.remove("x"))
      let handles = driver.surface.census.handles
      driver.frame(.append(.assistant("y", lines: 4)))
      #expect(driver.surface.census.handles == handles, "no handle was used again")
      driver.settle()
      let (text, before, ids) = (driver.text(of: "y"), places(driver.snapshot), driver.surface.ids)
      driver.frame(event)
      driver.settle()
      #expect(driver.text(of: "y") == text, "\(event)")
      #expect(places(driver.snapshot) == before, "\(event)")
      #expect(driver.surface.ids == ids, "\(event)")
      let isDiscarded = driver.surface.discardedUTF8 > 0
      // Parts and ends of streams come too late, jumps wait.
      let isSilent = [1, 5, 7, 12].contains(number)
      #expect(isDiscarded || !driver.refusals.isEmpty || isSilent, "\(event)")
    }
  }

  /// Handles start anew with a load: nothing of the conversation before gets into the new one, also
  /// where it is of the same frame.
  @Test(arguments: Profile.all.map(\.name), Holder.allCases)
  func nothingOfTheConversationBeforeALoadReachesIt(name: String, holder: Holder) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    for isSameFrame in [true, false] {
      let used = Driver(profile, messages: Message.history(12))
      used.settle()
      if isSameFrame {
        used.frame(holder.isSent ? .send("x", text: "?") : .append(.assistant("x", lines: 5)))
      } else {
        holder.give(used)
      }
      // A finger that is down stays down.
      let events = isSameFrame && holder != .touch ? holder.events : []
      let fresh = Driver(profile)
      fresh.skip(ticks: used.tick)
      let list = ListedMessages(Message.history(20, prefix: "n"))
      if holder == .touch { used.frame(.touch(.ended, y: 200)) }
      if holder == .touch { fresh.skip(ticks: 1) }
      used.frame(scheduled: (events + [.load(list)]).map { ScheduledEvent($0, at: used.next) })
      fresh.frame(.load(list))
      for tick in 0..<40 {
        #expect(places(used.snapshot) == places(fresh.snapshot), "\(tick) frames later")
        #expect(used.snapshot.follow == fresh.snapshot.follow)
        #expect(used.snapshot.blank == fresh.snapshot.blank)
        #expect(used.snapshot.streams.isEmpty)
        used.frame()
        fresh.frame()
      }
      for event in Self.late { used.frame(event) }
      used.settle()
      fresh.settle()
      #expect(places(used.snapshot) == places(fresh.snapshot), "after what came late")
    }
  }
}
