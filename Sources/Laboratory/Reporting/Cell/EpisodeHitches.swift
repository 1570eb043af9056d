import FrameMetrics
import Records
import Timebase

/// Where in what the reader did the lost time lies: hitches by kind of episode.
struct EpisodeHitches {
  private struct Sum {
    var count = 0
    var length = Nanoseconds.zero
    var hitches = 0.0
    var worst = 0.0
  }

  private var sums: [(name: String, sum: Sum)] = []

  /// A hitch belongs to each kind that runs when it ends: kinds overlap, so their sum may exceed the
  /// whole.
  ///
  /// - Complexity: O(frames + episodes).
  init(_ cell: CellRecord) {
    let hitches = cell.timeline.judged().compactMap { judgement in
      judgement.hitchMilliseconds.flatMap { $0 > 0 ? (judgement.presented, $0) : nil }
    }
    var spans: [TimeSpans] = []
    for kind in Episode.Kind.allCases {
      let episodes = cell.episodes.filter { $0.kind == kind }
      let union = TimeSpans(episodes.map { TimeSpans.Span($0.start, $0.end) })
      spans.append(union)
      guard !episodes.isEmpty else { continue }
      var sum = Sum(count: episodes.count, length: union.length)
      for (instant, hitch) in hitches where Self.contains(union, instant) {
        sum.hitches += hitch
        sum.worst = max(sum.worst, hitch)
      }
      sums.append((kind.rawValue, sum))
    }
    var outside = Sum()
    for (instant, hitch) in hitches where !spans.contains(where: { Self.contains($0, instant) }) {
      outside.count += 1
      outside.hitches += hitch
      outside.worst = max(outside.worst, hitch)
    }
    if outside.hitches > 0 { sums.append(("outside any", outside)) }
  }

  private static func contains(_ spans: TimeSpans, _ instant: Instant) -> Bool {
    // A frame that is shown when an episode ends was waited for in it.
    let before = Instant(nanoseconds: instant.nanoseconds - 1)
    return spans.overlap(with: TimeSpans.Span(before, instant)) > .zero
  }

  /// The sums as a table, a row for each kind; without rows where there was no episode.
  var table: Table {
    var table = Table([
      .init("episode"), .number("how many"), .number("time", unit: "s"),
      .number("hitches", unit: "ms"), .number("worst one", unit: "ms"),
    ])
    for (name, sum) in sums {
      let seconds =
        sum.length > .zero ? DecimalText.short(sum.length.milliseconds / 1000, places: 1) : "n/a"
      table.add([
        Table.Cell(name), Table.Cell("\(sum.count)"), Table.Cell(seconds),
        Table.Cell(DecimalText.short(sum.hitches), sum.hitches > 0 ? .bad : .plain),
        Table.Cell(DecimalText.short(sum.worst)),
      ])
    }
    return table
  }
}
