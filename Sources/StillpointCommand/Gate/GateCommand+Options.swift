import ArgumentParser
import Gating
import Simulation

/// Which options go together.
extension GateCommand {
  mutating func validate() throws {
    for rate in refresh where !(1...1000).contains(rate) {
      throw ValidationError("--refresh \(rate) is not in 1 ... 1000 Hz; try 60 or 120.")
    }
    if let jobs, !(1...256).contains(jobs) {
      throw ValidationError("--jobs \(jobs) is not in 1 ... 256; try 1.")
    }
    if let calibrate, !(1...10_000).contains(calibrate) {
      throw ValidationError("--calibrate \(calibrate) is not in 1 ... 10000 rounds; try 10.")
    }
    try DesignNames.check(profiles: profilesInForce)
    if accept {
      guard let reason, !reason.allSatisfy(\.isWhitespace) else {
        throw ValidationError("--accept needs --reason \"...\": why the new baseline is right.")
      }
      guard base == nil, calibrate == nil else {
        throw ValidationError(
          "--accept writes baselines; it goes with neither --base nor --calibrate."
        )
      }
    } else if reason != nil {
      throw ValidationError("--reason goes with --accept.")
    }
    if only.contains(.run) {
      throw ValidationError(
        "--only run is what a base that is a run folder is held against by itself."
      )
    }
    if Set(only) == [.controls] {
      throw ValidationError("--only controls says nothing of a build; name cpu with it.")
    }
    if accept, output != nil {
      throw ValidationError("--accept writes baselines and no report; leave --output out.")
    }
    if calibrate != nil {
      let given = [
        ("--only", !only.isEmpty), ("--output", output != nil), ("--jobs", jobs != nil),
        ("--baselines", baselines != nil),
      ]
      if let name = given.first(where: \.1)?.0 {
        throw ValidationError(
          "\(name) does not go with --calibrate, which prints a table; leave it out."
        )
      }
    }
    if calibrate == nil, !planted.isEmpty {
      throw ValidationError("--planted goes with --calibrate.")
    }
    if calibrate != nil, base != nil {
      throw ValidationError("--calibrate holds this build against itself; leave --base out.")
    }
  }

  /// Refuses options that would be ignored.
  func checkOptions(_ base: GateBase) throws {
    let ofCommits = [("--only", !only.isEmpty), ("--thresholds", thresholds != nil)]
    let what: String
    let given: [(name: String, isGiven: Bool)]
    switch base {
    case .commit:
      what = "a base that is a commit"
      given = [("--baselines", baselines != nil), ("--jobs", jobs != nil)]
    case .run:
      what = "a base that is a run folder"
      given = ofCommits + [("--baselines", baselines != nil)]
    case .counts:
      what = "a base that is one baseline file"
      given =
        ofCommits + [
          ("--baselines", baselines != nil), ("--refresh", !refresh.isEmpty),
          ("--jobs", jobs != nil),
        ]
    case .baselines(let folder):
      what = folder == nil ? "baselines" : "a base that is a folder of baselines"
      given = ofCommits + [("--baselines", folder != nil && baselines != nil)]
    }
    if let option = given.first(where: \.isGiven) {
      throw ValidationError("\(option.name) does not go with \(what); leave it out.")
    }
  }
}
