import Checking
import Comparing
import Files
import Foundation
import FrameMetrics
import Reporting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What is written of a check.
@Suite struct CheckReportTests {
  private func subject(_ name: String, work: Double) -> CheckSubject {
    CheckSubject(
      name: name,
      kind: .exact,
      identity: [.init("device", "phone")],
      hertz: 60,
      recordings: [
        [
          MetricValue(of: .frameCost, .p50, .figure(work)),
          MetricValue(of: .adherence, .value, .figure(99)),
        ]
      ]
    )
  }

  private func report(_ names: [String], before: Double = 6, after: Double = 7) -> CheckReport {
    let baseline = CheckBaseline(
      date: "2026-11-28",
      reason: "a <first> | one",
      version: "0",
      machine: [],
      subjects: names.map { subject($0, work: before) }
    )
    let measured = names.map { MeasuredSubject(subject($0, work: after)) }
    var history = CheckHistory()
    for (label, work) in [("a", before), ("b", after)] {
      history.append(
        .init(of: names.map { subject($0, work: work) }, date: "", label: label, accepted: nil)
      )
    }
    return CheckReport(
      verdict: CheckVerdict(of: measured, baseline: baseline),
      measured: measured,
      baseline: baseline,
      history: history,
      name: "my app",
      date: "2026-11-29",
      version: "0"
    )
  }

