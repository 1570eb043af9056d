import ChatSurface
import Lengths
import Testing
import Timebase

/// Events that a surface refuses: it says which and why, and nothing changes.
@Suite struct RefusedEventTests {
  @Test(arguments: ["", " \n\t", "\u{00A0}\u{3000}"])
  func thereIsNothingToSend(text: String) {
    let driver = Driver(messages: Message.history(4))
    let ids = driver.surface.ids
    driver.frame(.send("u", text: text))
    #expect(driver.refusals == [.nothingToSend("u")])
    #expect(driver.surface.ids == ids && driver.snapshot.button == .sendDisabled)
    driver.frame(.composer(lines: 1, attachments: 1), .send("u", text: text))
    #expect(driver.refusals.count == 1 && driver.surface.ids == ids + ["u"])
  }

  @Test func aStreamBeginsOnceAndInNoMessageOfTheUsers() {
    let driver = Driver(messages: Message.history(4))
    driver.frame(.streamBegin("a"), .token("a", "one "))
    driver.frame(.streamBegin("a"), .streamBegin("m0"), .token("a", "two "), .token("m0", "no "))
    #expect(driver.refusals == [.alreadyStreaming("a"), .notStreamable("m0")])
    driver.frame(.streamEnd("a", .complete), .streamBegin("a"), .token("a", "three"))
    driver.frame(.streamEnd("a", .complete))
    driver.run(milliseconds: 2_000)
    #expect(driver.refusals.count == 2 && driver.text(of: "a") == "one two three")
    #expect(driver.text(of: "m0") == driver.surface.conversation.first?.text)
  }

  @Test func tokensOfAMessageThatIsGoneAreDiscardedAndCounted() {
    let driver = Driver(messages: Message.history(4))
    driver.frame(.token("a", "early "), .streamBegin("a"), .token("a", "one "))
    driver.frame(.load(ListedMessages(Message.history(2, prefix: "n"))))
    driver.frame(.token("a", "late "), .partBegin("a", .card), .streamEnd("a", .complete))
    #expect(driver.refusals.isEmpty && driver.surface.discardedUTF8 == 11)
    #expect(driver.surface.ids == ["n0", "n1"])
  }

  @Test func anotherNameMakesAnOptimisticMessageComplete() {
    let driver = Driver(messages: Message.history(4))
    driver.frame(.send("u", text: "A question"))
    driver.frame(.replaceID("u", with: "v"))
    #expect(driver.snapshot.visible.first { $0.id == "v" }?.state == .complete)
    #expect(driver.snapshot.follow == .pinning("v"))
  }

  @Test(arguments: Profile.all)
  func anAnswerThatStreamsNoMoreShowsNoDots(profile: Profile) {
    let driver = Driver(profile, messages: [.user("u")])
    let line = driver.profile.style.assistant.vertical * 2 + points(20)
    driver.frame(.streamBegin("a"))
    #expect(driver.snapshot.visible.last?.showsLoadingDots == true)
    let dots = driver.snapshot.visible.last?.height
    #expect(dots == profile.style.loadingHeight ?? line)
    driver.frame(.streamEnd("a", .failed))
    driver.frame(.append(Message(id: "b", role: .assistant, text: "[a]: https://example.com")))
    driver.settle()
    for item in driver.snapshot.visible.dropFirst() {
      #expect(!item.showsLoadingDots && item.height == line, "\(profile.name) \(item.id)")
    }
  }

  // MARK: Numbers

  @Test func noNumberFromOutsideTraps() {
    let odd: [Double] = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e17, -1e17,
      .leastNonzeroMagnitude, 0, -1,
    ]
    let lengths: [LayoutUnit] = [
      LayoutUnit(rawValue: .max), LayoutUnit(rawValue: .min), points(-1), points(1_000_001),
      points(200_000), LayoutUnit(rawValue: .max / 2),
    ]
    var events: [SurfaceEvent] = []
    for value in odd {
      events += [
        .touch(.began, y: value), .touch(.moved, y: 10, x: value), .touch(.ended, y: value),
        .fling(velocity: value), .focus(velocity: value, travel: 0),
        .focus(velocity: 0, travel: value), .drop(.text("x"), overlap: value),
        .timestamps(true, maximum: value), .timestamps(true, band: value),
      ]
    }
    for value in lengths {
      events += [
        .keyboard(height: value), .keyboardDragged(height: value), .setHeight("m1", value),
        .resize(width: value, height: points(700)), .resize(width: points(300), height: value),
        .restore(Anchor(id: "m1", distance: value)), .auxiliary(.header, value),
        .card("m1", part: 0, value), .partHeight("m1", part: 0, value),
        .append(Message(id: "new", role: .user, text: "x", suppliedHeight: value)),
      ]
    }
    for value in [Int.min, -1, 0, 7, Int.max] {
      events += [
        .composer(lines: value), .composer(lines: 1, attachments: value), .move("m1", index: value),
        .insert(index: value, .user("new")), .card("m1", part: value, points(10)),
        .partHeight("m1", part: value, points(10)),
      ]
    }
    events.append(.keyboard(height: points(10), duration: Nanoseconds(rawValue: .max)))
    events.append(.keyboard(height: points(10), duration: Nanoseconds(rawValue: -1)))
    for profile in [Profile.reference, .builtIn("vercel-v0"), .builtIn("conversation-kit")] {
      for event in events {
        let driver = Driver(profile, messages: Message.history(6))
        driver.checksPhases = true
        driver.frame(event)
        driver.run(milliseconds: 100)
      }
    }
  }

  @Test func aRefusedNumberIsNamedAndChangesNothing() {
    let driver = Driver(messages: Message.history(20))
    let snapshot = driver.snapshot
    driver.frame(
      .touch(.began, y: .nan),
      .fling(velocity: .infinity),
      .drop(.text("x"), overlap: 2)
    )
    #expect(driver.refusals.count == 3)
    #expect(driver.refusals.map(\.description).allSatisfy { $0.contains("may be") })
    #expect(driver.snapshot.offset == snapshot.offset && driver.snapshot.scroll == .idle)
    #expect(driver.snapshot.composerText.isEmpty)
  }

  // MARK: Messages that are gone

  @Test func aRemovedMessageNeverComesBack() {
    for late: SurfaceEvent in [.card("m1", part: 0, points(50)), .partHeight("m1", part: 0, nil)] {
      let driver = Driver(messages: Message.history(3))
      driver.checksPhases = true
      driver.frame(late, .remove("m1"))
      driver.frame(.remove("m0"), .remove("m2"))
      driver.frame(.prepend(ListedMessages(Message.history(3, prefix: "n"))))
      #expect(driver.snapshot.visible.map(\.id) == ["n0", "n1", "n2"])
      driver.frame(.update("n1", text: "seven"))
      #expect(driver.text(of: "n1") == "seven" && driver.refusals.isEmpty)
    }
  }

  @Test func aBlankGoesWithTheTurnItBelongsTo() {
    let driver = Driver(messages: Message.history(20))
    let end = driver.places
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    driver.frame(.taskEnd)
    driver.frame(.remove("u"))
    #expect(driver.snapshot.blank == .zero && driver.place(of: "m19") == end["m19"])
    driver.frame(.send("v", text: "A question"))
    driver.settle()
    driver.frame(.append(.assistant("a")), .taskEnd)
    let blank = driver.snapshot.blank
    driver.frame(.send("w", text: "A question"))
    driver.settle()
    driver.frame(.taskEnd, .remove("w"))
    #expect(driver.snapshot.blank == blank)
  }
}
