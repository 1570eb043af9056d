import Foundation
import FrameMetrics
import Records

extension MachineNoise {
  /// Why times are not to be trusted and what to do, in two sentences; nil where they are.
  package var distrust: String? {
    var causes: [String] = []
    if let others, others >= Self.othersLimit {
      causes.append("other programs kept \(DecimalText.short(others)) processors busy")
    }
    if let steal, steal >= Self.stealLimit {
      causes.append("the host gave \(Self.percent(steal)) of the time to others")
    }
    let medians = spread[Statistic.p50.rawValue] ?? 0
    if medians >= Self.spreadLimit {
      causes.append("medians differed by \(Self.percent(exp(medians) - 1)) between processes")
    }
    return causes.isEmpty
      ? nil
      : "The times are not to be trusted: " + causes.joined(separator: "; ")
        + ". Use a quiet machine, or --cost modelled, which gives the same figures every time."
  }

  /// What is known, for the table of the environment.
  package var facts: [(key: String, value: String)] {
    var facts: [(key: String, value: String)] = []
    if let load { facts.append(("load_average", DecimalText.short(load))) }
    if let others { facts.append(("other_programs", "\(DecimalText.short(others)) processors")) }
    if let steal { facts.append(("steal", Self.percent(steal))) }
    if let cell {
      let statistics: [Statistic] = [.p50, .p95, .p99, .value]
      let all = statistics.compactMap { statistic -> String? in
        guard let logarithm = spread[statistic.rawValue] else { return nil }
        let name = statistic == .value ? "others" : statistic.words
        return "\(name) \(Self.percent(exp(logarithm) - 1))"
      }
      let words = "\(all.joined(separator: ", ")) between \(processes) processes of \(cell)"
      facts.append(("repeat_spread", words))
    }
    return facts
  }

  private static func percent(_ share: Double) -> String { "\(DecimalText.short(100 * share)) %" }
}
