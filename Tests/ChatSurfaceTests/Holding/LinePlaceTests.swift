import ChatSurface
import Lengths
import Testing

/// What lies across the viewport's top becomes shorter: what the reader reads below it stays.
@Suite struct LinePlaceTests {
  /// A reader who has dragged a tall message across the top; the next one is in view.
  private func reader() -> Driver {
    var messages = (0..<30).map { Message.supplied("m\($0)", .user, 150) }
    messages[10] = Message(id: "m10", role: .user, text: .lines(40))
    let driver = Driver(messages: messages)
    driver.settle()
    driver.frame(.scroll(to: .message("m10", .top), isAnimated: false))
    driver.settle()
    driver.frame(.touch(.began, y: 700))
    for step in 1...40 { driver.frame(.touch(.moved, y: 700 - 16 * Double(step))) }
    driver.run(milliseconds: 300)
    driver.frame(.touch(.ended, y: 60))
    driver.settle()
    return driver
  }

  private static let shorter = String.lines(4)
  private static let edits: [[SurfaceEvent]] = [
    [.update("m10", text: shorter)],
    [.setHeight("m10", points(90))],
    [.update("m10", text: shorter), .remove("m9"), .remove("m2")],
    [.setHeight("m10", points(90)), .prepend(ListedMessages([.supplied("p", .user, 300)]))],
    [.update("m10", text: shorter), .insert(index: 3, .supplied("x", .user, 70))],
    [.move("m3", index: 20), .update("m10", text: shorter)],
  ]

  @Test(arguments: edits.indices) func theLineKeepsItsPlaceInAnyOrder(_ number: Int) {
    let edits = Self.edits[number]
    for events in [edits, edits.reversed()] {
      let driver = reader()
      let before = driver.place(of: "m11")
      #expect(before.map { $0 > driver.snapshot.topInset } == true)
      driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
      #expect(driver.place(of: "m11") == before, "\(events)")
      #expect(driver.drift == .zero)
      driver.run(milliseconds: 300)
      #expect(driver.place(of: "m11") == before)
    }
  }

  @Test func aListInWhichItIsShorterKeepsTheLineToo() {
    let driver = reader()
    let before = driver.place(of: "m11")
    var list = driver.surface.conversation
    list[10] = Message(id: "m10", role: .user, text: Self.shorter)
    driver.frame(.replaceAll(ListedMessages(list)))
    #expect(driver.place(of: "m11") == before)
    #expect(driver.drift == .zero)
  }

  @Test func whatGrowsAcrossTheTopKeepsItsTop() {
    let driver = reader()
    let top = driver.place(of: "m10")
    driver.frame(.update("m10", text: .lines(50)))
    #expect(driver.place(of: "m10") == top)
    #expect(driver.drift == .zero)
  }

  @Test(arguments: [["m10"], ["m10", "m11"], ["m11", "m9", "m10"]])
  func whenTheHeldMessageGoesTheNextOneKeepsItsOwnPlace(removed: [MessageID]) {
    let driver = Driver(messages: (0..<30).map { Message.supplied("m\($0)", .user, 150) })
    driver.settle()
    driver.frame(.scroll(to: .message("m10", .top), isAnimated: false))
    driver.settle()
    let next: MessageID = removed.contains("m11") ? "m12" : "m11"
    let place = driver.place(of: next)
    driver.frame(scheduled: removed.map { ScheduledEvent(.remove($0), at: driver.next) })
    #expect(driver.place(of: next) == place)
    #expect(driver.drift == .zero)
  }

  /// What changes behind the bar: a message comes, goes, grows, shrinks, is moved, or its whole list comes again.
  enum Hidden: CaseIterable { case insert, remove, grow, shrink, move, list }

  @Test(arguments: Hidden.allCases, [5.0, 17, 31, 44])
  func whatChangesBehindTheTopInsetMovesNothing(hidden: Hidden, way: Double) throws {
    let messages = (0..<80).map { Message.supplied("m\($0)", .user, 16) }
    let driver = Driver(device: .iPhone15Pro, messages: messages)
    driver.settle()
    for y in [300, 300 + way / 2, 300 + way] {
      driver.frame(.touch(y == 300 ? .began : .moved, y: y))
    }
    driver.run(milliseconds: 300)
    driver.frame(.touch(.ended, y: 300 + way))
    driver.settle()
    let before = driver.snapshot
    let edge = before.topInset
    let gone = try #require(before.visible.first { $0.y + $0.height <= edge }?.id)
    let read = before.visible.filter { $0.y + $0.height > edge }
    let index = try #require(driver.surface.ids.firstIndex(of: read[0].id))
    let change: SurfaceEvent
    switch hidden {
    case .insert: change = .insert(index: index, .supplied("x", .user, 70))
    case .remove: change = .remove(gone)
    case .grow: change = .setHeight(gone, points(200))
    case .shrink: change = .setHeight(gone, points(3))
    case .move: change = .move(gone, index: 2)
    case .list:
      let list = driver.surface.conversation.filter { $0.id != gone }
      let new = [Message.supplied("x", .user, 70)]
      change = .replaceAll(ListedMessages(list[..<(index - 1)] + new + list[(index - 1)...]))
    }
    driver.frame(change)
    for item in read { #expect(driver.place(of: item.id) == item.y, "\(item.id)") }
    #expect(driver.drift == .zero)
  }

  /// A message behind the bar becomes shorter in the instant in which one across it gets another beginning: the
  /// paragraph that is read stays, as without that.
  @Test(arguments: [false, true])
  func whatGetsShorterBehindTheTopInsetChoosesNoLine(getsShorter: Bool) {
    var messages = (0..<80).map { Message.supplied("m\($0)", .user, 16) }
    let rest = (0..<30).map { "\n\nParagraph \($0)." }.joined()
    messages[40] = Message(id: "b", role: .assistant, text: "One line." + rest)
    let driver = Driver(device: .iPhone15Pro, messages: messages)
    driver.settle()
    driver.frame(.scroll(to: .message("b", .top), isAnimated: false))
    for y in [300.0, 285, 270] { driver.frame(.touch(y == 300 ? .began : .moved, y: y)) }
    driver.run(milliseconds: 300)
    driver.frame(.touch(.ended, y: 270))
    driver.settle()
    let end = driver.bottom(of: "b")
    #expect(driver.bottom(of: "m39").map { $0 > .zero && $0 < driver.snapshot.topInset } == true)
    var edits: [SurfaceEvent] = [.update("b", text: .lines(3) + rest)]
    if getsShorter { edits.insert(.setHeight("m39", points(3)), at: 0) }
    driver.frame(scheduled: edits.map { ScheduledEvent($0, at: driver.next) })
    #expect(driver.bottom(of: "b") == end)
    #expect(driver.drift == .zero)
  }

  @Test func whenNothingIsLeftBelowOnScreenTheNearestAboveKeepsItsPlace() {
    var messages = (0..<30).map { Message.supplied("m\($0)", .user, 150) }
    messages[11] = .supplied("m11", .user, 2_000)
    let driver = Driver(messages: messages)
    driver.settle()
    driver.frame(.scroll(to: .message("m11", .top), isAnimated: false))
    driver.settle()
    // The jump has left some of the message above in view.
    let place = driver.place(of: "m10")
    driver.frame(.remove("m11"))
    #expect(place != nil && driver.place(of: "m10") == place)
  }
}
