import Records
import Statistics

extension MachineNoise {
  /// What further processes say that measured one cell.
  ///
  /// - Parameter records: The cell's records, one a process; of those that did not come to their end
  ///   nothing is known.
  /// - Complexity: O(figures x records squared).
  package init(of records: [CellRecord]) {
    self.init()
    let whole = records.filter { $0.repetitions >= RepetitionRule.least }
    guard let first = whole.first, whole.count > 1 else { return }
    cell = CellIdentity(first).description
    processes = whole.count
    for (index, record) in whole.enumerated() {
      for other in whole.dropFirst(index + 1) {
        for difference in ComparedCell(record, other).differences() {
          let name = Self.name(of: difference.metric, difference.statistic)
          let kind = difference.statistic.rawValue
          figures[name] = max(figures[name] ?? 0, abs(difference.logarithm))
          spread[kind] = max(spread[kind] ?? 0, abs(difference.logarithm))
        }
      }
    }
    // A machine that had another speed meanwhile says nothing of the program.
    let speeds = whole.filter { !$0.yardstick.isEmpty }.map { Bootstrap.median($0.yardstick) }
    if let least = speeds.min(), let most = speeds.max(),
      most > least * (1 + RunComparison.machineLimit)
    {
      return
    }
    further = whole.dropFirst().reduce(into: [:]) { further, record in
      for (name, samples) in ComparedCell.repetitions(of: record) where figures[name] != nil {
        further?[name, default: []].append(samples)
      }
    }
  }
}
