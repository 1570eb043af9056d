import FrameMetrics
import Records

extension RunRecord {
  /// How many recordings stand on one screen with all that is known of them, and how many of more than those: the
  /// worst ones.
  private static let (fewest, worst) = (12, 3)
  /// How many recordings, or reasons, are listed on a screen; all of them are in the files.
  package var listed: Int { cells.count > Self.fewest ? Self.worst : Self.fewest }

  /// The cells as they are listed: in the order of the run, of more recordings than fit on a screen the worst
  /// first.
  ///
  /// - Complexity: O(n log n) for n cells.
  package var worstFirst: [CellRecord] {
    guard hasRecordings, cells.count > Self.fewest else { return cells }
    func rank(_ cell: CellRecord) -> (Int, Double) {
      let state =
        cell.verdict.kind == .missed
        ? 0 : cell.verdict.kind.isOpen ? 1 : cell.verdict == .notJudged ? 3 : 2
      let ratio = [Metric.hitchRatioAnimating, .hitchRatioRecording].lazy
        .compactMap { cell.metrics.value(of: $0)?.value }.first
      return (state, -(ratio ?? 0))
    }
    let ranks = cells.map(rank)
    return cells.indices.sorted {
      ranks[$0] != ranks[$1] ? ranks[$0] < ranks[$1] : $0 < $1
    }.map { cells[$0] }
  }

  /// How many recordings there are and how each kind ended, where they are more than fit on a screen; nil for
  /// fewer.
  package var summary: String? {
    guard hasRecordings, cells.count > Self.fewest else { return nil }
    let words = Verdict.allCases.reversed().compactMap { kind -> String? in
      let count = cells.count { $0.verdict.kind == kind }
      return count > 0 ? "\(count) \(kind.rawValue)" : nil
    }
    return "\(cells.count) sessions in \(files.count) files: " + words.joined(separator: ", ")
      + "; the worst first"
  }

  /// The causes of hitches of all recordings together, the most time first, then the most frames.
  package var recordedCauses: [Recording.Cause] {
    var sums: [Recording.Cause] = []
    for cause in cells.compactMap(\.recording).flatMap(\.causes) {
      guard
        let place = sums.firstIndex(where: { $0.layer == cause.layer && $0.name == cause.name })
      else {
        sums.append(cause)
        continue
      }
      sums[place].frames += cause.frames
      let times = [sums[place].hitchMilliseconds, cause.hitchMilliseconds].compactMap(\.self)
      sums[place].hitchMilliseconds = times.isEmpty ? nil : times.reduce(0, +)
    }
    func rank(_ cause: Recording.Cause) -> (Double, Int, String) {
      (-(cause.hitchMilliseconds ?? 0), -cause.frames, cause.name)
    }
    return sums.sorted { rank($0) < rank($1) }
  }

  /// What gaps were taken for, where somebody said it; nil where nobody did.
  package var gapText: String? {
    let said = cells.compactMap(\.recording).filter { $0.gapsTakenAs != nil }
    guard let reading = said.first?.gapsTakenAs else { return nil }
    let count = said.reduce(0) { $0 + $1.gapCount }
    let seconds = DecimalText.short(said.reduce(0) { $0 + $1.gapTime.seconds }, places: 1)
    return "\(count) gap\(count == 1 ? "" : "s"), \(seconds) s, taken as "
      + "\(reading == "idle" ? "idle" : "stalls") (--gaps \(reading))"
  }

  /// Why no recording is judged: the reason of the one with most frames, and how many others have it.
  var unjudgedWords: String {
    let reasons = cells.compactMap { cell in
      cell.recording.flatMap { recording in
        recording.unjudged.first.map { (name: RunVerdict.name(of: cell), recording, why: $0) }
      }
    }
    func frames(_ recording: Recording) -> Int { recording.timeline.frames.count }
    let own = reasons.filter { $0.1.evidence.bystander == nil }
    let all = own.isEmpty ? reasons : own
    guard let largest = all.max(by: { frames($0.1) < frames($1.1) }) else {
      return "no file says when frames were due"
    }
    // Numbers differ from one to the next; the reason is the words.
    func words(_ why: String) -> String { why.filter { !$0.isNumber } }
    let same = reasons.count { words($0.why) == words(largest.why) } - 1
    let others = reasons.count - 1 - same
    let name = reasons.count > 1 ? "\(largest.name): " : ""
    let parts = [
      name + largest.why, same > 0 ? "\(same) more session\(same == 1 ? "" : "s") likewise" : nil,
      others > 0 ? "\(others) for other reasons" : nil,
      largest.1.evidence.isTooSmall ? "record a few seconds while something moves" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }
}
