import FrameMetrics
import Timebase

/// A screen of messages `m0`, `m1` and so on, 200 pt each, of which the viewport shows 800 pt.
struct ReadChat {
  var judge = ReaderJudge(threshold: 1.0 / 64)
  /// Where the first message's top is on screen.
  var top = -2_000.0
  var heights = Array(repeating: 200.0, count: 30)
  var instant = 0
  var hand = ReaderScreen.Hand(isMoving: false, distance: 0, isExact: true)
  var hasModel = true
  var names = (0..<30).map { "m\($0)" }
  /// Empty space above a message.
  var gap: (index: Int, height: Double)?

  var screen: ReaderScreen {
    let content = heights.reduce(0, +)
    var screen = ReaderScreen(
      instant: Instant(milliseconds: Double(instant)),
      viewportHeight: 800,
      topInset: 50,
      pointsFromEnd: top + content - 800,
      contentHeight: content,
      isAtRangeEnd: top + content - 800 == 0
    )
    var y = top
    for (index, height) in heights.enumerated() {
      if index == gap?.index { y += gap?.height ?? 0 }
      if y + height > 0, y < 800 {
        screen.lines.append(ScreenLine(LineName(message: names[index]), y: y, height: height))
        screen.items.append(
          ReaderScreen.Item(names[index], y: y, height: height, isStreaming: false)
        )
      }
      y += height
    }
    if hasModel { screen.hand = hand }
    return screen
  }

  /// The next frame, 20 ms later.
  @discardableResult
  mutating func frame(_ events: ScreenEvent...) -> ReaderJudge.Finding {
    instant += 20
    let lines = heights.indices
    let places = lines.map { index in top + heights[..<index].reduce(0, +) }
    return judge.take(screen, after: events) { line in
      lines.first { names[$0] == line.message }.map { .at(places[$0]) } ?? .removed
    }
  }

  mutating func remove(_ index: Int) {
    heights.remove(at: index)
    names.remove(at: index)
  }

  /// A finger drags content by so much, and leaves.
  mutating func drag(by distance: Double) {
    hand.isMoving = true
    frame(event("touch"))
    scroll(by: distance)
    frame(event("touch"))
    hand = .init(isMoving: false, distance: 0, isExact: true)
    var lift = event("touch")
    lift.isLift = true
    frame(lift)
  }

  func event(_ name: String, message: String? = nil) -> ScreenEvent {
    ScreenEvent(name, at: Instant(milliseconds: Double(instant)), message: message)
  }

  /// The finger that is down moves content, and the model of the hand says so.
  mutating func scroll(by distance: Double) {
    top += distance
    hand.distance = -distance
  }

  /// A finger drags content down by 100 pt and lies still before it leaves.
  mutating func read() {
    hand.isMoving = true
    frame(event("touch"))
    scroll(by: 100)
    frame(event("touch"))
    hand = .init(isMoving: false, distance: 0, isExact: true)
    var lift = event("touch")
    lift.isLift = true
    frame(lift)
  }
}
