import Files
import FramePacing
import Simulation

// A cell's whole numbers in `run.json`: those of the cell, and operations by phase, without zeros.
extension RunJSON {
  /// Every number of a cell but the operations, with its key.
  private static var countKeys: [(key: String, path: WritableKeyPath<OutcomeCounts, Int>)] {
    [
      ("chunks", \.chunks), ("releases", \.releases), ("measured_blocks", \.measuredBlocks),
      ("cache_hits", \.cacheHits), ("cache_misses", \.cacheMisses),
      ("cache_evictions", \.cacheEvictions), ("pool_peak", \.poolPeak), ("snaps", \.snaps),
      ("rebases", \.rebases), ("discarded_utf8", \.discardedUTF8),
    ]
  }

  static func value(of counts: OutcomeCounts) -> JSONValue {
    var members = countKeys.map { ($0.key, JSONValue.number(counts[keyPath: $0.path])) }
    members.append(("opacity_jump", .number(counts.opacityJump)))
    members.append(
      ("operations", .object(Phase.allCases.map { ($0.name, value(of: counts.operations[$0])) }))
    )
    return .object(members)
  }

  private static func value(of operations: OperationCounts) -> JSONValue {
    .object(
      Operation.allCases.filter { operations[$0] != 0 }
        .map { ($0.name, .number(operations[$0])) }
    )
  }

  static func counts(_ cursor: JSONCursor) throws(InputError) -> OutcomeCounts {
    var counts = OutcomeCounts()
    for (key, path) in countKeys {
      counts[keyPath: path] = try cursor.member(key).whole(Int.self)
    }
    counts.opacityJump = try cursor.member("opacity_jump").double()
    for (name, phaseCursor) in try cursor.member("operations").members() {
      guard let phase = Phase(name: name) else {
        throw phaseCursor.invalid("a phase: " + Phase.allCases.map(\.name).joined(separator: ", "))
      }
      for (name, value) in try phaseCursor.members() {
        guard let operation = Operation.allCases.first(where: { $0.name == name }) else {
          throw value.invalid("an operation that this program counts")
        }
        counts.operations[phase][operation] = try value.whole(Int.self)
      }
    }
    return counts
  }
}
