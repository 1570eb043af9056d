import FrameMetrics
import Records

/// What has to be said of a run's tables so that nobody takes a figure for more than it is.
package enum RunNotes {
  /// The sentences, in the order in which they are printed.
  ///
  /// - Complexity: O(cells).
  package static func all(on run: RunRecord) -> [String] {
    [openInserts(on: run), unjudged(on: run), unexercised(on: run)].compactMap(\.self)
      + FallbackTable(of: run).lines(atMost: 4)
  }

  /// That designs do not say what messages above do; nil when none of them leaves it open.
  package static func openInserts(on run: RunRecord) -> String? {
    let open = names(of: run.cells.filter { $0.counts.openChoices > 0 }, \.profile)
    guard !open.isEmpty else { return nil }
    return
      "What messages above do to the place in \(words(open)) is a choice of our model: it stays."
  }

  /// That scenarios take hitches and late text out of judgement; nil where none does. Figures of these
  /// scenarios are in no table that shows the worst of what is judged.
  static func unjudged(on run: RunRecord) -> String? {
    let free = names(
      of: run.cells.filter { cell in
        let judged = Set(cell.budgets.map(\.name))
        // Driven pages have limits of their own.
        return judged.contains(Budget.drift.rawValue)
          && judged.isDisjoint(with: [Budget.hitchRatio, .chunkLag, .tokenLag].map(\.rawValue))
      },
      \.scenario
    )
    guard !free.isEmpty else { return nil }
    return
      "Not judged in \(words(free)): hitches, late frames and late text. The scenario stalls the app, "
      + "or leaves these limits out."
  }

  /// What driven pages could not have missed, and so did not pass either; nil for nothing.
  package static func unexercised(on run: RunRecord) -> String? {
    let parts = run.cells.flatMap { cell in
      cell.budgets.filter { $0.state == .unexercised }.map { check in
        "\(check.title) in \(cell.scenario) at \(cell.refreshHertz) Hz"
          + (check.note.map { " (\($0))" } ?? "")
      }
    }
    return parts.isEmpty ? nil : "Not judged: \(parts.joined(separator: "; "))."
  }

  private static func names(of cells: [CellRecord], _ name: (CellRecord) -> String) -> [String] {
    var seen: Set<String> = []
    return cells.map(name).filter { seen.insert($0).inserted }
  }

  private static func words(_ names: [String]) -> String {
    names.count == 1
      ? names[0] : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }
}
