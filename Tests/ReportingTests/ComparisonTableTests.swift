import FrameMetrics
import Gating
import Records
import Reporting
import Testing

/// Two runs as a table: what decides stands first, and a figure has one line at all rates.
@Suite("A comparison of runs as a table") struct ComparisonTableTests {
  private static func figure(
    _ metric: String,
    _ value: Double,
    unit: Metric.Unit = .count,
    statistic: Statistic = .value
  ) -> MetricValue {
    MetricValue(metric: metric, statistic: statistic, value: value, unit: unit)
  }

  private static func run(_ change: (inout CellRecord) -> Void) -> RunRecord {
    var run = SyntheticRun.make(
      scenarios: ["s"],
      profiles: ["reference"],
      ticks: 12
    )
    run.cost = .modelled
    for index in run.cells.indices {
      run.cells[index].metrics = [
        figure("rebases", 100), figure("reader_moved_times", 0),
        figure("token_visible_ms", 40, unit: .milliseconds, statistic: .p99),
      ]
      change(&run.cells[index])
    }
    return run
  }

  private func lines(_ second: RunRecord, listsAll: Bool = false) throws -> [String] {
    let comparison = try RunComparison(Self.run { _ in }, second)
    return ComparisonTable(comparison, names: ("a", "b"), listsAll: listsAll).text(
      isColoured: false
    )
    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("what decides is first, with its values at each rate; the rest is named")
  func order() throws {
    let second = Self.run { cell in
      cell.metrics[0] = Self.figure("rebases", 110)
      if cell.refreshHertz == 60 { cell.metrics[1] = Self.figure("reader_moved_times", 2) }
    }
    let lines = try lines(second)
    #expect(lines[0] == "a -> b")
    #expect(
      lines[1].hasPrefix(
        "Worse in 2 of 2 configurations: first of all times a reader was moved in s, "
      )
    )
    let row = try #require(lines.first { $0.hasPrefix("  worse  ") })
    #expect(row.contains("0 -> 2") && row.contains("0 -> 0; equal"), "\(row)")
    #expect(lines.contains { $0.hasPrefix("  also: ") && $0.hasSuffix("(--all)") })
    #expect(!lines.contains { $0.contains("100 -> 110") })
    let all = try self.lines(second, listsAll: true)
    #expect(all.count { $0.contains("100 -> 110") } == 1, "one line for both rates")
  }

  @Test("a difference that nobody notices is none")
  func unnoticed() throws {
    let second = Self.run { cell in
      cell.metrics[0] = Self.figure("rebases", 100.4)
      cell.metrics[2] = Self.figure(
        "token_visible_ms",
        40.05,
        unit: .milliseconds,
        statistic: .p99
      )
    }
    let lines = try lines(second)
    #expect(lines[1] == "Nothing is worse.")
    #expect(lines.contains { $0.hasSuffix(": 3 equal") })
  }

  @Test("what only got better says so, and Markdown says the same")
  func better() throws {
    let second = Self.run { cell in
      cell.metrics[2] = Self.figure("token_visible_ms", 30, unit: .milliseconds, statistic: .p99)
    }
    let comparison = try RunComparison(Self.run { _ in }, second)
    let table = ComparisonTable(comparison, names: ("a", "b"), listsAll: false)
    #expect(
      table.conclusion.hasPrefix(
        "Nothing is worse, and better in 2 of 2 configurations: first of all "
      )
    )
    #expect(table.markdown.contains(table.conclusion))
    #expect(table.markdown.contains("| verdict | figure | 60 Hz | 120 Hz |"))
    #expect(table.markdown.contains("40 -&gt; 30 ms  -25 % | 40 -&gt; 30 ms  -25 %"))
  }

  @Test("where nothing or not all can be compared, the sentence does not say that all is well")
  func refused() throws {
    let seeded = Self.run { $0.seed += 1 }
    #expect(try lines(seeded)[1] == "Nothing can be compared.")
    let half = Self.run { if $0.refreshHertz == 60 { $0.seed += 1 } }
    #expect(
      try lines(half)[1] == "Nothing that can be compared is worse; 1 cannot be compared."
    )
  }

  @Test("a page is green for nothing that could not be compared")
  func partly() throws {
    let first = Self.run { _ in }
    let half = Self.run { if $0.refreshHertz == 60 { $0.seed += 1 } }
    for (second, isGreen) in [(first, true), (half, false)] {
      let comparison = try RunComparison(first, second)
      let page = try ComparisonPage(comparison, of: first, second, names: ("a", "b")).text()
      #expect(page.contains("class=\"verdict pass\"") == isGreen)
      #expect(page.contains("Not all can be compared") == !isGreen)
    }
  }
}
