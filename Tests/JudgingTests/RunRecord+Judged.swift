import FrameLogs
import FrameMetrics
import Judging
import Records

extension RunRecord {
  /// Recordings, judged.
  static func judged(_ logs: [FrameLog], by budgets: Budgets = .standard) -> RunRecord {
    var run = RunRecord(recordings: logs)
    run.judgeRecordings(by: budgets)
    return run
  }

  var word: String { RunVerdict(of: self).word }
  var isPass: Bool { RunVerdict(of: self).isPass }
  var isInvalid: Bool { RunVerdict(of: self).isInvalid }
  var reasons: [String] { RunVerdict(of: self).reasons }
}
