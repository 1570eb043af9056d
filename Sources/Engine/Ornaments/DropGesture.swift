import Lengths
import Revealing
import Timebase

/// An item let go over another window's composer: whether it counts, and how it settles.
///
/// It counts when at least 0.8 of the item lies on the target. Then it settles on the target's
/// centre by a spring of response 0.3 s and damping 0.7 (the parameter article's numbers).
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

  /// How much of an item lies on its target at least.
  private static let threshold = 0.8
  /// What it settles by.
  package static let spring = Spring(response: 0.3, dampingRatio: 0.7)
  /// Nearer than this, in points, it has settled.
  package static let tolerance = 0.25

  /// What was let go.
  package let item: DroppedItem.Kind
  package let goalX: LayoutUnit
  package let goalY: LayoutUnit
  private let startX: Double
  private let startY: Double
  private let released: Instant
  private let rest: Nanoseconds

  /// Lets an item go that its target takes.
  package init(
    _ item: DroppedItem.Kind,
    from frame: Frame,
    settlingOn target: Frame,
    at instant: Instant
  ) {
    self.item = item
    goalX = target.x + Self.half(target.width - frame.width)
    goalY = target.y + Self.half(target.height - frame.height)
    startX = (frame.x - goalX).points
    startY = (frame.y - goalY).points
    released = instant
    let way = (startX * startX + startY * startY).squareRoot()
    rest = Self.spring.restTime(position: way, tolerance: Self.tolerance)
  }

  /// Where the item is at `instant`, in points; before the release where it was let go.
  package func position(at instant: Instant) -> (x: Double, y: Double) {
    guard instant < restsAt else { return (goalX.points, goalY.points) }
    let left = Self.spring.state(position: 1, after: max(.zero, instant - released)).position
    return (goalX.points + startX * left, goalY.points + startY * left)
  }

  /// From when on it lies still.
  package var restsAt: Instant { released + rest }

  /// Lets an item go over the composer.
  ///
  /// The event of a drop says how much of the item lay over the composer, and not where it lay: it is
  /// taken to be 160 pt wide and 44 pt high, ours, in the middle of the screen, and to reach down into
  /// the composer by as much as it overlaps.
  ///
  /// - Parameter overlap: How much of it lies over the composer, 0 to 1.
  package init(
    _ item: DroppedItem.Kind,
    overlap: Double,
    on composer: Frame,
    at instant: Instant
  ) {
    let (width, height) = (min(LayoutUnit(points: 160), composer.width), LayoutUnit(points: 44))
    let frame = Frame(
      x: composer.x + Self.half(composer.width - width),
      y: composer.y - LayoutUnit(nearest: height.points * (1 - overlap)),
      width: width,
      height: height
    )
    self.init(item, from: frame, settlingOn: composer, at: instant)
  }

  /// Whether a target takes an item that overlaps it by a part of the item's area.
  ///
  /// - Parameter overlap: 0 to 1.
  package static func isAccepted(overlap: Double) -> Bool { overlap >= threshold }

  private static func half(_ length: LayoutUnit) -> LayoutUnit {
    LayoutUnit(rawValue: length.rawValue / 2)
  }
}
