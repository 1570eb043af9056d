import ChatSurface
import Lengths
import Timebase

/// Two surfaces under the same hand. One of them also gets edits strictly above what is read: what
/// both have has to be at the same places on both screens, whatever moves.
struct TwinSession {
  /// What is compared is at least so far below the first message: there the screens may differ.
  private static let margin = 3_000.0
  /// How far the viewport may go up between two frames, in points.
  private static let reach = LayoutUnit(points: 900)

  let steady: Driver
  let edited: Driver
  /// Whether every height is known; otherwise heights above are guesses until they are met.
  let suppliesHeights: Bool
  /// In how many frames the screens were compared.
  private(set) var compared = 0
  /// In how many of those something moved the viewport, and an edit came.
  private(set) var comparedEdits: [FrameSnapshot.ScrollActivity: Int] = [:]
  private(set) var log: [String] = []
  var random: SeededGenerator
  var isTouching = false
  var touchY = 300.0
  private var steadyIDs: [MessageID]
  var editedIDs: [MessageID]
  /// How many messages at the end are the same in both, and were never touched.
  private var shared: Int
  private var nextID = 0
  private var streamed: MessageID?
  /// How far apart the offsets are: only jumps over guesses may change that.
  private var offsetShift: LayoutUnit = .zero
  /// Whether a programmatic move over guesses was under way in the last frame.
  private var isMoved = false
  /// What the last frames showed of movement that nothing asked for.
  private var drifts = (steady: LayoutUnit.zero, edited: LayoutUnit.zero)
  /// Where the last programmatic move goes.
  private var target: MessageID?

  init(seed: UInt64, suppliesHeights: Bool) {
    var random = SeededGenerator(seed: seed)
    var messages: [Message] = []
    for index in 0..<160 {
      messages.append(
        Self.message("m\(index)", suppliesHeights: suppliesHeights, random: &random)
      )
    }
    let hertz = random.nextIndex(below: 2) == 0 ? 60 : 120
    let device = Device.all[random.nextIndex(below: Device.all.count)]
    steady = Driver(device: device, hertz: hertz, messages: messages)
    edited = Driver(device: device, hertz: hertz, messages: messages)
    steadyIDs = messages.map(\.id)
    editedIDs = steadyIDs
    shared = steadyIDs.count
    self.suppliesHeights = suppliesHeights
    let start = steadyIDs[60 + random.nextIndex(below: 90)]
    self.random = random
    let alignment = ScrollTarget.Alignment.allCases[self.random.nextIndex(below: 3)]
    for twin in [steady, edited] {
      twin.frame(.scroll(to: .message(start, alignment), isAnimated: false))
    }
  }

  /// Makes a frame of each.
  ///
  /// - Returns: Whether there may be another one, and what is wrong; nil when nothing is.
  mutating func step() -> (isOver: Bool, complaint: String?) {
    let previous = steady.snapshot
    var hand: [ScheduledEvent] = []
    if random.nextIndex(below: 10) == 0 {
      let ticks = 1 + random.nextIndex(below: 3)
      for twin in [steady, edited] { twin.skip(ticks: ticks) }
    }
    let last = steady.snapshot.instant
    let middle = Instant(
      nanoseconds: last.nanoseconds + (steady.next.nanoseconds - last.nanoseconds) / 2
    )
    for _ in 0..<random.nextIndex(below: 3) { handEvent(at: steady.next, into: &hand) }
    let early = edits(within: .zero, at: last)
    // Between the frames the viewport moves: what is edited then is out of its reach, as far as the
    // last frame says. An edit before may have brought it nearer.
    let mayBeLate = previous.scroll != .animating && early.isEmpty
    let late = mayBeLate ? edits(within: Self.reach, at: middle) : []
    log += (early + late).map { "tick \(edited.tick), edit: \($0.event)" }
    log += hand.map { "tick \(edited.tick): \($0.event)" }
    steady.frame(scheduled: hand)
    edited.frame(scheduled: early + late + hand)
    let jumps = hand.contains { if case .scroll = $0.event { true } else { false } }
    isMoved = !suppliesHeights && (jumps || previous.scroll == .animating)
    return outcome(hasEdits: !early.isEmpty || !late.isEmpty)
  }

