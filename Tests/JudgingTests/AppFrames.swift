import FramePacing
import Timebase

/// The frames of an app, from which each format's rows are written.
struct AppFrames {
  /// Refreshes a second.
  var hertz: Double
  /// For each frame how many periods after the one before it is shown.
  var intervals: [Int]
  /// For each frame how many periods of these it worked; at most the interval.
  var work: [Int]

  /// For frames by number, how many presents before it were not shown.
  var unshown: [Int: Int] = [:]

  var period: Double { 1e9 / hertz }

  init(chance: inout SeededGenerator) {
    hertz = chance.nextIndex(below: 2) == 0 ? 60 : 120
    let count = 60 + chance.nextIndex(below: 80)
    // An app that lets its display pause, and hitches now and then.
    let hitches = chance.nextIndex(below: 3)
    let pauses = chance.nextIndex(below: 3)
    intervals = Array(repeating: 1, count: count)
    work = intervals
    for _ in 0..<hitches {
      let index = 2 + chance.nextIndex(below: count - 4)
      intervals[index] = 2 + chance.nextIndex(below: 4)
      work[index] = intervals[index]
    }
    for _ in 0..<pauses {
      intervals[2 + chance.nextIndex(below: count - 4)] = 14 + chance.nextIndex(below: 60)
    }
  }

  /// When each frame was shown, in ns.
  var shown: [Double] {
    var now = 1e9
    return intervals.map { interval in
      now += Double(interval) * period
      return now
    }
  }

  /// The same app with every frame slower by this part, as a display shows it: what is over is carried.
  func slowed(by part: Double) -> AppFrames {
    var frames = self
    var owed = 0.0
    for index in intervals.indices {
      owed += Double(work[index]) * (1 + part)
      let periods = max(work[index], Int(owed))
      owed -= Double(periods)
      frames.intervals[index] += periods - work[index]
      frames.work[index] = periods
    }
    return frames
  }

  /// The same app with a frame that takes longer, by whole periods.
  func lengthened(_ index: Int, by periods: Int) -> AppFrames {
    var frames = self
    frames.intervals[index] += periods
    frames.work[index] += periods
    return frames
  }
}

extension AppFrames {
  /// A frame from its vsync to the screen, in ns.
  struct Span {
    var wanted: Double
    var worked: Double
    var shown: Double
    var periods: Int
  }

  /// The frames of an engine that builds one while it draws the one before: one that takes up to two periods
  /// keeps nobody waiting.
  var pipelined: [Span] {
    var now = 1e9
    return zip(intervals, work).map { interval, work in
      now += Double(interval - work) * period
      defer { now += Double(max(1, work - 1)) * period }
      return Span(
        wanted: now,
        worked: now + (Double(work) - 0.4) * period,
        shown: now + Double(max(2, work)) * period,
        periods: work
      )
    }
  }

  var spans: [Span] {
    zip(shown, work).map { shown, work in
      let wanted = shown - Double(work) * period
      return Span(
        wanted: wanted,
        worked: wanted + (Double(work) - 0.4) * period,
        shown: shown,
        periods: work
      )
    }
  }

  /// The vsyncs at which the frames began, as Chrome numbers them.
  var sequences: [Int] {
    var now = 0
    return zip(intervals, work).map { interval, work in
      now += interval
      return now - work
    }
  }
}
