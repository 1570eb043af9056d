import ArgumentParser
import Files
import Records

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
    if let base, !Folder.exists("\(base)/run.json") {
      let advice =
        Folder.exists("\(base)/gate.json")
        ? "it is the report of a gate; name the run that was held against something."
        : base.hasSuffix(".csv")
          ? "baselines go with --baselines."
          : "a base is the folder of a saved run. Against a commit, in this package's own repository: "
            + "scripts/gate \(base)."
      throw ValidationError("--base \(base): no run folder; \(advice)")
    }
    for option in [("--base", base != nil), ("--output", output != nil)] where adopt && option.1 {
      throw ValidationError("--adopt writes baselines; it does not go with \(option.0).")
    }
    if release, !adopt {
      throw ValidationError("--release goes with --adopt.")
    }
    if base != nil, baselines != nil {
      throw ValidationError("--baselines does not go with --base; leave one of them out.")
    }
  }
}
