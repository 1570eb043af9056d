import ChatSurface
import FramePacing
import Records
import Timebase

/// Which frames of a cell are worth a picture.
package enum PicturePlan {
  /// The most frames of a cell.
  static let limit = 60
  /// How many bytes the pictures of a run may have, before they are written as text.
  package static let longest = 12_000_000
  /// How many those of one cell may.
  package static let longestOfCell = 2_000_000
  /// The time between two pictures around a moment, and anywhere else.
  private static let (close, wide) = (Nanoseconds.milliseconds(100), Nanoseconds.milliseconds(250))

  /// The ticks of these frames, the most important first: those of the strips around the worst moments,
  /// then ten a second around them, then four a second.
  ///
  /// - Complexity: O(frames log frames).
  package static func ticks(of cell: CellRecord) -> [Int] { ticks(of: cell, stripsOnly: false) }

  /// The ticks of the strips alone: the worst moments, what came before and what after.
  ///
  /// - Complexity: O(frames log frames).
  package static func stripTicks(of cell: CellRecord) -> [Int] {
    ticks(of: cell, stripsOnly: true)
  }

  private static func ticks(of cell: CellRecord, stripsOnly: Bool) -> [Int] {
    let frames = cell.frames.filter { !$0.isSwallowed }
    guard !frames.isEmpty else { return [] }
    var ticks: [Int] = []
    var taken: Set<Int> = []
    func add(_ index: Int) {
      let tick = frames[min(max(index, 0), frames.count - 1)].tick
      if ticks.count < limit, taken.insert(tick).inserted { ticks.append(tick) }
    }
    func frame(at instant: Instant) -> Int {
      (frames.firstIndex { $0.presented > instant } ?? frames.count) - 1
    }
    let moments = Moment.worst(ReplayPlan.momentCount, of: cell)
    let places = moments.compactMap { moment in frames.firstIndex { $0.tick == moment.tick } }
    for place in places {
      for index in [place, place - 1, place - 2, place + 1] { add(index) }
      add(frame(at: frames[place].presented + wide))
    }
    if stripsOnly { return ticks }
    for place in places {
      let middle = frames[place].presented
      for step in -15...15 { add(frame(at: middle + close * step)) }
    }
    var time = frames[0].presented
    let end = frames[frames.count - 1].presented
    // As many as there is room for, over all of it.
    let room = max(1, limit - ticks.count)
    let pitch = max(wide.rawValue, (end - time).rawValue / Int64(room))
    while time <= end, ticks.count < limit {
      add(frame(at: time))
      time = time + Nanoseconds(rawValue: pitch)
    }
    return ticks
  }
}
