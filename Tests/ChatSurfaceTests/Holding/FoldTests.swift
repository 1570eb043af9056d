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
    driver.frame(.touch(.began, y: 300), .touch(.ended, y: 300))
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
}
