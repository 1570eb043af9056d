import Timebase

// The lines beside the one that is read, and what has become of that one.
extension ReaderJudge {
  /// A motion of the reader's own input.
  struct Motion {
    var isFingerDown = false
    var isJump = false
    var since: Instant
    var last = 0.0
    /// How far it has led away from the end.
    var way = EndWay()
    /// Whether a model of the hand says how far it went.
    var isModelled = true
    /// Whether it has stretched content beyond an end.
    var isStretched = false
    /// When it had content beyond an end last.
    private(set) var beyondAt = Instant.distantPast
    /// When the model of the hand came to rest.
    var stopped: Instant?
    /// Whether it goes on with one before.
    private(set) var goesOn = false

    init(since: Instant) { self.since = since }

    /// Takes what is known of the motion before, with which it goes on.
    mutating func goOn(_ old: Motion) {
      (way, isModelled, isStretched) = (old.way, old.isModelled, old.isStretched)
      beyondAt = old.beyondAt
      goesOn = true
    }

    /// Takes the way of a frame.
    ///
    /// - Parameter unseen: Where a line lies that is not on screen.
    mutating func move(
      from before: ReaderScreen,
      to screen: ReaderScreen,
      _ unseen: (LineName) -> UnseenPlace
    ) {
      if let hand = screen.hand {
        if stopped == nil { isStretched = !hand.isExact }
        if min(screen.pointsFromEnd, screen.pointsFromStart ?? 0) < 0 { beyondAt = screen.instant }
        // What comes back from beyond the end leads nowhere, wherever that end is by now.
        if hand.isBouncing, hand.distance < 0 { return }
        way.move(
          by: hand.distance,
          from: before.pointsFromEnd,
          isAtEnd: screen.pointsFromEnd <= ReaderJudge.tolerance
        )
        return
      }
      isModelled = false
      guard let line = before.line else { return }
      var place = screen.top(of: line.name)
      if place == nil, case .at(let y) = unseen(line.name) { place = y }
      guard let y = place else { return }
      way.move(
        by: line.y - y,
        from: before.pointsFromEnd,
        isAtEnd: screen.pointsFromEnd <= ReaderJudge.tolerance
      )
    }
  }

  /// How far a motion has led away from the end, and whether it came back to it. What is stretched beyond
  /// the end leads nowhere.
  struct EndWay {
    private var away = 0.0
    /// The nearest that it came since it turned towards the end; nil while it leads away.
    private var nearest: Double?
    private var hasReached = false

    /// Whether it led somewhere.
    var isScroll: Bool { away.magnitude > ReaderJudge.tolerance }
    /// Whether it led away from the end.
    var leadsAway: Bool { away > ReaderJudge.tolerance }

    /// Whether a motion that rests so far from the end came back to it.
    func comesBack(restingAt distance: Double) -> Bool {
      nearest != nil && (hasReached || distance <= ReaderJudge.tolerance)
    }

    /// The hand moves the viewport.
    ///
    /// - Parameters:
    ///   - distance: How far towards the end.
    ///   - start: How far from the end it was.
    ///   - isAtEnd: Whether it is near the end after it.
    mutating func move(by distance: Double, from start: Double, isAtEnd: Bool) {
      let end = start - distance
      let way = max(0, end) - max(0, start)
      away += way
      if way < 0 || distance > 0 && end <= 0 {
        nearest = min(nearest ?? away, away)
        hasReached = hasReached || isAtEnd || end <= ReaderJudge.tolerance
      } else if let least = nearest, away - least > ReaderJudge.tolerance {
        (nearest, hasReached) = (nil, false)
      }
    }
  }

  /// Where the next line that remains was, and how far it has moved, when the one that is read went: the
  /// nearest below it on screen, or else the nearest above.
  func wayOfHeir(
    of place: Place,
    in screen: ReaderScreen,
    _ unseen: (LineName) -> UnseenPlace
  ) -> Double? {
    guard let before else { return nil }
    let below = before.lines.filter { $0.y > place.y && $0.y < before.viewportHeight }
    let above = before.lines.filter { $0.y < place.y }.reversed()
    for line in below + above {
      if let y = screen.top(of: line.name) { return y - line.y }
      if case .at(let y) = unseen(line.name) { return y - line.y }
    }
    return nil
  }

