import Lengths
import Revealing
import Timebase

/// The flight of a message from below the keyboard to its place (`vercel-v0`).
///
/// The numbers are those of the code v0 published (aix): a message of 32 pt starts 16 pt below the
/// keyboard's top, one of 220 pt and more at 0.85 of its height, and takes 486 to 745 ms to become
/// opaque (cubic ease-out), while a spring of stiffness 200, damping 28 and mass 0.7 carries it.
package struct Flight: Equatable, Sendable {
  /// The heights between which start and duration go from the least to the most, in points.
  package static let heights = 32.0...220.0
  package static let spring = Spring(mass: 0.7, stiffness: 200, damping: 28)

  /// How far below its place the message starts, in points.
  package let start: Double
  /// How long it takes to become opaque; then the entrance is done.
  package let duration: Nanoseconds
  /// When it has come to rest, to a quarter of a point, and is opaque.
  package let rest: Nanoseconds

  /// Plans a flight from the heights of the message, the window and the keyboard.
  package init(item: LayoutUnit, window: LayoutUnit, keyboard: LayoutUnit) {
    let height = min(max(item.points, Self.heights.lowerBound), Self.heights.upperBound)
    let span = Self.heights.upperBound - Self.heights.lowerBound
    let size = (height - Self.heights.lowerBound) / span
    start = (window - keyboard).points + 16 + (height * 0.85 - 16) * size
    let milliseconds = (450 + (690 - 450) * size) * 1.08
    duration = .milliseconds(Int(milliseconds.rounded()))
    rest = max(duration, Self.spring.restTime(position: start, tolerance: 0.25))
  }

  /// How the message looks so long after its start.
  package func look(after time: Nanoseconds) -> Entrance.Look {
    let left = max(0, 1 - time / duration)
    return Entrance.Look(
      opacity: 1 - left * left * left,
      offset: Self.spring.state(position: start, after: time).position,
      scale: 1
    )
  }
}
