import Timebase

/// A fixed piece of work, timed beside what is measured: of two runs it tells whether the machine was
/// the same.
///
/// It chases indices through 256 KiB and sorts a little, so that a busy neighbour who takes cache or a
/// core's other thread shows in it as he does in an engine.
public struct Yardstick: Sendable {
  private static let count = 1 << 15
  /// One cycle through all places, in an order that no prefetcher guesses.
  private let next: [UInt64]

  /// Prepares the work.
  public init() {
    var order = (0..<UInt64(Self.count)).map { $0 }
    var generator = SeededGenerator(seed: 1)
    for index in stride(from: Self.count - 1, to: 0, by: -1) {
      order.swapAt(index, generator.nextIndex(below: index + 1))
    }
    var next = [UInt64](repeating: 0, count: Self.count)
    for index in 0..<Self.count { next[Int(order[index])] = order[(index + 1) % Self.count] }
    self.next = next
  }

  /// Does the work three times: the first finds what it needs in no cache, and what interrupts one of
  /// them need not meet another.
  ///
  /// - Returns: The least processor time of the calling thread.
  public func leastTime() -> Nanoseconds { min(time(), time(), time()) }

  /// Does the work once.
  ///
  /// - Returns: Processor time of the calling thread: about half a millisecond.
  public func time() -> Nanoseconds {
    let start = ThreadCPUClock.now()
    var place: UInt64 = 0
    var keys: [UInt64] = []
    keys.reserveCapacity(1 << 10)
    for step in 0..<Self.count {
      place = next[Int(place)]
      if step & 31 == 0 { keys.append(place &* 0x9E37_79B9_7F4A_7C15) }
    }
    keys.sort()
    let spent = ThreadCPUClock.now() - start
    // Whoever drops the result would let the compiler drop the work.
    precondition(
      place == 0 && keys.count == 1 << 10,
      "a cycle through all places ends at its start"
    )
    return spent
  }
}
