import CProbes

/// Counts how often, and for how many bytes, the thread that made it asks for memory.
///
/// The counts are exact, of the calling thread alone, and come from one of two places (``source``):
///
/// - ``Source/threadCounters``: two numbers a thread, kept in front of jemalloc by the target
///   CAllocationCounting, which the program and its tests link. A sample takes nanoseconds and changes
///   nothing, so time may be taken in a stretch that has samples in it.
/// - ``Source/statistics``: jemalloc's `small.nrequests` and `large.nrequests` of an arena the thread
///   has to itself, read after its cache has been flushed into them, in programs that do not link
///   that target. (`nmalloc` counts fills of the thread's cache instead.) A sample takes about 10
///   microseconds (40 where several threads have arenas) and leaves the cache empty, so that the
///   calls after it are slower: never time a stretch that has such samples in it.
///
/// Either way a sample allocates nothing, and ``audit()`` reads the statistics too. Run a stretch once
/// before counting it, because the first time also pays for metadata and lazily made values.
///
///     guard let counter = AllocationCounter() else { return nil }
///     run()                            // the warm-up
///     let before = counter.sample()
///     run()
///     let difference = counter.sample() - before
///
/// Keep the counter on the thread that made it; the arena is given back when the counter goes.
public final class AllocationCounter {
  /// Where counts come from.
  public enum Source: String, Hashable, Sendable {
    /// Counters of the thread in front of jemalloc.
    case threadCounters
    /// jemalloc's statistics.
    case statistics
  }

  /// Where every counter of this process takes its counts from.
  public static let source: Source =
    stillpoint_counts_allocations() ? .threadCounters : .statistics

  #if Jemalloc
    private let statistics: ArenaStatistics
    /// What tells the thread of the counter from others; nil with `statistics`.
    private let place: UnsafeRawPointer?
    private let first: AllocationAudit
  #endif

  /// Makes a counter for the calling thread; nil when allocations cannot be counted here, and then
  /// `availability` says why.
  public init?() {
    #if Jemalloc
      guard Self.availability.isAvailable, let statistics = ArenaStatistics() else { return nil }
      self.statistics = statistics
      place = stillpoint_allocation_counts_place()
      first = Self.readBoth(statistics)
    #else
      return nil
    #endif
  }

  /// Says what the thread has asked for until now; allocates nothing.
  ///
  /// - Precondition: Called on the thread that made the counter, which has no younger one.
  public func sample() -> AllocationSample {
    #if Jemalloc
      if let place {
        precondition(
          place == stillpoint_allocation_counts_place(),
          "an allocation counter is sampled on the thread that made it"
        )
        return AllocationSample(stillpoint_allocation_counts())
      }
      return statistics.sample()
    #else
      preconditionFailure("there is no counter without jemalloc")
    #endif
  }

  /// Compares what was counted since the counter was made with jemalloc's own statistics of the same
  /// stretch; takes some 10 microseconds and allocates nothing.
  ///
  /// Both are the same reading, and prove nothing, where ``source`` is `statistics`.
  ///
  /// - Precondition: Called on the thread that made the counter, which has no younger one.
  package func audit() -> AllocationAudit {
    #if Jemalloc
      let now = Self.readBoth(statistics)
      return AllocationAudit(
        counted: now.counted - first.counted,
        allocator: now.allocator - first.allocator
      )
    #else
      preconditionFailure("there is no counter without jemalloc")
    #endif
  }

  #if Jemalloc
    private static func readBoth(_ statistics: ArenaStatistics) -> AllocationAudit {
      let allocator = statistics.sample()
      guard source == .threadCounters else {
        return AllocationAudit(counted: allocator, allocator: allocator)
      }
      return AllocationAudit(
        counted: AllocationSample(stillpoint_allocation_counts()),
        allocator: allocator
      )
    }
  #endif
}

extension AllocationSample {
  fileprivate init(_ counts: stillpoint_allocation_counts) {
    self.init(count: Int(counts.calls), bytes: Int(counts.bytes))
  }
}
