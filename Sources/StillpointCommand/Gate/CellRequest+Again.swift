import Gating
import Records
import Scenarios

extension CellRequest {
  /// The cell of a saved run once more, by this build.
  init(again record: CellRecord, of run: RunRecord) {
    self.init(
      load: .scenario(record.scenario),
      title: record.scenario,
      profile: record.profile,
      device: record.device,
      hertz: record.refreshHertz,
      seed: record.seed,
      clock: run.clock.rawValue,
      cost: run.cost.rawValue,
      measurer: run.measurer.rawValue,
      depth: record.depth,
      latePolicy: record.latePolicy.rawValue,
      hostShare: record.hostShare,
      repetitions: .standard
    )
    profileText = record.profileText
    deviceText = record.deviceText
    // That of what is run: a built-in profile may have changed since.
    profileSHA256 =
      (try? chosenProfile()).map { ProfileChoices(of: $0).sha256 } ?? record.profileSHA256
  }
}
