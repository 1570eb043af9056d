/// What each operation is declared to cost, in whole nanoseconds.
public struct OperationCosts: Hashable, Sendable {
  @usableFromInline internal var lanes: SIMD32<Int64> = .zero

  /// Makes a table in which every operation is free.
  public init() {}

  /// The declared cost of one `operation` in nanoseconds.
  @inlinable public subscript(operation: Operation) -> Int {
    get { Int(lanes[operation.rawValue]) }
    set { lanes[operation.rawValue] = Int64(newValue) }
  }

  /// Charges `counts`.
  ///
  /// - Returns: The sum of count times declared cost, in nanoseconds.
  @inlinable public func charge(_ counts: OperationCounts) -> Int {
    Int((lanes &* counts.lanes).wrappedSum())
  }
}
