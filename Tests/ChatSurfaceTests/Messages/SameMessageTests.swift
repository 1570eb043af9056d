import ChatSurface
import Lengths
import Testing
import Timebase

/// Messages that come in and are there already, under their name or another one.
@Suite struct SameMessageTests {
  private static let profiles = Profile.all.map(\.name)

  private func driver(_ name: String, _ messages: [Message] = []) throws -> Driver {
    Driver(try #require(Profile.all.first { $0.name == name }), messages: messages)
  }

  private func user(_ id: MessageID, _ text: String) -> Message {
    Message(id: id, role: .user, text: text)
  }

  private func answer(_ id: MessageID, _ text: String, _ state: Message.State? = nil) -> Message {
    Message(id: id, role: .assistant, text: text, state: state)
  }

  private func list(_ messages: Message...) -> ListedMessages { ListedMessages(messages) }

  private func history(_ count: Int) -> [Message] {
    (0..<count).map { index in
      let text = "message \(index) " + String(repeating: "some words ", count: 20)
      let id = MessageID(rawValue: "m\(index)")
      return index.isMultiple(of: 2) ? user(id, text) : answer(id, text)
    }
  }

  private func names(_ driver: Driver) -> [String] { driver.surface.ids.map(\.rawValue) }

  /// The height that a message was given to be known by: the same message keeps it.
  private func mark(_ driver: Driver, _ id: MessageID) -> LayoutUnit? {
    driver.surface.conversation.first { $0.id == id }?.suppliedHeight
  }

  // MARK: Pages

  @Test(arguments: profiles)
  func whatAPageRepeatsIsSkippedAndCounted(profile: String) throws {
    let driver = try driver(profile, [user("m1", "one"), answer("m2", "two")])
    driver.frame(.prepend(list(user("m0", "zero"), user("m1", "another one"))))
    #expect(driver.surface.observations.knownMessages == 1)
    driver.frame(.appendPage(list(answer("m2", "two"), user("m3", "three"))))
    #expect(driver.surface.observations.knownMessages == 1)
    driver.settle()
    #expect(names(driver) == ["m0", "m1", "m2", "m3"])
    #expect(driver.text(of: "m1") == "one")
    #expect(driver.refusals.isEmpty)
    driver.frame(.appendPage(list(answer("m2", "two"), user("m3", "three"))))
    #expect(driver.surface.observations.knownMessages == 2 && names(driver).count == 4)
  }

  /// The server's page after a send has the question under a name of its own, and the answer.
  @Test(arguments: profiles)
  func aPageThatHasTheSentQuestionGivesItItsName(profile: String) throws {
    let driver = try driver(profile, history(6))
    driver.frame(.send("local", text: "And now?"))
    driver.settle()
    driver.frame(.appendPage(list(user("q7", "And now?"), answer("a7", "This."))))
    driver.frame(.taskEnd)
    driver.settle()
    #expect(names(driver).filter { !$0.hasSuffix(".answer") }.suffix(2) == ["q7", "a7"])
    #expect(driver.surface.conversation.first { $0.id == "q7" }?.state == .complete)
    #expect(driver.refusals.isEmpty)
  }

  /// A page that is refused ends its load: at the edge another is asked for.
  @Test func afterAPageThatIsRefusedAnotherIsAskedFor() {
    for page in [
      list(user("x", "one"), user("x", "two")), list(user("m0", "message 0")), list(),
    ] {
      let driver = Driver(messages: history(40))
      driver.settle()
      driver.frame(.scroll(to: .top, isAnimated: false))
      #expect(driver.surface.observations.wantedPages == [.top])
      driver.frame(.prepend(page))
      driver.frame(.scroll(to: .end, isAnimated: false))
      driver.frame(.scroll(to: .top, isAnimated: false))
      #expect(driver.surface.observations.wantedPages == [.top], "\(page.messages.map(\.id))")
    }
  }

  // MARK: Lists

  /// The same list, the sent question under the server's name: nothing moves.
  @Test(arguments: profiles)
  func aListThatRenamesTheQuestionMovesNothing(profile: String) throws {
    let driver = try driver(profile, history(12))
    driver.frame(.send("local", text: "And now?"), .streamBegin("a"))
    driver.frame(.token("a", "An answer of some words. "))
    driver.settle()
    let before = driver.snapshot
    let old = before.visible.map { [$0.y, $0.height] }
    var messages = driver.surface.conversation
    let place = try #require(messages.firstIndex { $0.id == "local" })
    messages[place] = user("server", "And now?")
    for index in messages.indices where messages[index].id == "a" {
      messages[index].state = .streaming
    }
    driver.frame(.replaceAll(ListedMessages(messages)))
    #expect(driver.snapshot.visible.map { [$0.y, $0.height] } == old)
    #expect(names(driver).contains("server") && !names(driver).contains("local"))
    driver.frame(.token("a", "And more. "), .streamEnd("a", .complete), .taskEnd)
    driver.settle()
    #expect(driver.text(of: "a") == "An answer of some words. And more. ")
    #expect(driver.violations.isEmpty)
  }

  /// Every name is another one: it is the same conversation while its texts are the same.
  @Test(arguments: profiles)
  func aListOfOtherNamesIsTheSameConversationByItsTexts(profile: String) throws {
    let messages = history(30)
    let driver = try driver(profile, messages)
    driver.settle()
    driver.frame(.scroll(to: .message("m14", .top), isAnimated: false))
    driver.settle()
    let old = driver.snapshot.visible.map { [$0.y, $0.height] }
    let renamed = messages.map { message in
      var message = message
      message.id = MessageID(rawValue: "server-\(message.id)")
      return message
    }
    driver.frame(.replaceAll(ListedMessages(renamed)))
    #expect(driver.snapshot.visible.map { [$0.y, $0.height] } == old)
    #expect(names(driver) == renamed.map(\.id.rawValue))
    let others = (0..<30).map { index in
      user(MessageID(rawValue: "other-\(index)"), "nothing of this \(index)")
    }
    driver.frame(.replaceAll(ListedMessages(others)))
    driver.settle()
    #expect(names(driver) == others.map(\.id.rawValue))
  }

  /// From the top, between the same neighbours, by role and text; an empty one between two known ones.
  @Test func onlyWhatStandsInTheSamePlaceAndSaysTheSameIsTheSame() {
    let driver = Driver(messages: [
      user("a", "first"), user("ok1", "ok"), user("ok2", "ok"), answer("b", "middle"),
      answer("e", ""), user("c", "last"), user("ok3", "ok"),
    ])
    driver.frame(
      .setHeight("ok1", points(31)),
      .setHeight("ok2", points(32)),
      .setHeight("e", points(33)),
      .setHeight("ok3", points(34))
    )
    driver.frame(
      .replaceAll(
        list(
          user("a", "first"),
          user("n1", "ok"),
          user("n2", "ok"),
          user("n3", "ok"),
          answer("b", "middle"),
          answer("n4", ""),
          user("c", "last"),
          answer("n5", "ok")
        )
      )
    )
    #expect(mark(driver, "n1") == points(31))
    #expect(mark(driver, "n2") == points(32))
    #expect(mark(driver, "n4") == points(33))
    #expect(mark(driver, "n3") == nil && mark(driver, "n5") == nil)
    #expect(names(driver) == ["a", "n1", "n2", "n3", "b", "n4", "c", "n5"])
  }

  /// An answer that streams gets the server's name in the midst of it.
  @Test(arguments: profiles)
  func aStreamingAnswerUnderAnotherNameGoesOn(profile: String) throws {
    let driver = try driver(profile, history(4))
    driver.frame(.send("q", text: "And now?"), .streamBegin("local"))
    driver.frame(.token("local", "An answer "))
    driver.settle()
    var messages = history(4)
    messages += [user("q", "And now?"), answer("server", "An answer that ", .streaming)]
    driver.frame(.replaceAll(ListedMessages(messages)))
    driver.frame(.token("server", "goes on"), .streamEnd("server", .complete), .taskEnd)
    driver.settle()
    #expect(driver.text(of: "server") == "An answer that goes on")
    #expect(driver.surface.conversation.last?.state == .complete)
  }

  /// Taken away and brought back in one instant: the same message, if it stands and says the same.
  @Test(arguments: profiles)
  func aMessageThatComesBackUnderAnotherNameIsTheSame(profile: String) throws {
    let driver = try driver(profile, history(12))
    driver.settle()
    driver.frame(.setHeight("m11", points(211)), .setHeight("m5", points(205)))
    driver.settle()
    let old = driver.snapshot.visible.map { [$0.y, $0.height] }
    var copy = history(12)[11]
    copy.id = "server"
    driver.frame(.remove("m11"), .append(copy))
    #expect(driver.snapshot.visible.map { [$0.y, $0.height] } == old)
    #expect(mark(driver, "server") == points(211) && names(driver).last == "server")
    copy = history(12)[5]
    copy.id = "other"
    driver.frame(.remove("m5"), .insert(index: 5, copy))
    #expect(mark(driver, "other") == points(205) && names(driver)[5] == "other")
    copy.id = "elsewhere"
    driver.frame(.remove("other"), .insert(index: 2, copy))
    #expect(names(driver)[2] == "elsewhere" && driver.surface.count == 12)
    copy.id = "anew"
    copy.text = "another text"
    driver.frame(.remove("elsewhere"), .insert(index: 2, copy))
    driver.settle()
    #expect(names(driver)[2] == "anew" && driver.text(of: "anew") == "another text")
    #expect(driver.refusals.isEmpty)
  }

  @Test func theSameListChangesNothingOfPages() throws {
    let driver = try driver("parameter-article", history(200))
    driver.settle()
    let before = driver.snapshot
    driver.frame(.replaceAll(ListedMessages(history(200))))
    #expect(driver.snapshot.visible == before.visible)
    #expect(driver.snapshot.contentTop == before.contentTop)
    #expect(driver.snapshot.contentBottom == before.contentBottom)
  }

  // MARK: States

  @Test(arguments: profiles)
  func whatFailedIsCompleteWhereTheAppSaysSo(profile: String) throws {
    for isList in [false, true] {
      let driver = try driver(profile, [user("q", "And now?")])
      driver.frame(.streamBegin("a"), .token("a", "Some "), .streamEnd("a", .failed))
      if isList { driver.settle() }
      driver.frame(
        isList
          ? .replaceAll(list(user("q", "And now?"), answer("a", "Some words.", .complete)))
          : .update("a", text: "Some words.", state: .complete)
      )
      driver.settle()
      #expect(driver.text(of: "a") == "Some words.")
      #expect(driver.surface.conversation.last?.state == .complete, "by a list: \(isList)")
    }
  }

  @Test(arguments: profiles)
  func aMessageThatCameAsOneThatStreamsTakesTokens(profile: String) throws {
    let driver = try driver(profile, [user("q", "?"), answer("a", "Some ", .streaming)])
    driver.frame(.token("a", "words "))
    driver.frame(.tokenAt("a", Array("of it.".utf8), scalar: 11))
    driver.frame(.streamEnd("a", .complete), .token("a", "late"))
    driver.settle()
    #expect(driver.text(of: "a") == "Some words of it.")
    #expect(driver.surface.conversation.last?.state == .complete)
  }

  /// A list that is one token old takes nothing back, and one that says nothing of the state ends nothing.
  @Test(arguments: profiles)
  func anOlderListTakesNothingBack(profile: String) throws {
    let driver = try driver(profile, [user("q", "?")])
    driver.frame(.streamBegin("a"), .token("a", "Some words "))
    driver.settle()
    driver.frame(.replaceAll(list(user("q", "?"), answer("a", "Some "))))
    #expect(driver.text(of: "a")?.hasPrefix("Some words") == true)
    driver.frame(.token("a", "more "))
    driver.frame(.replaceAll(list(user("q", "?"), answer("a", "Some words more ", .complete))))
    driver.frame(.token("a", "late"))
    driver.settle()
    #expect(driver.text(of: "a") == "Some words more ")
    #expect(driver.surface.conversation.last?.state == .complete)
  }

  /// A stop ends the answers of its task and no other's.
  @Test(arguments: profiles)
  func aStopEndsTheAnswersOfItsTaskAlone(profile: String) throws {
    for isSend in [false, true] {
      let driver = try driver(profile, history(2))
      driver.frame(.streamBegin("other"), .token("other", "one "))
      driver.frame(.send("q", text: "And now?"), .streamBegin("mine"), .token("mine", "two "))
      driver.frame(isSend ? .send("q2", text: "And then?") : .stop)
      driver.frame(.token("other", "more"), .token("mine", "late"))
      driver.frame(.streamEnd("other", .complete))
      driver.settle()
      let states = Dictionary(
        driver.surface.conversation.map { ($0.id, $0.state) },
        uniquingKeysWith: { first, _ in first }
      )
      #expect(driver.text(of: "other") == "one more" && states["other"] == .complete)
      #expect(driver.text(of: "mine") == "two " && states["mine"] == .cancelled)
    }
  }

  @Test(arguments: profiles)
  func aBlankTextIsNotAskedAgain(profile: String) throws {
    let driver = try driver(profile, [user("q", "And now?"), answer("a", "This.")])
    driver.frame(.regenerate("q", text: "  \n"))
    driver.settle()
    #expect(driver.refusals == [.nothingToSend("q")])
    #expect(names(driver) == ["q", "a"] && driver.text(of: "q") == "And now?")
  }

  /// Letters that were shown are there at once when they come again.
  @Test func textThatWasShownIsNotRevealedAgain() {
    let driver = Driver(messages: [user("q", "?")])
    let long = "one two three four five "
    driver.frame(.streamBegin("a"), .token("a", long))
    driver.settle()
    driver.frame(.update("a", text: "one two "))
    driver.settle()
    #expect(driver.text(of: "a") == "one two ")
    driver.frame(.update("a", text: long + "six seven "))
    #expect(driver.text(of: "a")?.hasPrefix(long) == true)
    #expect(driver.text(of: "a") != long + "six seven ")
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    #expect(driver.text(of: "a") == long + "six seven ")
    #expect(driver.violations.isEmpty)
  }

  /// A fold of the text after a card is taken whether that is shown, has arrived or is held.
  @Test(arguments: profiles)
  func aPartThatHasArrivedIsFolded(profile: String) throws {
    for frames in 0..<40 where frames < 4 || frames.isMultiple(of: 9) {
      let driver = try driver(profile)
      driver.frame(.streamBegin("a"), .token("a", "first "), .partBegin("a", .card))
      driver.frame(.token("a", "x "), .partBegin("a", .card), .token("a", "y and more of it "))
      for _ in 0..<frames { driver.frame() }
      driver.frame(
        .partHeight("a", part: 4, points(25)),
        .partHeight("a", part: 2, points(24)),
        .card("a", part: 3, points(60))
      )
      driver.frame(.partBegin("a", .reasoning), .token("a", "so "), .streamEnd("a", .complete))
      driver.settle()
      #expect(driver.refusals.isEmpty, "after \(frames) frames")
      let parts = driver.surface.parts(of: "a") ?? []
      #expect(parts.map(\.kind) == [.text, .card, .text, .card, .text, .reasoning])
      #expect(parts.map(\.folded) == [nil, nil, points(24), nil, points(25), nil])
      #expect(parts.map(\.cardHeight)[3] == points(60))
      #expect(driver.text(of: "a") == "first x y and more of it so ")
    }
  }

  // MARK: Moving between windows

  @Test(arguments: profiles)
  func aConversationKeepsPartsTimesAndPlaceholders(profile: String) throws {
    let parts = [
      MessagePart(kind: .reasoning, text: Array("let me see".utf8), folded: points(20)),
      MessagePart(kind: .card, cardHeight: points(200)),
      MessagePart(kind: .text, text: Array("here it is".utf8)),
    ]
    var timed = user("t", "At one")
    timed.timestampMilliseconds = 1_000
    let driver = try driver(profile)
    driver.frame(.append(timed), .append(Message(id: "p", role: .assistant, parts: parts)))
    driver.frame(.append(Message(id: "s", role: .placeholder, text: "")))
    driver.frame(.streamBegin("s"), .partBegin("s", .reasoning), .token("s", "I think "))
    driver.frame(.partBegin("s", .card), .card("s", part: 1, points(80)), .token("s", "that "))
    let streamed = [
      MessagePart(kind: .reasoning, text: Array("I think ".utf8)),
      MessagePart(kind: .card, cardHeight: points(80)),
      MessagePart(kind: .text, text: Array("that ".utf8)),
    ]
    for isShown in [false, true] {
      if isShown {
        driver.frame(.streamEnd("s", .complete))
        driver.settle()
      }
      let moved = driver.surface.conversation
      #expect(moved.map(\.id) == ["t", "p", "s"])
      #expect(moved.first?.timestampMilliseconds == 1_000)
      #expect(moved[1].parts == parts)
      #expect(moved[2].parts == streamed && moved[2].role == .assistant)
      let other = try self.driver(profile)
      other.frame(scheduled: moved.map { ScheduledEvent(.append($0), at: other.next) })
      other.settle()
      #expect(other.surface.parts(of: "p") == parts)
      #expect(other.surface.parts(of: "s") == streamed)
      #expect(other.surface.conversation.first?.timestampMilliseconds == 1_000)
    }
  }
}
