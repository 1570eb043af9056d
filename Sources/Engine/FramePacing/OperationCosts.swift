/// What each operation is declared to cost, in whole picoseconds.
///
/// An element of an array costs less than a nanosecond; sums of whole picoseconds are the same on
/// every machine.
package struct OperationCosts: Hashable, Sendable {
  /// Picoseconds.
  @usableFromInline internal var lanes: SIMD32<Int64> = .zero

  /// Makes a table in which every operation is free.
  package init() {}

  /// The declared cost of one `operation` in whole nanoseconds, rounded down.
  @inlinable package subscript(operation: Operation) -> Int {
    get { self[picosecondsOf: operation] / 1_000 }
    set { self[picosecondsOf: operation] = newValue * 1_000 }
  }

  /// The declared cost of one `operation` in picoseconds.
  @inlinable package subscript(picosecondsOf operation: Operation) -> Int {
    get { Int(lanes[operation.rawValue]) }
    set { lanes[operation.rawValue] = Int64(newValue) }
  }

  /// Charges `counts`.
  ///
  /// - Returns: The sum of count times declared cost, in nanoseconds, rounded down once.
  @inlinable package func charge(_ counts: OperationCounts) -> Int {
    Int((lanes &* counts.lanes).wrappedSum()) / 1_000
  }
}
