import ChatSurface
import Lengths
import Testing
import TextMeasuring

/// Parts that are folded, and what keeps its place then.
@Suite struct FoldTests {
  /// A reader in the text below a card of 600 pt, whose top lies above the viewport.
  private func reader(inPart below: Int = 0) -> Driver {
    let driver = Driver(messages: Message.history(10))
    let text = (0..<60).map { "Paragraph \($0) of the answer.\n\n" }.joined()
    driver.frame(.streamBegin("a"), .token("a", "Let me look.\n\n"))
    driver.frame(.partBegin("a", .card), .card("a", part: 1, points(600)))
    driver.frame(.partBegin("a", .text), .token("a", text), .streamEnd("a", .complete))
    driver.run(milliseconds: 6_000)
    driver.frame(.restore(Anchor(id: "a", distance: points(400 + below))))
    driver.frame(.touch(.began, y: 300), .touch(.ended, y: 300))
    driver.settle()
    return driver
  }

  /// How far the last paragraph lies below the viewport's top.
  private func end(_ driver: Driver) -> LayoutUnit? {
    driver.snapshot.visible.first { $0.id == "a" }.map { $0.y + $0.height }
  }

  @Test(arguments: [false, true])
  func whatIsReadBelowAFoldKeepsItsPlaceAndThePictureComesBack(isCardsOwn: Bool) {
    let driver = reader()
    let (places, before) = (driver.places, end(driver))
    driver.frame(
      isCardsOwn ? .card("a", part: 1, points(44)) : .partHeight("a", part: 1, points(44))
    )
    #expect(end(driver) == before)
    driver.run(milliseconds: 500)
    #expect(end(driver) == before)
    driver.frame(isCardsOwn ? .card("a", part: 1, points(600)) : .partHeight("a", part: 1, nil))
    #expect(driver.places == places && end(driver) == before)
  }

  @Test func anInputOfTheReadersEndsThat() {
    let driver = reader()
    driver.frame(.card("a", part: 1, points(44)))
    driver.frame(.touch(.began, y: 300), .touch(.moved, y: 320))
    driver.run(milliseconds: 200)
    driver.frame(.touch(.ended, y: 320))
    driver.settle()
    let card = driver.snapshot.visible.first { $0.id == "a" }?.y
    driver.frame(.card("a", part: 1, points(600)))
    // The card is in view by now, and what is first in view keeps its place.
    #expect(driver.snapshot.visible.first { $0.id == "a" }?.y == card)
  }

  @Test func whatTheReaderFoldsKeepsItsTopOrGoesToTheTop() {
    let driver = reader()
    driver.frame(.partHeight("a", part: 1, points(44), by: .reader))
    // The line above the card, and the space between, above the top inset.
    let top = driver.place(of: "a")
    #expect(top == driver.snapshot.topInset - points(20) - BlockMetrics.blockSpacing)
    driver.frame(.partHeight("a", part: 1, nil, by: .reader))
    #expect(driver.place(of: "a") == top)
  }

