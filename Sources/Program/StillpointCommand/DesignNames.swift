import ArgumentParser
import ChatSurface
import Files
import LoadGeneration
import Running
import Scenarios

/// Finds the profiles and devices that a command names: built-in ones by name, others by the path of
/// their file.
package enum DesignNames {
  /// What stands for every built-in profile.
  package static let all = "all"

  /// Whether a name stands for a file.
  package static func isPath(_ name: String) -> Bool { ScenarioCatalog.isPath(name) }

  /// The files among `names`.
  static func paths(in names: [String]) -> [String] {
    names.filter { isPath($0) && $0 != InputFile.standardInput }
  }

  /// Refuses names that stand neither for a built-in profile nor for a file; no file is read.
  ///
  /// - Throws: `ValidationError` with the near matches.
  package static func check(profiles names: [String]) throws {
    for name in names where name != all && !isPath(name) { _ = try builtIn(profile: name) }
  }

  /// Refuses engines that this program brings, for what takes this package's engine alone.
  ///
  /// - Parameter what: What takes no other engine, as in `capacity`.
  /// - Throws: `ValidationError` for the first one.
  static func refuseEngines(_ names: [String], in what: String) throws {
    for name in names where Candidates.named(name)?.isEngine == true {
      throw ValidationError(
        "\(what) takes profiles of stillpoint's engine, and \(name) is an engine of its own; "
          + "try `run stream-steady --profile \(name)`."
      )
    }
  }

  /// The profiles named, in their order, each once.
  ///
  /// - Throws: `ValidationError` for a name that is none; `InputError` for a file that is no profile,
  ///   and for two profiles of one name.
  package static func profiles(_ names: [String]) throws -> [Profile] {
    var found: [Profile] = []
    for name in names.withoutRepeats {
      let named: [Profile]
      if name == all {
        named = Profile.all
      } else if isPath(name) {
        named = [try ProfileFile.read(name).profile]
      } else {
        named = [try builtIn(profile: name)]
      }
      for profile in named where !found.contains(profile) {
        guard !found.contains(where: { $0.name == profile.name }) else {
          throw InputError(
            path: InputFile.title(of: name),
            problem: "another profile of this command has its name",
            value: profile.name,
            expected: "one name, one profile",
            advice: "Give one of them another name, or leave one out."
          )
        }
        found.append(profile)
      }
    }
    return found
  }

  private static func builtIn(profile name: String) throws -> Profile {
    if let brought = Candidates.profile(named: name) { return brought }
    guard let found = Profile.all.first(where: { $0.name == name }) else {
      let brought = Candidates.all.map(\.name)
      throw ValidationError(
        unknown("profile", name, among: Profile.all.map(\.name) + brought + [all])
          + " A design of your own is the path of its file, such as ./\(name).yaml."
      )
    }
    return found
  }

  /// Refuses a name that stands neither for a built-in device nor for a file.
  ///
  /// - Throws: `ValidationError` with the near matches.
  static func check(device name: String) throws {
    if !isPath(name) { _ = try builtIn(device: name) }
  }

  /// The device named.
  ///
  /// - Throws: `ValidationError` for a name that is none, `InputError` for a file that is no device.
  static func device(_ name: String) throws -> Device {
    isPath(name) ? try DeviceFile.read(name) : try builtIn(device: name)
  }

  private static func builtIn(device name: String) throws -> Device {
    guard let found = Device.all.first(where: { $0.name == name }) else {
      throw ValidationError(unknown("device", name, among: Device.all.map(\.name)))
    }
    return found
  }
}

extension CompletionKind {
  /// The built-in profiles, `all`, and YAML files.
  package static var profiles: CompletionKind {
    .custom { _, _, beginning in
      Profile.all.map(\.name) + Candidates.all.map(\.name) + [DesignNames.all]
        + ScenarioCatalog.files(beginning)
    }
  }

  /// The built-in devices, and YAML files.
  static var devices: CompletionKind {
    .custom { _, _, beginning in Device.all.map(\.name) + ScenarioCatalog.files(beginning) }
  }
}
