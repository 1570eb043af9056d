import Timebase

/// What one frame cost: by phase, and how long the host's main thread was busy besides.
public struct FrameCost: Hashable, Sendable {
  private var phases: SIMD8<Int64> = .zero
  /// Time the host's main thread was busy, in nanoseconds.
  public var stall: Nanoseconds = .zero

  /// Makes a frame that cost nothing.
  public init() {}

  /// Makes a frame's cost.
  ///
  /// - Parameters:
  ///   - phases: Nanoseconds, in the order of the phases; the last two lanes are 0.
  ///   - stall: Time the host's main thread was busy.
  package init(phases: SIMD8<Int64>, stall: Nanoseconds) {
    self.phases = phases
    self.stall = stall
  }

  /// The cost of `phase`.
  public subscript(phase: Phase) -> Nanoseconds {
    get { Nanoseconds(rawValue: phases[phase.rawValue]) }
    set { phases[phase.rawValue] = newValue.rawValue }
  }

  /// The engine's share: the sum over all phases.
  public var engine: Nanoseconds { Nanoseconds(rawValue: phases.wrappedSum()) }

  /// Adds another frame's cost, phase by phase.
  public mutating func add(_ other: FrameCost) {
    phases &+= other.phases
    stall += other.stall
  }

  /// Takes another frame's cost off again.
  public mutating func subtract(_ other: FrameCost) {
    phases &-= other.phases
    stall -= other.stall
  }
}
