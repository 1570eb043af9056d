/// Counts how often, and for how many bytes, the thread that made it asks for memory.
///
/// The counts are exact: jemalloc's `small.nrequests` and `large.nrequests` of an arena the thread
/// has to itself, read after its cache has been flushed into them. (`nmalloc` counts fills of the
/// thread's cache instead, and for objects of 16 to 32 KiB misses what the cache served.) Other
/// threads are not counted, however busy they are.
///
/// A sample takes about 10 microseconds (40 where several threads have arenas), allocates nothing
/// and leaves the thread's cache empty, so the calls that follow are slower than usual. Never time
/// a stretch that has samples in it: use one repetition of a run to count allocations, and another
/// one to take time. Run a stretch once before counting it, because the first time also pays for
/// metadata and lazily made values.
///
///     guard let counter = AllocationCounter() else { return nil }
///     run()                            // the warm-up
///     let before = counter.sample()
///     run()
///     let difference = counter.sample() - before
///
/// Keep the counter on the thread that made it; the arena is given back when the counter goes.
public final class AllocationCounter {
  #if Jemalloc
    private let flush: ControlKey
    private let epoch: ControlKey
    private let smallRequests: ControlKey
    private let largeRequests: ControlKey
    private let threadBytes: ControlKey
    private let threadArena: ControlKey
    private let previousArena: UInt32
    private let arena: UInt32
  #endif

  /// Makes a counter for the calling thread; nil when allocations cannot be counted here, and then
  /// `availability` says why.
  public init?() {
    #if Jemalloc
      guard Self.availability.isAvailable,
        let flush = ControlKey("thread.tcache.flush"),
        let epoch = ControlKey("epoch"),
        let threadBytes = ControlKey("thread.allocated"),
        let threadArena = ControlKey("thread.arena"),
        let previous = threadArena.read(UInt32(0)),
        let arena = CountingArena.take()
      else { return nil }
      // The statistics of an arena have names from the first epoch after it was made.
      epoch.write(UInt64(1))
      guard let small = ControlKey("stats.arenas.\(arena).small.nrequests"),
        let large = ControlKey("stats.arenas.\(arena).large.nrequests"),
        threadArena.write(arena)
      else {
        CountingArena.give(back: arena)
        return nil
      }
      self.flush = flush
      self.epoch = epoch
      self.threadBytes = threadBytes
      self.threadArena = threadArena
      smallRequests = small
      largeRequests = large
      previousArena = previous
      self.arena = arena
    #else
      return nil
    #endif
  }

  #if Jemalloc
    deinit {
      // On another thread the arena stays with the thread that counts in it.
      guard isOnItsThread else { return }
      threadArena.write(previousArena)
      CountingArena.give(back: arena)
    }

    private var isOnItsThread: Bool { threadArena.read(UInt32(0)) == arena }
  #endif

  /// Says what the thread has asked for until now; allocates nothing and takes about 10
  /// microseconds.
  ///
  /// - Precondition: Called on the thread that made the counter, which has no younger one.
  public func sample() -> AllocationSample {
    #if Jemalloc
      precondition(isOnItsThread, "an allocation counter is sampled on the thread that made it")
      // Refused only when the thread has no cache, and then there is nothing to flush.
      flush.perform()
      epoch.write(UInt64(1))
      // The statistics of an arena have names from the first epoch after it was made.
      epoch.write(UInt64(1))
      guard let small = smallRequests.read(0), let large = largeRequests.read(0),
        let bytes = threadBytes.read(UInt64(0))
      else { preconditionFailure("jemalloc no longer answers what it answered before") }
      return AllocationSample(count: small + large, bytes: Int(bytes))
    #else
      preconditionFailure("there is no counter without jemalloc")
    #endif
  }
}