  private mutating func outcome(hasEdits: Bool) -> (isOver: Bool, complaint: String?) {
    for (name, twin) in [("steady", steady), ("edited", edited)] {
      if let refusal = twin.refusals.first { return (true, "\(name) refused \(refusal)") }
      if let violation = twin.violations.first { return (true, "\(name): \(violation)") }
    }
    let frames = [steady.snapshot, edited.snapshot]
    let mayDiffer =
      frames.contains(where: \.isClamped)
      || [steady, edited].contains { $0.surface.pointsFromTop < Self.margin }
    guard !mayDiffer else { return (true, nil) }
    drifts = (steady.drift, edited.drift)
    if let wrong = difference(of: frames[1], from: frames[0]) { return (true, wrong) }
    let count = visible(in: frames[0]).count
    if count > 0 {
      compared += 1
      if hasEdits { comparedEdits[frames[0].scroll, default: 0] += 1 }
    }
    return (count == 0 || shared < 12, nil)
  }

  /// What of the messages that both have is on screen.
  private func visible(in frame: FrameSnapshot) -> [FrameSnapshot.VisibleItem] {
    let ids = Set(steadyIDs.suffix(shared))
    return frame.visible.filter { ids.contains($0.id) }
  }

  private mutating func difference(of frame: FrameSnapshot, from steady: FrameSnapshot) -> String? {
    guard drifts == (.zero, .zero) else {
      return "tick \(frame.tick): drift of \(drifts.edited), and \(drifts.steady) without edits"
    }
    guard frame.scroll == steady.scroll, frame.follow == steady.follow else {
      return "tick \(frame.tick): \(frame.scroll), \(frame.follow), and without edits "
        + "\(steady.scroll), \(steady.follow)"
    }
    // What is above grows and shrinks upward. A jump lands before all that it shows is measured.
    let shift = frame.offset - steady.offset
    guard shift == offsetShift || frame.rebases != steady.rebases || isMoved else {
      return "tick \(frame.tick): the offset is off by \(shift), not \(offsetShift)"
    }
    offsetShift = shift
    let there = visible(in: steady).map { "\($0.id) at \($0.y), \($0.height) high" }
    let here = visible(in: frame).map { "\($0.id) at \($0.y), \($0.height) high" }
    return here == there ? nil : "tick \(frame.tick): \(here), not \(there)"
  }

  // MARK: Edits

  /// Edits of what lies above the first visible message by more than `distance`.
  private mutating func edits(
    within distance: LayoutUnit,
    at instant: Instant
  ) -> [ScheduledEvent] {
    var events: [ScheduledEvent] = []
    guard let first = edited.snapshot.visible.first?.id,
      var index = editedIDs.firstIndex(of: first)
    else { return [] }
    if distance > .zero {
      let top = edited.snapshot.offset - distance
      guard let above = edited.surface.message(atY: top),
        let limit = editedIDs.firstIndex(of: above)
      else { return [] }
      index = min(index, limit)
    }
    // What is edited is above a programmatic move's target too.
    if edited.snapshot.scroll == .animating, let target, let goal = editedIDs.firstIndex(of: target)
    {
      index = min(index, goal)
    }
    for _ in 0..<random.nextIndex(below: 3) where index > 0 {
      let count = editedIDs.count
      guard let event = edit(above: index) else { continue }
      events.append(ScheduledEvent(event, at: instant))
      index += editedIDs.count - count
      shared = min(shared, editedIDs.count - index)
    }
    return events
  }

  private mutating func edit(above index: Int) -> SurfaceEvent? {
    let place = random.nextIndex(below: 2) == 0 ? random.nextIndex(below: index) : index - 1
    // Both are told of the answer's text.
    guard editedIDs[place] != streamed else { return nil }
    switch random.nextIndex(below: 6) {
    case 0:
      let page = (0..<1 + random.nextIndex(below: 12)).map { _ in message() }
      editedIDs.insert(contentsOf: page.map(\.id), at: 0)
      return .prepend(ListedMessages(page))
    case 1:
      let message = message()
      let target = random.nextIndex(below: 2) == 0 ? index : place
      editedIDs.insert(message.id, at: target)
      return .insert(index: target, message)
    case 2:
      guard index > 40 else { return nil }
      return .remove(editedIDs.remove(at: place))
    case 3:
      let target = random.nextIndex(below: index)
      let id = editedIDs.remove(at: place)
      editedIDs.insert(id, at: target)
      return .move(id, index: target)
    case 4 where !suppliesHeights:
      return .update(editedIDs[place], text: Self.text(&random))
    default:
      return .setHeight(editedIDs[place], Self.height(&random))
    }
  }

