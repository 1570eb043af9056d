import Lengths
import Revealing
import Timebase

/// An item let go over another window's composer: whether it counts, and how it settles.
///
/// It counts when at least 0.8 of the item lies on the composer. Then it settles on the composer's
/// centre by a spring of response 0.3 s and damping 0.7 (the parameter article's numbers).
///
/// The event of a drop says how much of the item lay over the composer, and not where it lay: it is
/// taken to be 160 pt wide and 44 pt high, ours, in the middle of the screen, and to reach down into
/// the composer by as much as it overlaps.
///
/// Complexity: O(1) each; nothing is allocated.
package struct DropGesture: Hashable, Sendable {
  /// How much of an item lies on its target at least.
  private static let threshold = 0.8
  /// What it settles by.
  package static let spring = Spring(response: 0.3, dampingRatio: 0.7)
  /// Nearer than this, in points, it has settled.
  package static let tolerance = 0.25

  /// What was let go.
  package let item: DroppedItem.Kind
  /// Its left edge, where it is let go and where it comes to rest, in points.
  private let x: Double
  /// Where its top comes to rest, in points.
  private let goal: Double
  /// How far below that it is let go.
  private let way: Double
  private let released: Instant
  /// From when on it lies still.
  package let restsAt: Instant

  /// Lets an item go over a composer that takes it.
  ///
  /// - Parameters:
  ///   - overlap: How much of it lies over the composer, 0 to 1.
  ///   - top: The composer's, from the screen's.
  ///   - width: The composer's, which begins at the screen's left edge.
  ///   - height: The composer's.
  package init(
    _ item: DroppedItem.Kind,
    overlap: Double,
    top: LayoutUnit,
    width: LayoutUnit,
    height: LayoutUnit,
    at instant: Instant
  ) {
    let size = (width: min(LayoutUnit(points: 160), width), height: LayoutUnit(points: 44))
    let rest = top + Self.half(height - size.height)
    self.item = item
    x = Self.half(width - size.width).points
    goal = rest.points
    way = (top - LayoutUnit(nearest: size.height.points * (1 - overlap)) - rest).points
    released = instant
    restsAt = instant + Self.spring.restTime(position: abs(way), tolerance: Self.tolerance)
  }

  /// Where the item is at `instant`, in points; before the release where it was let go.
  package func position(at instant: Instant) -> (x: Double, y: Double) {
    guard instant < restsAt else { return (x, goal) }
    let left = Self.spring.state(position: 1, after: max(.zero, instant - released)).position
    return (x, goal + way * left)
  }

  /// Whether a target takes an item that overlaps it by a part of the item's area.
  ///
  /// - Parameter overlap: 0 to 1.
  package static func isAccepted(overlap: Double) -> Bool { overlap >= threshold }

  private static func half(_ length: LayoutUnit) -> LayoutUnit {
    LayoutUnit(rawValue: length.rawValue / 2)
  }
}
