import Judging
import Records
import Timebase

/// A run as `junit.xml`: a suite for each scenario, a case for each cell.
///
/// A cell that does not decide the run and missed a budget is skipped with the reason, so that a
/// finding about a published profile turns no build red.
enum RunJUnit {
  static func text(of run: RunRecord) -> String {
    let suites = ScenarioCells.all(of: run).map { group in
      JUnitXML.Suite(name: group.scenario, cases: group.cells.map { testCase($0.cell, in: run) })
    }
    return JUnitXML(name: run.name, suites: suites).text
  }

  private static func testCase(_ cell: CellRecord, in run: RunRecord) -> JUnitXML.Case {
    let name =
      cell.recording.map { $0.session.isEmpty ? cell.scenario : $0.session }
      ?? "\(cell.profile), \(cell.device) at \(cell.refreshHertz) Hz, seed \(cell.seed)"
    let span = (cell.frames.last?.instant ?? .zero) - (cell.frames.first?.instant ?? .zero)
    var one = JUnitXML.Case(name: name)
    // No test took that long: it is the time of the screen.
    one.properties = [("screen_time_s", DecimalText.fixed(span.rawValue, places: 9))]
    let stays =
      FallbackTable(of: [cell]).rows.map(\.sentence)
      + [cell.recording?.gapWords()].compactMap(\.self)
    one.output = stays.joined(separator: "; ")
    let unjudged =
      cell.verdict == .notJudged
      ? cell.recording?.unjudged.first ?? "nothing could be judged" : nil
    guard let shortfall = unjudged ?? RunVerdict.shortfall(of: cell) else { return one }
    one.message = shortfall
    if cell.verdict.kind == .model || unjudged != nil || !RunVerdict.decides(cell, in: run) {
      one.element = .skipped
    } else {
      one.element = cell.verdict.isError ? .error : .failure
      one.type = cell.verdict.word
    }
    return one
  }
}
