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
      "support": recording.support.map(support),
      "causes": recording.causes.prefix(20).map { cause -> [String: Any] in
        [
          "layer": cause.layer, "name": cause.name, "frames": cause.frames,
          "hitch": cause.hitchMilliseconds.map { DecimalText.short($0, places: 2) } ?? "n/a",
        ]
      },
      "hasCauses": !recording.causes.isEmpty,
      "worstRecorded": recording.worst.map(worst), "hasWorstRecorded": !recording.worst.isEmpty,
      "tool": recording.toolFigures.map { figure -> [String: Any] in
        [
          "name": figure.name, "value": DecimalText.short(figure.value, places: 3),
          "unit": figure.unit,
        ]
      },
      "hasTool": !recording.toolFigures.isEmpty,
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

  private func support(_ support: Recording.Support) -> [String: Any] {
    let words: (class: String, word: String) =
      switch support.grade {
      case .exact: ("kept", "exact")
      case .approximate: ("", "approximate")
      case .absent: ("missing", "not in this file")
      }
    return [
      "subject": support.subject.title, "class": words.class, "word": words.word,
      "why": support.why,
    ]
  }

  private func worst(_ frame: Recording.WorstFrame) -> [String: Any] {
    let phases = frame.phases.map { phase in
      "\(phase.name) \(DecimalText.short(phase.milliseconds, places: 2))"
    }
    return [
      "label": frame.label,
      "at": frame.atMilliseconds.map { DecimalText.short($0, places: 1) } ?? "n/a",
      "hitch": frame.hitchMilliseconds.map { DecimalText.short($0, places: 2) } ?? "n/a",
      "work": frame.workMilliseconds.map { DecimalText.short($0, places: 2) } ?? "n/a",
      "cause": frame.cause, "phases": phases.joined(separator: ", "),
    ]
  }
}
