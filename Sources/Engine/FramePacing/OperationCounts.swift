/// How often each operation happened.
///
/// A fixed vector: counting allocates nothing, adding two counts is one vector addition.
public struct OperationCounts: Hashable, Sendable {
  @usableFromInline internal var lanes: SIMD32<Int64> = .zero

  /// Counts nothing.
  @inlinable public init() {}

  /// How often `operation` happened.
  @inlinable public subscript(operation: Operation) -> Int {
    get { Int(lanes[operation.rawValue]) }
    set { lanes[operation.rawValue] = Int64(newValue) }
  }

  /// Adds counts, operation by operation.
  @inlinable public static func += (left: inout Self, right: Self) { left.lanes &+= right.lanes }
  /// Takes counts off again, operation by operation.
  @inlinable package static func -= (left: inout Self, right: Self) { left.lanes &-= right.lanes }
}
