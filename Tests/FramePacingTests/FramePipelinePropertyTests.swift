import FramePacing
import Testing
import Timebase

/// The formulas of the frame pipeline, worked out anew for a whole run, tick by tick.
private struct NaivePipeline {
  let hertz: Int64
  let depth: Int
  let latePolicy: FramePipeline.LatePolicy
  var shown = -1
  var handled = -1
  var end: Int64 = 0

  func instant(_ tick: Int) -> Int64 { Int64(tick) * 1_000_000_000 / hertz }

  /// Walks from tick to tick until one may be handled.
  func isSkipped(_ tick: Int) -> Bool {
    switch latePolicy {
    case .queue: false
    case .coalesce: depth == 0 ? instant(tick) < end : instant(tick + 1) <= end
    }
  }

  /// Handles the first active tick that is not skipped; an active one that is skipped is handled
  /// with the next tick there is.
  mutating func handle(_ active: [Bool], cost: (Int) -> Int64) -> (
    tick: Int, first: Int, vsync: Int, lost: Int, isOnTime: Bool
  )? {
    guard let first = active.indices.first(where: { $0 > handled && active[$0] }) else {
      return nil
    }
    var tick = first
    while isSkipped(tick) { tick += 1 }
    end = max(instant(tick), end) + cost(tick)
    var ready = 0
    while instant(ready) < end { ready += 1 }
    let vsync = [shown + 1, tick + 1 + depth, ready].max() ?? 0
    let lost = vsync - max(shown, first + depth) - 1
    shown = vsync
    handled = tick
    return (tick, first, vsync, lost, vsync == tick + 1 + depth)
  }
}

@Suite struct FramePipelinePropertyTests {
  @Test func everyFrameIsWhereTheFormulasPutIt() {
    for iteration in 0..<PropertySettings.iterations {
      var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let hertz = [24, 60, 90, 120].randomElement(using: &chance) ?? 60
      let depth = Int.random(in: 0...1, using: &chance)
      let policy = FramePipeline.LatePolicy.allCases.randomElement(using: &chance) ?? .coalesce
      let rate = RefreshRate(hertz: hertz)
      let busy = Double.random(in: 0.1...1, using: &chance)
      let active = (0..<120).map { _ in Double.random(in: 0..<1, using: &chance) < busy }
      let costs = (0..<400).map { tick -> Int64 in
        switch Int.random(in: 0..<12, using: &chance) {
        case 0: Int64.random(in: 0...100_000_000, using: &chance)
        case 1:
          rate.instant(ofTick: tick + 1).nanoseconds - rate.instant(ofTick: tick).nanoseconds
        case 2: 0
        default: Int64.random(in: 0...1_200_000_000 / Int64(hertz), using: &chance)
        }
      }
      var naive = NaivePipeline(hertz: Int64(hertz), depth: depth, latePolicy: policy)
      var pipeline = FramePipeline(rate: rate, depth: depth, latePolicy: policy)
      var lastVsync = -1
      while let expected = naive.handle(active, cost: { costs[$0] }) {
        let context = "SEED=\(PropertySettings.seed) iteration \(iteration) tick \(expected.tick)"
        #expect(max(pipeline.nextTick, expected.first) == expected.tick, "\(context)")
        let frame = pipeline.present(
          tick: expected.tick,
          firstActiveTick: expected.first,
          duration: Nanoseconds(rawValue: costs[expected.tick])
        )
        #expect(frame.vsync == expected.vsync, "\(context)")
        #expect(frame.lostVsyncs == expected.lost, "\(context)")
        #expect(frame.isOnTime == expected.isOnTime, "\(context)")
        #expect(frame.end.nanoseconds == naive.end, "\(context)")
        #expect(frame.lostVsyncs >= 0, "\(context)")
        #expect(frame.vsync > lastVsync, "\(context): two frames at one vsync")
        lastVsync = frame.vsync
      }
    }
  }
}
