import Testing

/// Random documents of every script and construct, cut anywhere, with stalls, floods, stops and
/// reopenings, under every design's rules: chunker, scheduler and pool by events; one in twenty
/// through a whole surface too. `ITERATIONS` scripts in all, from `SEED`.
@Suite struct StreamsOfEverythingTests {
  private static let iterations = PropertySettings.iterations(600)

  @Test(arguments: StreamTrial.Design.all.indices)
  func theTextIsExactAndTheLawsHold(index: Int) {
    let design = StreamTrial.Design.all[index]
    for iteration in 0..<Self.iterations {
      let script = StreamScript(seed: PropertySettings.seed, iteration: iteration)
      guard let violation = StreamTrial.violation(script, design) else { continue }
      let shortest = script.shrunk { StreamTrial.violation($0, design) != nil }
      record(violation, StreamTrial.violation(shortest, design), shortest, design, iteration)
      return
    }
  }

  @Test(arguments: StreamTrial.Design.all.indices)
  func aSurfaceShowsAllOfIt(index: Int) {
    let design = StreamTrial.Design.all[index]
    for iteration in stride(from: index, to: Self.iterations, by: 20) {
      let script = StreamScript(seed: PropertySettings.seed, iteration: iteration)
      let violation = { (script: StreamScript) in
        SurfaceTrial.violation(script, design, seed: UInt64(iteration))
      }
      guard let found = violation(script) else { continue }
      let shortest = script.shrunk(attempts: 150) { violation($0) != nil }
      record(found, violation(shortest), shortest, design, iteration)
      return
    }
  }

  private func record(
    _ violation: String,
    _ shortViolation: String?,
    _ script: StreamScript,
    _ design: StreamTrial.Design,
    _ iteration: Int
  ) {
    Issue.record(
      """
      SEED=\(PropertySettings.seed) iteration \(iteration), \(design.name): \(violation)
      with \(script.events.count) events: \(shortViolation ?? "nothing")
      \(script.summary)
      """
    )
  }
}
