/// Times stretches of work with the system's clock.
struct Stopwatch {
  private let clock = ContinuousClock()

  /// Seconds that one call of `body` takes.
  func seconds(_ body: () -> Void) -> Double {
    let (seconds, attoseconds) = clock.measure(body).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// Least seconds of several calls, as other work shares the machine.
  func least(of times: Int, _ body: () -> Void) -> Double {
    (0..<times).map { _ in seconds(body) }.min() ?? 0
  }
}

/// A small generator: 32 random bits a step.
struct Congruential {
  var state: UInt64

  mutating func next() -> UInt32 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt32(truncatingIfNeeded: state >> 32)
  }

  mutating func index(below count: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(next()) &* UInt64(truncatingIfNeeded: count)) >> 32)
  }
}
