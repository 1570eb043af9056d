import Lengths
import Timebase

// Wheels and keys: own input that moves the viewport at once.
extension Surface {
  /// The reader moves the viewport by a wheel or a key, within the scroll range.
  func step(by distance: Double, at instant: Instant) {
    beginHand()
    position.stopMotion()
    position.land(at: nil)
    position.step(at: instant)
    let (start, range) = (offset, passableRange)
    let goal = LayoutUnit(nearest: start.points + distance)
    position.move(to: min(max(goal, range.lowerBound), range.upperBound))
    noteWay(from: start)
    noteHand(isScroll: !followsByDirection, isAway: distance < 0)
    noteRest(at: instant)
  }
}

extension SurfaceEvent {
  /// How far a key moves the viewport, in points: an arrow as in Chromium.
  private static let arrow = 40.0
  /// Which part of what the insets leave of it a page is.
  private static let page = 0.9

  /// How far a wheel or a key moves the viewport, in points, positive towards newer messages; nil for another
  /// event.
  ///
  /// - Parameter free: What the insets leave of the viewport's height.
  package func step(free: LayoutUnit) -> Double? {
    switch self {
    case .wheel(let distance): distance
    case .arrowKey(let edge): edge == .top ? -Self.arrow : Self.arrow
    case .pageKey(let edge): (edge == .top ? -Self.page : Self.page) * max(0, free.points)
    default: nil
    }
  }
}
