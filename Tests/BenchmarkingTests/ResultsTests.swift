import Benchmarking
import Foundation
import Testing

/// Figures that were kept: answers and pages.
@Suite struct ResultsTests {
  /// What one run gave: a case with a twin of some ratio and its interval.
  private func results(
    ratio: [Double] = [1.2, 1.1, 1.3],
    processor: String = "A"
  ) throws -> Results {
    let text = """
      {"date": "2026-11-27", "machine": [["cpu", "\(processor)"]], "outcomes": [{
        "id": "heights/append/10", "suite": "heights", "name": "append", "size": 10,
        "figures": [{"name": "ours", "nanoseconds": 12},
          {"name": "plain", "nanoseconds": 10, "ratio": [\(ratio.map { "\($0)" }.joined(separator: ","))]}],
        "goals": [{"twin": "plain", "limit": 1.15, "isMet": \(ratio[0] <= 1.15)}],
        "allocations": 0, "instructions": 100, "answer": "ab"
      }]}
      """
    return try JSONDecoder().decode(Results.self, from: Data(text.utf8))
  }

  @Test func anAnswerIsHeldAgainstTheRecordedOne() {
    let file = AnswerFile("heights/append/10 ab\nheights/item at an offset/10 cd\n")
    #expect(file.complaint(about: "ab", of: "heights/append/10") == nil)
    #expect(file.complaint(about: "cd", of: "heights/item at an offset/10") == nil)
    #expect(
      file.complaint(about: "ce", of: "heights/item at an offset/10")
        == "heights/item at an offset/10: answers ce, recorded cd"
    )
    #expect(file.complaint(about: "ab", of: "new") == "new: answers ab, recorded none")
  }

  /// Virtual machines call all processors of a maker by one name.
  @Test func kindsOfProcessorOfOneNameAreToldApartAndDaysAreThoseOfTheSuite() throws {
    let text = """
      {"date": "2026-11-27", "machine": [["cpu", "A"], ["cpu_model", "family 25, model 1"]],
        "outcomes": [
          {"id": "a/1", "suite": "a", "name": "1", "figures": [], "goals": [], "answer": "", "date": "2026-11-24"},
          {"id": "a/2", "suite": "a", "name": "2", "figures": [], "goals": [], "answer": "", "date": "2026-11-26"},
          {"id": "b/1", "suite": "b", "name": "1", "figures": [], "goals": [], "answer": ""}
        ]}
      """
    let results = try JSONDecoder().decode(Results.self, from: Data(text.utf8))
    func machine(_ suite: String) -> String? {
      let page = Page(
        suite: Suite(suite, title: "", page: "", notes: "") { _ in [] },
        command: "make",
        machines: [results]
      )
      return page.text.split(separator: "\n").first { $0.hasPrefix("**") }.map { String($0) }
    }
    #expect(
      machine("a")?.hasPrefix("**A (family 25, model 1)**: 2026-11-24 to 2026-11-26;") == true
    )
    #expect(machine("b")?.hasPrefix("**A (family 25, model 1)**: 2026-11-27;") == true)
  }

  @Test func machinesStandSideBySide() throws {
    let suite = Suite("heights", title: "Heights", page: "Heights.md", notes: "Notes.") { _ in [] }
    let machines = [
      try results(processor: "A"), try results(ratio: [1.1, 1, 1.2], processor: "B"),
    ]
    let lines = Page(suite: suite, command: "make", machines: machines).text.split(separator: "\n")
    #expect(lines[0] == "# Heights")
    #expect(lines.contains("Made by `make heights`. Notes."))
    #expect(
      lines.contains(
        "| append | 10 | 12.0 ns | 1.20 [1.10, 1.30] | ≤ 1.15 × plain: missed "
          + "| 12.0 ns | 1.10 [1.00, 1.20] | ≤ 1.15 × plain: met | 100 | 0 |"
      )
    )
  }

  @Test func aPageOfOneTableHasARowForEachOperation() throws {
    let suite = Suite("heights", title: "", page: "", notes: "", beside: ["tree"]) { _ in [] }
    func outcome(_ size: Int, _ ratio: Double, isMet: Bool) -> String {
      """
      {"id": "heights/append/\(size)", "suite": "heights", "name": "append", "size": \(size), "answer": "",
        "figures": [{"name": "ours", "nanoseconds": \(size)}, {"name": "tree", "nanoseconds": 7},
          {"name": "plain", "nanoseconds": 9, "ratio": [\(ratio), 1, 2]}],
        "goals": [{"twin": "plain", "limit": 1.3, "isMet": \(isMet)}]}
      """
    }
    let outcomes = [outcome(10, 1.4, isMet: false), outcome(100, 1.1, isMet: true)]
    // A machine on which nothing of the suite was measured is not named.
    let machines = try [("A", outcomes), ("B", [])].map { processor, outcomes in
      let text = """
        {"date": "2026-11-27", "machine": [["cpu", "\(processor)"]],
          "outcomes": [\(outcomes.joined(separator: ","))]}
        """
      return try JSONDecoder().decode(Results.self, from: Data(text.utf8))
    }
    let lines = Page(suite: suite, command: "make", machines: machines).text.split(separator: "\n")
    #expect(
      lines.suffix(3) == [
        "| operation | 10 items | 100 items | goal | at most | tree, 100 |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        "| append | 10.0 ns | 100 ns | ≤ 1.30 × plain | 1.40, missed | 7.00 ns |",
      ]
    )
    #expect(!lines.contains { $0.hasPrefix("**B") })
  }

  @Test func aMachineWithoutFiguresOfASuiteHasNoTableInTheOverview() throws {
    let summary = Summary(
      suite: "frames",
      row: "a frame",
      unit: "messages",
      picture: "fling",
      title: "",
      file: ""
    )
    func frames(on processor: String, size: Int) throws -> Results {
      let figures = (1...4).map { "{\"name\": \"d\($0)\", \"nanoseconds\": \($0)000}" }
      let text = """
        {"date": "2026-11-27", "machine": [["cpu", "\(processor)"]], "outcomes": [{
          "id": "frames/fling/\(size)", "suite": "frames", "name": "fling", "size": \(size),
          "figures": [\(figures.joined(separator: ","))], "goals": [], "answer": "ab"
        }]}
        """
      return try JSONDecoder().decode(Results.self, from: Data(text.utf8))
    }
    let machines = [
      try frames(on: "A", size: 100), try results(processor: "B"), try frames(on: "C", size: 200),
    ]
    func table(_ processor: String, _ size: String) -> String {
      """
      | a frame, \(processor) | messages | d1 | d2 | d3 | d4 |
      | --- | ---: | ---: | ---: | ---: | ---: |
      | fling | \(size) | 1000 ns | 2000 ns | 3000 ns | 4000 ns |
      """
    }
    let (start, end) = ("before <!-- begin benchmarks -->", "<!-- end benchmarks --> after")
    let overview = Overview(summary, machines)
    let expected = [start, table("A", "100"), table("C", "200"), end].joined(separator: "\n\n")
    #expect(overview.text(in: start + "old" + end) == expected)
    #expect(overview.text(in: expected) == expected)
    #expect(overview.text(in: "no marks") == "no marks")
    #expect(overview.text(in: end + start) == end + start)
  }
}
