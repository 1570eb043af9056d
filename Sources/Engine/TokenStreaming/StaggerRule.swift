import Timebase

/// When complete chunks leave the queue.
public enum StaggerRule: Sendable, Equatable {
  /// Each at its completion.
  case none
  /// In steps: the next is due one stagger after the last, or, if nothing waits then, when the next
  /// chunk completes. The stagger is `every`, and `faster` once a streaming message has more than
  /// `pastChunks` complete chunks.
  case steps(every: Nanoseconds, faster: Nanoseconds, pastChunks: Int)
  /// A batch when text arrives or a fade ends, its chunks one after the other, `within` apart.
  case onDemand(within: Nanoseconds)

  /// Steps of 16 ms (the SwiftUI translation's character mode).
  public static let characters = StaggerRule.steps(
    every: .milliseconds(16),
    faster: .milliseconds(16),
    pastChunks: .max
  )
}
