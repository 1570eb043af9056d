import Records

/// The cells of one scenario of a run.
struct ScenarioCells {
  let scenario: String
  /// The cells with their numbers in the run, in order.
  var cells: [(index: Int, cell: CellRecord)] = []

  /// Groups the cells of `run`: scenarios in the order in which they first come. O(cells).
  static func all(of run: RunRecord) -> [ScenarioCells] {
    var places: [String: Int] = [:]
    var groups: [ScenarioCells] = []
    for (index, cell) in run.cells.enumerated() {
      let place = places[cell.scenario] ?? groups.count
      if place == groups.count {
        places[cell.scenario] = place
        groups.append(ScenarioCells(scenario: cell.scenario))
      }
      groups[place].cells.append((index, cell))
    }
    return groups
  }
}
