import Checking
import Files
import FrameMetrics
import Testing

@Suite struct CheckFileTests {
  private func error(_ text: String) throws -> InputError {
    try #require(throws: InputError.self) { try CheckFile(text: text, path: "app/stillpoint.yaml") }
  }

  @Test func everyKeyIsRead() throws {
    let file = try CheckFile(
      text: """
        recordings:
          - name: chat
            files: [traces/*.pftrace, /abs/x.csv]
            session: com.example
            refresh: 60
            gaps: idle
            budgets: {hitch_max_ms: 50}
          - files: other/*
        web:
          - app: APP.yaml
            scenarios: [stream-steady]
            refresh: [60, 120]
        designs:
          - scenario: [stream-steady, mine.yaml]
            profile: mine.yaml
            refresh: 120
        runs:
          - {name: engine, folder: out/run, command: ./bench}
        budgets: {hitch_ratio_ms_per_s: 3}
        compare: {with: .stillpoint}
        history: .stillpoint/history.ndjson
        """,
      path: "app/stillpoint.yaml"
    )
    #expect(file.recordings.map(\.name) == ["chat", "recordings"])
    #expect(
      file.recordings[0].patterns.map(file.resolved) == ["app/traces/*.pftrace", "/abs/x.csv"]
    )
    #expect(file.recordings[0].session == "com.example")
    #expect(file.recordings[0].options.refreshHertz == 60)
    #expect(file.recordings[0].budgets[.longestHitch] == .limit(50))
    #expect(file.recordings[1].budgets[.hitchRatio] == .limit(3))
    #expect(file.web[0].app == "app/APP.yaml")
    #expect(file.web[0].rates == [60, 120])
    #expect(file.runs[0].arguments.starts(with: ["stream-steady", "app/mine.yaml", "--profile"]))
    #expect(file.runs[1].folder == "app/out/run")
    #expect(file.baseline == "app/.stillpoint")
    #expect(file.history == "app/.stillpoint/history.ndjson")
  }

  /// Paths are said as they are typed.
  @Test func pathsOfAFileInThisFolderAreThoseThatItNames() throws {
    let text = "web: [{app: ../chat/APP.yaml}]\ncompare: {with: .stillpoint/baseline.json}\n"
    let file = try CheckFile(text: text, path: "stillpoint.yaml")
    #expect(file.web[0].app == "../chat/APP.yaml")
    #expect(file.baseline == ".stillpoint/baseline.json")
  }

  @Test func nothingIsComparedOnlyWhereTheFileSaysSo() throws {
    let file = try CheckFile(text: "recordings: [{files: a}]\ncompare: none\n", path: "s.yaml")
    #expect(file.baseline == nil)
  }

  @Test func whatIsWrongIsNamedWithItsLine() throws {
    #expect(try error("recordings:\n  - file: a\n").line == 2)
    #expect(try error("recordings:\n  - file: a\n").description.contains("Did you mean files?"))
    #expect(try error("recordings: [\n").description.contains("broken YAML"))
    #expect(try error("compare: none\n").description.contains("nothing to check"))
    #expect(try error("recordings: [{files: a}, {files: b}]\n").description.contains("of one name"))
    #expect(try error("recordings: [{files: a, budgets: {fps: 1}}]").description.contains("fps"))
    #expect(try error("web: [{app: a, refresh: fast}]").description.contains("refresh"))
    #expect(try error("compare: yes\nrecordings: [{files: a}]").line == 1)
  }

  @Test func aFileThatIsNotThereNamesInit() throws {
    let error = try #require(throws: InputError.self) {
      try CheckFile(path: "/nowhere/stillpoint.yaml")
    }
    #expect(error.advice.contains("stillpoint init"))
  }
}
