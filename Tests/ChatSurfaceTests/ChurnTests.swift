import ChatSurface
import Lengths
import Testing
import Timebase

/// A conversation of any length ends where it began: what is removed leaves nothing behind.
@Suite struct ChurnTests {
  /// Messages come and go: singly, in pages, streamed, sent and as lists in the place of others.
  private func churn(_ profile: Profile, rounds: Int) -> [Census] {
    let driver = Driver(profile, messages: Message.history(20, prefix: "old"))
    driver.checksInvariants = false
    _ = driver.frame(.scroll(to: .end, isAnimated: false))
    var census: [Census] = []
    for round in 0..<rounds {
      let page = Message.history(30, prefix: "p\(round)-")
      driver.frame(.prepend(ListedMessages(page)))
      let answer = MessageID(rawValue: "a\(round)")
      driver.frame(
        .streamBegin(answer),
        .token(answer, "word word "),
        .streamEnd(answer, .complete)
      )
      driver.frame(.append(.user("u\(round)")), .remove("nobody"))
      driver.run(milliseconds: 900)
      var events = page.map { SurfaceEvent.remove($0.id) }
      events += [.remove(answer), .remove(MessageID(rawValue: "u\(round)"))]
      driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
      if round.isMultiple(of: 3) {
        let list = Message.history(20, prefix: "l\(round)-")
        driver.frame(.replaceAll(ListedMessages(list)))
      }
      driver.frame()
      driver.surface.checkInvariants()
      census.append(Census(driver.surface))
    }
    return census
  }

  private struct Census: Equatable {
    var sources: Int
    var names: Int
    var records: Int
    var handles: Int
    var refusals: Int

    init(_ surface: Surface) {
      let census = surface.census
      (sources, names, records) = (census.sources, census.names, census.records)
      handles = census.handles
      refusals = surface.refusals.count
    }
  }

  @Test(arguments: [
    Profile.reference, .builtIn("vercel-v0"), .builtIn("messaging-ui"),
    .builtIn("conversation-kit"),
  ])
  func whatIsRemovedLeavesNothingBehind(profile: Profile) {
    let census = churn(profile, rounds: PropertySettings.iterations(30))
    #expect(census.allSatisfy { $0.names == 20 && $0.refusals == 0 })
    #expect(census.allSatisfy { $0.sources <= 1 })
    // Once every way of coming and going was gone there are as many handles as ever. Every third
    // round a list of other messages opens anew, with as many handles as it has messages.
    let settled = census.dropFirst(6)
    for (now, before) in zip(settled.dropFirst(3), settled) {
      #expect(now.handles == before.handles)
    }
    #expect(settled.map(\.records).max() ?? 0 <= 20)
  }

  @Test func aNameComesBackAfterItsMessageIsGone() {
    let driver = Driver(messages: Message.history(20))
    for round in 0..<5 {
      driver.frame(.append(.user("again", "Round \(round)")))
      #expect(driver.text(of: "again") == "Round \(round)")
      driver.frame(.remove("again"))
      #expect(driver.text(of: "again") == nil)
    }
    #expect(driver.refusals.isEmpty)
  }

  @Test func aMoveToAMessageThatIsGoneDoesNotGoToTheNextOneWithItsHandle() {
    let driver = Driver(messages: Message.history(40))
    driver.frame(.append(.user("goal")))
    driver.frame(.scroll(to: .message("m2", .top), isAnimated: false))
    driver.frame(.scroll(to: .message("goal", .top), isAnimated: true))
    driver.frame(.remove("goal"))
    driver.frame(.append(.user("other")))
    driver.settle()
    #expect(driver.surface.pointsFromBottom > 1_000, "it went to the message after")
  }

  @Test func observationsTellTwoAnswersApartThatHadOneHandle() {
    let driver = Driver()
    var numbers: Set<UInt32> = []
    for round in 0..<4 {
      let id = MessageID(rawValue: "a\(round)")
      driver.frame(.streamBegin(id), .token(id, "word "))
      numbers.formUnion(driver.surface.observations.tokens.map(\.handle))
      driver.frame(.remove(id))
      driver.frame()
    }
    #expect(numbers.count == 4)
  }
}
