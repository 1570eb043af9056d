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
    result("CPU, base against itself", times, nil, seed, "the interval does not hold 1") {
      $0.contains(1)
    }
  }

  /// Whether what was planted in a phase is noticed: that phase's interval must lie above 1.
  package func planted(_ times: PairedTimes, in phase: Phase, seed: UInt64) -> CheckResult {
    let percent = Int((thresholds.plantedShare * 100).rounded())
    let name = "CPU of \(phase.name), \(percent) % planted"
    return result(name, times, phase, seed, "what was planted is not seen") { $0.low > 1 }
  }

  private func result(
    _ name: String,
    _ times: PairedTimes,
    _ phase: Phase?,
    _ seed: UInt64,
    _ complaint: String,
    where isRight: (Bootstrap.Interval) -> Bool
  ) -> CheckResult {
    guard let ratio = times.ratio(of: phase, confidence: thresholds.cpuConfidence, seed: seed)
    else {
      return CheckResult(.controls, cell, .invalid, figure: name, notes: ["nothing was measured"])
    }
    let isPass = isRight(ratio)
    return CheckResult(
      .controls,
      cell,
      isPass ? .pass : .invalid,
      figure: name,
      ratio: ratio.estimate,
      interval: ratio.low...ratio.high,
      bound: 1,
      notes: isPass ? [] : ["the machine is not steady enough: \(complaint)"]
    )
  }
}
