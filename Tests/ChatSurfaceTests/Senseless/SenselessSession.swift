import ChatSurface
import Lengths
import PublishedDesigns
import Timebase

/// A surface under events that know nothing of it, beside a plain list of what should be in it.
struct SenselessSession {
  private let driver: Driver
  private var model: PlainConversation
  private let fault: EngineFault?
  private var planted = EngineFault.Memory()
  private var isAtRest = false
  private var before = FrameSnapshot()

  /// - Parameters:
  ///   - hasHistory: Whether there are twelve messages to begin with.
  ///   - fault: What is wrong with the engine; nil for nothing.
  init(_ profile: Profile, hasHistory: Bool, fault: EngineFault? = nil) {
    var profile = profile
    // The list has all messages from the start.
    profile.historyPage = nil
    self.fault = fault
    model = PlainConversation(profile)
    driver = Driver(profile)
    driver.checksPhases = true
    let history = SurfaceEvent.load(ListedMessages(Message.history(hasHistory ? 12 : 0)))
    _ = frame([history])
  }

  /// What is wrong with a script's first frames, and in which; nil when nothing is.
  static func check(
    _ script: SenselessScript,
    _ profile: Profile,
    hasHistory: Bool,
    fault: EngineFault? = nil
  ) -> (frame: Int, wrong: String)? {
    var session = SenselessSession(profile, hasHistory: hasHistory, fault: fault)
    for (number, events) in script.frames.enumerated() {
      if let wrong = session.frame(events) { return (number, wrong) }
    }
    return nil
  }

  /// Makes a frame of events.
  ///
  /// - Returns: What is wrong; nil when nothing is.
  mutating func frame(_ events: [SurfaceEvent]) -> String? {
    let given = fault.map { planted.alter(events, $0) } ?? events
    if let fault {
      driver.tamper = { [planted] in planted.alter(&$0, fault) }
    }
    driver.frame(scheduled: given.map { ScheduledEvent($0, at: driver.next) })
    // What was asked is what counts, and not what a faulty engine made of it.
    let refused = given.count == events.count ? Set(driver.surface.observations.refusedEvents) : []
    let wrong = take(events, refused: refused) ?? difference(after: events)
    planted.remember(before: before, after: driver.snapshot, ids: model.ids)
    before = driver.snapshot
    isAtRest = !driver.surface.isRunning && driver.surface.nextDue == nil
    return wrong
  }

  /// Puts the events into the list.
  ///
  /// - Returns: What was refused and should not have been, or the other way about.
  private mutating func take(_ events: [SurfaceEvent], refused: Set<Int>) -> String? {
    model.beginFrame()
    for (index, event) in events.enumerated() {
      let isRefused = refused.contains(index)
      if let expected = model.refuses(event), expected != isRefused {
        return "\(event) is \(isRefused ? "" : "not ")refused"
      }
      if !isRefused { model.take(event) }
    }
    return nil
  }

  // MARK: What is wrong

  private func difference(after events: [SurfaceEvent]) -> String? {
    if let violation = driver.violations.first { return violation }
    let frame = driver.snapshot
    let ids = driver.surface.ids
    if !model.addsPlaceholder, ids != model.ids { return "the order is \(ids), not \(model.ids)" }
    return wrongItem(of: frame, in: ids) ?? wrongText(of: frame) ?? wrongHold(of: frame, in: ids)
      ?? wrongFollow(of: frame, after: events) ?? wrongRest(of: frame, after: events)
  }

  private func wrongItem(of frame: FrameSnapshot, in ids: [MessageID]) -> String? {
    let places = frame.visible.map { item in ids.firstIndex(of: item.id) ?? -1 }
    if let gone = places.firstIndex(of: -1) {
      return "\(frame.visible[gone].id) is shown, and is not in the conversation"
    }
    if zip(places, places.dropFirst()).contains(where: { $0 >= $1 }) {
      return "\(frame.visible.map(\.id)) are shown in another order than \(ids)"
    }
    for item in frame.visible {
      let entry = model.entries.first { $0.id == item.id }
      // An answer that the host has added for one to come.
      let mayLoad = driver.profile.placeholder == .emptyAnswer && item.state == .complete
      if item.showsLoadingDots, item.state != .streaming, !mayLoad,
        entry.map({ $0.role != .placeholder }) ?? false
      {
        return "\(item.id) is \(item.state) and shows loading dots"
      }
      if let height = entry?.height, height != item.height {
        return "\(item.id) is \(item.height) tall, and its host says \(height)"
      }
    }
    return nil
  }

  private func wrongText(of frame: FrameSnapshot) -> String? {
    for item in frame.visible {
      guard let text = model.entries.first(where: { $0.id == item.id })?.text,
        let shown = driver.surface.shownText(of: item.id)
      else { continue }
      if shown.text != Array(text.utf8) {
        return
          "\(item.id) says \(String(decoding: shown.text, as: UTF8.self).debugDescription), not "
          + text.debugDescription
      }
    }
    return nil
  }

  /// What holds the viewport belongs to a message that is there, and so does the blank.
  private func wrongHold(of frame: FrameSnapshot, in ids: [MessageID]) -> String? {
    switch frame.follow {
    case .pinned(let id), .pinning(let id):
      if !ids.contains(id) { return "\(id) is \(frame.follow), and is not in the conversation" }
    case .free, .following: break
    }
    let isTold = !driver.profile.blank.isAlwaysInForce && !model.addsPlaceholder
    if isTold, model.sent.isEmpty, frame.blank != .zero {
      return "a blank of \(frame.blank), and nothing was sent"
    }
    return nil
  }

  private func wrongFollow(of frame: FrameSnapshot, after events: [SurfaceEvent]) -> String? {
    if case .select(_, .some) = events.last, frame.follow != .free,
      driver.surface.observations.refusedEvents.isEmpty
    {
      return "text is selected, and the viewport is \(frame.follow)"
    }
    guard before.follow == .free, frame.follow == .following, before.scroll == .idle,
      frame.scroll == .idle
    else { return nil }
    let known = Set(before.visible.map(\.id))
    return events.contains { $0.mayBringTheEnd(known) }
      ? nil : "the end is followed, which nothing asked for"
  }

  private func wrongRest(of frame: FrameSnapshot, after events: [SurfaceEvent]) -> String? {
    guard isAtRest, events.isEmpty else { return nil }
    let isSame =
      frame.offset == before.offset && frame.visible == before.visible
      && frame.follow == before.follow && frame.blank == before.blank
    return isSame ? nil : "nothing happened, and the screen is another"
  }
}

extension SurfaceEvent {
  /// Whether the end may be followed after it: a page of newer messages is no news, and a list that has
  /// a message of the old one keeps the place.
  fileprivate func mayBringTheEnd(_ known: Set<MessageID>) -> Bool {
    switch self {
    case .appendPage, .prepend, .move, .update, .replaceID, .setHeight, .card, .partHeight,
      .remove, .token, .tokenAt, .partBegin, .streamEnd, .memoryPressure, .timestamps, .loader:
      false
    case .replaceAll(let source): !source.all.contains { known.contains($0.id) }
    default: true
    }
  }
}
