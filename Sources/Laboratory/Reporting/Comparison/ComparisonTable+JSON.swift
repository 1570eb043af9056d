import Gating

extension ComparisonTable {
  /// What `compare --json` prints; Docs/Schemas/compare.schema.json describes it.
  fileprivate struct Answer: Encodable {
    struct Figure: Encodable {
      var metric: String
      var stat: String
      var unit: String
      var verdict: String
      var before: Double?
      var after: Double?
      var ratio: Double?
      var low: Double?
      var high: Double?
      var note: String?
    }

    struct Cell: Encodable {
      var name: String
      var refusal: String?
      var design: String?
      var slower: [String]
      var figures: [Figure]
    }

    var schema = 1
    var before: String
    var after: String
    var verdict: String
    var counts: [String: Int]
    var cells: [Cell]
    var missing: [String]
  }

  /// The comparison for programs: every figure of every cell, on one line.
  ///
  /// - Complexity: O(figures).
  package var json: String {
    let worse = count(of: .worse)
    let isWhole = missing.isEmpty && !sections.isEmpty && sections.allSatisfy { $0.refusal == nil }
    let answer = Answer(
      before: names.0,
      after: names.1,
      verdict: worse > 0
        ? "worse"
        : !isWhole
          ? "not comparable"
          : unjudged != nil ? "not judged" : count(of: .better) > 0 ? "better" : "equal",
      counts: Dictionary(
        uniqueKeysWithValues: RunComparison.Verdict.allCases.map { ($0.rawValue, count(of: $0)) }
      ),
      cells: sections.map { section in
        Answer.Cell(
          name: section.name,
          refusal: section.refusal,
          design: section.design,
          slower: section.culprits,
          figures: section.figures.map(Answer.Figure.init)
        )
      },
      missing: missing
    )
    return RecordCoding.line(of: answer)
  }
}

extension ComparisonTable.Answer.Figure {
  fileprivate init(_ figure: RunComparison.Figure) {
    self.init(
      metric: figure.first.metric,
      stat: figure.first.statistic.rawValue,
      unit: figure.first.unit.rawValue,
      verdict: figure.verdict.rawValue,
      before: figure.first.value,
      after: figure.second.value,
      ratio: figure.ratio,
      low: figure.interval?.lowerBound,
      high: figure.interval?.upperBound,
      note: figure.note
    )
  }
}
