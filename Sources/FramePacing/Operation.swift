/// A kind of work that the cost model charges for.
///
/// The model counts work, not calls: a strategy that moves n elements is charged for n.
public enum Operation: Int, CaseIterable, Hashable, Sendable {
  /// A phase of a frame was run at all.
  case phase
  /// An event was applied.
  case event
  /// A byte of a token was scanned by the chunker.
  case byteChunked
  /// A chunk passed through the scheduler's queue.
  case chunkReleased
  /// A step of the scheduler or a change in the pool.
  case step
  /// The opacity of a fade was evaluated.
  case fadeEvaluated
  /// A byte of text was parsed into blocks.
  case byteParsed
  /// A block was asked for its height and was not in the cache.
  case blockMeasured
  /// A glyph was shaped.
  case glyphShaped
  /// The height cache was asked.
  case cacheLookup
  /// A byte of a block was hashed for its cache key.
  case byteHashed
  /// An element of the height index was read or written.
  case indexElement
  /// An element of a flat array was moved or rewritten.
  case arrayElement
  /// An item's height was estimated from what its source says of it.
  case itemEstimated
  /// An item was made from its source: text and blocks.
  case itemMade
  /// A visible item was written into the snapshot.
  case entryWritten

  /// The operation's name in files.
  public var name: String { String(describing: self) }
}

/// How often each operation happened.
///
/// A fixed vector: counting allocates nothing, adding two counts is one vector addition.
public struct OperationCounts: Hashable, Sendable {
  @usableFromInline internal var lanes: SIMD16<Int64> = .zero

  /// Counts nothing.
  @inlinable public init() {}

  /// How often `operation` happened.
  @inlinable public subscript(operation: Operation) -> Int {
    get { Int(lanes[operation.rawValue]) }
    set { lanes[operation.rawValue] = Int64(newValue) }
  }

  @inlinable public static func += (left: inout Self, right: Self) { left.lanes &+= right.lanes }
  @inlinable public static func -= (left: inout Self, right: Self) { left.lanes &-= right.lanes }
}

/// What each operation is declared to cost, in whole nanoseconds.
public struct OperationCosts: Hashable, Sendable {
  @usableFromInline internal var lanes: SIMD16<Int64> = .zero

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
