import FrameMetrics
import Judging
import Records
import Timebase

/// What the template's part for a recording is filled with.
struct RecordingContent {
  private let cell: CellRecord
  private let recording: Recording

  init(_ cell: CellRecord, _ recording: Recording) {
    (self.cell, self.recording) = (cell, recording)
  }

  /// The template's values by name.
  var values: [String: Any] {
    let ratio = Headline.Quantity.hitchRatio.value(in: cell)?.value
    // What is not judged has no grade either.
    let grade = cell.verdict == .notJudged ? nil : ratio.map { Headline.hitchGrade($0) }
    let notes = [recording.assumption, recording.gapWords(most: 20)].compactMap(\.self)
    let hasChart = recording.hasInstants && !recording.timeline.frames.isEmpty
    let spread = hasChart ? spread : ""
    return [
      "formatTitle": recording.formatTitle, "grade": grade ?? "", "hasGrade": grade != nil,
      "recordedNotes": (notes + recording.notes).map { ["text": $0] },
      "unjudged": recording.unjudged.map { ["text": $0] },
      "hasUnjudged": !recording.unjudged.isEmpty,
      "recordedChart": hasChart ? RecordingChart(recording, of: cell).markup : "",
      "hasRecordedChart": hasChart,
      "recordedSpread": spread, "hasRecordedSpread": !spread.isEmpty,
      "support": support.markup(caption: "What this file can say"),
      "causes": causes.markup(caption: "Causes"),
      "worstRecorded": worst.markup(caption: worstTitle),
      "tool": tool.markup(caption: "As the format's own tool counts"),
    ]
  }

  /// How the intervals between pictures spread, as a histogram and as shares; empty where none is longer than a
  /// refresh.
  private var spread: String {
    let pictures = recording.timeline.frames.compactMap(\.presented).sorted()
    let intervals = zip(pictures, pictures.dropFirst()).map { $1 - $0 }
    guard let hertz = recording.hertz, let longest = intervals.max(),
      longest.seconds * hertz > 1.25
    else { return "" }
    let quantiles = RecordingComparison.intervals(of: [cell])
    if quantiles.isEmpty { return "" }
    let histogram = DistributionChart(intervals: intervals, period: 1e9 / hertz)
    let shares = SpreadChart(quantiles)
    return [histogram?.figure, shares?.svg].compactMap(\.self).joined()
  }

  /// The files of a run of recordings.
  static func files(of run: RunRecord) -> [[String: Any]] {
    run.files.map { file in
      [
        "file": file.path, "title": file.formatTitle, "variant": file.variant,
        "hasVariant": !file.variant.isEmpty, "rows": file.rows,
        "notes": file.notes.map { ["text": $0] },
      ]
    }
  }

  private var support: Table {
    var table = Table([.init("figure"), .init("in this file"), .init("why")])
    for support in recording.support {
      let (word, tone): (String, Table.Tone) =
        switch support.grade {
        case .exact: ("exact", .good)
        case .approximate: ("approximate", .plain)
        case .absent: ("not in this file", .faint)
        }
      table.add([
        Table.Cell(support.subject.title), Table.Cell(word, tone), Table.Cell(support.why),
      ])
    }
    return table
  }

  private var causes: Table { Self.table(recording.causes) }

  private static func table(_ causes: [Recording.Cause]) -> Table {
    Table(
      [.init("cause"), .init("layer"), .number("frames"), .number("hitch", unit: "ms")],
      rows: causes.prefix(20).map { cause in
        [cause.name, cause.layer, "\(cause.frames)", number(cause.hitchMilliseconds)]
      }
    )
  }

  /// The causes of all recordings together; empty for one.
  static func causes(of run: RunRecord) -> String {
    let recordings = run.cells.compactMap(\.recording)
    guard recordings.count > 1 else { return "" }
    return table(run.recordedCauses).markup(
      caption: "Causes of hitches in all \(recordings.count) sessions"
    )
  }

  private var worstTitle: String {
    let isLate = recording.worst.contains { ($0.hitchMilliseconds ?? 1) > 0 }
    return isLate ? "Worst frames" : "The costliest frames; none was late"
  }

  private var worst: Table {
    Table(
      [
        .init("frame"), .number("at", unit: "ms"), .number("hitch", unit: "ms"),
        .number("work", unit: "ms"), .init("cause"), .init("phases", unit: "ms"),
      ],
      rows: recording.worst.map { frame in
        let phases = frame.phases.map { "\($0.name) \(Self.number($0.milliseconds))" }
        return [
          frame.label, Self.number(frame.atMilliseconds, places: 1),
          Self.number(frame.hitchMilliseconds), Self.number(frame.workMilliseconds), frame.cause,
          phases.joined(separator: ", "),
        ]
      }
    )
  }

  private var tool: Table {
    Table(
      [.init("figure"), .number("value"), .init("unit")],
      rows: recording.toolFigures.map { [$0.name, Self.number($0.value, places: 3), $0.unit] }
    )
  }

  private static func number(_ value: Double?, places: Int = 2) -> String {
    value.map { DecimalText.short($0, places: places) } ?? "n/a"
  }
}
