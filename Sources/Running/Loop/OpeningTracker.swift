import ChatSurface
import FrameMetrics
import Lengths
import LoadGeneration
import Timebase

/// Finds the frame that settles each opening of one window: the first presented one that fills the
/// viewport (or shows all there is), all of it measured, and after which nothing moves before the
/// next event.
struct OpeningTracker {
  /// Where a message was.
  private struct Place: Equatable {
    var id: MessageID
    var y: LayoutUnit
    var height: LayoutUnit
  }

  /// Between two messages, and before the first, there is some space; more than that is a hole.
  private static let mostSpace = LayoutUnit(points: 64)

  private let planned: [LoadEpisodes.PlannedOpening]
  private var current = -1
  private var places: [Place] = []
  private var hasFrame = false
  /// When each opening settled; nil for one that has not.
  private(set) var settled: [Instant?]
  /// Frames that showed another place than the one before, which was complete.
  private(set) var jumps = 0

  /// Makes a tracker of a window's openings, in order.
  init(_ planned: [LoadEpisodes.PlannedOpening]) {
    self.planned = planned
    settled = Array(repeating: nil, count: planned.count)
  }

  /// Takes note of a frame that was presented.
  mutating func note(_ snapshot: FrameSnapshot, presented: Instant) {
    let before = current
    while current + 1 < planned.count, planned[current + 1].due <= snapshot.instant {
      current += 1
      hasFrame = false
    }
    guard current >= 0 else { return }
    let isOver = planned[current].next.map { $0 <= snapshot.instant } ?? false
    // An opening whose next event came with it is judged by its first frame.
    if isOver && hasFrame { return }
    let now = snapshot.visible.map { Place(id: $0.id, y: $0.y, height: $0.height) }
    let isMoved = hasFrame && now != places
    hasFrame = true
    places = now
    guard Self.isComplete(snapshot) else {
      settled[current] = nil
      return
    }
    if settled[current] != nil, isMoved { jumps += 1 }
    if settled[current] == nil || isMoved { settled[current] = presented }
    // What was opened anew before a frame could show it is over with the frame that shows the rest.
    if before + 1 < current {
      for skipped in max(0, before + 1)..<current { settled[skipped] = presented }
    }
  }

  private static func isComplete(_ snapshot: FrameSnapshot) -> Bool {
    guard !snapshot.visible.contains(where: \.isEstimated) else { return false }
    let bottom = snapshot.viewportHeight - snapshot.bottomInset
    let start = snapshot.contentTop - snapshot.offset
    let end = snapshot.contentBottom - snapshot.offset
    guard let first = snapshot.visible.first, let last = snapshot.visible.last else {
      // Nothing but the padding of an empty conversation.
      return end - start <= mostSpace
    }
    let isTopFilled = first.y <= max(snapshot.topInset, start) + mostSpace
    let isBottomFilled = last.y + last.height + mostSpace >= min(bottom, end)
    return isTopFilled && isBottomFilled
  }
}
