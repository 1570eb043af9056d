import Simulation

/// What tables that compare places on screen say of designs that do not say what messages above do.
public enum OpenInserts {
  /// The sentence for the profiles of a run; nil when none of them leaves it open.
  ///
  /// - Complexity: O(cells).
  public static func note(on run: RunRecord) -> String? {
    var seen: Set<String> = []
    var open: [String] = []
    for cell in run.cells where cell.counts.openChoices > 0 && seen.insert(cell.profile).inserted {
      open.append(cell.profile)
    }
    guard let last = open.last else { return nil }
    let names = open.count == 1 ? last : open.dropLast().joined(separator: ", ") + " and " + last
    return "What messages above do to the place in \(names) is a choice of our model: it stays."
  }
}
