import Checking
import Comparing
import FrameMetrics

/// What was measured against its figures: a row for each subject, a column for its limits and for each figure that is
/// not equal somewhere.
enum CheckMatrix {
  /// The most figures that have a column.
  private static let mostFigures = 8

  /// The table, and how many figures that are not equal have no column for want of width; nil where one subject was
  /// measured, which has a table of its own.
  static func table(of report: CheckReport, anchors: [String: String]) -> (Table, left: Int)? {
    guard report.measured.count > 1 else { return nil }
    var names: [String] = []
    for verdict in [FigureComparison.Verdict.worse, .cannotTell, .better, .changed] {
      for figure in report.verdict.compared.flatMap(\.figures)
      where figure.verdict == verdict && !names.contains(figure.before.name) {
        names.append(figure.before.name)
      }
    }
    let left = max(0, names.count - mostFigures)
    names = Array(names.prefix(mostFigures))
    let all = report.verdict.compared.flatMap(\.figures)
    let titles = names.map { name in
      all.first { $0.before.name == name }.map { CheckWords.title(of: $0.before) } ?? name
    }
    var table = Table(
      [Table.Column("measured", isKey: true), Table.Column("limits")]
        + titles.map { Table.Column.number($0) }
    )
    for one in report.measured {
      let name = one.subject.name
      let figures = report.verdict.compared.first { $0.subject == name }?.figures ?? []
      let cells = names.map { name in
        figures.first { $0.before.name == name }.map(cell) ?? Table.Cell("")
      }
      table.add([Table.Cell(name, link: "#\(anchors[name] ?? "")"), limits(of: one)] + cells)
    }
    return (table, left)
  }

  private static func limits(of one: MeasuredSubject) -> Table.Cell {
    let missed = one.shortfalls.filter { !$0.isInvalid }
    guard let worst = missed.max(by: { $0.excess < $1.excess }) else {
      return one.shortfalls.isEmpty
        ? Table.Cell("kept", .good) : Table.Cell("not judged", .faint)
    }
    let names = worst.cause.split(separator: " ").map { name in
      Budget(rawValue: String(name))?.title ?? Metric.named(String(name))?.title ?? String(name)
    }
    return Table.Cell("missed: " + names.joined(separator: ", "), .bad)
  }

  private static func cell(_ figure: FigureComparison) -> Table.Cell {
    let change =
      figure.change == nil ? CheckWords.sides(of: figure) : CheckWords.share(figure.change)
    return switch figure.verdict {
    case .worse: Table.Cell(change, .bad)
    case .better: Table.Cell(change, .good)
    case .changed: Table.Cell(change)
    case .equal: Table.Cell("=", .faint)
    case .cannotTell: Table.Cell("cannot tell", .faint)
    }
  }
}
