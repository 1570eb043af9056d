import FrameMetrics
import Records

/// What has to be said of a run's tables so that nobody takes a figure for more than it is.
package enum RunNotes {
  /// The sentences, in the order in which they are printed.
  ///
  /// - Complexity: O(cells).
  package static func all(on run: RunRecord) -> [String] {
    [
      openings(on: run), openInserts(on: run), unjudged(on: run), unexercised(on: run),
    ].compactMap(\.self)
      + FallbackTable(of: run).lines(atMost: 4)
  }

  /// Over which frames the figures of designs beside recordings are; nil where all are over the same.
  package static func openings(on run: RunRecord) -> String? {
    let designs = run.cells.filter {
      !$0.isRecording && ($0.value(.hitchRatioAnimating) ?? 0) > 0 && $0.value(.longestHitch) == 0
    }
    guard run.hasRecordings, !designs.isEmpty else { return nil }
    return
      "The hitch ratio is over all frames of \(words(names(of: designs, \.scenario))); its longest "
      + "hitch and its frames on time leave out those that open a conversation."
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
    var parts: [(place: String, titles: [String])] = []
    for cell in run.cells {
      for check in cell.budgets where check.state == .unexercised {
        let place =
          "in \(cell.scenario) at \(cell.refreshHertz) Hz" + (check.note.map { " (\($0))" } ?? "")
        let part = parts.firstIndex { $0.place == place }
        if let part { parts[part].titles.append(check.title) }
        if part == nil { parts.append((place, [check.title])) }
      }
    }
    if parts.isEmpty { return nil }
    return "Not judged: \(parts.map { "\(words($0.titles)) \($0.place)" }.joined(separator: "; "))."
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
