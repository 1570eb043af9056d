import Comparing
import Foundation
import FrameMetrics
import Records
import Testing

/// The words that `--json` prints are those that Docs/Schemas lists.
@Suite struct PrintedWordsTests {
  /// The `enum` lists of a key anywhere in a schema.
  private static func words(of key: String, in name: String) throws -> [[String]] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Docs/Schemas/\(name).schema.json").standardizedFileURL
    return lists(of: key, in: try JSONSerialization.jsonObject(with: Data(contentsOf: file)))
  }

  private static func lists(of key: String, in node: Any) -> [[String]] {
    if let nodes = node as? [Any] { return nodes.flatMap { lists(of: key, in: $0) } }
    guard let node = node as? [String: Any] else { return [] }
    let own = (node[key] as? [String: Any])?["enum"] as? [String]
    return (own.map { [$0] } ?? []) + node.values.flatMap { lists(of: key, in: $0) }
  }

  @Test func statesOfBudgetsAreTheProgramsOwn() throws {
    #expect(try Self.words(of: "state", in: "run") == [BudgetCheck.State.allCases.map(\.rawValue)])
  }

  @Test func directionsAreTheProgramsOwn() throws {
    #expect(try Self.words(of: "better", in: "run") == [Metric.Direction.allCases.map(\.rawValue)])
  }

  @Test func verdictsAndQualitiesAreTheProgramsOwn() throws {
    #expect(try Self.words(of: "verdict", in: "run") == [Verdict.allCases.map(\.rawValue)])
    let qualities = MetricValue.Quality.allCases.map(\.rawValue)
    #expect(try Self.words(of: "quality", in: "run") == [qualities])
  }

  @Test(arguments: ["check", "compare"]) func verdictsOfFiguresAreTheProgramsOwn(name: String)
    throws
  {
    let words = FigureComparison.Verdict.allCases.map(\.rawValue)
    #expect(try Self.words(of: "verdict", in: name).contains(words))
  }
}
