import Timebase

// The frames of a spell of reading.
extension ReaderJudge {
  /// Counts a load that ended a spell, where half the messages that were on screen are in the conversation
  /// still: the same one was given again under a reader.
  mutating func noteReload(
    of place: Place,
    in screen: ReaderScreen,
    _ unseen: (LineName) -> UnseenPlace
  ) {
    func isThere(_ message: String) -> Bool {
      if screen.items.contains(where: { $0.message == message }) { return true }
      if case .at = unseen(LineName(message: message)) { return true }
      return false
    }
    let shown = before?.items ?? []
    guard !shown.isEmpty, shown.count(where: { isThere($0.message) }) * 2 >= shown.count else {
      return
    }
    figures.reloads += 1
    if let y = screen.top(of: place.line) {
      figures.reloadedWay += (y - place.y).magnitude
    } else if case .at(let y) = unseen(place.line) {
      figures.reloadedWay += (y - place.y).magnitude
    }
  }

  /// Judges a frame of a spell that has a line.
  mutating func judge(
    _ screen: ReaderScreen,
    after events: [ScreenEvent],
    unseen: (LineName) -> UnseenPlace
  ) -> Finding {
    guard case .reading(var spell) = state, var place = spell.place else { return .kept }
    if let name = newName(of: place.line, in: screen, after: events, unseen) {
      place.line = name
      spell.place = place
    }
    var moved: Double
    if let y = screen.top(of: place.line) {
      moved = y - place.y
      spell.absentSince = nil
      spell.place?.y = y
      state = .reading(spell)
    } else {
      switch unseen(place.line) {
      case .at(let y): moved = y - place.y
      case .unknown: moved = screen.viewportHeight
      case .removed:
        guard let way = wayOfHeir(of: place, in: screen, unseen) else {
          choose(in: screen)
          return .unjudged(.changed)
        }
        moved = way
      case .absent:
        let since = spell.absentSince ?? screen.instant
        spell.absentSince = since
        state = .reading(spell)
        guard screen.instant - since > Self.remaking else { return .unjudged(.changed) }
        moved = screen.viewportHeight
      }
      // What is read now is on screen; whoever was moved out of sight of a line is at another one.
      choose(in: screen)
    }
    if moved.magnitude > threshold, let way = wayBelowAcross(place, in: screen) {
      // The block across the top does not keep its top: then the first line below it is read.
      if way.magnitude < moved.magnitude { moved = way }
      choose(in: screen)
    }
    guard moved.magnitude > threshold else {
      return judgeOthers(of: place, in: screen, after: events)
    }
    if let cause = listed(moved, of: place, in: screen) { return .unjudged(cause) }
    return count(moved, of: place.line, in: screen)
  }

  /// Judges the lines beside the one that is read, which kept its place.
  private mutating func judgeOthers(
    of place: Place,
    in screen: ReaderScreen,
    after events: [ScreenEvent]
  ) -> Finding {
    guard let before else { return .kept }
    var worst: (line: LineName, way: Double)?
    for isBelow in [true, false] {
      guard
        let first = before.firstMoved(
          from: place.y - handWay,
          isBelow: isBelow,
          in: screen,
          by: handWay,
          threshold
        )
      else { continue }
      // What stands around a message changes no line of it.
      let isAroundMessages = events.contains { $0.name == "auxiliary" }
      if isAroundMessages
        || before.hasChanged(
          between: place.y,
          and: first.line,
          in: screen,
          isAsked: !events.isEmpty
        )
      {
        figures.push(first.way)
      } else if first.way.magnitude > worst?.way.magnitude ?? 0 {
        worst = (first.line.name, first.way)
      }
    }
    guard let worst else { return .kept }
    if screen.contentHeight < before.contentHeight - threshold, screen.isAtRangeEnd {
      return .unjudged(.clamp)
    }
    return count(worst.way, of: worst.line, in: screen)
  }

  /// What moved a line without being counted; nil for what is counted.
  private func listed(_ moved: Double, of place: Place, in screen: ReaderScreen) -> Cause? {
    guard let before else { return nil }
    if screen.contentHeight < before.contentHeight - threshold, screen.isAtRangeEnd {
      return .clamp
    }
    guard moved > 0 else { return nil }
    for above in before.lines.prefix(while: { $0.name != place.line })
    where above.y < before.topInset && above.y + above.height > before.topInset {
      if let y = screen.top(of: above.name), (y - above.y).magnitude <= threshold {
        return .growthAbove
      }
    }
    return nil
  }

  private mutating func count(_ moved: Double, of line: LineName, in screen: ReaderScreen)
    -> Finding
  {
    let goesOn = lastCounted.map { screen.instant - $0 < Self.moveGap } ?? false
    var fault = ScreenFault(.moved, at: screen.instant, message: line.message, points: moved)
    fault.place = .line(line)
    fault.isOpen = isOpen
    figures.count(fault, goesOn: goesOn)
    lastCounted = screen.instant
    if screen.pointsFromEnd <= Self.tolerance {
      close(at: screen.instant)
      isAway = false
      state = .away(.nearEnd)
    }
    return .moved(moved)
  }
}
