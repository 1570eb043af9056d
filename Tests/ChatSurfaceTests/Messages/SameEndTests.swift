import ChatSurface
import Lengths
import Testing
import Timebase

/// Whatever happened on the way, a conversation ends as loading its last list does: names, order, parts, texts,
/// heights, folds, times and states. `ITERATIONS` sessions of events without sense for each profile, from
/// `SEED` on.
@Suite struct SameEndTests {
  @Test(arguments: Profile.all.map(\.name))
  func aSessionEndsAsItsLastListLoads(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    for seed in PropertySettings.seed..<PropertySettings.seed
      + UInt64(PropertySettings.iterations(30))
    {
      var events = SenselessEvents(seed: seed)
      let script = events.script(frames: 40)
      let hasHistory = !seed.isMultiple(of: 2)
      guard difference(script, profile, hasHistory) != nil else { continue }
      let least = script.shrunk { difference($0, profile, hasHistory) != nil }
      Issue.record(
        """
        \(name), seed \(seed): \(difference(least, profile, hasHistory) ?? "")
        \(least.description)
        """
      )
      return
    }
  }

  /// What the end of a script and its list's differ by; nil for nothing.
  private func difference(
    _ script: SenselessScript,
    _ profile: Profile,
    _ hasHistory: Bool
  ) -> String? {
    let session = Driver(profile)
    session.checksInvariants = false
    var number = 0
    session.frame(.load(ListedMessages(Message.history(hasHistory ? 12 : 0))))
    for events in script.frames {
      session.frame(
        scheduled: events.map { event in
          number += 1
          return ScheduledEvent(event.dated(number), at: session.next)
        }
      )
    }
    let shown = end(session)
    let loaded = Driver(profile)
    loaded.checksInvariants = false
    loaded.frame(.load(ListedMessages(session.surface.conversation)))
    return shown.difference(from: end(loaded))
  }

  /// Everything ends and is seen at once, in one geometry.
  private func end(_ driver: Driver) -> End {
    var events: [SurfaceEvent] = [
      .foreground, .touch(.ended, y: 0), .select("m0", nil), .typing(false),
      .loader(.top, isVisible: false), .loader(.end, isVisible: false),
      .auxiliary(.header, nil), .auxiliary(.footer, nil), .auxiliary(.disclaimer, nil),
      .keyboard(height: .zero), .stop,
    ]
    let ids = driver.surface.conversation.map(\.id)
    for id in ids { events += [.streamEnd(id, .complete), .auxiliary(.actions(id), nil)] }
    events += Array(repeating: .taskEnd, count: 200)
    driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
    driver.settle()
    driver.frame(
      .textSize(.large),
      .resize(width: LayoutUnit(points: 375), height: LayoutUnit(points: 60_000))
    )
    // The app's older messages come page by page.
    for _ in 0..<4 { driver.frame(.scroll(to: .top, isAnimated: false)) }
    driver.settle()
    return End(driver)
  }
}

/// What a conversation is at its end.
private struct End {
  struct Line: Equatable {
    var message: Message
    var parts: [MessagePart]?
    var height: LayoutUnit?
    var showsDots: Bool?
  }

  var lines: [Line] = []

  init(_ driver: Driver) {
    let shown = driver.snapshot.visible
    for message in driver.surface.conversation {
      let item = shown.first { $0.id == message.id }
      // Whether the app has said a state is not seen.
      var line = Line(message: message, parts: driver.surface.parts(of: message.id))
      line.message.state = message.state
      (line.height, line.showsDots) = (item?.height, item?.showsLoadingDots)
      lines.append(line)
    }
  }

  func difference(from other: End) -> String? {
    let (ids, others) = (lines.map(\.message.id), other.lines.map(\.message.id))
    guard ids == others else { return "the order is \(ids), and loaded \(others)" }
    for (line, other) in zip(lines, other.lines) where line != other {
      return "\(line.message.id) is\n\(line)\nand loaded\n\(other)"
    }
    return nil
  }
}

extension SurfaceEvent {
  /// The same with times and states that it may have, by its number.
  fileprivate func dated(_ number: Int) -> SurfaceEvent {
    switch self {
    case .append(let message): .append(message.dated(number))
    case .insert(let index, let message): .insert(index: index, message.dated(number))
    case .appendPage(let source): .appendPage(source.dated(number))
    case .prepend(let source): .prepend(source.dated(number))
    case .replaceAll(let source): .replaceAll(source.dated(number))
    case .load(let source): .load(source.dated(number))
    case .update(let id, let text, _):
      .update(
        id,
        text: text,
        state: number.isMultiple(of: 3) ? nil : Message.State.allCases[number % 5]
      )
    default: self
    }
  }
}

extension MessageSource {
  fileprivate func dated(_ number: Int) -> ListedMessages {
    ListedMessages((0..<count).map { message(at: $0).dated(number + $0) })
  }
}

extension Message {
  fileprivate func dated(_ number: Int) -> Message {
    var message = self
    if !number.isMultiple(of: 3) { message.timestampMilliseconds = Double(number) * 1_000 }
    return message
  }
}
