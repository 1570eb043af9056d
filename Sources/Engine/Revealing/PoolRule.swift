/// What happens to a release that finds every slot taken.
public enum PoolOverflow: Sendable, Equatable {
  /// The release waits until a fade ends.
  case wait
  /// The oldest fade ends at once; that is a snap.
  case evict
  /// The text is shown at opacity 1.
  case bypass
  /// Fades that start while chunks wait last limit x stagger; a release that still finds the pool
  /// full lets the oldest go linearly to 1 within one stagger, and starts then.
  case compress
}

/// What one slot of the pool holds.
public enum PoolSlot: Sendable, Equatable {
  /// All that one step releases.
  case batch
  /// One chunk.
  case word
}

/// How many fades may run at a time, and what counts as one.
public struct PoolRule: Sendable, Equatable {
  /// How many slots there are, at least 1.
  public var limit: Int
  /// What happens when all are taken.
  public var overflow: PoolOverflow
  /// What a slot holds.
  public var slot: PoolSlot

  /// Makes a rule.
  ///
  /// - Precondition: The limit is positive.
  public init(limit: Int = 4, overflow: PoolOverflow, slot: PoolSlot) {
    precondition(limit > 0, "a pool has at least one slot, got \(limit)")
    self.limit = limit
    self.overflow = overflow
    self.slot = slot
  }
}
