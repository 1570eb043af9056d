import ChatSurface
import Lengths
import TextMeasuring
import Testing

/// Places asked for from outside, and whole lists in the place of others.
@Suite struct PlaceTests {
  @Test func anAnchorIsPutBackInAnotherSurfaceWithOtherHeights() throws {
    let first = Driver(messages: Message.history(60))
    first.frame(.scroll(to: .message("m20", .top), isAnimated: false))
    first.frame(.touch(.began, y: 300))
    first.frame(.touch(.moved, y: 270))
    for _ in 0..<12 { first.frame(.touch(.moved, y: 270)) }
    first.frame(.touch(.ended, y: 270))
    first.settle()
    let anchor = try #require(first.surface.anchor())
    #expect(anchor == Anchor(id: "m20", distance: LayoutUnit(points: 30)))
    let second = Driver(device: .iPhone15Pro, messages: Message.history(60))
    second.frame(.restore(anchor))
    #expect(second.surface.anchor() == anchor)
    #expect(second.snapshot.follow == .free)
    #expect(second.place(of: "m20") == second.snapshot.topInset - LayoutUnit(points: 30))
  }

  @Test func queriesAgreeWithTheFrame() throws {
    let driver = Driver(messages: Message.history(60))
    driver.frame(.scroll(to: .message("m20", .top), isAnimated: false))
    for item in driver.snapshot.visible {
      #expect(driver.surface.y(of: item.id) == driver.snapshot.offset + item.y)
      let middle = driver.snapshot.offset + item.y + LayoutUnit(points: 1)
      #expect(driver.surface.message(atY: middle) == item.id)
    }
    #expect(driver.surface.pointsFromBottom == driver.pointsFromEnd.points)
    #expect(driver.surface.pointsFromTop > 0)
    let empty = Driver()
    empty.frame()
    #expect(empty.surface.pointsFromTop == 0)
    #expect(empty.surface.pointsFromBottom == 0)
    #expect(empty.surface.anchor() == nil)
  }

  @Test func aNewListBecomesEditsAndShowsItsEnd() {
    let driver = Driver(messages: Message.history(20))
    var messages = Message.history(20)
    messages.swapAt(3, 7)
    messages.remove(at: 12)
    messages.insert(.user("new"), at: 5)
    messages.insert(contentsOf: Message.history(3, prefix: "p"), at: 0)
    messages[10].text = "changed"
    driver.frame(.replaceAll(ListedMessages(messages)))
    #expect(driver.surface.ids == messages.map(\.id))
    #expect(driver.snapshot.follow == .following)
    #expect(driver.pointsFromEnd == .zero)
    driver.frame(.scroll(to: .message(messages[10].id, .top), isAnimated: false))
    #expect(driver.text(of: messages[10].id) == "changed")
    #expect(driver.refusals.isEmpty)
  }

  @Test func aFlingGoesOnThroughANewListAndEndsWithOneOfOtherMessages() {
    let (plain, edited) = (
      Driver(messages: Message.history(60)), Driver(messages: Message.history(60))
    )
    for driver in [plain, edited] { driver.frame(.fling(velocity: -3_000)) }
    edited.frame(.replaceAll(ListedMessages(Array(Message.history(60)[10...]))))
    plain.frame()
    for _ in 0..<30 {
      #expect(edited.snapshot.scroll == .decelerating)
      #expect(edited.places == plain.places)
      plain.frame()
      edited.frame()
    }
    edited.frame(.replaceAll(ListedMessages(Message.history(50, prefix: "n"))))
    #expect(edited.snapshot.scroll == .idle)
    #expect(edited.pointsFromEnd == .zero)
    edited.settle()
    #expect(edited.pointsFromEnd == .zero)
  }

  @Test func aListWithADuplicateIsRefusedAndChangesNothing() {
    let driver = Driver(messages: Message.history(5))
    driver.frame(.replaceAll(ListedMessages([.user("a"), .user("a")])))
    #expect(driver.refusals == [.duplicate("a")])
    #expect(driver.surface.ids.count == 5)
  }

  @Test func aStreamGoesOnThroughANewList() {
    let driver = Driver(messages: Message.history(5))
    driver.frame(.streamBegin("a"), .token("a", "one two "))
    driver.run(milliseconds: 200)
    var messages = Message.history(5)
    messages.append(Message(id: "a", role: .assistant, text: "one two ", state: .streaming))
    driver.frame(.replaceAll(ListedMessages(messages)))
    driver.frame(.token("a", "three"))
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    #expect(driver.text(of: "a") == "one two three")
  }

  @Test func anotherTextSizeKeepsTheReadersPlaceAndMeasuresWhatIsSeen() {
    let driver = Driver(messages: Message.history(60))
    driver.frame(.scroll(to: .message("m20", .top), isAnimated: false))
    let before = driver.snapshot.visible.map(\.height)
    driver.frame(.textSize(.accessibilityLarge))
    #expect(driver.place(of: "m20") != nil)
    #expect(driver.drift == .zero)
    #expect(driver.snapshot.visible.first.map(\.height) ?? .zero > before[0])
    #expect(driver.snapshot.visible.allSatisfy { !$0.isEstimated })
    let hits = driver.surface.cacheCounts.hits
    driver.frame(.textSize(.large))
    driver.frame()
    #expect(driver.surface.cacheCounts.hits > hits)
    #expect(driver.snapshot.visible.first?.height == before[0])
  }

  @Test func memoryPressureTakesNothingThatIsSeen() {
    let driver = Driver(messages: Message.history(60))
    let before = driver.snapshot.visible
    driver.frame(.memoryPressure)
    #expect(driver.snapshot.visible == before)
    #expect(driver.violations.isEmpty)
  }
}
