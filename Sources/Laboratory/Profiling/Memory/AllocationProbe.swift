import CProbes

/// Allocations of a known number, made in three languages, and what the counter saw of them: whether
/// anything calls past it.
package struct AllocationProbe: Hashable, Sendable {
  /// The language the calls were made in.
  package var language: String
  /// Calls that were made.
  package var expected: Int
  /// What was counted meanwhile, and what jemalloc's statistics say.
  package var audit: AllocationAudit

  /// Whether the counter and jemalloc both saw exactly the calls that were made.
  package var isExact: Bool { audit.agrees && audit.counted.count == expected }

  /// Makes `count` allocations in each language that this process can make them in, on the calling
  /// thread.
  ///
  /// - Parameter count: How many, at least 1; C++ makes a multiple of it.
  /// - Returns: C, Swift and, where it is linked, C++; empty where allocations cannot be counted.
  package static func all(count: Int = 1000) -> [AllocationProbe] {
    precondition(count >= 1, "a probe makes at least 1 allocation, got \(count)")
    let probes = [
      probe("C") {
        PlantedAllocations.perform(count: count)
        return count
      },
      probe("C++") {
        let calls = Int(stillpoint_allocate_and_free_in_cpp(count))
        return calls < 0 ? nil : calls
      },
      probe("Swift") {
        let links = makeLinks(count)
        // The array is one block more.
        return links.count + 1
      },
    ]
    return probes.compactMap(\.self)
  }

  private static func probe(_ language: String, _ body: () -> Int?) -> AllocationProbe? {
    // What is made lazily is made the first time.
    guard body() != nil, let counter = AllocationCounter(), let expected = body() else {
      return nil
    }
    return AllocationProbe(language: language, expected: expected, audit: counter.audit())
  }

  /// Makes `count` objects, each a block of memory, in an array, so that none can live on the stack.
  @inline(never)
  private static func makeLinks(_ count: Int) -> [Link] {
    var links: [Link] = []
    links.reserveCapacity(count)
    for number in 0..<count { links.append(Link(number: number)) }
    return links
  }

  private final class Link {
    let number: Int
    init(number: Int) { self.number = number }
  }
}

extension AllocationProbe: CustomStringConvertible {
  /// The language, and either that each call was counted or what was counted instead.
  package var description: String {
    isExact
      ? "\(language): \(expected) of \(expected) calls" : "\(language): \(expected) calls, \(audit)"
  }
}
