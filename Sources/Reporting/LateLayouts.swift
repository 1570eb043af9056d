import Simulation

/// What every table that compares drift says of profiles whose layouts we model as one frame late.
public enum LateLayouts {
  /// The sentence for the profiles of a run; nil when none of them is one of these.
  ///
  /// - Complexity: O(cells).
  public static func note(on run: RunRecord) -> String? {
    var seen: Set<String> = []
    var late: [String] = []
    for cell in run.cells where seen.insert(cell.profile).inserted && cell.isCorrectedLate {
      late.append(cell.profile)
    }
    guard let last = late.last else { return nil }
    let names = late.count == 1 ? last : late.dropLast().joined(separator: ", ") + " and " + last
    return "Drift of \(names): a lazy stack, which we model as corrected one frame late."
  }
}
