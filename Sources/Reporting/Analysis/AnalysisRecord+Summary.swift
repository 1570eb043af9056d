import FrameLogs
import FrameMetrics

extension AnalysisRecord {
  /// How many sessions, or reasons, stand on one screen; all of them are in the files.
  package static let listed = 12

  /// The sessions, in the order of the files where they fit on a screen, else the worst first.
  ///
  /// - Complexity: O(n log n) for n sessions.
  package var worstFirst: [Cell] {
    guard cells.count > Self.listed else { return cells }
    func rank(_ cell: Cell) -> (Int, Double) {
      let state = cell.isMissed ? 0 : cell.isInvalid ? 1 : cell.budgets.isEmpty ? 3 : 2
      let ratio = [Metric.hitchRatioAnimating, .hitchRatioRecording].lazy
        .compactMap { cell.analysis.metrics.value(of: $0)?.value }.first
      return (state, -(ratio ?? 0))
    }
    let ranks = cells.map(rank)
    return cells.indices.sorted {
      ranks[$0] != ranks[$1] ? ranks[$0] < ranks[$1] : $0 < $1
    }.map { cells[$0] }
  }

  /// How many sessions there are and how each kind ended, where they are more than fit on a screen; nil for fewer.
  package var summary: String? {
    guard cells.count > Self.listed else { return nil }
    var counts: [(word: String, count: Int)] = []
    for word in ["missed", "inconclusive", "invalid", "pass", "not judged"] {
      let count = cells.count { $0.word == word }
      if count > 0 { counts.append((word, count)) }
    }
    let words = counts.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
    return "\(cells.count) sessions in \(logs.count) files: \(words); the worst first"
  }

  /// Why nothing is judged: the reason of the session with most frames, and how many others have it.
  var unjudgedWords: String {
    let reasons = cells.compactMap { cell in
      cell.unjudged.first.map { (cell: cell, why: $0) }
    }
    func frames(_ cell: Cell) -> Int { cell.source.timeline.frames.count }
    let own = reasons.filter { $0.cell.source.bystander == nil }
    guard let largest = (own.isEmpty ? reasons : own).max(by: { frames($0.cell) < frames($1.cell) })
    else {
      return "no file says when frames were due"
    }
    // Numbers differ from session to session; the reason is the words.
    func words(_ why: String) -> String { why.filter { !$0.isNumber } }
    let same = reasons.count { words($0.why) == words(largest.why) } - 1
    let others = reasons.count - 1 - same
    let name = reasons.count > 1 ? "\(largest.cell.name): " : ""
    let parts = [
      name + largest.why, same > 0 ? "\(same) more session\(same == 1 ? "" : "s") likewise" : nil,
      others > 0 ? "\(others) for other reasons" : nil,
      largest.why.hasSuffix(Self.needed) ? "record a few seconds while something moves" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }
}
