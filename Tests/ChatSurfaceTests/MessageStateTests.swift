import ChatSurface
import Lengths
import Testing

/// What a frame says of a message: its state, and the dots that stand for a text to come.
@Suite struct MessageStateTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  private func item(_ driver: Driver, _ id: MessageID) -> FrameSnapshot.VisibleItem? {
    driver.snapshot.visible.first { $0.id == id }
  }

  @Test func aQuestionIsOptimisticUntilTheAppHasItAndElseFails() {
    let driver = Driver(messages: Message.history(4))
    driver.frame(.send("u", text: "A question"))
    #expect(item(driver, "u")?.state == .optimistic)
    driver.frame(.append(.user("u", "A question")))
    #expect(item(driver, "u")?.state == .complete)
    driver.frame(.send("v", text: "Another"))
    driver.frame(.taskEnd, .taskEnd)
    #expect(item(driver, "v")?.state == .failed)
    #expect(item(driver, "m3")?.state ?? .complete == .complete)
  }

  @Test(
    arguments: [
      (StreamEndReason.complete, Message.State.complete), (.cancelled, .cancelled),
      (.failed, .failed),
    ]
  )
  func anAnswerStreamsAndEndsAsItsStreamDid(reason: StreamEndReason, state: Message.State) {
    let driver = Driver(messages: Message.history(4))
    driver.frame(.streamBegin("a"), .token("a", "one two "))
    let streaming = item(driver, "a")
    #expect(streaming?.state == .streaming)
    driver.run(milliseconds: 800)
    let resting = item(driver, "a")
    driver.frame()
    #expect(item(driver, "a")?.version == resting?.version)
    driver.frame(.streamEnd("a", reason))
    #expect(item(driver, "a")?.state == state)
    #expect(item(driver, "a")?.version != resting?.version)
    driver.settle()
    #expect(item(driver, "a")?.state == state)
  }

  @Test func aStopCancelsWhatStreams() {
    let driver = Driver(messages: Message.history(4))
    driver.frame(.send("u", text: "A question"), .streamBegin("a"), .token("a", "one two "))
    driver.frame(.stop)
    #expect(item(driver, "a")?.state == .cancelled)
  }

  @Test func dotsStandForATextThatIsNotThere() {
    let driver = Driver(messages: [
      .user("empty", ""), Message(id: "waiting", role: .assistant, text: ""),
      Message(id: "expected", role: .placeholder, text: ""), .assistant("answer"),
    ])
    driver.frame(.streamBegin("a"))
    #expect(
      driver.snapshot.visible.map(\.showsLoadingDots) == [false, false, true, false, true]
    )
    // A bubble of one empty line, else a line each: the dots take no more.
    #expect(driver.snapshot.visible.map(\.height) == [44, 20, 20, 20, 20].map(points))
    driver.frame(.token("a", "text more"))
    #expect(item(driver, "a")?.showsLoadingDots == false)
    #expect(item(driver, "a")?.height == points(20))
    driver.frame(.update("waiting", text: "two  \nlines"))
    #expect(item(driver, "waiting")?.showsLoadingDots == false)
    #expect(item(driver, "waiting")?.height == points(40))
  }

  @Test func textTakesThePlaceOfTheDotsWithoutAJump() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    driver.frame(.streamBegin("a"))
    #expect(item(driver, "a")?.showsLoadingDots == true)
    let (places, offset) = (driver.places, driver.snapshot.offset)
    #expect(places["a"] == places["u"].map { $0 + points(44 + 12) })
    driver.frame(.token("a", "Text more"))
    #expect(item(driver, "a")?.showsLoadingDots == false)
    #expect(driver.snapshot.offset == offset)
    driver.expectStill(since: places)
    driver.settle()
    driver.expectStill(since: places)
  }

  /// Who follows the end sees the end stay, who reads further up sees nothing move.
  @Test func nobodyElseSeesAJumpEither() {
    let following = Driver(messages: Message.history(30))
    following.frame(.streamBegin("a"))
    following.frame(.token("a", "Text more"))
    #expect(item(following, "a")?.showsLoadingDots == false)
    #expect(following.pointsFromEnd == .zero)
    #expect(following.drift == .zero)
    // A finger holds the end 40 pt down.
    let reader = Driver(messages: Message.history(30))
    reader.frame(.streamBegin("a"))
    reader.frame(.touch(.began, y: 300), .touch(.moved, y: 340))
    reader.run(milliseconds: 100)
    #expect(reader.pointsFromEnd == points(40))
    let places = reader.places
    #expect(places["a"] != nil)
    reader.frame(.token("a", "Text more"))
    #expect(item(reader, "a")?.showsLoadingDots == false)
    reader.expectStill(since: places)
  }

  @Test func theTipsAddTheQuestionAndThePlaceholderTogether() {
    let driver = Driver(.builtIn("swiftui-tips"), messages: Message.history(4))
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    #expect(driver.surface.ids.suffix(2) == ["u", "u.answer"])
    let (question, placeholder) = (driver.surface.y(of: "u"), driver.surface.y(of: "u.answer"))
    #expect(placeholder == question.map { $0 + points(44 + 12) })
    driver.settle()
    #expect(driver.surface.ids.suffix(2) == ["u", "u.answer"])
    #expect(driver.snapshot.visible.map(\.id).suffix(2) == ["u", "u.answer"])
    #expect(item(driver, "u.answer")?.showsLoadingDots == true)
    #expect(item(driver, "u")?.state == .optimistic)
    // The answer takes the placeholder's place.
    driver.frame(.streamBegin("a"))
    #expect(driver.surface.ids.suffix(2) == ["u", "a"])
  }
}