  /// How far the first line with its top in view has moved, where the one that is read lies across the top.
  func wayBelowAcross(_ place: Place, in screen: ReaderScreen) -> Double? {
    guard let before, place.y < before.topInset,
      let line = before.lines.first(where: {
        $0.y >= before.topInset && $0.y < before.viewportHeight
      })
    else { return nil }
    return screen.top(of: line.name).map { $0 - line.y - handWay }
  }

  /// The other name that a list gives to the message of a line: one goes and one comes, between the same
  /// messages and of the same height.
  func newName(
    of line: LineName,
    in screen: ReaderScreen,
    after events: [ScreenEvent],
    _ unseen: (LineName) -> UnseenPlace
  ) -> LineName? {
    guard let before, screen.top(of: line) == nil,
      events.contains(where: { $0.name == "replace_all" || $0.name == "remove" }),
      case .removed = unseen(line),
      let index = before.items.firstIndex(where: { $0.message == line.message })
    else { return nil }
    let old = before.items[index]
    let known = Set(before.items.map(\.message))
    for (place, item) in screen.items.enumerated() where !known.contains(item.message) {
      guard (item.height - old.height).magnitude <= threshold else { continue }
      let above =
        index > 0 && place > 0
        && before.items[index - 1].message == screen.items[place - 1].message
      let below =
        index + 1 < before.items.count && place + 1 < screen.items.count
        && before.items[index + 1].message == screen.items[place + 1].message
      guard above || below else { continue }
      var name = line
      name.message = item.message
      return name
    }
    return nil
  }
}

extension LineName {
  /// Whether its top is that of its message.
  var isFirst: Bool { start <= 0 && part == 0 && order == 0 }
}

extension ReaderScreen {
  /// The top of a line on screen; nil where it is not there. Where a host has given its message a height its
  /// blocks are not told apart any more.
  func top(of name: LineName) -> Double? {
    lines.first { $0.name == name }?.y
      ?? (name.isFirst ? items.first { $0.message == name.message }?.y : nil)
  }

  /// The nearest line, from a place on, whose top was in view and moved, but for what the hand moved all.
  func firstMoved(
    from place: Double,
    isBelow: Bool,
    in screen: ReaderScreen,
    by handWay: Double,
    _ threshold: Double
  ) -> (line: ScreenLine, way: Double)? {
    let side = lines.filter {
      (isBelow ? $0.y > place : $0.y < place) && $0.y >= topInset
        && $0.y < (freeBottom ?? viewportHeight)
    }
    for line in isBelow ? side : side.reversed() {
      if let y = screen.top(of: line.name), (y - line.y - handWay).magnitude > threshold {
        return (line, y - line.y - handWay)
      }
    }
    return nil
  }

  /// Whether something changed between a place that was kept and a line that moved: by an event, or since its
  /// message streams.
  func hasChanged(
    between place: Double,
    and moved: ScreenLine,
    in screen: ReaderScreen,
    isAsked: Bool
  ) -> Bool {
    func counts(_ message: String) -> Bool {
      isAsked || isStreaming(message) || screen.isStreaming(message)
    }
    let isBelow = moved.y > place
    let old = lines.filter {
      isBelow ? $0.y + $0.height > place && $0.y < moved.y : $0.y >= moved.y && $0.y < place
    }
    for line in old {
      let now = screen.lines.first { $0.name == line.name }?.height
      // What grows at its own end needs no event.
      if let now, now > line.height { return true }
      if now != line.height, counts(line.name.message) { return true }
    }
    let names = Set(lines.map(\.name))
    let end = screen.top(of: moved.name) ?? moved.y
    return screen.lines.contains {
      !names.contains($0.name) && (counts($0.name.message) || isKnown($0.name.message))
        && (isBelow ? $0.y + $0.height > place && $0.y < end : $0.y >= end && $0.y < place)
    }
  }

  private func isKnown(_ message: String) -> Bool { items.contains { $0.message == message } }

  private func isStreaming(_ message: String) -> Bool {
    items.contains { $0.message == message && $0.isStreaming }
  }
}