  private mutating func message() -> Message {
    nextID += 1
    return Self.message("n\(nextID)", suppliesHeights: suppliesHeights, random: &random)
  }

  private static func message(
    _ id: String,
    suppliesHeights: Bool,
    random: inout SeededGenerator
  ) -> Message {
    Message(
      id: MessageID(rawValue: id),
      role: random.nextIndex(below: 2) == 0 ? .user : .assistant,
      text: text(&random),
      suppliedHeight: suppliesHeights ? height(&random) : nil
    )
  }

  private static func height(_ random: inout SeededGenerator) -> LayoutUnit {
    let tall = random.nextIndex(below: 12) == 0
    return LayoutUnit(rawValue: Int64(tall ? 128_000 : 1 + random.nextIndex(below: 20_000)))
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let lines = random.nextIndex(below: 12) == 0 ? 80 : 1 + random.nextIndex(below: 9)
    let separator = random.nextIndex(below: 2) == 0 ? "\n\n" : " "
    return (0..<lines).map { _ in
      ["a few words", "a line of words that wraps on a phone", "**bold** words"][
        random.nextIndex(below: 3)
      ]
    }.joined(separator: separator)
  }

  // MARK: Hand

  private mutating func handEvent(at instant: Instant, into events: inout [ScheduledEvent]) {
    func put(_ event: SurfaceEvent) { events.append(ScheduledEvent(event, at: instant)) }
    switch random.nextIndex(below: 24) {
    case 0..<11: put(touch())
    case 11..<14: put(.fling(velocity: random.nextFraction() * 9_000 - 5_500))
    case 14..<16: if let target = scrollTarget() { put(target) }
    case 16:
      let height = random.nextIndex(below: 2) == 0 ? 0 : 200 + random.nextIndex(below: 100)
      put(.keyboard(height: LayoutUnit(points: height), .easeInOut))
    case 17: put(.composer(lines: 1 + random.nextIndex(below: 6)))
    case 18..<22: if let event = stream() { put(event) }
    // Where heights are guesses, how far away the end is depends on what was measured before.
    case 22 where suppliesHeights:
      nextID += 1
      let id = MessageID(rawValue: "sent\(nextID)")
      add(id)
      target = id
      put(.send(id, text: "a question"))
    default: put(.typing(random.nextIndex(below: 2) == 0))
    }
  }

  private mutating func touch() -> SurfaceEvent {
    if !isTouching {
      isTouching = true
      touchY = 300
      return .touch(.began, y: touchY)
    }
    if random.nextIndex(below: 6) == 0 {
      isTouching = false
      return .touch(.ended, y: touchY)
    }
    touchY += random.nextFraction() * 120 - 55
    return .touch(.moved, y: touchY)
  }

  /// A message that both have; where heights are guesses one that is in view, because a guess
  /// depends on what was measured before.
  private mutating func scrollTarget() -> SurfaceEvent? {
    let shown = visible(in: steady.snapshot)
    guard let last = shown.last, let place = steadyIDs.firstIndex(of: last.id) else { return nil }
    let beyond = suppliesHeights ? min(steadyIDs.count - 1, place + 6) : place
    let indices = (steadyIDs.firstIndex(of: shown[0].id) ?? place)...beyond
    let id = steadyIDs[indices.lowerBound + random.nextIndex(below: indices.count)]
    target = id
    let alignment = ScrollTarget.Alignment.allCases[random.nextIndex(below: 3)]
    return .scroll(to: .message(id, alignment), isAnimated: random.nextIndex(below: 5) > 0)
  }

  /// Something that both get at the end.
  private mutating func add(_ id: MessageID) {
    steadyIDs.append(id)
    editedIDs.append(id)
    shared += 1
  }

  private mutating func stream() -> SurfaceEvent? {
    guard let streamed else {
      streamed = "stream"
      add("stream")
      return .streamBegin("stream")
    }
    return .token(streamed, Array("words of an answer, one after the other.\n\n".utf8))
  }
}
