import Comparing
import Fleets
import Records

extension FleetFiles {
  /// Everything as JSON: Docs/Schemas/fleet.schema.json.
  package static func json(of report: FleetReport) -> String {
    JSONValue.object([
      ("schema", .number(schema)),
      ("verdict", .string(report.verdict.rawValue)),
      ("first_line", .string(report.firstLine)),
      ("sentences", .array(report.sentences.map { .string($0) })),
      ("by", .array(report.plan.by.map { .string($0.rawValue) })),
      ("whole", value(report.whole)),
      ("groups", .array(report.groups.map(value))),
      ("checks", .array(report.checks.map(value))),
      ("comparisons", .array(report.comparisons.map(value))),
      ("worst_sessions", .array(report.whole.summary.worst.map(value))),
      ("without_digest", .number(report.unmarked)),
      ("left_out", .array(report.problems.prefix(mostProblems).map(value))),
      ("files_left_out", .number(report.problems.count)),
      ("missing", .array(report.missing.map { .string($0) })),
      ("disputed_sessions", .array(report.disputed.prefix(mostProblems).map { .string($0) })),
    ]).text()
  }

  private static func value(_ group: FleetReport.Group) -> JSONValue {
    .object([
      ("name", .string(group.name)),
      ("keys", .object(group.keys.map { ($0.key.rawValue, .string($0.value)) })),
      ("now", value(group.summary)),
      ("before", group.before.map(value) ?? .null),
    ])
  }

  private static func value(_ summary: FleetSummary) -> JSONValue {
    .object([
      ("sessions", .number(summary.sessions)),
      ("parts", counts(SessionPart.allCases.map { ($0.rawValue, summary.parts[$0] ?? 0) })),
      ("rates", counts(summary.rates.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })),
      ("formats", counts(summary.formats.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })),
      ("approximate", .number(summary.approximate)),
      ("ranges", .number(summary.ranges)),
      ("frames", .number(summary.frames)),
      ("late_frames", .number(summary.late)),
      ("animating_ns", .number(summary.animating)),
      ("hitch_ns", .number(summary.hitchTime)),
      ("shares", .array(SessionShare.allCases.map { value($0, summary) })),
      ("figures", .array(FleetFigure.allCases.map { value($0, summary) })),
      ("intervals", .string(summary.intervals.text)),
      ("hitches", .string(summary.hitches.text)),
      ("works", .string(summary.works.text)),
    ])
  }

  private static func counts(_ counts: [(String, Int)]) -> JSONValue {
    .object(counts.map { ($0.0, .number($0.1)) })
  }

  private static func value(_ share: SessionShare, _ summary: FleetSummary) -> JSONValue {
    let (count, found) = (summary[share], summary.share(share))
    return .object([
      ("share", .string(share.rawValue)),
      ("bad", .number(count.bad)), ("judged", .number(count.judged)), ("open", .number(count.open)),
      ("value", .number(found?.value)), ("low", .number(found?.low)),
      ("high", .number(found?.high)),
    ])
  }

  private static func value(_ figure: FleetFigure, _ summary: FleetSummary) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("figure", .string(figure.rawValue)), ("sessions", .number(summary.count(of: figure))),
    ]
    for percent in FleetSummary.percentiles {
      let found = summary.percentile(percent, of: figure)
      members.append(
        (
          "p\(percent)",
          found.map { found in
            .object([
              ("value", .number(Double(found.value) / 1e6)),
              ("low", .number(Double(found.low) / 1e6)),
              ("high", .number(Double(found.high) / 1e6)),
            ])
          } ?? .null
        )
      )
    }
    members.append(("greatest", .number(summary.greatest(of: figure).map { Double($0) / 1e6 })))
    return .object(members)
  }

  private static func value(_ check: FleetReport.Check) -> JSONValue {
    .object([
      ("group", .string(check.group)), ("share", .string(check.share.rawValue)),
      ("limit", .number(check.limit)), ("verdict", .string(check.verdict.rawValue)),
      ("words", .string(check.words)),
    ])
  }

  private static func value(_ one: FleetComparison) -> JSONValue {
    var mixture: String?
    switch one.mixture {
    case .reversed(let key)?: mixture = "reversed within each \(key.rawValue)"
    case .vanishes(let key)?: mixture = "gone within each \(key.rawValue)"
    case nil: break
    }
    return .object([
      ("group", .string(one.group)), ("share", .string(one.share.rawValue)),
      ("bad_before", .number(one.before.bad)), ("judged_before", .number(one.before.judged)),
      ("bad_after", .number(one.after.bad)), ("judged_after", .number(one.after.judged)),
      ("verdict", .string(one.verdict.rawValue)),
      ("low_points", .number(one.interval.map { 100 * $0.lowerBound })),
      ("high_points", .number(one.interval.map { 100 * $0.upperBound })),
      ("note", .string(one.note)), ("mixture", .string(mixture)),
    ])
  }

  private static func value(_ session: NamedSession) -> JSONValue {
    .object(
      [("session", .string(session.session)), ("digest", .string(session.digest))]
        + SessionKey.allCases.map { ($0.rawValue, .string(session.keys[$0] ?? "")) }
        + [
          ("hitch_ratio_ms_per_s", .number(session.hitchRatio.map { Double($0) / 1e6 })),
          ("hitch_max_ms", .number(session.longest.map { Double($0) / 1e6 })),
        ]
    )
  }

  private static func value(_ problem: FleetReader.Problem) -> JSONValue {
    .object([("path", .string(problem.path)), ("reason", .string(problem.reason))])
  }
}
