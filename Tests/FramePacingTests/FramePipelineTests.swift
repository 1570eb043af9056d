import FramePacing
import Testing
import Timebase

@Suite struct FramePipelineTests {
  private let rate = RefreshRate(hertz: 60)

  private func after(_ tick: Int, plus nanoseconds: Int64 = 0) -> Nanoseconds {
    Nanoseconds(rawValue: rate.instant(ofTick: tick).nanoseconds + nanoseconds)
  }

  @Test func aFrameInTimeIsShownAtTheNextVsync() {
    var pipeline = FramePipeline(rate: rate)
    for tick in 0..<5 {
      let frame = pipeline.present(
        tick: tick,
        firstActiveTick: tick,
        duration: .milliseconds(4)
      )
      #expect(frame.vsync == tick + 1)
      #expect(frame.lostVsyncs == 0)
      #expect(frame.isOnTime)
      #expect(pipeline.nextTick == tick + 1)
    }
  }

  @Test
  func aFrameThatEndsWithThePeriodIsInTimeAndOneNanosecondLaterIsNot() {
    var exact = FramePipeline(rate: rate)
    #expect(exact.present(tick: 0, firstActiveTick: 0, duration: after(1)).lostVsyncs == 0)
    #expect(exact.nextTick == 1)
    var over = FramePipeline(rate: rate)
    let frame = over.present(tick: 0, firstActiveTick: 0, duration: after(1, plus: 1))
    #expect(frame.vsync == 2)
    #expect(frame.lostVsyncs == 1)
    #expect(!frame.isOnTime)
    #expect(over.nextTick == 2)
  }

  /// 10 s at 60 Hz with one frame of 500 ms: 571 frames, 570 ticks on time, 29 vsyncs lost, which
  /// is 483.3 ms or 48 ms/s (MEASURES 1).
  @Test func aStallOfHalfASecondLosesTwentyNineVsyncs() {
    var pipeline = FramePipeline(rate: rate)
    var frames: [PresentedFrame] = []
    while pipeline.nextTick < 600 {
      let tick = pipeline.nextTick
      let first = (frames.last?.tick ?? -1) + 1
      let duration = tick == 300 ? Nanoseconds.milliseconds(500) : .milliseconds(5)
      frames.append(pipeline.present(tick: tick, firstActiveTick: first, duration: duration))
    }
    #expect(frames.count == 571)
    #expect(frames.count(where: \.isOnTime) == 570)
    let lost = frames.reduce(0) { $0 + $1.lostVsyncs }
    #expect(lost == 29)
    let ratio = Double(lost) * rate.periodMilliseconds / 10
    #expect(abs(ratio - 48.333) < 0.001)
    let late = frames[300]
    #expect(late.tick == 300 && late.vsync == 330)
    #expect(frames[301].tick == 330)
    #expect(frames[301].vsync == 331 && frames[301].lostVsyncs == 0)
  }

  @Test func idleTicksAreNoHitch() {
    var pipeline = FramePipeline(rate: rate)
    _ = pipeline.present(tick: 0, firstActiveTick: 0, duration: .milliseconds(1))
    let frame = pipeline.present(tick: 100, firstActiveTick: 100, duration: .milliseconds(1))
    #expect(frame.vsync == 101 && frame.lostVsyncs == 0 && frame.isOnTime)
  }

  /// What became active while the engine was busy waits from its own tick on.
  @Test func aHitchCountsFromTheFirstActiveTickThatWasSwallowed() {
    var pipeline = FramePipeline(rate: rate)
    // Ends at tick 10; nothing was due before tick 4.
    _ = pipeline.present(tick: 0, firstActiveTick: 0, duration: after(10))
    #expect(pipeline.nextTick == 10)
    // Shown at 12: max(p = 10, j = 4) is 10, so vsync 11 is lost.
    let frame = pipeline.present(tick: 10, firstActiveTick: 4, duration: after(2))
    #expect(frame.vsync == 12 && frame.lostVsyncs == 1)
  }

  @Test func queuedTicksAreAllHandledAndCatchUp() {
    var pipeline = FramePipeline(rate: rate, latePolicy: .queue)
    let stalled = pipeline.present(
      tick: 0,
      firstActiveTick: 0,
      duration: after(3, plus: -1_000_000)
    )
    #expect(stalled.vsync == 3 && stalled.lostVsyncs == 2)
    var vsyncs: [Int] = []
    for tick in 1...4 {
      #expect(pipeline.nextTick == tick)
      let frame = pipeline.present(
        tick: tick,
        firstActiveTick: tick,
        duration: Nanoseconds(rawValue: 100_000)
      )
      vsyncs.append(frame.vsync)
      #expect(frame.lostVsyncs == 0)
      #expect(frame.isOnTime == (frame.vsync == tick + 1))
    }
    // One frame a vsync at most: the queue is shown late until an idle tick lets it catch up.
    #expect(vsyncs == [4, 5, 6, 7])
  }

