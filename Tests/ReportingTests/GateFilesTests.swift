import FrameMetrics
import Foundation
import Gating
import Reporting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What a round of the gate leaves behind for people and programs.
@Suite struct GateFilesTests {
  private static let cell = CellIdentity(
    scenario: "stream-steady",
    profile: "reference",
    device: "iphone-15-pro",
    refreshHertz: 60
  )

  private static let round = GateRound(
    base: "main <1 & 2>",
    head: "this build",
    results: [
      CheckResult(.exact, cell, .pass, figure: "frame log"),
      CheckResult(
        .instructions,
        cell,
        .regression,
        figure: "instructions of measure, 100 -> 103",
        ratio: 1.03,
        bound: 1.02,
        culprit: "measure, glyphShaped +3",
        notes: ["in pango_layout | ```"]
      ),
      CheckResult(
        .cpu,
        cell,
        .inconclusive,
        figure: "CPU",
        ratio: 1.01,
        interval: 0.99...1.03,
        bound: 1.02
      ),
      CheckResult(.allocations, cell, .notAvailable, notes: ["no jemalloc"]),
    ],
    advice: "accept it"
  )

  private static func withFiles(
    of round: GateRound = round,
    _ body: (String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-gate-files-\(UUID().uuidString)").path
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    try GateFiles.write(round, to: folder)
    try body(folder)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func everyFileIsThereAndNoneUnderATemporaryName() throws {
    try Self.withFiles { folder in
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(
        names == ["benchmark.json", "gate.json", "index.html", "junit.xml", "summary.md"]
      )
    }
  }

  @Test func aRoundReadsBackAsItWasWritten() throws {
    try Self.withFiles { folder in
      let read = try GateFile.read(folder)
      #expect(read.results == Self.round.results)
      #expect(read.base == Self.round.base && read.head == Self.round.head)
      #expect(read.verdict == .regression && read.advice == "accept it")
    }
  }

  @Test func theSummaryBeginsWithTheVerdict() throws {
    try Self.withFiles { folder in
      let text = try Self.text("\(folder)/summary.md")
      #expect(text.hasPrefix("# Gate: regression\n"))
      #expect(text.contains("accept it"))
      #expect(text.utf8.count < 65_536)
    }
  }

  @Test func aRegressionIsAFailureAndWhatCannotBeSaidAnErrorInJUnit() throws {
    try Self.withFiles { folder in
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/junit.xml"))
      let root = try #require(try XMLDocument(data: data).rootElement())
      let counts = ["tests", "failures", "errors", "skipped"].map {
        root.attribute(forName: $0)?.stringValue
      }
      #expect(counts == ["4", "1", "1", "1"])
      #expect(try root.nodes(forXPath: "//testcase").count == 4)
    }
  }

  @Test func benchmarksAreFiguresOfWhichSmallerIsBetter() throws {
    struct Benchmark: Decodable {
      var name: String
      var unit: String
      var value: Double
      var range: String?
    }
    try Self.withFiles { folder in
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/benchmark.json"))
      let figures = try JSONDecoder().decode([Benchmark].self, from: data)
      #expect(figures.map(\.value) == [1.03, 1.01])
      #expect(figures[1].range == "0.99 to 1.03")
      #expect(Set(figures.map(\.name)).count == figures.count)
    }
  }

  /// Of what more of is better the ratio is turned round, and statistics of one metric are told apart.
  @Test func benchmarksOfFiguresOfWhichMoreIsBetterAreTurnedRound() throws {
    struct Benchmark: Decodable {
      var name: String
      var unit: String
      var value: Double
      var range: String?
    }
    let metric = try #require(Metric.all.first { $0.better == .up }?.id)
    let round = GateRound(
      base: "run",
      head: "this build",
      results: [
        CheckResult(
          .run,
          Self.cell,
          .regression,
          figure: "\(metric) p50",
          ratio: 0.8,
          interval: 0.5...1
        ),
        CheckResult(.run, Self.cell, .regression, figure: "frame_cost_ms p99", ratio: 1.25),
        CheckResult(.allocations, Self.cell, .pass, figure: "allocations [a, b]", ratio: 1),
      ],
      advice: ""
    )
    try Self.withFiles(of: round) { folder in
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/benchmark.json"))
      let figures = try JSONDecoder().decode([Benchmark].self, from: data)
      #expect(figures.map(\.value) == [1.25, 1.25, 1])
      #expect(figures[0].range == "1 to 2")
      #expect(figures.map(\.unit) == ["base / head", "head / base", "head / base"])
      #expect(
        figures.map(\.name)
          == ["\(metric) p50", "frame_cost_ms p99", "allocations"].map { "\(Self.cell): \($0)" }
      )
    }
  }

  /// A step summary has a limit; what failed comes first, and the rest is counted.
  @Test func theSummaryOfManyResultsEndsInTime() throws {
    var results = (0..<2_000).map { number in
      CheckResult(.run, Self.cell, .pass, figure: "figure \(number)", ratio: 1)
    }
    results.append(CheckResult(.cpu, Self.cell, .regression, figure: "last", ratio: 2))
    let round = GateRound(base: "run", head: "this build", results: results, advice: "")
    try Self.withFiles(of: round) { folder in
      let text = try Self.text("\(folder)/summary.md")
      #expect(text.utf8.count <= 65_536)
      #expect(text.contains("| last | 2 |"))
      #expect(text.contains(" more rows are in gate.json."))
    }
  }

  /// Passes make room for what failed, however much that is.
  @Test(arguments: [10, 300, 500]) func theSummaryHasAllThatFailed(count: Int) throws {
    let results = (0..<2_000).map { number in
      CheckResult(
        .run,
        Self.cell,
        number < count ? .regression : .pass,
        figure: "figure \(number)",
        ratio: 2
      )
    }
    let round = GateRound(base: "run", head: "this build", results: results, advice: "")
    try Self.withFiles(of: round) { folder in
      let text = try Self.text("\(folder)/summary.md")
      #expect(text.utf8.count <= 65_536)
      #expect((0..<count).allSatisfy { text.contains("| figure \($0) | 2 |") })
    }
  }

  @Test(arguments: [1e300, -.infinity, .nan, 1e15])
  func aRatioBeyondAllBoundsIsPrinted(ratio: Double) {
    let result = CheckResult(.run, Self.cell, .regression, figure: "cost", ratio: ratio)
    let round = GateRound(base: "run", head: "this build", results: [result], advice: "")
    #expect(GateText(round).text(isColoured: false).contains("cost; "))
  }

  @Test func thePageEscapesWhatAFileOrABranchMayBeCalled() throws {
    try Self.withFiles { folder in
      let text = try Self.text("\(folder)/index.html")
      #expect(text.contains("main &lt;1 &amp; 2&gt;"))
      #expect(!text.contains("<1 &"))
      #expect(text.contains("measure, glyphShaped +3"))
    }
  }

  @Test func theTerminalSaysFigureIntervalBoundAndCulprit() {
    let text = GateText(Self.round).text(isColoured: false)
    #expect(text.contains("1.03; bound 1.02; by measure, glyphShaped +3"))
    #expect(text.contains("[0.99, 1.03]"))
    #expect(text.contains("not available  allocations"))
    #expect(text.contains("gate: regression"))
  }
}
