import FrameMetrics
import Judging
import Records

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
    return [
      "formatTitle": recording.formatTitle, "grade": grade ?? "", "hasGrade": grade != nil,
      "recordedNotes": (notes + recording.notes).map { ["text": $0] },
      "unjudged": recording.unjudged.map { ["text": $0] },
      "hasUnjudged": !recording.unjudged.isEmpty,
      "recordedChart": hasChart ? RecordingChart(recording).svg : "", "hasRecordedChart": hasChart,
      "support": support.markup(caption: "What this file can say"),
      "causes": causes.markup(caption: "Causes"),
      "worstRecorded": worst.markup(caption: "Worst frames"),
      "tool": tool.markup(caption: "As the format's own tool counts"),
    ]
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

  private var causes: Table {
    Table(
      [.init("cause"), .init("layer"), .number("frames"), .number("hitch", unit: "ms")],
      rows: recording.causes.prefix(20).map { cause in
        [cause.name, cause.layer, "\(cause.frames)", Self.number(cause.hitchMilliseconds)]
      }
    )
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
