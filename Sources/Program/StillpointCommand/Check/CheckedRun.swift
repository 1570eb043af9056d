import Checking
import Comparing
import Files
import FrameMetrics
import Records
import Reporting

/// A run that a check made its subjects of. What a finding is about is kept beside the report: the moments, pictures
/// and charts of a cell or recording.
struct CheckedRun {
  /// A cell, the subject that it belongs to, and the command that shows it again.
  struct Part {
    var cell: CellRecord
    var subject: String
    var command: String?
  }

  /// The folder of kept runs below the report's.
  static let folder = "runs"
  /// The most recordings of one subject that are kept.
  private static let most = 3

  /// The run's folder below ``folder``.
  var name: String
  /// The run; what is kept has the cells of ``parts`` alone.
  var record: RunRecord
  var attachments: [RunFolder.Attachment] = []
  var parts: [Part]

  /// Takes a run under a name that no other has.
  init(
    named name: String,
    _ record: RunRecord,
    attachments: [RunFolder.Attachment] = [],
    parts: [Part],
    beside others: [CheckedRun]
  ) {
    let base = RunDestination.name(of: name)
    var free = base
    var number = 1
    while others.contains(where: { $0.name == free }) {
      number += 1
      free = "\(base)-\(number)"
    }
    (self.name, self.record, self.attachments, self.parts) = (free, record, attachments, parts)
  }

  /// What a verdict is about: of each subject with a finding the cells that show it, the worst first.
  ///
  /// - Parameter baseline: What figures are worse than, where they are.
  /// - Returns: nil where nothing was found in it.
  func kept(
    for verdict: CheckVerdict,
    against baseline: CheckBaseline?,
    on date: String
  ) -> CheckedRun? {
    var kept = self
    kept.parts = parts.map(\.subject).withoutRepeats.flatMap { subject -> [Part] in
      var own = parts.filter { $0.subject == subject }
      let findings = verdict.findings.filter { $0.concerns(subject) }
      guard let finding = findings.first else { return [] }
      // Findings of several subjects are one, and this subject may have got worse in another figure.
      let worse = (verdict.compared.first { $0.subject == subject }?.figures ?? [])
        .filter { $0.verdict == .worse }
        .sorted { abs($0.change ?? .infinity) > abs($1.change ?? .infinity) }
      for index in own.indices {
        if let baseline {
          for figure in worse {
            own[index].cell.worsen(figure.after, from: figure.first, baseline.place)
          }
        }
        for case .drift(let drift) in findings.filter({ $0.subject == subject }).map(\.kind) {
          own[index].cell.worsen(drift.figure, from: drift.before, "before \(drift.since)")
        }
      }
      switch finding.kind {
      case .invalid: return []
      case .shortfall:
        let short = own.filter { $0.cell.verdict.kind.exitCode != 0 }
        return Self.worst(of: short) { part in
          let excesses = part.cell.budgets.filter { $0.state == .missed }
            .map { $0.excess ?? .infinity }
          return excesses.max() ?? 0
        }
      case .worse: return worse.first.map { Self.worst(of: own, by: $0.after) } ?? []
      case .drift(let drift): return Self.worst(of: own, by: drift.figure)
      }
    }
    guard !kept.parts.isEmpty else { return nil }
    kept.record.cells = kept.parts.map(\.cell)
    (kept.record.name, kept.record.date) = (name, date)
    // Each of them is here because of what was found in it, whoever decided the run that it is of.
    if kept.record.hasDesigns {
      kept.record.environment.removeAll { $0.key == RunRecord.candidatesKey }
      let names = kept.parts.map(\.cell.profile).withoutRepeats.joined(separator: ",")
      kept.record.environment.append((RunRecord.candidatesKey, names))
    }
    return kept
  }

  /// Says of what was measured in it where it is kept, what shows it again, and its moments.
  func show(in measured: inout [MeasuredSubject]) {
    for index in measured.indices {
      guard let part = parts.first(where: { $0.subject == measured[index].subject.name })
      else { continue }
      measured[index].run = FileName.joined(Self.folder, name)
      measured[index].command = part.command
      measured[index].moments = part.cell.faults ?? []
    }
  }

  /// Those with the worst value of a figure.
  private static func worst(of parts: [Part], by figure: FigureSamples) -> [Part] {
    // A share is none of one recording: those that are counted in it are the worst.
    worst(of: parts) { part in
      if figure.isShare { return part.cell.verdict.kind.exitCode == 2 ? 1 : 0 }
      let value = part.cell.metrics.first {
        $0.metric == figure.metric && $0.statistic == figure.statistic
      }?.value
      return (value ?? -.infinity) * (figure.better == .up && value != nil ? -1 : 1)
    }
  }

  private static func worst(of parts: [Part], by size: (Part) -> Double) -> [Part] {
    let ordered = parts.enumerated().sorted {
      (-size($0.element), $0.offset) < (-size($1.element), $1.offset)
    }
    return ordered.prefix(most).map(\.element)
  }
}
