import FramePacing
import Statistics

/// Says whether this machine, now, can tell what the gate wants to know: a build against itself shows
/// no difference, and planted work shows one.
package struct ControlJudge {
  private let thresholds: GateThresholds
  private let cell: CellIdentity

  /// Prepares to judge with a cell.
  package init(_ thresholds: GateThresholds, _ cell: CellIdentity) {
    self.thresholds = thresholds
    self.cell = cell
  }

  /// Whether a build equals itself: the interval must hold 1.
  package func same(_ times: PairedTimes, seed: UInt64) -> CheckResult {
    let name = "CPU, base against itself"
    guard let ratio = times.ratio(of: nil, confidence: thresholds.cpuConfidence, seed: seed) else {
      return CheckResult(.controls, cell, .invalid, figure: name, notes: ["nothing was measured"])
    }
    let isSame = ratio.contains(1)
    return CheckResult(
      .controls,
      cell,
      isSame ? .pass : .invalid,
      figure: name,
      ratio: ratio.estimate,
      interval: ratio.low...ratio.high,
      bound: 1,
      notes: isSame ? [] : ["the machine is not steady enough: the interval does not hold 1"]
    )
  }

  /// Whether what was planted in a phase is noticed: that phase's interval must lie above 1.
  package func planted(_ times: PairedTimes, in phase: Phase, seed: UInt64) -> CheckResult {
    let percent = Int((thresholds.plantedShare * 100).rounded())
    let name = "CPU of \(phase.name), \(percent) % planted"
    guard let ratio = times.ratio(of: phase, confidence: thresholds.cpuConfidence, seed: seed)
    else {
      return CheckResult(.controls, cell, .invalid, figure: name, notes: ["nothing was measured"])
    }
    let isCaught = ratio.low > 1
    return CheckResult(
      .controls,
      cell,
      isCaught ? .pass : .invalid,
      figure: name,
      ratio: ratio.estimate,
      interval: ratio.low...ratio.high,
      bound: 1,
      notes: isCaught ? [] : ["the machine is not steady enough: what was planted is not seen"]
    )
  }
}
