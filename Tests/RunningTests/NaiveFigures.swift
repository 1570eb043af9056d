import FrameMetrics
import FramePacing
import Records
import Timebase

/// Figures of pacing and cost, computed a second time from a cell's record alone: vsync by vsync and
/// microsecond by microsecond, without the timeline, its spans or its table.
struct NaiveFigures {
  let cell: CellRecord
  private let rate: RefreshRate
  private var made: [FrameRecord] { cell.frames.filter { !$0.isSwallowed } }
  private var period: Double { 1000 / Double(cell.refreshHertz) }

  init(_ cell: CellRecord) {
    self.cell = cell
    rate = RefreshRate(hertz: cell.refreshHertz)
  }

  /// The vsyncs that each made frame lost: those after the picture before and the first due one's,
  /// up to its own.
  private var lost: [(frame: FrameRecord, vsyncs: [Int])] {
    var result: [(FrameRecord, [Int])] = []
    var shown = -1
    var due: Int?
    for frame in cell.frames {
      due = due ?? frame.tick + cell.depth
      guard !frame.isSwallowed else { continue }
      let from = max(shown, due ?? 0) + 1
      result.append((frame, from < frame.vsync ? Array(from..<frame.vsync) : []))
      shown = frame.vsync
      due = nil
    }
    return result
  }

  /// Whether an instant lies in an episode of these kinds.
  private func isIn(_ kinds: Set<Episode.Kind>, _ nanoseconds: Int64) -> Bool {
    cell.episodes.contains {
      kinds.contains($0.kind) && $0.start.nanoseconds <= nanoseconds
        && nanoseconds < $0.end.nanoseconds && nanoseconds < limit
    }
  }

  private var limit: Int64 {
    if let (milliseconds, _) = cell.verdict.stop {
      return Instant(milliseconds: milliseconds).nanoseconds
    }
    return .max
  }

  /// The ends of episodes: between two of them nothing changes.
  private var edges: [Int64] {
    Set(cell.episodes.flatMap { [$0.start.nanoseconds, $0.end.nanoseconds] } + [limit]).sorted()
  }

  /// Milliseconds of interaction: each stretch between two edges is in or out.
  var interaction: Double {
    zip(edges, edges.dropFirst()).reduce(0) { total, edge in
      isIn([.scroll, .stream, .change], edge.0) ? total + Double(edge.1 - edge.0) / 1e6 : total
    }
  }

  /// Hitch time, but what lies in openings alone; each lost vsync's period counts by its share.
  var hitchTime: Double { hitches.reduce(0, +) }

  /// The same of each frame that was made.
  private var hitches: [Double] {
    lost.map { entry in
      guard let first = entry.vsyncs.first else { return 0 }
      let start = rate.instant(ofTick: first).nanoseconds
      let end = rate.instant(ofTick: entry.frame.vsync).nanoseconds
      let cuts = ([start, end] + edges.filter { start < $0 && $0 < end }).sorted()
      let left = zip(cuts, cuts.dropFirst()).reduce(0.0) { left, cut in
        let isAlone = isIn([.opening], cut.0) && !isIn([.scroll, .stream, .change], cut.0)
        return isAlone ? left + Double(cut.1 - cut.0) : left
      }
      return Double(entry.vsyncs.count) * period * (1 - left / Double(end - start))
    }
  }

  var hitchRatio: Double? { interaction > 0 ? hitchTime / (interaction / 1000) : nil }
  var hitchCount: Int { hitches.count { $0 > 1e-6 } }
  var longestHitch: Double { hitches.max() ?? 0 }
  var frozen: Int { lost.count { Double($0.vsyncs.count) * period > 700 } }
  private func isPaced(_ frame: FrameRecord) -> Bool {
    let instant = frame.instant.nanoseconds
    return !isIn([.opening], instant) || isIn([.scroll, .stream, .change], instant)
  }

  private var onTime: Int {
    made.count { isPaced($0) && $0.vsync == $0.tick + 1 + cell.depth }
  }
  private var paced: Int { cell.frames.count { isPaced($0) } }
  var late: Int { paced - onTime }
  var adherence: Double? {
    interaction > 0 ? 100 * max(0, 1 - Double(late) / (interaction / period).rounded()) : nil
  }

  /// A vsync at which neither a wanted picture came nor one was wanted does not count.
  var framesPerSecond: Double {
    let promised = Set(cell.frames.map { $0.tick + 1 + cell.depth })
    let all = lost.flatMap(\.vsyncs)
    let slots = cell.frames.count + all.count { !promised.contains($0) }
    return Double(cell.refreshHertz) * (1 - Double(all.count) / Double(slots))
  }

  /// Milliseconds in which frames were wanted or due, gaps up to 100 ms filled.
  var animating: Double {
    var total: Int64 = 0
    var current: (start: Int64, end: Int64)?
    var wanted: Int64?
    for frame in cell.frames {
      wanted = wanted ?? frame.instant.nanoseconds
      guard !frame.isSwallowed, let start = wanted else { continue }
      wanted = nil
      let end = frame.presented.nanoseconds
      if let open = current, start - open.end <= 100_000_000 {
        current = (open.start, max(open.end, end))
      } else {
        if let open = current { total += open.end - open.start }
        current = (start, end)
      }
    }
    if let open = current { total += open.end - open.start }
    return Double(total) / 1e6
  }

  var hitchRatioAnimating: Double {
    Double(lost.reduce(0) { $0 + $1.vsyncs.count }) * period / (animating / 1000)
  }

  /// The most dropped periods in any 1 s of pictures and holes laid end to end.
  var droppedMost: Double {
    let slots = lost.flatMap { Array(repeating: 1, count: $0.vsyncs.count) + [0] }
    let width = cell.refreshHertz
    let last = max(0, slots.count - width)
    let sums = (0...last).map { slots[$0..<min($0 + width, slots.count)].reduce(0, +) }
    return 100 * Double(sums.max() ?? 0) / Double(width)
  }

  /// The sample of which at least this share of all is no greater.
  func cost(_ share: Double, of part: (FrameCost) -> Nanoseconds) -> Double {
    let sorted = made.map { part($0.cost).rawValue }.sorted()
    let rank = max(1, Int((Double(sorted.count) * share).rounded(.up)))
    return Double(sorted[rank - 1]) / 1e6
  }

  var engineTime: Double? {
    let work = made.reduce(0.0) { $0 + $1.cost.engine.milliseconds }
    return interaction > 0 ? 100 * work / interaction : nil
  }

  /// End of work less the promise less the host's share, 99th percentile.
  var overrun: Double {
    let share = Int64(cell.hostShare * 1e9 / Double(cell.refreshHertz))
    let sorted = made.map { frame in
      frame.end.nanoseconds + share
        - rate.instant(ofTick: frame.tick + 1 + cell.depth).nanoseconds
    }.sorted()
    return Double(sorted[max(1, (sorted.count * 99 + 99) / 100) - 1]) / 1e6
  }
}
