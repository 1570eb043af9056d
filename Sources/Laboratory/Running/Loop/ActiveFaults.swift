import FramePacing
import LoadGeneration
import Profiling
import Timebase

/// The planted trouble that is in force.
struct ActiveFaults {
  private struct Slowness {
    var phase: Phase
    var cost: Nanoseconds
    var start: Instant
    var end: Instant
  }

  private struct Allocating {
    var phase: Phase
    var count: Int
    var start: Instant
    var end: Instant
  }

  private var stall: Nanoseconds = .zero
  private var slowPhases: [Slowness] = []
  private var allocating: [Allocating] = []

  mutating func begin(_ fault: Fault, at instant: Instant) {
    switch fault {
    case .stall(let duration): stall += duration
    case .slowPhase(let phase, let cost, let until):
      slowPhases.append(Slowness(phase: phase, cost: cost, start: instant, end: until))
    case .allocate(let phase, let count, let until):
      allocating.append(Allocating(phase: phase, count: count, start: instant, end: until))
    }
  }

  /// The stalls that began since the last call.
  mutating func takeStall() -> Nanoseconds {
    defer { stall = .zero }
    return stall
  }

  /// What is planted in `phase` of the frame at `instant`.
  func slowness(of phase: Phase, at instant: Instant) -> Nanoseconds {
    var sum = Nanoseconds.zero
    for index in slowPhases.indices {
      let slow = slowPhases[index]
      if slow.phase == phase, slow.start <= instant, instant <= slow.end { sum += slow.cost }
    }
    return sum
  }

  /// Asks for memory as often as is planted in `phase` of the frame at `instant`, and no oftener.
  func allocate(in phase: Phase, at instant: Instant) {
    var count = 0
    for index in allocating.indices {
      let fault = allocating[index]
      if fault.phase == phase, fault.start <= instant, instant <= fault.end { count += fault.count }
    }
    if count > 0 { PlantedAllocations.perform(count: count) }
  }
}
