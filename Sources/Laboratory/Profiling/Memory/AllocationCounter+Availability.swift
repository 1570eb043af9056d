import CProbes

#if Jemalloc
  import CJemalloc
#endif

extension AllocationCounter {
  /// Whether allocations can be counted in this process: `jemalloc` and its version, or why not.
  ///
  /// Found out once, by making an allocation and looking whether jemalloc saw it: linking the
  /// library does not make it the allocator (sanitizers bring their own, a preloaded library too).
  public static let availability: Availability = determineAvailability()

  /// The path of the library or executable that hands out this process's memory, behind the
  /// counters where there are some; nil when it cannot be told.
  public static var provider: String? {
    stillpoint_malloc_provider().map { String(cString: $0) }
  }

  private static func determineAvailability() -> Availability {
    #if Jemalloc
      guard let statistics = ControlKey("config.stats")?.read(false),
        let bytes = ControlKey("thread.allocated"),
        let version = ControlKey("version")?.read(UnsafePointer<CChar>?.none) ?? nil
      else { return .notAvailable("jemalloc is linked but does not answer") }
      guard statistics else { return .notAvailable("jemalloc was built without statistics") }
      guard let before = bytes.read(UInt64(0)) else {
        return .notAvailable("jemalloc was built without statistics")
      }
      let counted = stillpoint_allocation_counts().calls
      PlantedAllocations.perform(count: 1)
      let isCounted = stillpoint_allocation_counts().calls == counted + 1
      guard isCounted || source == .statistics else {
        return .notAvailable("memory is not asked for through the counters")
      }
      guard let after = bytes.read(UInt64(0)), after > before else {
        return .notAvailable("the allocator is \(provider ?? "unknown"), not jemalloc")
      }
      let number = String(cString: version).prefix { $0 != "-" }
      return .available("jemalloc \(number)")
    #else
      return .notAvailable("built without the package trait Jemalloc")
    #endif
  }
}
