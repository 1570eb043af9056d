import ChatSurface
import Lengths
import LoadGeneration

/// What a platform makes of a finger before a list hears of it.
///
/// A finger that also goes sideways is nobody's for 10 pt in all (sideways and up or down added). Then it is a
/// swipe, which scrolls nothing, or it scrolls; the way to there does not count. One that only goes up or down scrolls at
/// once. Where a design has it so, a finger that comes from the list onto an open keyboard takes it along,
/// and as it leaves the keyboard closes if it went down last, else it comes back.
///
/// Complexity: O(1) for each event.
struct PlatformHand {
  /// How far a finger goes until it is decided what it does, in points.
  static let slop = 10.0

  private enum Way: Equatable {
    case undecided
    /// It scrolls; so much of its way does not count, in points.
    case scrolls(without: Double)
    case swipes
  }

  private let takesKeyboard: Bool
  /// Where the screen ends, in points.
  private var bottom: Double
  private var start = (x: 0.0, y: 0.0)
  private var way = Way.undecided
  /// How high the keyboard is, and how high it was when it was last open, in points.
  private var (keyboard, open) = (0.0, 0.0)
  /// Whether the finger takes it along, and whether it went down last.
  private var (isTaken, goesDown) = (false, false)

  private init(on device: Device, takesKeyboard: Bool) {
    (bottom, self.takesKeyboard) = (device.height.points, takesKeyboard)
  }

  /// The events as a list hears of them.
  static func events(
    of events: [TimedLoadEvent],
    on device: Device,
    takesKeyboard: Bool
  ) -> [TimedLoadEvent] {
    var hands: [String: PlatformHand] = [:]
    var heard: [TimedLoadEvent] = []
    heard.reserveCapacity(events.count)
    for event in events {
      guard case .surface(let asked) = event.event else {
        heard.append(event)
        continue
      }
      let standard = PlatformHand(on: device, takesKeyboard: takesKeyboard)
      let (first, then) = hands[event.windowName, default: standard].take(asked)
      var copy = event
      copy.event = .surface(first)
      heard.append(copy)
      if let then { heard.append(TimedLoadEvent(then, at: event.instant, window: event.window)) }
    }
    return heard
  }

  /// What a list hears in place of an event, and what it hears after that.
  private mutating func take(_ event: SurfaceEvent) -> (SurfaceEvent, SurfaceEvent?) {
    switch event {
    case .touch(.began, let y, let x):
      (start, way, isTaken) = ((x, y), .undecided, false)
      return (event, nil)
    case .touch(.moved, let y, let x):
      decide(x: x, y: y)
      return (.touch(.moved, y: heard(y), x: x), way == .swipes ? nil : drag(to: y))
    case .touch(let phase, let y, let x):
      return (.touch(phase, y: heard(y), x: x), release())
    case .keyboard(let height, _, _):
      keyboard = height.points
      if keyboard > 0 { open = keyboard }
      isTaken = false
    case .keyboardDragged(let height): keyboard = height.points
    case .resize(_, let height): bottom = height.points
    default: break
    }
    return (event, nil)
  }

  private mutating func decide(x: Double, y: Double) {
    guard way == .undecided else { return }
    let (across, along) = ((x - start.x).magnitude, (y - start.y).magnitude)
    if across == 0 {
      if along > 0 { way = .scrolls(without: 0) }
    } else if across + along >= Self.slop {
      way = across > along ? .swipes : .scrolls(without: y - start.y)
    }
  }

  /// Where a list takes the finger to be.
  private func heard(_ y: Double) -> Double {
    switch way {
    case .undecided, .swipes: start.y
    case .scrolls(let lost): y - lost
    }
  }

  private mutating func drag(to y: Double) -> SurfaceEvent? {
    guard takesKeyboard, keyboard > 0 || isTaken, start.y <= bottom - open else { return nil }
    let left = min(open, max(0, bottom - y))
    guard left != keyboard else { return nil }
    (isTaken, goesDown, keyboard) = (true, left < keyboard, left)
    return .keyboardDragged(height: LayoutUnit(nearest: left))
  }

  private mutating func release() -> SurfaceEvent? {
    guard isTaken else { return nil }
    isTaken = false
    keyboard = goesDown ? 0 : open
    return .keyboard(height: LayoutUnit(nearest: keyboard))
  }
}
