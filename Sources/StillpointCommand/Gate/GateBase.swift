import ArgumentParser
import Files
import Foundation
import Gating
import Simulation

/// What a build is held against.
enum GateBase {
  /// The baselines of a folder; nil for that of the catalogue.
  case baselines(String?)
  /// One baseline file.
  case counts(String)
  /// A saved run.
  case run(String)

  /// Finds out what a path means.
  ///
  /// - Throws: `ValidationError` for one that is none of them.
  init(named name: String?) throws {
    guard let name else {
      self = .baselines(nil)
      return
    }
    let unknown = ValidationError(
      "--base \(name): neither a baseline file, a folder of them, nor a run folder. Against a commit, in "
        + "this package's own repository: scripts/gate \(name)."
    )
    guard Folder.exists(name) else { throw unknown }
    guard Folder.isFolder(name) else {
      self = .counts(name)
      return
    }
    let files = try Folder.names(in: name)
    if files.contains("run.json") {
      self = .run(name)
    } else if files.contains("gate.json") {
      throw ValidationError(
        "\(name) is the report of a gate; name the run or the baselines it was held against."
      )
    } else if files.contains(where: { $0.hasSuffix(".json") }) {
      self = .baselines(name)
    } else {
      throw unknown
    }
  }
}

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
