import ChatSurface
import Lengths
import PublishedDesigns
import Records
import Running
import Scenarios
import Testing

/// A hand, a keyboard or an edit in the very frame of something else.
@Suite struct TakenViewportTests {
  private let paragraphs = Array(repeating: "word", count: 12).joined(separator: "\n\n")

  /// The end is followed up to the touch: how far it went in between no frame shows.
  @Test func aTouchAfterAnAppendInItsFrameIsNoDrift() {
    let driver = Driver(messages: Message.history(30))
    driver.settle()
    #expect(driver.snapshot.follow == .following)
    driver.frame(.append(.assistant("new", lines: 24)), .touch(.began, y: 300))
    #expect(driver.snapshot.scroll == .dragging && driver.pointsFromEnd > .zero)
    #expect(driver.drift == .zero)
    #expect(driver.violations.isEmpty)
  }

  /// From the fling on what stands below the top inset is read, and not what is behind it.
  @Test func anAnswerAboveAPinGrowsUpwardOnceAFlingHasEndedThePin() {
    let driver = Driver(messages: Message.history(6))
    driver.frame(
      .reducedMotion(true),
      .streamBegin("answer"),
      .token("answer", paragraphs + "\n\n")
    )
    driver.frame(.send("question", text: "What then?"))
    driver.settle()
    #expect(driver.snapshot.follow == .pinned("question"))
    let before = driver.places
    driver.frame(.token("answer", paragraphs + " "), .fling(velocity: -2_000))
    #expect(driver.snapshot.follow == .free)
    #expect(driver.place(of: "question") == before["question"])
    #expect(driver.drift == .zero)
    #expect(driver.violations.isEmpty)
  }

  @Test func aFlingBeforeTheFirstFrameIsAsked() {
    let driver = Driver()
    driver.frame(.fling(velocity: 2_600), .prepend(ListedMessages(Message.history(20))))
    let start = driver.snapshot.offset
    for _ in 0..<6 {
      driver.frame()
      #expect(driver.drift == .zero)
    }
    #expect(driver.snapshot.offset > start)
  }

  /// Content goes down with a keyboard that a finger puts away in one frame, by what it covered at most.
  @Test func aKeyboardPutAwayWithinAFrameTakesContentDown() {
    let driver = Driver(.builtIn("vercel-v0"))
    driver.frame(.keyboard(height: points(336)))
    driver.settle()
    driver.frame(.load(ListedMessages(Message.withoutBlank)))
    driver.settle()
    driver.rest(pointsFromEnd: 245)
    #expect(driver.snapshot.shift == .zero)
    let before = driver.snapshot
    driver.frame(.keyboardDragged(height: .zero))
    #expect(driver.snapshot.offset < before.offset)
    #expect(driver.snapshot.offset >= before.offset - (before.covered - driver.snapshot.covered))
    #expect(driver.drift == .zero)
  }

  /// The end in view goes up with the composer, and what arrives in the same frame grows below it.
  @Test func aComposerThatGrowsInTheFrameOfATokenIsNoDrift() {
    let driver = Driver(.builtIn("vercel-v0"), messages: Message.withoutBlank)
    driver.frame(.reducedMotion(true), .streamBegin("answer"), .token("answer", "word "))
    driver.settle()
    driver.frame(.scroll(to: .message("answer", .bottom), isAnimated: false))
    driver.settle()
    #expect(driver.snapshot.offset == driver.endOffset)
    let before = driver.snapshot
    driver.frame(.composer(lines: 4), .token("answer", "\n\n" + paragraphs + "\n\n"))
    #expect(driver.snapshot.offset > before.offset && driver.pointsFromEnd > .zero)
    #expect(driver.drift == .zero)
  }

  /// Only the end of the range moves a reader above the end when a finger puts the keyboard away.
  @Test func aReaderAboveTheEndSeesNothingMoveWhereTheAnswerMakesRoom() {
    for isGrowing in [true, false] {
      let driver = Driver(messages: Message.history(20))
      driver.frame(.reducedMotion(true), .streamBegin("answer"), .token("answer", "word "))
      driver.frame(.keyboard(height: points(336)))
      driver.settle()
      driver.rest(pointsFromEnd: 164)
      #expect(driver.snapshot.follow == .free)
      let before = driver.places
      if isGrowing { driver.frame(.token("answer", "\n\n" + paragraphs + "\n\n")) }
      driver.frame(.keyboardDragged(height: .zero))
      #expect(driver.snapshot.isClamped != isGrowing)
      if isGrowing { driver.expectStill(since: before) }
      driver.settle()
      if !isGrowing { #expect(driver.snapshot.offset == driver.endOffset) }
    }
  }

  /// A pinned question whose text becomes longer keeps its top, also where only the end of a tall one
  /// stays in view when it is pinned.
  @Test func aPinnedQuestionKeepsItsTopWhenItsTextBecomesAnother() {
    let driver = Driver(.builtIn("vercel-v0"), messages: Message.history(10))
    driver.frame(.send("question", text: "What then?"))
    driver.settle()
    #expect(driver.snapshot.follow == .pinned("question"))
    let place = driver.place(of: "question")
    #expect(place == driver.snapshot.topInset)
    driver.frame(.update("question", text: .lines(8)))
    #expect(driver.place(of: "question") == place)
    #expect(driver.drift == .zero)
    driver.settle()
    #expect(driver.place(of: "question") == place)
    // Its lines are broken anew: it is where it would be if it were pinned now.
    driver.frame(.resize(width: points(667), height: points(375)))
    driver.settle()
    let height = driver.snapshot.visible.first { $0.id == "question" }?.height ?? .zero
    #expect(height > points(88))
    #expect(driver.place(of: "question") == driver.snapshot.topInset - (height - points(88)))
  }

  /// Landing exactly at the end is no excuse where no keyboard has moved.
  @Test func aReturnToTheAppDoesNotExcuseAMoveToTheEnd() {
    var profile = Profile.reference
    profile.layout = .anchoredArray
    let driver = Driver(profile, messages: Message.uniform(40))
    driver.settle()
    driver.rest(pointsFromEnd: 112)
    driver.frame(.foreground)
    driver.frame(.remove("m3"))
    #expect(driver.snapshot.offset == driver.endOffset)
    #expect(driver.drift.magnitude == points(112))
  }

  /// A message of nothing but a card without height is hidden, and the model from scratch says so too.
  @Test func aMessageOfACardWithoutHeightIsHidden() {
    let driver = Driver()
    var screen = NaiveScreen(.reference)
    var entry = RandomSession.Entry(id: "answer", role: .assistant, bytes: [], isOpen: true)
    func wrong(after events: [SurfaceEvent]) -> String? {
      driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
      return screen.take(driver.snapshot, of: [entry], sent: [], after: events) {
        [surface = driver.surface] in surface.shownParts(of: $0)
      }
    }
    #expect(wrong(after: [.streamBegin("answer")]) == nil)
    #expect(driver.snapshot.visible.count == 1)
    entry.parts = [.card]
    #expect(wrong(after: [.partBegin("answer", .card)]) == nil)
    #expect(driver.snapshot.visible.isEmpty)
    #expect(wrong(after: [.card("answer", part: 0, points(40))]) == nil)
    #expect(driver.snapshot.visible.first?.height == points(40))
  }
}
