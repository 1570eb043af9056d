import Lengths
import Timebase

/// An item that was let go over the composer, on its way to the composer's centre.
///
/// The event of a drop says how much of the item lay over the composer, and not where it lay: it is
/// taken to be 160 pt wide and 44 pt high, ours, in the middle of the screen, and to reach down into
/// the composer by as much as it overlaps.
///
/// Complexity: O(1) each; nothing is allocated.
package struct SettlingDrop {
  /// The width that an item is taken to have, at most the composer's.
  static let width = LayoutUnit(points: 160)
  /// The height that an item is taken to have.
  static let height = LayoutUnit(points: 44)

  /// What was dropped.
  package let item: DroppedItem.Kind
  private let gesture: DropGesture

  /// Lets an item go.
  ///
  /// - Parameters:
  ///   - item: What it is.
  ///   - overlap: How much of it lies over the composer, 0 to 1; it is accepted.
  ///   - composer: Where the composer lies.
  ///   - instant: When.
  package init(
    _ item: DroppedItem.Kind,
    overlap: Double,
    on composer: DropGesture.Frame,
    at instant: Instant
  ) {
    self.item = item
    let width = min(Self.width, composer.width)
    let middle = LayoutUnit(rawValue: (composer.width - width).rawValue / 2)
    let outside = LayoutUnit(nearest: Self.height.points * (1 - overlap))
    let frame = DropGesture.Frame(
      x: composer.x + middle,
      y: composer.y - outside,
      width: width,
      height: Self.height
    )
    gesture = DropGesture(item: frame, settlingOn: composer, at: instant)
  }

  /// Whether it still moves.
  package func isMoving(at instant: Instant) -> Bool { instant < gesture.restsAt }

  /// Where its left edge and its top are, in points of the screen.
  package func place(at instant: Instant) -> (x: Double, y: Double) { gesture.place(at: instant) }
}
