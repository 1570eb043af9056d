import FrameMetrics
import Judging
import Records

/// What is to be known of recordings beside their table, as plain text: what each file says of itself, gaps, what
/// is not judged, causes and the worst frame.
package struct RecordingNotes: Sendable {
  /// How many files, and recordings of one file, are spoken of; all of them are in the report.
  private static let (mostFiles, mostOfFile) = (4, 6)

  private let run: RunRecord
  private let width: Int?

  /// - Parameter width: The columns that lines are wrapped to; nil for as many as they take.
  package init(_ run: RunRecord, width: Int? = nil) { (self.run, self.width) = (run, width) }

  /// The notes, lines ended by a line feed.
  package var text: String {
    let listed = run.worstFirst.prefix(run.listed)
    let left = run.cells.count - listed.count
    var lines = left > 0 ? ["... \(left) more sessions, in the report", ""] : [""]
    var order: [Int] = listed.count < run.cells.count ? [] : Array(run.files.indices)
    for cell in listed {
      if let file = cell.recording?.file, !order.contains(file) { order.append(file) }
    }
    let files = order.prefix(Self.mostFiles).map { index in
      (name: run.files[index].name, lines: self.lines(ofFile: index, listed))
    }
    // What holds for all of them is said once.
    let common =
      files.count < 2
      ? []
      : files[0].lines.filter { line in
        files.allSatisfy { $0.lines.contains(line) }
      }
    if !common.isEmpty { lines += ["each of these:"] + common }
    for file in files {
      let own = file.lines.filter { !common.contains($0) }
      if !own.isEmpty || common.isEmpty { lines += ["\(TextGrid.plain(file.name)):"] + own }
    }
    if left > 0, let causes = Self.words(of: run.recordedCauses) {
      lines.append("Causes in all \(run.cells.count) sessions: \(causes)")
    }
    lines.append(
      "Hitches: up to 5 ms/s good, below 10 a warning: Apple's scale for scrolling (WWDC 2020); its "
        + "Organizer says 10, 25 and 50 for all animations. ~ approximate, ! limit missed, ? missed or kept is "
        + "not known; n/a is not in the file, which is not 0."
    )
    return lines.flatMap { TextGrid.wrapped($0, width: width, indent: "    ") }
      .map { $0 + "\n" }.joined()
  }

  /// The first causes in words; nil for none.
  private static func words(of causes: [Recording.Cause]) -> String? {
    let words = causes.prefix(4).map { cause in
      let time = cause.hitchMilliseconds.map { ", \(DecimalText.short($0, places: 1)) ms" } ?? ""
      return "\(TextGrid.plain(cause.name)) (\(cause.frames) frames\(time))"
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// What is to be said of a file, and of those of its recordings that are listed.
  private func lines(ofFile index: Int, _ listed: some Sequence<CellRecord>) -> [String] {
    let cells = listed.filter { $0.recording?.file == index }
    let more = cells.count - Self.mostOfFile
    return run.files[index].notes.map { "  - \(TextGrid.plain($0))" }
      + cells.prefix(Self.mostOfFile).flatMap { Self.lines(of: $0, isOnly: cells.count == 1) }
      + (more > 0 ? ["  ... \(more) more sessions, in the report"] : [])
  }

  private static func lines(of cell: CellRecord, isOnly: Bool) -> [String] {
    guard let recording = cell.recording else { return [] }
    let name = recording.session
    let head = isOnly || name.isEmpty ? "  " : "  \(TextGrid.plain(name: name)): "
    var lines = [recording.assumption, recording.gapWords()].compactMap(\.self)
    lines += recording.notes.map { TextGrid.plain($0) }
    if let tool = recording.toolWords { lines.append(tool) }
    lines += recording.unjudged.map { "not judged: \($0)" }
    if let causes = words(of: recording.causes) { lines.append("causes: " + causes) }
    if let worst = recording.worst.first, worst.hitchMilliseconds.map({ $0 > 0 }) ?? true {
      lines.append("worst: " + worst.words)
    }
    return lines.map { head + $0 }
  }
}

extension Recording {
  /// The gaps in words, the longest ones with their places; nil without any.
  func gapWords(most count: Int = 4) -> String? {
    gapText.map { text in
      let places = gaps.prefix(count).map { gap in
        "\(DecimalText.short(gap.length.milliseconds, places: 0)) ms before \(labelName) "
          + "\(gap.label)"
      }
      return "\(text): " + places.joined(separator: ", ") + (gapCount > count ? ", ..." : "")
    }
  }

  /// What the format's own tool says, beside ours: what it counts as late, or all that there is; nil for nothing.
  fileprivate var toolWords: String? {
    let all = timeline.frames.isEmpty
    let shown = toolFigures.filter { all || $0.isOfLateness }.prefix(8)
    guard !shown.isEmpty else { return nil }
    let figures = shown.map { figure in
      "\(TextGrid.plain(figure.name)) \(DecimalText.short(figure.value, places: 2))"
        + (figure.unit.isEmpty ? "" : " \(figure.unit)")
    }
    let why = all ? nil : toolDifference
    return "by its own tool: " + figures.joined(separator: "; ") + (why.map { ". \($0)" } ?? "")
  }
}

extension Recording.WorstFrame {
  /// The frame in words.
  fileprivate var words: String {
    let at = atMilliseconds.map { " at \(DecimalText.short($0, places: 1)) ms" } ?? ""
    var parts = [label + at]
    if let hitchMilliseconds {
      parts.append("hitch \(DecimalText.short(hitchMilliseconds, places: 2)) ms")
    }
    if let workMilliseconds {
      parts.append("work \(DecimalText.short(workMilliseconds, places: 2)) ms")
    }
    if !cause.isEmpty { parts.append(TextGrid.plain(cause)) }
    return parts.joined(separator: ", ")
  }
}
