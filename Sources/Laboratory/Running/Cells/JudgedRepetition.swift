import FramePacing
import Records

/// A repetition of which is known what it showed.
///
/// What is shown hangs on the load and on when frames were shown, and on nothing else that a run measures:
/// of repetitions whose frames fell alike only one needs to be judged.
package struct JudgedRepetition: Sendable {
  package var outcome: Runner.Outcome
  package var screen: ScreenTable

  /// - Parameter screen: What was on screen; it is given what the messages said.
  package init(_ outcome: Runner.Outcome, on screen: ScreenTable) {
    self.outcome = outcome
    self.screen = screen
    self.screen.texts = outcome.windows.flatMap(\.texts)
  }

  /// The repetition with the costs and allocations of another of the same load, which was not judged.
  ///
  /// - Returns: Nil where frames fell otherwise there, so that other things may have been shown.
  /// - Complexity: O(frames).
  package func measured(as timed: Runner.Outcome) -> Self? {
    // By the costs is known which phase made frames late.
    guard timed.brokenAt?.instant == outcome.brokenAt?.instant,
      timed.brokenAt?.cause == outcome.brokenAt?.cause, timed.fallbacks == outcome.fallbacks,
      timed.frames.count == outcome.frames.count
    else { return nil }
    var frames = FrameTable()
    var others = timed.frames.makeIterator()
    for var frame in outcome.frames {
      guard let other = others.next(), other.fell(as: frame) else { return nil }
      frame.cost = other.cost
      frame.end = other.end
      frame.allocations = other.allocations
      frames.append(frame)
    }
    var repetition = self
    repetition.outcome.frames = frames
    repetition.outcome.processorTime = timed.processorTime
    repetition.outcome.allocationAudit = timed.allocationAudit
    repetition.outcome.drawingAllocations = timed.drawingAllocations
    return repetition
  }
}

extension Runner.Outcome {
  /// What each frame that was made cost, in order.
  ///
  /// - Complexity: O(frames).
  package var costs: [FrameCost] {
    var costs: [FrameCost] = []
    // Frames are read from their packed form, one after the other.
    for frame in frames where !frame.isSwallowed { costs.append(frame.cost) }
    return costs
  }
}

extension FrameRecord {
  /// Whether a frame was made, and shown, when another one was, and was charged the same.
  fileprivate func fell(as other: Self) -> Bool {
    tick == other.tick && isSwallowed == other.isSwallowed && presented == other.presented
      && vsync == other.vsync && lostVsyncs == other.lostVsyncs && isOnTime == other.isOnTime
      && modelled == other.modelled
  }
}