  @Test func aReasoningFoldsToItsHeightAndUnfoldsToItsText() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.streamBegin("a"), .partBegin("a", .reasoning))
    driver.frame(.token("a", .lines(6) + "\n\n" + .lines(4) + "\n\n"))
    driver.frame(.partBegin("a", .text), .token("a", "The answer."), .streamEnd("a", .complete))
    driver.run(milliseconds: 3_000)
    let whole = driver.snapshot.visible.last?.height
    driver.frame(.partHeight("a", part: 0, points(30)))
    let folded = driver.snapshot.visible.last?.height
    #expect(folded.map { $0 < points(80) } == true)
    #expect(driver.text(of: "a")?.hasSuffix("The answer.") == true)
    driver.frame(.partHeight("a", part: 0, nil))
    #expect(driver.snapshot.visible.last?.height == whole)
    #expect(driver.refusals.isEmpty)
    driver.frame(.partHeight("a", part: 2, points(30)))
    #expect(driver.refusals == [.noPart("a", part: 2)])
  }

  @Test func aPartThatIsFoldedBeforeItIsShownComesFolded() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(
      .streamBegin("a"),
      .token("a", "One two three. "),
      .partBegin("a", .reasoning),
      .partHeight("a", part: 1, points(30)),
      .token("a", .lines(12)),
      .streamEnd("a", .complete)
    )
    driver.run(milliseconds: 3_000)
    let height = driver.snapshot.visible.last?.height
    #expect(height.map { $0 < points(70) } == true, "\(String(describing: height))")
    #expect(driver.refusals.isEmpty)
  }

  @Test func aFlingGoesOnFromWhereTheReadersFoldHasPutHim() {
    let driver = reader()
    driver.frame(.fling(velocity: 900))
    driver.run(milliseconds: 200)
    driver.frame(.partHeight("a", part: 1, points(44), by: .reader))
    let top = driver.place(of: "a")
    #expect(top == driver.snapshot.topInset - points(20) - BlockMetrics.blockSpacing)
    for _ in 0..<120 {
      let before = driver.place(of: "a")
      driver.frame()
      let now = driver.place(of: "a")
      #expect(zip(before, now).map { ($0 - $1).magnitude < points(20) } ?? false)
      #expect(driver.drift == .zero)
    }
    #expect(zip(top, driver.place(of: "a")).map { $0 > $1 } ?? false)
  }

  /// An answer whose reasoning of many blocks lies across the viewport's top, with text below it.
  private func readerBelowReasoning() -> Driver {
    let driver = Driver(messages: Message.history(10))
    let paragraphs = (0..<30).map { "Paragraph \($0) of it.\n\n" }.joined()
    driver.frame(.streamBegin("a"), .partBegin("a", .reasoning), .token("a", paragraphs))
    driver.frame(.partBegin("a", .text), .token("a", paragraphs), .streamEnd("a", .complete))
    driver.run(milliseconds: 6_000)
    driver.frame(.restore(Anchor(id: "a", distance: points(600))))
    driver.frame(.touch(.began, y: 300), .touch(.ended, y: 300))
    driver.settle()
    return driver
  }

  @Test func selectedTextThatIsOutOfViewHoldsNothingWhenItIsFolded() {
    let driver = readerBelowReasoning()
    driver.frame(.select("a", 20..<30))
    let before = end(driver)
    driver.frame(.partHeight("a", part: 0, points(44)))
    #expect(end(driver) == before)
    driver.frame(.partHeight("a", part: 0, nil))
    #expect(end(driver) == before)
    #expect(driver.snapshot.follow == .free)
  }

  @Test func selectedTextInViewKeepsItsPlaceWhenWhatIsAboveItIsFolded() {
    let driver = readerBelowReasoning()
    driver.frame(.select("a", 900..<910))
    let before = end(driver)
    driver.frame(.partHeight("a", part: 0, points(44)))
    #expect(end(driver) == before)
  }

  @Test func whatIsReadKeepsItsPlaceOverManyFoldsAndThePictureComesBack() {
    let driver = Driver(messages: Message.history(10))
    driver.frame(.streamBegin("a"))
    for part in 0..<3 {
      driver.frame(.token("a", "Step \(part).\n\n"), .partBegin("a", .card))
      driver.frame(.card("a", part: 2 * part + 1, points(300)), .partBegin("a", .text))
    }
    let paragraphs = (0..<40).map { "Paragraph \($0) of it.\n\n" }.joined()
    driver.frame(.token("a", paragraphs), .streamEnd("a", .complete))
    driver.run(milliseconds: 6_000)
    driver.frame(.restore(Anchor(id: "a", distance: points(900))))
    driver.frame(.touch(.began, y: 300), .touch(.ended, y: 300))
    driver.settle()
    let (places, before) = (driver.places, end(driver))
    for part in [1, 3, 5] {
      driver.frame(.card("a", part: part, points(40)))
      #expect(end(driver) == before, "part \(part) is folded")
    }
    driver.frame(.prepend(ListedMessages(Message.history(5, prefix: "p"))))
    for part in [3, 5, 1] {
      driver.frame(.card("a", part: part, points(300)))
      #expect(end(driver) == before, "part \(part) is unfolded")
    }
    #expect(driver.places == places)
    // All at once, and back.
    driver.frame(.card("a", part: 1, points(40)), .card("a", part: 3, points(40)))
    #expect(end(driver) == before)
    driver.frame(.card("a", part: 3, points(300)), .card("a", part: 1, points(300)))
    #expect(driver.places == places)
  }
}

/// Both, where there are both.
private func zip<First, Second>(_ first: First?, _ second: Second?) -> (First, Second)? {
  first.flatMap { first in second.map { (first, $0) } }
}
