/// Why animation was given up: what most of the late frames' time went to.
package enum FallbackCause: Hashable, Sendable {
  /// A phase of the engine.
  case phase(Phase)
  /// The host's main thread.
  case hostStall

  /// Finds the greatest part of `cost`; of equal parts the host's stall, then the earlier phase.
  package init(costliestOf cost: FrameCost) {
    self = .hostStall
    var most = cost.stall
    for phase in Phase.allCases where cost[phase] > most {
      most = cost[phase]
      self = .phase(phase)
    }
  }

  /// Finds a cause by its name in files; nil when no cause has it.
  package init?(name: String) {
    if name == FallbackCause.hostStall.name {
      self = .hostStall
    } else if let phase = Phase(name: name) {
      self = .phase(phase)
    } else {
      return nil
    }
  }

  /// The cause's name in files.
  package var name: String {
    switch self {
    case .phase(let phase): phase.name
    case .hostStall: "host_stall"
    }
  }
}
