import Timebase

/// What one frame cost: by phase, and how long the host's main thread was busy besides, with drawing or
/// otherwise.
package struct FrameCost: Hashable, Sendable {
  private var phases: SIMD8<Int64> = .zero
  /// Time the host's main thread was busy, in nanoseconds.
  package var stall: Nanoseconds = .zero

  /// Makes a frame that cost nothing.
  package init() {}

  /// Makes a frame's cost.
  ///
  /// - Parameters:
  ///   - phases: Nanoseconds, in the order of the phases, then drawing; the last lane is 0.
  ///   - stall: Time the host's main thread was busy.
  package init(phases: SIMD8<Int64>, stall: Nanoseconds) {
    self.phases = phases
    self.stall = stall
  }

  /// The cost of `phase`.
  package subscript(phase: Phase) -> Nanoseconds {
    get { Nanoseconds(rawValue: phases[phase.rawValue]) }
    set { phases[phase.rawValue] = newValue.rawValue }
  }

  /// What drawing took, where it was measured.
  package var drawing: Nanoseconds {
    get { Nanoseconds(rawValue: phases[Self.drawingLane]) }
    set { phases[Self.drawingLane] = newValue.rawValue }
  }

  private static let drawingLane = 6

  /// The engine's share: the sum over all phases.
  package var engine: Nanoseconds {
    Nanoseconds(rawValue: phases.wrappedSum() &- phases[Self.drawingLane])
  }

  /// Adds another frame's cost, phase by phase.
  package mutating func add(_ other: FrameCost) {
    phases &+= other.phases
    stall += other.stall
  }

  /// Takes another frame's cost off again.
  package mutating func subtract(_ other: FrameCost) {
    phases &-= other.phases
    stall -= other.stall
  }
}
