import CProbes

/// Allocations made on purpose: what the fault `allocate` plants in a frame, and what the tests
/// of the counter count.
public enum PlantedAllocations {
  /// Allocates and frees exactly `count` blocks of memory, one after the other.
  ///
  /// The calls are made in C through a volatile pointer, so no optimiser removes them.
  ///
  /// - Parameters:
  ///   - count: How many, at least 0.
  ///   - bytes: The size of each, at least 1.
  /// - Precondition: The memory is there.
  /// - Complexity: O(count).
  public static func perform(count: Int, bytes: Int = 64) {
    precondition(count >= 0, "planted allocations are 0 or more, got \(count)")
    precondition(bytes >= 1, "a planted allocation has at least 1 byte, got \(bytes)")
    let done = stillpoint_allocate_and_free(count, bytes)
    precondition(done == count, "only \(done) of \(count) blocks of \(bytes) bytes were there")
  }
}
