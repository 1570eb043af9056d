import Timebase
import TokenStreaming

/// One design of the reveal, as plain data: when chunks leave the queue, how many together, and how
/// they become visible.
public struct RevealRule: Sendable, Equatable {
  /// When chunks leave the queue.
  public var stagger: StaggerRule
  /// How many leave together.
  public var batch: BatchRule
  /// How many fades run at a time. It has no effect without a timed fade.
  public var pool: PoolRule
  /// How released text becomes visible; nil shows it at once.
  public var fade: FadeRule?

  /// Makes a rule.
  ///
  /// - Precondition: A timed fade lasts longer than nothing; a trail has at least one chunk; a
  ///   `compress` pool has steps, whose stagger bounds how long a release is held.
  public init(stagger: StaggerRule, batch: BatchRule, pool: PoolRule, fade: FadeRule?) {
    switch fade {
    case .timed(let duration, _): precondition(duration > .zero, "a fade of \(duration)")
    case .trailing(let chunks): precondition(chunks > 0, "a trail of \(chunks) chunks")
    case nil: break
    }
    if pool.overflow == .compress {
      guard case .steps = stagger else { preconditionFailure("compress needs steps") }
    }
    self.stagger = stagger
    self.batch = batch
    self.pool = pool
    self.fade = fade
  }

  /// Whether the chunks of a batch share a slot. Those of a batch on demand start apart.
  var sharesSlots: Bool {
    if case .onDemand = stagger { return false }
    return pool.slot == .batch
  }

  /// Three characters each 16 ms (the SwiftUI translation's other mode).
  public static let characters = RevealRule(
    stagger: .characters,
    batch: .characters,
    pool: PoolRule(overflow: .bypass, slot: .batch),
    fade: .lastThree
  )
}
