#if Jemalloc
  import Synchronization

  /// An arena that one thread has to itself while it counts, so that what other threads allocate
  /// meanwhile is not in its figures.
  ///
  /// Arenas cannot be given back to jemalloc while something allocated in them lives; so an arena
  /// that is no longer used waits here for the next counter.
  enum CountingArena {
    private static let idle = Mutex<[UInt32]>([])

    /// Takes an arena nobody counts in; nil when jemalloc has no more.
    static func take() -> UInt32? {
      if let arena = idle.withLock({ $0.popLast() }) { return arena }
      return ControlKey("arenas.create")?.read(UInt32(0))
    }

    /// Takes back `arena` for the next counter.
    static func give(back arena: UInt32) {
      idle.withLock { $0.append(arena) }
    }
  }
#endif
