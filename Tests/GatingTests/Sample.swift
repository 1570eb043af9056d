import Foundation
import Gating

/// Counts and folders for the tests.
enum Sample {
  static let cell = CellIdentity(
    scenario: "stream-steady",
    profile: "reference",
    device: "iphone-15-pro",
    refreshHertz: 120
  )
  static let key = AllocationKey(
    toolchain: "swift-6.3.1",
    architecture: "x86_64",
    allocator: "jemalloc 5.3.0",
    configuration: "release"
  )
  static let hash = String(repeating: "0f", count: 32)

  /// Counts of 3,600 frames with 3 allocations each.
  static func counts(
    _ cell: CellIdentity = cell,
    allocations: Int = 10_800,
    key: AllocationKey = key
  ) -> CellCounts {
    var exact = ExactCounts()
    exact.set("frame_log_sha256", hash: hash)
    exact.set("frames", count: 3600, isNeverZero: true)
    exact.set("presented", count: 3600, isNeverZero: true)
    exact.set("lost_vsyncs", count: 0, expectation: .noneMore)
    exact.set("chunks_released", count: 412)
    exact.set("cache_hits", count: 9000, expectation: .moreIsBetter)
    exact.set("cache_misses", count: 120, expectation: .fewerIsBetter)
    var counted = ExactCounts()
    counted.set(
      "allocations",
      count: allocations,
      expectation: .fewerIsBetter,
      isNeverZero: true
    )
    counted.set("allocations_input", count: 0, expectation: .fewerIsBetter)
    return CellCounts(cell: cell, exact: exact, allocations: .counted(counted, key))
  }

  /// Gives `body` the path of an empty folder and removes it afterwards.
  static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-gate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  /// The names of all files in `folder`, in order.
  static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// The words of the error that `body` throws; nil when it throws none.
  static func error(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
