import Timebase

/// How many chunks a step releases, from how many wait.
public struct BatchRule: Sendable, Equatable {
  /// A size for a range of backlogs.
  public struct Tier: Sendable, Equatable {
    /// The tier holds for backlogs above this.
    public var above: Int
    /// The divisor of the backlog, rounded up; nil when the size does not depend on it.
    public var divisor: Int?
    /// The least size.
    public var atLeast: Int
    /// The largest size.
    public var atMost: Int

    /// A tier of one size.
    public init(above: Int, size: Int) {
      self.init(above: above, divisor: nil, atLeast: size, atMost: size)
    }

    /// A tier whose size is the backlog over `divisor`, rounded up, within bounds.
    ///
    /// - Precondition: 1 <= `atLeast` <= `atMost`, and the divisor is positive.
    public init(above: Int, divisor: Int?, atLeast: Int, atMost: Int) {
      precondition(atLeast > 0 && atLeast <= atMost, "a batch of \(atLeast) to \(atMost)")
      precondition(divisor ?? 1 > 0, "a divisor of \(divisor ?? 0)")
      self.above = above
      self.divisor = divisor
      self.atLeast = atLeast
      self.atMost = atMost
    }
  }

  /// The tiers, by rising `above`; the first is for every backlog.
  public var tiers: [Tier]
  /// How long after its completion a chunk must be out; batches grow to meet it. Nil for no limit.
  public var deadline: Nanoseconds?

  /// Makes a rule.
  ///
  /// - Precondition: There is a tier for a backlog of 1, and the tiers rise.
  public init(tiers: [Tier], deadline: Nanoseconds? = nil) {
    precondition((tiers.first?.above).map { $0 <= 0 } ?? false, "no tier for a backlog of 1")
    precondition(
      zip(tiers, tiers.dropFirst()).allSatisfy { $0.above < $1.above },
      "tiers must rise"
    )
    self.tiers = tiers
    self.deadline = deadline
  }

  /// The table's size for a backlog; deadlines come on top.
  ///
  /// - Complexity: O(tiers).
  public func size(forBacklog backlog: Int) -> Int {
    var size = 1
    for tier in tiers where backlog > tier.above {
      let share = tier.divisor.map { (backlog + $0 - 1) / $0 } ?? tier.atLeast
      size = min(tier.atMost, max(tier.atLeast, share))
    }
    return size
  }

  /// 3, for character mode (the SwiftUI translation).
  public static let characters = BatchRule(tiers: [Tier(above: 0, size: 3)])
}