  @Test func theCommentBeginsWithTheVerdictAndTheWorst() {
    let lines = CheckComment(report(["chat"])).text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "**Stillpoint: worse** <!-- stillpoint-check:myapp -->")
    #expect(lines[1].contains("chat: frame cost, median is worse: 6"))
    #expect(lines[1].contains("+16.7\u{A0}%"))
    #expect(lines.contains { $0.contains("a &lt;first&gt; \\| one") })
  }

  @Test func aCommentOfManySubjectsStaysBelowTheLimit() {
    let names = (0..<600).map { "\($0) " + String(repeating: "name ", count: 60) }
    let text = CheckComment(report(names)).text
    #expect(text.utf8.count < CheckComment.limit)
    #expect(text.hasPrefix("**Stillpoint: worse**"))
    #expect(text.contains("The rest is in the report."))
  }

  @Test func everyFileIsWrittenAndReadsBack() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-check-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    try OutputPlace.write(report(["chat <1> & \"2\"", "list"]).files(for: folder.path))
    func data(_ name: String) throws -> Data {
      try Data(contentsOf: folder.appendingPathComponent(name))
    }
    let badge = try #require(
      try JSONSerialization.jsonObject(with: data("badge.json")) as? [String: Any]
    )
    #expect(badge["schemaVersion"] as? Int == 1)
    #expect(badge["message"] as? String == "worse")
    let action = try #require(
      try JSONSerialization.jsonObject(with: data("github-action-benchmark.json"))
        as? [[String: Any]]
    )
    // More is better for the other figure.
    #expect(action.map { $0["name"] as? String }.contains("list: frame_cost_ms.p50"))
    #expect(action.count == 2)
    #expect(action.allSatisfy { $0["value"] as? Double == 7 && $0["unit"] as? String == "ms" })
    let bencher = try #require(
      try JSONSerialization.jsonObject(with: data("bencher.json")) as? [String: [String: Any]]
    )
    #expect(bencher["list"]?["frame-cost-ms-p50"] is [String: Any])
    #expect(bencher["list"]?["budget-adherence-pct"] is [String: Any])
    let document = XMLParser(data: try data("junit.xml"))
    #expect(document.parse())
    let tests = String(decoding: try data("junit.xml"), as: UTF8.self)
    #expect(tests.contains("<testsuites name=\"stillpoint check\" tests=\"6\" failures=\"2\""))
    let page = String(decoding: try data("index.html"), as: UTF8.self)
    #expect(page.contains("chat &lt;1&gt; &amp; &quot;2&quot;"))
    #expect(page.contains("<polyline"))
    let verdict = try #require(
      try JSONSerialization.jsonObject(with: data("check.json")) as? [String: Any]
    )
    #expect(verdict["verdict"] as? String == "worse")
    #expect((verdict["figures"] as? [Any])?.count == 4)
  }

  /// What decides stands first: the subject with the finding, in it the figure that is worse, drawn.
  @Test func thePageBeginsWithWhatDecides() throws {
    func subject(_ name: String, work: Double) -> CheckSubject {
      let recordings = (0..<6).map { index in
        [
          MetricValue(of: .adherence, .value, .figure(99 + 0.01 * Double(index))),
          MetricValue(of: .frameCost, .p50, .figure(work + 0.01 * Double(index))),
        ]
      }
      return CheckSubject(
        name: name,
        kind: .scattering,
        identity: [],
        hertz: 60,
        recordings: recordings
      )
    }
    let baseline = CheckBaseline(
      date: "2026-11-28",
      reason: "the first",
      version: "0",
      machine: [],
      subjects: [subject("calm", work: 6), subject("chat", work: 6)]
    )
    let measured = [("calm", 6.0), ("chat", 8.0)].map {
      MeasuredSubject(subject($0.0, work: $0.1))
    }
    let report = CheckReport(
      verdict: CheckVerdict(of: measured, baseline: baseline),
      measured: measured,
      baseline: baseline,
      history: CheckHistory(),
      name: "app",
      date: "2026-11-29",
      version: "0"
    )
    let page = try page(of: report)
    func place(_ text: String) throws -> String.Index {
      try #require(page.range(of: text), "\(text)").lowerBound
    }
    #expect(try place("<h2>chat</h2>") < place("<h2>calm</h2>"))
    #expect(try place(">frame cost, median<") < place(">frames on time<"))
    #expect(try place("class=\"missed\">worse") < place("1 figure is equal"))
    // Six recordings a side: the worse figure in the table, and three equal ones that are folded.
    #expect(page.components(separatedBy: "<circle").count - 1 == 4 * 12)
    #expect(page.contains("aria-label=\"Recordings: before 6"))
  }

  /// Scope first, then the worst; each of the others is named once, and the matrix leads to each subject.
  @Test func recordingsThatFellShortAlikeAreOneSentence() throws {
    var chat = MeasuredSubject(subject("chat", work: 6))
    (chat.subject.kind, chat.subject.recordings) = (.scattering, 24)
    chat.shortfalls = (1...23).map { number in
      .init(
        recording: "chat-\(number).csv",
        words: "longest hitch \(number) ms",
        isInvalid: false,
        cause: "hitch_max_ms",
        excess: Double(number)
      )
    }
    (chat.run, chat.command) = ("runs/chat", "stillpoint analyze chat-23.csv")
    let measured = [MeasuredSubject(subject("list", work: 6)), chat]
    let report = CheckReport(
      verdict: CheckVerdict(of: measured, baseline: nil),
      measured: measured,
      baseline: nil,
      history: CheckHistory(),
      name: "app",
      date: "2026-11-29",
      version: "0"
    )
    #expect(
      report.sentences == [
        "chat, in 23 of 24 recordings, worst in chat-23.csv: longest hitch 23 ms; likewise chat-22.csv, "
          + "chat-21.csv and 20 more"
      ]
    )
    #expect(report.command == "stillpoint analyze chat-23.csv")
    let page = try page(of: report)
    #expect(page.components(separatedBy: "<li>chat-").count - 1 == 23)
    #expect(page.contains("<a href=\"runs/chat/index.html\">"))
    // Those with findings come first; the first section is the matrix.
    #expect(page.contains("<a href=\"#section-1\">chat</a>"))
    #expect(page.contains("<article class=\"cell\" id=\"section-1\">\n  <h2>chat</h2>"))
    #expect(page.contains("missed: longest hitch"))
  }

  /// What is not drawn is said: figures without a column, recordings without a line.
  @Test func whatIsLeftOutOfAPageIsCounted() throws {
    let figures = Metric.all.filter { $0.better == .down }.flatMap { metric in
      Statistic.allCases.filter { metric.compared[$0]?.scope == .everywhere }.map { (metric, $0) }
    }.prefix(10)
    try #require(figures.count == 10)
    func subject(_ name: String, _ value: Double) -> CheckSubject {
      CheckSubject(
        name: name,
        kind: .exact,
        identity: [],
        hertz: 60,
        recordings: [figures.map { MetricValue(of: $0.0, $0.1, .figure(value)) }]
      )
    }
    let names = ["chat", "list"]
    var measured = names.map { MeasuredSubject(subject($0, 200)) }
    measured[0].shortfalls = (1...50).map {
      .init(
        recording: "\($0).csv",
        words: "late",
        isInvalid: false,
        cause: "hitch_max_ms",
        excess: 2
      )
    }
    let baseline = CheckBaseline(
      date: "2026-11-28",
      reason: "the first",
      version: "0",
      machine: [],
      subjects: names.map { subject($0, 100) }
    )
    let report = CheckReport(
      verdict: CheckVerdict(of: measured, baseline: baseline),
      measured: measured,
      baseline: baseline,
      history: CheckHistory(),
      name: "app",
      date: "2026-11-29",
      version: "0"
    )
    let page = try page(of: report)
    #expect(page.contains("no column, and 2 more that are not equal stand below."))
    #expect(page.contains("<li>40.csv: late</li><li>and 10 more, in junit.xml</li>"))
  }

  @Test func aHistoryHasItsAxisAndEndsWithNow() throws {
    var report = report(["chat"])
    report.history = CheckHistory([
      .init(of: [subject("chat", work: 5)], date: "1", label: "4f2a<b>", accepted: nil),
      .init(
        of: [subject("chat", work: 6)],
        date: "2",
        label: "77c1",
        accepted: "slower and better"
      ),
    ])
    let page = try page(of: report)
    #expect(page.contains("aria-label=\"3 changes, 4f2a&lt;b&gt; to now: 5\u{A0}ms to 7\u{A0}ms\""))
    #expect(page.contains("<title>77c1: 6\u{A0}ms</title>"))
    #expect(page.components(separatedBy: "class=\"accepted\"").count - 1 == 2)
    // What was kept just now is the last change, and not drawn twice.
    report.history.append(
      .init(of: [subject("chat", work: 7)], date: report.date, label: "new", accepted: nil)
    )
    #expect(try self.page(of: report).contains("3 changes, 4f2a&lt;b&gt; to new"))
  }

  private func page(of report: CheckReport) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-check-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    try OutputPlace.write(report.files(for: folder.path))
    return try String(contentsOf: folder.appendingPathComponent("index.html"), encoding: .utf8)
  }

  @Test func aBetterFigurePasses() {
    let report = report(["chat"], before: 7, after: 6)
    #expect(report.verdict.word == "pass")
    #expect(report.sentences.isEmpty)
  }
}
