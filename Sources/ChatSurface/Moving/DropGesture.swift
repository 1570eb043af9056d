import Lengths
import Revealing
import Timebase

/// An item let go over another window's composer: whether it counts, and how it settles.
///
/// It counts when at least 0.8 of the item lies on the target. Then it settles on the target's
/// centre, else it goes back to where it was taken from, by a spring of response 0.3 s and damping
/// 0.7 (the parameter article's numbers).
///
/// Complexity: O(1) each; nothing is allocated.
package struct DropGesture: Hashable, Sendable {
  /// A rectangle, from the screen's left and top edges.
  package struct Frame: Hashable, Sendable {
    package var x: LayoutUnit
    package var y: LayoutUnit
    package var width: LayoutUnit
    package var height: LayoutUnit

    /// Makes a rectangle.
    ///
    /// - Precondition: Neither side is negative.
    package init(x: LayoutUnit, y: LayoutUnit, width: LayoutUnit, height: LayoutUnit) {
      precondition(width >= .zero && height >= .zero, "a frame of \(width) by \(height)")
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// How much of an item lies on its target at least, in tenths: areas are compared exactly.
  private static let thresholdTenths = 8
  /// The same as a fraction.
  package static let threshold = Double(thresholdTenths) / 10
  /// What it settles by.
  package static let spring = Spring(response: 0.3, dampingRatio: 0.7)
  /// Nearer than this, in points, it has settled.
  package static let tolerance = 0.25

  /// Whether the target takes the item.
  package let isAccepted: Bool
  /// Where the item's left edge ends up.
  package let goalX: LayoutUnit
  /// Where its top ends up.
  package let goalY: LayoutUnit
  private let startX: Double
  private let startY: Double
  private let released: Instant
  private let rest: Nanoseconds

  /// Lets an item go that its target takes.
  ///
  /// - Parameters:
  ///   - item: Where it is.
  ///   - target: The composer.
  ///   - instant: When it is let go.
  package init(item: Frame, settlingOn target: Frame, at instant: Instant) {
    self.init(item: item, origin: item, target: target, isAccepted: true, at: instant)
  }

  /// Lets an item go.
  ///
  /// - Parameters:
  ///   - item: Where it is.
  ///   - origin: Where it was taken from.
  ///   - target: The other window's composer.
  ///   - instant: When it is let go.
  package init(item: Frame, origin: Frame, target: Frame, at instant: Instant) {
    let isAccepted = Self.isAccepted(item, on: target)
    self.init(item: item, origin: origin, target: target, isAccepted: isAccepted, at: instant)
  }

  private init(
    item: Frame,
    origin: Frame,
    target: Frame,
    isAccepted: Bool,
    at instant: Instant
  ) {
    self.isAccepted = isAccepted
    if isAccepted {
      goalX = target.x + Self.half(target.width - item.width)
      goalY = target.y + Self.half(target.height - item.height)
    } else {
      goalX = origin.x
      goalY = origin.y
    }
    startX = (item.x - goalX).points
    startY = (item.y - goalY).points
    released = instant
    let way = (startX * startX + startY * startY).squareRoot()
    rest = Self.spring.restTime(position: way, tolerance: Self.tolerance)
  }

  /// Where the item is at `instant`, in points; before the release where it was let go.
  package func place(at instant: Instant) -> (x: Double, y: Double) {
    guard instant < restsAt else { return (goalX.points, goalY.points) }
    let left = Self.spring.state(position: 1, after: max(.zero, instant - released)).position
    return (goalX.points + startX * left, goalY.points + startY * left)
  }

  /// From when on it lies still.
  package var restsAt: Instant { released + rest }

  /// Whether a target takes an item that overlaps it by a part of the item's area.
  ///
  /// - Parameter overlap: 0 to 1.
  package static func isAccepted(overlap: Double) -> Bool { overlap >= threshold }

  /// Whether at least 0.8 of the item's area lies on the target, to the unit; an item without area
  /// does not.
  package static func isAccepted(_ item: Frame, on target: Frame) -> Bool {
    let area = Int128(item.width.rawValue) * Int128(item.height.rawValue)
    guard area > 0 else { return false }
    return 10 * sharedArea(item, target) >= Int128(thresholdTenths) * area
  }

  /// Which part of the item's area lies on the target, 0 to 1; 0 for an item without area.
  package static func overlap(_ item: Frame, _ target: Frame) -> Double {
    let area = Double(item.width.rawValue) * Double(item.height.rawValue)
    return area > 0 ? Double(sharedArea(item, target)) / area : 0
  }

  private static func sharedArea(_ first: Frame, _ second: Frame) -> Int128 {
    let width = min(first.x + first.width, second.x + second.width) - max(first.x, second.x)
    let height = min(first.y + first.height, second.y + second.height) - max(first.y, second.y)
    guard width > .zero, height > .zero else { return 0 }
    return Int128(width.rawValue) * Int128(height.rawValue)
  }

  private static func half(_ length: LayoutUnit) -> LayoutUnit {
    LayoutUnit(rawValue: length.rawValue / 2)
  }
}
