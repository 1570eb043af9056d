import ChatSurface
import Lengths
import Testing
import Timebase

/// From a send until its task ends.
@Suite struct SendTaskTests {
  @Test(arguments: Setting.all)
  func theButtonStopsUntilTheTaskHasEndedAlsoAfterAStop(setting: Setting) throws {
    var random = SeededGenerator(seed: PropertySettings.seed)
    let drawn = (0..<3).map { _ in
      let stop = 200 + random.nextIndex(below: 900)
      return (stop, stop + random.nextIndex(below: 1_200))
    }
    for (stop, end) in [(1_000, 2_000), (500, 550)] + drawn {
      let driver = try setting.driver()
      driver.frame(.send("u", text: "Hi"), .streamBegin("a"))
      driver.frame(atMilliseconds: stop - 100, .token("a", "Hello there "))
      driver.frame(atMilliseconds: stop, .stop)
      while driver.next.nanoseconds < Int64(end) * 1_000_000 {
        driver.frame()
        #expect(driver.snapshot.button == .stop, "\(stop), \(end)")
      }
      driver.frame(.streamEnd("a", .cancelled), .taskEnd)
      #expect(driver.snapshot.button == .sendDisabled)
      #expect(driver.text(of: "a") == "Hello there ")
    }
  }

  /// What begins again and is stopped within one frame, by Stop or by another send, takes no more text.
  @Test(arguments: Profile.all.map(\.name), [true, false])
  func anAnswerThatBeganAgainInTheFrameOfAStopIsStopped(name: String, isSent: Bool) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let driver = Driver(profile, messages: Message.history(4))
    driver.frame(.send("u", text: "One"), .streamBegin("a"), .token("a", "first "))
    driver.frame(.streamEnd("a", .complete))
    driver.frame(.streamBegin("a"), isSent ? .send("v", text: "Two") : .stop)
    driver.frame(.token("a", "lost "))
    driver.settle()
    #expect(driver.text(of: "a") == "first ")
  }

  /// The button is Stop until every sent task has ended; without a name the oldest ends.
  @Test(arguments: Profile.all.map(\.name))
  func aSecondSendStopsTheFirstAndBothTasksHaveToEnd(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    for ends in [[SurfaceEvent.taskEnd, .taskEnd], [.taskEndOf("v"), .taskEndOf("u")]] {
      let driver = Driver(profile, messages: Message.history(4))
      driver.frame(.send("u", text: "One"), .streamBegin("a"), .token("a", "first "))
      driver.frame(.send("v", text: "Two"))
      driver.frame(.streamBegin("b"), .token("a", "lost "), .token("b", "second "))
      driver.frame(ends[0])
      #expect(driver.snapshot.button == .stop)
      driver.frame(ends[0])
      let isOldest = if case .taskEnd = ends[0] { true } else { false }
      #expect(driver.snapshot.button == (isOldest ? .sendDisabled : .stop), "twice is once")
      driver.frame(ends[1])
      #expect(driver.snapshot.button == .sendDisabled)
      driver.frame(.streamEnd("b", .complete))
      driver.settle()
      #expect(driver.text(of: "a") == "first ")
      #expect(driver.text(of: "b") == "second ")
    }
  }

  /// A message of which the app gives no copy of its own is what its answer has come to.
  @Test(arguments: Profile.all.map(\.name))
  func withoutACopyOfTheAppsTheMessageIsCompleteUnlessItsAnswerFailedOrNoneBegan(
    name: String
  ) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let answers: [([SurfaceEvent], Message.State)] = [
      ([], .failed),
      ([.streamBegin("a"), .token("a", "x "), .streamEnd("a", .complete)], .complete),
      ([.streamBegin("a"), .token("a", "x "), .streamEnd("a", .cancelled)], .complete),
      ([.streamBegin("a"), .token("a", "x "), .streamEnd("a", .failed)], .failed),
      ([.append(.assistant("a"))], .complete),
      ([.streamBegin("a"), .stop], .complete),
    ]
    for (events, state) in answers {
      let driver = Driver(profile, messages: Message.history(4))
      driver.frame(.send("u", text: "Hi"))
      driver.frame(
        scheduled: (events + [.taskEnd]).map { ScheduledEvent($0, at: driver.next) }
      )
      driver.settle()
      let sent = driver.surface.conversation.first { $0.id == "u" }
      #expect(sent?.state == state, "\(events)")
    }
  }

  /// What is refused changes nothing: not what runs, not where the reader is.
  @Test(arguments: Setting.all)
  func aSendThatIsRefusedForItsLengthChangesNothing(setting: Setting) throws {
    let long = String(repeating: "x", count: Surface.longestText + 1)
    let (driver, twin) = (
      try setting.driver(Message.history(8)), try setting.driver(Message.history(8))
    )
    for each in [driver, twin] {
      each.settle()
      each.frame(.composer(lines: 3, text: "typed"))
      each.frame(.send("u", text: "Hi"), .streamBegin("a"), .token("a", "one two "))
      each.settle()
    }
    driver.frame(.send("v", text: long))
    twin.frame()
    #expect(driver.refusals == [.tooLong("v", bytes: long.utf8.count)])
    for _ in 0..<20 {
      for each in [driver, twin] { each.frame(.token("a", "three ")) }
      #expect(driver.snapshot.follow == twin.snapshot.follow)
      #expect(driver.snapshot.offset == twin.snapshot.offset)
      #expect(driver.snapshot.button == twin.snapshot.button)
      #expect(driver.snapshot.streams == twin.snapshot.streams)
    }
    for each in [driver, twin] { each.settle() }
    #expect(driver.text(of: "a") == "one two " + String(repeating: "three ", count: 20).dropLast(0))
    #expect(driver.surface.ids == twin.surface.ids)
  }

  @Test func tasksAreToldApart() {
    var tasks = SendTasks()
    #expect(!tasks.isRunning && tasks.end() == nil)
    tasks.begin(with: 1)
    tasks.begin(answer: 10)
    tasks.begin(with: 2)
    tasks.begin(answer: 20)
    tasks.fail(answer: 10)
    tasks.begin(with: 3)
    tasks.checkInvariants()
    #expect(tasks.end(2) == .init(message: 2, answers: [20], hasFailed: false))
    #expect(tasks.end(2) == nil)
    tasks.forget(1)
    #expect(tasks.end() == .init(message: nil, answers: [10], hasFailed: true))
    #expect(tasks.isRunning)
    #expect(tasks.end() == .init(message: 3, hasFailed: true), "no answer began")
    #expect(!tasks.isRunning)
    // A question asked again has two tasks; the older one ends first.
    tasks.begin(with: 4)
    tasks.begin(answer: 40)
    tasks.begin(with: 4)
    tasks.checkInvariants()
    #expect(tasks.end(4) == .init(message: 4, answers: [40], hasFailed: false))
    #expect(tasks.end(4) == .init(message: 4, hasFailed: true))
    #expect(!tasks.isRunning)
    for message in 0..<UInt32(SendTasks.limit) { tasks.begin(with: message) }
    #expect(!tasks.hasRoom)
    tasks.checkInvariants()
  }
}
