import Gating
import Records
import Scenarios

extension CellRequest {
  /// The cell of a saved run once more, by this build.
  init(again record: CellRecord, of run: RunRecord) {
    var conditions = RunConditions(
      cost: run.cost,
      measurer: run.measurer,
      depth: record.depth,
      latePolicy: record.latePolicy,
      hostShare: record.hostShare
    )
    conditions.clock = run.clock
    self.init(
      load: .scenario(record.scenario),
      title: record.scenario,
      profile: record.profile,
      device: record.device,
      hertz: record.refreshHertz,
      seed: record.seed,
      conditions: conditions
    )
    profileText = record.profileText
    deviceText = record.deviceText
    // That of what is run: a built-in profile may have changed since.
    profileSHA256 =
      (try? chosenProfile()).map { ProfileChoices(of: $0).sha256 } ?? record.profileSHA256
  }
}
