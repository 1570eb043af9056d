/// How often and how much memory a thread has asked for.
///
/// A single sample means nothing by itself: the difference of two says what lies between them.
public struct AllocationSample: Hashable, Sendable {
  @usableFromInline internal var allocations: Int
  @usableFromInline internal var allocatedBytes: Int

  /// Requests for memory: `malloc`, `calloc`, and `realloc` that had to move.
  @inlinable public var count: Int { allocations }
  /// Bytes handed out, rounded up to the allocator's size classes.
  @inlinable public var bytes: Int { allocatedBytes }

  /// Makes a sample.
  @inlinable public init(count: Int, bytes: Int) {
    allocations = count
    allocatedBytes = bytes
  }

  /// No memory at all.
  @inlinable public static var zero: AllocationSample { AllocationSample(count: 0, bytes: 0) }

  /// What was asked for between the sample `right` and the later sample `left`.
  @inlinable public static func - (left: Self, right: Self) -> Self {
    AllocationSample(count: left.count - right.count, bytes: left.bytes - right.bytes)
  }

  /// Adds what was asked for in two stretches.
  @inlinable public static func + (left: Self, right: Self) -> Self {
    AllocationSample(count: left.count + right.count, bytes: left.bytes + right.bytes)
  }

  /// Adds what was asked for in another stretch.
  @inlinable public static func += (left: inout Self, right: Self) { left = left + right }
}
