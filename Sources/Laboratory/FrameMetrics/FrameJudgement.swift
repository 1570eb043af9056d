import FramePacing
import Timebase

/// What is to be said of one presented frame: how late it was, and what it stands for.
package struct FrameJudgement: Hashable, Sendable {
  /// Which of the timeline's frames it is.
  package var index: Int
  /// The first of the timeline's frames that it stands for: itself, or the first active tick after
  /// the presented frame before that had no picture of its own.
  package var firstIndex: Int
  /// When it was shown; of frames that were never shown and end a recording, until when old content stayed.
  package var presented: Instant
  /// From when on its picture was due and could have been shown; nil without a promise.
  package var due: Instant?
  /// How long old content stayed on screen past `due`, in milliseconds; nil without a promise.
  package var hitchMilliseconds: Double?
  /// The same in refresh periods, rounded; nil without a promise or a period.
  package var lostPeriods: Int?
  /// Whether it was shown at its own promise; nil without a promise.
  package var isOnTime: Bool?
  /// Whether it went on from the frame before without idle time.
  package var isContinued: Bool
}

extension FrameTimeline {
  /// Judges every presented frame, in order, and last the frames without a picture at a recording's end.
  ///
  /// hitch = max(0, presented - max(promised, presented of the frame before + one period or grid
  /// step)); promised of a frame that stands for swallowed ticks is that of the first of them. On a
  /// display of variable rate up to half a grid step is no hitch.
  ///
  /// - Complexity: O(frames).
  package func judged() -> [FrameJudgement] {
    var result: [FrameJudgement] = []
    var first: Int?
    var last: Instant?
    let frames = frames.times
    result.reserveCapacity(frames.count)
    for (index, frame) in frames.enumerated() {
      first = first ?? index
      guard let shown = frame.presented else { continue }
      let firstIndex = first ?? index
      first = nil
      var judgement = FrameJudgement(
        index: index,
        firstIndex: firstIndex,
        presented: shown,
        isContinued: last.map { continues(frames[firstIndex], after: $0) } ?? false
      )
      if let promised = frames[firstIndex].promised {
        let due = last.map { max(promised, grid.next(after: $0)) } ?? promised
        let late = grid.lateness(from: due, to: shown)
        judgement.due = due
        judgement.hitchMilliseconds = late
        judgement.lostPeriods = grid.periodMilliseconds(at: shown)
          .map { Int((late / $0).rounded()) }
      }
      if let own = frame.promised {
        judgement.isOnTime = grid.isOnTime(due: own, shown: shown)
      }
      result.append(judgement)
      last = shown
    }
    if let first, let stale, let end = unshown(from: first, after: last, until: stale) {
      result.append(end)
    }
    return result
  }

  /// What is to be said of the frames from one on to the last, none of which was shown.
  private func unshown(from first: Int, after last: Instant?, until stale: Instant)
    -> FrameJudgement?
  {
    guard let promised = frames[times: first].promised, stale > last ?? .distantPast else {
      return nil
    }
    let due = last.map { max(promised, grid.next(after: $0)) } ?? promised
    let late = grid.lateness(from: due, to: stale)
    return FrameJudgement(
      index: frames.count - 1,
      firstIndex: first,
      presented: stale,
      due: due,
      hitchMilliseconds: late,
      lostPeriods: grid.periodMilliseconds(at: stale).map { Int((late / $0).rounded()) },
      isOnTime: false,
      isContinued: last.map { continues(frames[times: first], after: $0) } ?? false
    )
  }

  /// Whether a frame was due by the first picture after `shown`, or without a promise wanted by then.
  private func continues(_ frame: Times, after shown: Instant) -> Bool {
    guard let promised = frame.promised else { return frame.wanted <= shown }
    return grid.lateness(from: grid.next(after: shown), to: promised) == 0
  }
}
