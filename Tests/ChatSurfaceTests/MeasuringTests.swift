import ChatSurface
import FramePacing
import Lengths
import TextMeasuring
import Testing

/// What is measured when, seen by a measurer that takes notes.
@Suite struct MeasuringTests {
  private let measurer = RecordingMeasurer()

  /// Costs at which a quarter of a frame at 60 Hz pays for four blocks and begins a fifth.
  private var dear: OperationCosts { costs(ofBlock: 1_000_000) }

  private func costs(ofBlock nanoseconds: Int) -> OperationCosts {
    var costs = OperationCosts()
    costs[.blockMeasured] = nanoseconds
    return costs
  }

  /// Answers of one line each: 20 pt of text, 12 pt of space.
  private func lines(_ count: Int) -> [Message] {
    (0..<count).map { Message(id: MessageID(rawValue: "\($0)"), role: .assistant, text: "\($0)") }
  }

  private func texts(_ numbers: some Sequence<Int>) -> [String] { numbers.map { "\($0)" } }

  /// 667 pt show 22 items from 149 on; 667 pt above and below them are 21 more each.
  @Test func aViewportEachWayIsMeasuredNearestFirst() {
    let driver = Driver(measurer: measurer, messages: lines(400))
    measurer.forget()
    driver.frame(.scroll(to: .message("150", .top), isAnimated: false))
    #expect(Array(measurer.texts.prefix(22)) == texts(149...170))
    let outward = zip((128...148).reversed(), 171...191).flatMap { [$0, $1] }
    #expect(Array(measurer.texts.dropFirst(22)) == texts(outward))
    measurer.forget()
    driver.frame(.typing(true))
    #expect(measurer.texts.isEmpty)
  }

  @Test(arguments: [-600.0, 600])
  func whatIsAboutToBeSeenIsMeasuredFirst(velocity: Double) {
    let driver = Driver(costs: dear, measurer: measurer, messages: lines(400))
    measurer.forget()
    driver.frame(.scroll(to: .message("150", .top), isAnimated: false))
    #expect(measurer.texts.dropFirst(22) == ["148", "171", "147", "172", "146"])
    measurer.forget()
    driver.frame(.fling(velocity: velocity))
    driver.frame()
    let ahead = velocity < 0 ? Array((136...145).reversed()) : Array(173...182)
    #expect(measurer.texts == texts(ahead))
  }

  @Test func aCorrectionAboveMovesWhatIsAboveIt() {
    // As many characters make ten lines or two, which no estimate tells. A frame pays one block.
    let messages = (0..<300).map { index in
      let words = Array(repeating: "\(index)", count: 10)
      return Message(
        id: MessageID(rawValue: "\(index)"),
        role: .assistant,
        text: words.joined(separator: index % 2 == 0 ? " \\\n" : "    ")
      )
    }
    let driver = Driver(costs: costs(ofBlock: 5_000_000), messages: messages)
    driver.frame(.scroll(to: .message("150", .top), isAnimated: false))
    let (offset, still) = (driver.snapshot.offset, driver.snapshot.stillPoint)
    let (places, first) = (driver.places, driver.surface.y(of: "0"))
    var corrections = 0
    for _ in 0..<40 {
      let above = driver.surface.y(of: "140")
      driver.frame()
      if driver.surface.y(of: "140") != above { corrections += 1 }
      #expect(driver.snapshot.offset == offset)
      #expect(driver.snapshot.stillPoint == still)
      driver.expectStill(since: places)
    }
    #expect(corrections > 0)
    #expect(driver.surface.y(of: "0") != first)
  }

  @Test func aHeightOfTheHostsIsNotMeasured() {
    let messages = (0..<80).map { index in
      Message(
        id: MessageID(rawValue: "\(index)"),
        role: index % 2 == 0 ? .user : .assistant,
        text: .lines(index),
        suppliedHeight: LayoutUnit(points: 40 + index)
      )
    }
    let driver = Driver(measurer: measurer, messages: messages)
    driver.frame(.scroll(to: .message("40", .top), isAnimated: false))
    driver.frame(.update("41", text: .lines(90)), .textSize(.accessibilityLarge))
    driver.settle()
    #expect(measurer.texts.isEmpty)
    #expect(driver.snapshot.visible.count > 5)
    for item in driver.snapshot.visible {
      let index = Int(item.id.rawValue) ?? 0
      #expect(item.height == LayoutUnit(points: 40 + index))
    }
    driver.frame(.insert(index: 41, .assistant("measured", lines: 2)))
    #expect(!measurer.texts.isEmpty)
    measurer.forget()
    driver.frame(.setHeight("measured", LayoutUnit(points: 7)), .update("measured", text: "other"))
    #expect(measurer.texts.isEmpty)
    #expect(driver.snapshot.visible.first { $0.id == "measured" }?.height == LayoutUnit(points: 7))
  }

  /// A reader some way into a long text, in a conversation of which more was seen before.
  private func reading() -> Driver {
    var messages = lines(300)
    let words = Array(repeating: "several words of prose", count: 400).joined(separator: " ")
    messages[150].text = words
    let driver = Driver(costs: dear, measurer: measurer, messages: messages)
    driver.frame(.scroll(to: .message("20", .top), isAnimated: false))
    driver.run(milliseconds: 400)
    driver.frame(.scroll(to: .message("150", .top), isAnimated: false))
    driver.frame(.touch(.began, y: 600), .touch(.moved, y: -900))
    driver.run(milliseconds: 200)
    driver.frame(.touch(.ended, y: -900))
    driver.run(milliseconds: 400)
    return driver
  }

  @Test func anotherTextSizeKeepsThePlaceAndMeasuresWhatIsSeen() {
    let driver = reading()
    func proportion() -> Double {
      let item = driver.snapshot.visible.first { $0.id == "150" }
      return item.map { -$0.y.points / $0.height.points } ?? -1
    }
    let (before, height) = (proportion(), driver.snapshot.visible.first?.height)
    #expect(before > 0.2)
    measurer.forget()
    for size in [TextSizeCategory.accessibilityLarge, .extraSmall] {
      driver.frame(.textSize(size))
      #expect(abs(proportion() - before) < 0.001)
      #expect(driver.snapshot.visible.first?.height != height)
      #expect(driver.snapshot.visible.allSatisfy { !$0.isEstimated })
      // What is seen, and what the allowance for the rest pays.
      #expect(measurer.texts.count <= driver.snapshot.visible.count + 5)
      measurer.forget()
    }
    // What was measured at the first size and is far away is an estimate again.
    driver.frame(.scroll(to: .message("20", .top), isAnimated: false))
    #expect(measurer.texts.contains("20") && measurer.texts.contains("30"))
    #expect(driver.violations.isEmpty)
  }
}
