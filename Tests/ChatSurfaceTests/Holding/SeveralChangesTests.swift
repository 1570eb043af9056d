import ChatSurface
import Lengths
import Testing
import Timebase

/// Several messages around the viewport's top change in one instant: what the reader reads stays, whatever the
/// order of the changes.
@Suite struct SeveralChangesTests {
  private enum Way: CaseIterable {
    case jump, drag, restore
  }

  /// A reader in the middle of messages of one to eight lines, so that one lies across the top.
  ///
  /// - Returns: The message gone to, where that is held, too.
  private func reader(_ way: Way, _ chance: inout SeededGenerator) -> (Driver, MessageID?) {
    let messages = (0..<60).map { index in
      Message(
        id: MessageID(rawValue: "m\(index)"),
        role: index % 3 == 0 ? .user : .assistant,
        text: .lines(Int.random(in: 1...8, using: &chance))
      )
    }
    let driver = Driver(messages: messages)
    driver.settle()
    let id = MessageID(rawValue: "m\(Int.random(in: 24...34, using: &chance))")
    if way == .restore {
      let distance = LayoutUnit(points: Int.random(in: 0...19, using: &chance))
      driver.frame(.restore(Anchor(id: id, distance: distance), by: .app))
    } else {
      driver.frame(.scroll(to: .message(id, .top), isAnimated: false))
    }
    driver.settle()
    guard way == .drag else { return (driver, id) }
    let distance = Double(Int.random(in: 5...120, using: &chance))
    driver.frame(.touch(.began, y: 300))
    driver.frame(.touch(.moved, y: 300 + distance / 2))
    driver.frame(.touch(.moved, y: 300 + distance))
    driver.run(milliseconds: 300)
    driver.frame(.touch(.ended, y: 300 + distance))
    driver.settle()
    return (driver, nil)
  }

  /// Changes of two to five messages, each of which the others do not depend on.
  private func changes(around driver: Driver, _ chance: inout SeededGenerator) -> [SurfaceEvent] {
    let first = driver.surface.ids.firstIndex(of: driver.snapshot.visible[0].id) ?? 0
    let places = (max(0, first - 1)...first + 4).shuffled(using: &chance)
    return places.prefix(Int.random(in: 2...5, using: &chance)).map { place in
      let id = driver.surface.ids[place]
      switch Int.random(in: 0..<6, using: &chance) {
      case 0: return .remove(id)
      case 1: return .setHeight(id, LayoutUnit(points: Int.random(in: 1...300, using: &chance)))
      default: return .update(id, text: .lines(Int.random(in: 1...9, using: &chance)))
      }
    }
  }

  /// The same as one list, where no height is given.
  private func list(_ events: [SurfaceEvent], of driver: Driver) -> SurfaceEvent? {
    var messages = driver.surface.conversation
    for event in events {
      switch event {
      case .remove(let id): messages.removeAll { $0.id == id }
      case .update(let id, let text, _):
        guard let index = messages.firstIndex(where: { $0.id == id }) else { return nil }
        messages[index] = Message(id: id, role: messages[index].role, text: text)
      default: return nil
      }
    }
    return .replaceAll(ListedMessages(messages))
  }

  /// What keeps its place: the message gone to, or the first below it that is left; after a drag the first
  /// message in view or, where one across the top of what can be read gets shorter or goes, or the first with
  /// its top in view goes, the first below.
  private func line(
    _ before: FrameSnapshot,
    goneTo: MessageID?,
    _ events: [SurfaceEvent],
    lines: [MessageID: Int]
  ) -> MessageID? {
    let shown = before.visible
    var start =
      shown.firstIndex { $0.id == goneTo }
      ?? shown.firstIndex { $0.y + $0.height > before.topInset } ?? 0
    func isGone(_ id: MessageID) -> Bool {
      events.contains { if case .remove(id) = $0 { true } else { false } }
    }
    func isShorter(_ item: FrameSnapshot.VisibleItem) -> Bool {
      events.contains { event in
        switch event {
        case .update(item.id, let text, _): text.lineCount < lines[item.id] ?? 0
        case .setHeight(item.id, let height?): height < item.height
        default: false
        }
      }
    }
    if goneTo == nil {
      for (index, item) in shown.enumerated() where item.y < before.topInset {
        if isShorter(item) || isGone(item.id) && index == start { start = index + 1 }
      }
    }
    // The first message whose top is in view above the middle is read, whatever lies across the top.
    if goneTo == nil, let first = shown.firstIndex(where: { $0.y >= before.topInset }),
      start <= first, shown[first].y.points < before.viewportHeight.points / 2,
      isGone(shown[first].id), shown[first...].contains(where: { !isGone($0.id) })
    {
      start = first
    }
    while start < shown.count, isGone(shown[start].id) { start += 1 }
    return start < shown.count ? shown[start].id : nil
  }

  @Test func theReadersLineStaysInAnyOrder() throws {
    var judged = 0
    for iteration in 0..<PropertySettings.iterations(60) {
      for way in Way.allCases {
        let context = "SEED=\(PropertySettings.seed) iteration \(iteration) \(way)"
        var frames: [FrameSnapshot] = []
        for order in 0..<3 {
          var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
          let (driver, goneTo) = reader(way, &chance)
          let before = driver.snapshot
          let old = driver.surface.conversation
          let lines = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0.text.lineCount) })
          let asked = changes(around: driver, &chance)
          var events = order == 1 ? asked.reversed() : asked
          if order == 2 {
            guard let list = list(asked, of: driver) else { continue }
            events = [list]
          }
          driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
          frames.append(driver.snapshot)
          guard !driver.snapshot.isClamped,
            let line = line(before, goneTo: goneTo, asked, lines: lines)
          else { continue }
          let place = before.visible.first { $0.id == line }?.y
          #expect(driver.place(of: line) == place, "\(context): \(line) after \(events)")
          #expect(driver.drift == .zero, "\(context): \(events)")
          judged += 1
        }
        for frame in frames.dropFirst() {
          let places = [frame, frames[0]].map { $0.visible.map { "\($0.id) \($0.y) \($0.height)" } }
          #expect(places[0] == places[1], "\(context): the order decides")
        }
      }
    }
    #expect(judged > PropertySettings.iterations(60))
  }

  /// The message jumped to lies at the top, and the one above it across it; both become shorter.
  @Test(arguments: Profile.all.map(\.name).filter { $0 != "messaging-ui" })
  func aMessageJumpedToStaysWhenItAndTheOneAboveGetShorter(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    for lines in [(2, 1), (2, 4), (4, 2), (1, 5)] {
      for isReversed in [false, true] {
        let messages = (0..<30).map { Message.assistant("m\($0)", lines: 5) }
        let driver = Driver(profile, messages: messages)
        driver.settle()
        driver.frame(.scroll(to: .message("m10", .top), isAnimated: false))
        driver.settle()
        let place = driver.place(of: "m10")
        let events: [SurfaceEvent] = [
          .update("m9", text: .lines(lines.0)), .update("m10", text: .lines(lines.1)),
        ]
        let ordered = isReversed ? Array(events.reversed()) : events
        driver.frame(scheduled: ordered.map { ScheduledEvent($0, at: driver.next) })
        driver.settle()
        #expect(place != nil && driver.place(of: "m10") == place, "\(lines)")
      }
    }
  }
}

extension String {
  /// How many lines a text of ``lines(_:)`` has.
  fileprivate var lineCount: Int { split(separator: "\n", omittingEmptySubsequences: false).count }
}
