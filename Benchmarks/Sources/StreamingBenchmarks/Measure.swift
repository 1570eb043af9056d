import Profiling

/// Times loops by the thread's own clock: a warm run, then the least of several, as other work
/// shares the machine.
struct Measure {
  var repeats: Int
  /// Nanoseconds an operation, of `operations` that one call of `body` does.
  func nanoseconds(an operations: Int, _ body: () -> UInt64) -> Double {
    let answer = body()
    var least = Double.infinity
    for _ in 0..<repeats {
      let start = ThreadCPUClock.now()
      let again = body()
      let time = ThreadCPUClock.now() - start
      precondition(again == answer, "the same work gave \(again), then \(answer)")
      least = min(least, Double(time.rawValue))
    }
    Answers.keep(answer)
    return least / Double(operations)
  }
}

/// The answers of all that was measured, as one number: the same on every machine.
enum Answers {
  nonisolated(unsafe) static var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(never)
  static func keep(_ answer: UInt64) { hash = mix(hash, answer) }

  @inline(__always)
  static func mix(_ hash: UInt64, _ value: UInt64) -> UInt64 {
    (hash ^ value) &* 0x0000_0100_0000_01B3
  }
}
