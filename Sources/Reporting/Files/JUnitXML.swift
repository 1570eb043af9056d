import Judging
import Records
import Timebase

/// The run as `junit.xml`: a suite for each scenario, a case for each cell.
///
/// A cell that does not decide the run and missed a budget is skipped with the reason, so that a
/// finding about a published profile turns no build red.
enum JUnitXML {
  /// Makes the file's text.
  static func text(of run: RunRecord) -> String {
    var body = ""
    var all = Tally()
    for group in ScenarioCells.all(of: run) {
      var tally = Tally()
      var cases = ""
      for (_, cell) in group.cells { cases += testCase(cell, in: run, tally: &tally) }
      body += "  <testsuite name=\"\(escape(group.scenario))\" \(tally.attributes)>\n\(cases)"
      body += "  </testsuite>\n"
      all.add(tally)
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<!-- schema \(RunRecord.schema) -->\n"
      + "<testsuites name=\"\(escape(run.name))\" \(all.attributes)>\n\(body)</testsuites>\n"
  }

  private struct Tally {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0

    mutating func add(_ other: Tally) {
      tests += other.tests
      failures += other.failures
      errors += other.errors
      skipped += other.skipped
    }

    var attributes: String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
    }
  }

  private static func testCase(
    _ cell: CellRecord,
    in run: RunRecord,
    tally: inout Tally
  ) -> String {
    tally.tests += 1
    let name =
      cell.recording.map { $0.session.isEmpty ? cell.scenario : $0.session }
      ?? "\(cell.profile), \(cell.device) at \(cell.refreshHertz) Hz, seed \(cell.seed)"
    let span = (cell.frames.last?.instant ?? .zero) - (cell.frames.first?.instant ?? .zero)
    var text = "    <testcase classname=\"\(escape(cell.scenario))\" name=\"\(escape(name))\">\n"
    // No test took that long: it is the time of the screen.
    text += "      <properties><property name=\"screen_time_s\" value=\""
    text += DecimalText.fixed(span.rawValue, places: 9) + "\"/></properties>\n"
    let stays =
      FallbackTable(of: [cell]).rows.map(\.sentence)
      + [cell.recording?.gapWords()].compactMap(\.self)
    let output =
      stays.isEmpty
      ? "" : "      <system-out>\(escape(stays.joined(separator: "; ")))</system-out>\n"
    let unjudged =
      cell.verdict == .notJudged
      ? cell.recording?.unjudged.first ?? "nothing could be judged" : nil
    guard let shortfall = unjudged ?? RunVerdict.shortfall(of: cell) else {
      return text + "\(output)    </testcase>\n"
    }
    var element = "failure"
    if cell.verdict.isModel || unjudged != nil || !RunVerdict.decides(cell, in: run) {
      element = "skipped"
      tally.skipped += 1
    } else if cell.verdict.isError {
      element = "error"
      tally.errors += 1
    } else {
      tally.failures += 1
    }
    text += "      <\(element) message=\"\(escape(shortfall))\""
    if element != "skipped" { text += " type=\"\(escape(cell.verdict.word))\"" }
    return text + "/>\n\(output)    </testcase>\n"
  }

  /// The text with XML's special characters escaped and those that XML 1.0 forbids replaced.
  static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "&#10;"
      case "\r": escaped += "&#13;"
      case "\t": escaped += "&#9;"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension CellRecord.Verdict {
  /// Whether the cell came to no figures.
  fileprivate var isError: Bool {
    switch self {
    case .failed, .ended, .invalid, .inconclusive: true
    case .pass, .model, .notJudged, .budgetMissed, .textDiffers, .broken: false
    }
  }
}
