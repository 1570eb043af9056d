import Lengths

/// Measures how far the still point moved on screen although nothing asked for it.
///
/// It watches from outside: the place of one point at two commits, less what gestures, animations
/// and insets asked for in between. The code that keeps the still point has no say in it.
struct DriftMeter {
  /// A point of the conversation.
  enum Point: Equatable {
    case block(handle: UInt32, block: Int)

    var handle: UInt32 {
      switch self {
      case .block(let handle, _): handle
      }
    }
  }

  private(set) var point: Point?
  private var placeOnScreen: LayoutUnit = .zero
  private var asked: LayoutUnit = .zero
  private var drift: LayoutUnit = .zero

  /// Watches `point`, which is at `y` on screen now.
  mutating func watch(_ point: Point?, at y: LayoutUnit) {
    self.point = point
    placeOnScreen = y
    asked = .zero
  }

  /// The content offset moves by `distance` because something asked for it.
  mutating func ask(_ distance: LayoutUnit) { asked += distance }

  /// Blocks of an item were replaced by others: the watched one may have another index, or be gone.
  mutating func replaceBlocks(of item: UInt32, _ replaced: Range<Int>, with inserted: Range<Int>) {
    guard case .block(item, let block) = point, block > 0, block >= replaced.lowerBound else {
      return
    }
    if block >= replaced.upperBound {
      point = .block(handle: item, block: block + inserted.count - replaced.count)
    } else if block >= inserted.upperBound {
      point = nil
    }
  }

  /// Where the point lies on screen when nothing but what was asked for moved it.
  var expectedPlace: LayoutUnit { placeOnScreen - asked }

  /// Adds what the point moved since it is watched; it lies at `y` on screen now.
  mutating func settle(at y: LayoutUnit) {
    let movement = y - expectedPlace
    if movement.magnitude > drift.magnitude { drift = movement }
    placeOnScreen = y
    asked = .zero
  }

  /// The largest movement since the last call.
  mutating func take() -> LayoutUnit {
    defer { drift = .zero }
    return drift
  }
}
