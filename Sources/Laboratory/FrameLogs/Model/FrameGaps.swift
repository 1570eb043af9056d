import FrameMetrics
import FramePacing
import Timebase

/// What stretches without a picture were, where a file cannot tell.
package enum GapReading: String, CaseIterable, Hashable, Sendable {
  /// Nothing was wanted.
  case idle
  /// The app was blocked: the next frame was due a period after the picture before.
  case stall
}

extension LogSession {
  /// A stretch of two refreshes or more without a picture, of over 100 ms where their period is unknown, that
  /// was idle or a stall: the file does not tell.
  package struct Gap: Hashable, Sendable {
    /// From the picture before until the next frame is known to have been wanted.
    package var span: TimeSpans.Span
    /// What the file calls the frame that ends it: a line, a token.
    package var label: Int64
  }
}

extension SessionBuilder {
  /// Says of a frame that the picture before it was shown at `start`, and that the file does not tell
  /// whether anything was wanted from then until the frame's own ``FrameTimeline/Frame/wanted``.
  mutating func markGap(before index: Int, from start: Instant) {
    if gapStarts.count != frames.count {
      gapStarts = Array(repeating: nil, count: frames.count)
    }
    gapStarts[index] = min(start, frames[times: index].wanted)
  }

  /// Marks every stretch of more than 100 ms from a picture until the next frame was wanted, in a file that
  /// tells of frames and not of what lay between them. Files round: half a millisecond over is none.
  ///
  /// - Complexity: O(n log n) for n frames.
  mutating func markGaps() {
    sort()
    var last: Instant?
    for index in frames.indices {
      if let last,
        (frames[times: index].wanted - last).rawValue > AssumedRate.bridge.rawValue + 500_000
      {
        markGap(before: index, from: last)
      }
      if let shown = frames[times: index].presented { last = max(last ?? shown, shown) }
    }
  }

  /// Says of a frame that nothing was wanted between the one before and it.
  mutating func markIdle(before index: Int) {
    while idleBefore.count < frames.count { idleBefore.append(false) }
    idleBefore[index] = true
  }

  /// Ends what dropped frames owe where nothing more was wanted after them, as the file says, or where the
  /// next frame is over 100 ms away: each owes one period, and the picture after the idle time stands for
  /// no more. They are moved next to it, where the debt is counted.
  mutating func endDebtsBeforeIdle(period: Nanoseconds) {
    var dropped: [Int] = []
    for index in frames.indices {
      defer {
        if frames[times: index].presented == nil { dropped.append(index) } else { dropped = [] }
      }
      guard let last = dropped.last else { continue }
      let isIdle = index < idleBefore.count && idleBefore[index]
      guard isIdle || frames[times: index].wanted - frames[times: last].wanted > AssumedRate.bridge
      else {
        continue
      }
      for (place, owing) in dropped.enumerated() {
        let owed = period * (dropped.count - place)
        frames[times: owing].promised = frames[times: index].promised.map { $0 - owed }
        frames[times: owing].wanted = max(
          frames[times: owing].wanted,
          frames[times: index].wanted - owed
        )
      }
    }
  }

  /// The gaps of the frames as they stand now.
  var gaps: [LogSession.Gap] {
    zip(frames.times, gapStarts).enumerated().compactMap { index, pair in
      guard let start = pair.1 else { return nil }
      let label = index < labels.count ? labels[index] : Int64(index)
      return .init(span: .init(min(start, pair.0.wanted), pair.0.wanted), label: label)
    }
  }

  /// The frames when every gap was a stall: each frame behind one was due a period after the picture
  /// before. Frames of unknown period keep having no promise.
  func framesIfStalled(on grid: FrameTimeline.Grid) -> FrameList {
    var frames = frames
    for (index, start) in gapStarts.enumerated() {
      guard let start else { continue }
      // What was not shown keeps its place before the gap.
      var first = index
      while first > 0, frames[times: first - 1].fate == .dropped { first -= 1 }
      let period = (usualInterval.map { start + $0 } ?? grid.next(afterPicture: start)) - start
      for (place, owing) in (first...index).enumerated() {
        frames[times: owing].wanted = min(start, frames[times: owing].wanted)
        frames[times: owing].promised = frames[times: owing].promised.map {
          min($0, start + period * (place + 1))
        }
      }
    }
    return frames
  }
}

extension FrameTimeline.Grid {
  /// The instant one refresh period after a picture.
  fileprivate func next(afterPicture shown: Instant) -> Instant {
    if let rate = fixedRate { return rate.instant(ofTick: rate.tick(nearest: shown) + 1) }
    guard let period = periodMilliseconds(at: shown) else { return shown }
    return shown + Nanoseconds(milliseconds: period)
  }
}
