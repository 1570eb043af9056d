import ChatSurface
import FramePacing
import LoadGeneration
import Records
import Running
import Testing
import Timebase

/// Every record of a run follows from the formulas of the pipeline and the record before it.
@Suite struct RunnerPropertyTests {
  private func load(_ chance: inout SeededGenerator) -> [TimedLoadEvent] {
    var events: [TimedLoadEvent] = []
    var tokens: [StreamToken] = []
    var time = 0.0
    for index in 0..<Int.random(in: 10...60, using: &chance) {
      time += Double.random(in: 0...60, using: &chance)
      tokens.append(StreamToken(at: Instant(milliseconds: time), text: "word\(index) "))
    }
    events += ReplayScript.timeline(tokens)
    for _ in 0..<3 {
      let start = Double.random(in: 0...time, using: &chance)
      let length = Int.random(in: 0...200, using: &chance)
      events.append(
        TimedLoadEvent(event: .fault(.stall(.milliseconds(length))), atMilliseconds: start)
      )
      let phase = Phase.allCases.randomElement(using: &chance) ?? .layout
      let cost = Int.random(in: 1...40, using: &chance)
      events.append(
        TimedLoadEvent(
          event: .fault(
            .slowPhase(
              phase,
              cost: .milliseconds(cost),
              until: Instant(milliseconds: start + 150)
            )
          ),
          atMilliseconds: start
        )
      )
    }
    return TestBench.ordered(events)
  }

  @Test
  func everyRecordFollowsFromTheFormulas() {
    for iteration in 0..<PropertySettings.iterations {
      var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let hertz = [60, 120].randomElement(using: &chance) ?? 60
      let depth = Int.random(in: 0...1, using: &chance)
      var settings = TestBench.settings(depth: depth)
      settings.latePolicy =
        FramePipeline.LatePolicy.allCases.randomElement(using: &chance) ?? .queue
      settings.hostShare = [nil, 0, 0.3, 0.75].randomElement(using: &chance) ?? nil
      let result = TestBench.run(
        load(&chance),
        device: .iPhone15Pro.at(hertz: hertz),
        settings: settings
      )
      let context = "SEED=\(PropertySettings.seed) iteration \(iteration)"
      check(result.outcome.frames, RefreshRate(hertz: hertz), settings, context)
      #expect(result.outcome.text.isExact, "\(context)")
    }
  }

  private func check(
    _ frames: FrameTable,
    _ rate: RefreshRate,
    _ settings: Runner.Settings,
    _ context: String
  ) {
    let depth = settings.depth
    let drawing = rate.share(settings.hostShare ?? 0.5)
    var shown = -1
    var end = Instant.zero
    var first: Int?
    var lastTick = -1
    for frame in frames {
      let place = "\(context), tick \(frame.tick), depth \(depth), \(settings.latePolicy)"
      #expect(frame.tick > lastTick, "\(place)")
      lastTick = frame.tick
      first = first ?? frame.tick
      guard !frame.isSwallowed else {
        #expect(settings.latePolicy == .coalesce, "\(place): nothing is skipped in a queue")
        // Skipped because the engine was busy d periods after the tick, or its vsync was taken.
        let isBusy = rate.instant(ofTick: frame.tick + depth) < end
        #expect(isBusy || frame.tick < shown - depth, "\(place)")
        continue
      }
      let start = max(rate.instant(ofTick: frame.tick), end)
      end = start + frame.cost.engine + frame.cost.stall
      #expect(frame.end == end, "\(place)")
      let ready = rate.firstTick(atOrAfter: end + drawing)
      let vsync = max(shown + 1, frame.tick + 1 + depth, ready)
      #expect(frame.vsync == vsync, "\(place)")
      #expect(frame.presented == rate.instant(ofTick: vsync), "\(place)")
      #expect(frame.isOnTime == (vsync == frame.tick + 1 + depth), "\(place)")
      let lost = vsync - max(shown, (first ?? frame.tick) + depth) - 1
      #expect(frame.lostVsyncs == lost, "\(place)")
      shown = vsync
      first = nil
    }
  }
}