  @Test func tripleBufferingGivesAFrameTwoPeriods() {
    var pipeline = FramePipeline(rate: rate, depth: 1)
    let first = pipeline.present(tick: 0, firstActiveTick: 0, duration: after(1, plus: 5_000_000))
    #expect(first.vsync == 2 && first.lostVsyncs == 0 && first.isOnTime)
    // Tick 1 would start 5 ms late, less than a period: it is not skipped.
    #expect(pipeline.nextTick == 1)
    let second = pipeline.present(tick: 1, firstActiveTick: 1, duration: .milliseconds(5))
    #expect(second.end == rate.instant(ofTick: 1) + .milliseconds(10))
    #expect(second.vsync == 3 && second.lostVsyncs == 0 && second.isOnTime)
  }

  /// The next tick is the first at or after the end less a period whose own vsync is free.
  @Test func tripleBufferingSkipsOnlyWhatWouldStartAPeriodLate() {
    var late = FramePipeline(rate: rate, depth: 1)
    _ = late.present(tick: 0, firstActiveTick: 0, duration: after(2, plus: 5_000_000))
    #expect(late.nextTick == 2)
    var exact = FramePipeline(rate: rate, depth: 1)
    _ = exact.present(tick: 0, firstActiveTick: 0, duration: after(2))
    #expect(exact.nextTick == 1)
    var before = FramePipeline(rate: rate, depth: 1)
    _ = before.present(tick: 0, firstActiveTick: 0, duration: after(2, plus: -1))
    #expect(before.nextTick == 1)
  }

  /// The host draws in the rest of the period: a frame that leaves it too little is a vsync late.
  @Test(arguments: [60, 120], [0.25, 0.5, 0.75])
  func whatTheHostDrawsInIsNotTheEngines(hertz: Int, share: Double) {
    let rate = RefreshRate(hertz: hertz)
    let left = Nanoseconds(
      rawValue: rate.instant(ofTick: 1).nanoseconds - rate.share(share).rawValue
    )
    var within = FramePipeline(rate: rate, hostShare: share)
    #expect(within.present(tick: 0, firstActiveTick: 0, duration: left).vsync == 1)
    #expect(within.nextTick == 1)
    var over = FramePipeline(rate: rate, hostShare: share)
    let late = over.present(
      tick: 0,
      firstActiveTick: 0,
      duration: left + Nanoseconds(rawValue: 1)
    )
    #expect(late.vsync == 2 && late.lostVsyncs == 1)
    // Tick 1 could begin in time, but its own vsync is taken.
    #expect(over.nextTick == 2)
  }

  /// What is drawn where the engine works delays the frame and the start of the next one.
  @Test func measuredDrawingTakesThePlaceOfTheShare() {
    let rate = RefreshRate(hertz: 60)
    var pipeline = FramePipeline(rate: rate, hostShare: 0.5)
    let work = Nanoseconds.milliseconds(9)
    let first = pipeline.present(
      tick: 0,
      firstActiveTick: 0,
      duration: work,
      drawn: .milliseconds(2)
    )
    #expect(first.isOnTime && first.end == .zero + work)
    let second = pipeline.present(
      tick: 1,
      firstActiveTick: 1,
      duration: work,
      drawn: .milliseconds(20)
    )
    #expect(second.lostVsyncs == 1)
    #expect(pipeline.start(ofTick: 2) == second.end + .milliseconds(20))
  }

  @Test func aHostThatDrawsAllTheTimeIsRefused() async {
    await #expect(processExitsWith: .failure) {
      _ = FramePipeline(rate: RefreshRate(hertz: 60), hostShare: 1)
    }
  }

  @Test func ticksCannotBeHandledTwice() async {
    await #expect(processExitsWith: .failure) {
      var pipeline = FramePipeline(rate: RefreshRate(hertz: 60))
      _ = pipeline.present(tick: 3, firstActiveTick: 3, duration: .zero)
      _ = pipeline.present(tick: 3, firstActiveTick: 3, duration: .zero)
    }
    await #expect(processExitsWith: .failure) {
      var pipeline = FramePipeline(rate: RefreshRate(hertz: 60))
      _ = pipeline.present(tick: 3, firstActiveTick: 4, duration: .zero)
    }
    await #expect(processExitsWith: .failure) {
      _ = FramePipeline(rate: RefreshRate(hertz: 60), depth: 2)
    }
  }
}
