import ArgumentParser
import Gating
import Simulation

/// Which options go together.
extension GateCommand {
  package mutating func validate() throws {
    for rate in refresh where !(1...1000).contains(rate) {
      throw ValidationError("--refresh \(rate) is not in 1 ... 1000 Hz; try 60 or 120.")
    }
    if let jobs, !(1...256).contains(jobs) {
      throw ValidationError("--jobs \(jobs) is not in 1 ... 256; try 1.")
    }
    try DesignNames.check(profiles: profilesInForce)
    if accept {
      guard let reason, !reason.allSatisfy(\.isWhitespace) else {
        throw ValidationError("--accept needs --reason \"...\": why the new baseline is right.")
      }
      guard base == nil else {
        throw ValidationError("--accept writes baselines; it does not go with --base.")
      }
    } else if reason != nil {
      throw ValidationError("--reason goes with --accept.")
    }
    if accept, output != nil {
      throw ValidationError("--accept writes baselines and no report; leave --output out.")
    }
  }

  /// Refuses options that would be ignored.
  func checkOptions(_ base: GateBase) throws {
    let what: String
    let given: [(name: String, isGiven: Bool)]
    switch base {
    case .run:
      what = "a base that is a run folder"
      given = [("--baselines", baselines != nil)]
    case .counts:
      what = "a base that is one baseline file"
      given = [
        ("--baselines", baselines != nil), ("--refresh", !refresh.isEmpty), ("--jobs", jobs != nil),
      ]
    case .baselines(let folder):
      what = folder == nil ? "baselines" : "a base that is a folder of baselines"
      given = [("--baselines", folder != nil && baselines != nil)]
    }
    if let option = given.first(where: \.isGiven) {
      throw ValidationError("\(option.name) does not go with \(what); leave it out.")
    }
  }
}
