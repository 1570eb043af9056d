/// All baselines of a gate: a file of comma-separated values, a line a count, so that a change of one
/// count is a change of one line.
///
///     scenario,profile,device,refresh_hz,machine,count,value,released
///     idle,reference,iphone-15-pro,60,,frames,1,1
///     idle,reference,iphone-15-pro,60,swift-6.3.1/x86_64/jemalloc 5.3.0/release,allocations,12,12
///
/// Counts without a machine repeat everywhere. A hash has no value at the last release.
package struct BaselineTable: Hashable, Sendable {
  /// The names of the columns, as the first line has them.
  static let header = "scenario,profile,device,refresh_hz,machine,count,value,released"

  private var byCell: [CellIdentity: Baseline] = [:]

  /// Makes a table of nothing.
  package init() {}

  /// The baselines, sorted by cell.
  ///
  /// - Complexity: O(n log n).
  package var baselines: [Baseline] {
    byCell.values.sorted { Self.isBefore($0.cell, $1.cell) }
  }

  /// A cell's baseline; nil when it has none.
  package subscript(cell: CellIdentity) -> Baseline? { byCell[cell] }

  /// Puts a baseline in the place of its cell's.
  mutating func put(_ baseline: Baseline) { byCell[baseline.cell] = baseline }

  /// The file's text.
  package var text: String {
    var lines = [Self.header]
    for baseline in baselines {
      lines += baseline.exact.map { Self.line(baseline.cell, nil, $0) }
      for each in baseline.allocations {
        lines += each.counts.map { Self.line(baseline.cell, each.key, $0) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A count as a line of the file.
  static func line(
    _ cell: CellIdentity,
    _ key: AllocationKey?,
    _ entry: Baseline.Entry
  ) -> String {
    let fields = [
      cell.scenario, cell.profile, cell.device, "\(cell.refreshHertz)", key?.column ?? "",
      entry.name, "\(entry.value)", entry.released.map(String.init) ?? "",
    ]
    return fields.map { $0.contains(",") ? "\"\($0)\"" : $0 }.joined(separator: ",")
  }

  private static func isBefore(_ left: CellIdentity, _ right: CellIdentity) -> Bool {
    (left.scenario, left.profile, left.device, left.refreshHertz)
      < (right.scenario, right.profile, right.device, right.refreshHertz)
  }
}

extension AllocationKey {
  private static let separator: Character = "/"

  /// The four parts as one column of a file.
  var column: String {
    [toolchain, architecture, allocator, configuration].joined(separator: "\(Self.separator)")
  }

  /// Reads such a column; nil for one that is none.
  init?(column: String) {
    let parts = column.split(separator: Self.separator, omittingEmptySubsequences: false)
    guard parts.count == 4, parts.allSatisfy({ CountText.isName(String($0)) }) else { return nil }
    self.init(
      toolchain: String(parts[0]),
      architecture: String(parts[1]),
      allocator: String(parts[2]),
      configuration: String(parts[3])
    )
  }
}
