/// What one stretch of a thread asked for, told by two witnesses.
package struct AllocationAudit: Hashable, Sendable {
  /// What ``AllocationCounter`` counted.
  package var counted: AllocationSample
  /// What jemalloc's statistics say.
  package var allocator: AllocationSample

  /// Whether both say the same, calls and bytes.
  package var agrees: Bool { counted == allocator }
}

extension AllocationAudit: CustomStringConvertible {
  /// Both counts.
  package var description: String {
    """
    counted \(counted.count) calls and \(counted.bytes) bytes, jemalloc \(allocator.count) calls \
    and \(allocator.bytes) bytes
    """
  }
}
