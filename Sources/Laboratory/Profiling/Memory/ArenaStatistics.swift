#if Jemalloc
  /// jemalloc's own statistics of one thread, which has an arena to itself meanwhile.
  ///
  /// A block that was allocated before and grows in place later is counted in the arena it lies in,
  /// which is another one: only blocks over 14 KiB can do so.
  final class ArenaStatistics {
    private let flush: ControlKey
    private let epoch: ControlKey
    private let smallRequests: ControlKey
    private let largeRequests: ControlKey
    private let threadBytes: ControlKey
    private let threadArena: ControlKey
    private let previousArena: UInt32
    private let arena: UInt32

    /// Gives the calling thread an arena of its own; nil when jemalloc has none left or does not
    /// answer.
    init?() {
      guard let flush = ControlKey("thread.tcache.flush"),
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
    }

    deinit {
      // On another thread the arena stays with the thread that counts in it.
      guard isOnItsThread else { return }
      threadArena.write(previousArena)
      CountingArena.give(back: arena)
    }

    private var isOnItsThread: Bool { threadArena.read(UInt32(0)) == arena }

    /// Reads the statistics.
    ///
    /// - Precondition: Called on the thread that made it, which has no younger one.
    func sample() -> AllocationSample {
      precondition(isOnItsThread, "an allocation counter is sampled on the thread that made it")
      // Refused only when the thread has no cache, and then there is nothing to flush.
      flush.perform()
      epoch.write(UInt64(1))
      guard let small = smallRequests.read(0), let large = largeRequests.read(0),
        let bytes = threadBytes.read(UInt64(0))
      else { preconditionFailure("jemalloc no longer answers what it answered before") }
      return AllocationSample(count: small + large, bytes: Int(bytes))
    }
  }
#endif
