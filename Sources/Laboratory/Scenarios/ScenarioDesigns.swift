import ChatSurface
import Files
import LoadGeneration

/// The profiles and devices that a scenario names: built-in ones by name, others by the path of their
/// file from the scenario's folder.
struct ScenarioDesigns {
  /// The folder that the scenario lies in.
  let folder: String

  /// The profile that `value` names.
  ///
  /// - Parameters:
  ///   - key: The key that it stands under.
  ///   - object: The object that this key is in.
  /// - Throws: ``InputError`` for a name that is none, and what ``ProfileFile/read(_:among:)`` throws.
  func profile(
    _ value: InputValue,
    _ key: String,
    in object: InputObject
  ) throws(InputError) -> Profile {
    let name = try name(value, key, in: object)
    if isFile(name) { return try ProfileFile.read(FileName.joined(folder, name)).profile }
    guard let found = Profile.all.first(where: { $0.name == name }) else {
      throw unknown(value, name, key, among: Profile.all.map(\.name), in: object)
    }
    return found
  }

  /// The device that `value` names.
  ///
  /// - Throws: ``InputError`` for a name that is none, and what ``DeviceFile/read(_:)`` throws.
  func device(
    _ value: InputValue,
    _ key: String,
    in object: InputObject
  ) throws(InputError) -> Device {
    let name = try name(value, key, in: object)
    if isFile(name) { return try DeviceFile.read(FileName.joined(folder, name)) }
    guard let found = Device.all.first(where: { $0.name == name }) else {
      throw unknown(value, name, key, among: Device.all.map(\.name), in: object)
    }
    return found
  }

  /// Whether a name is the path of a file; standard input is the scenario's, if anybody's.
  private func isFile(_ name: String) -> Bool {
    ScenarioCatalog.isPath(name) && name != InputFile.standardInput
  }

  private func name(
    _ value: InputValue,
    _ key: String,
    in object: InputObject
  ) throws(InputError) -> String {
    guard case .string(let name) = value.kind, !name.isEmpty else {
      throw object.mismatch(key, value, expected: "a name, or the path of a YAML file")
    }
    return name
  }

  private func unknown(
    _ value: InputValue,
    _ name: String,
    _ key: String,
    among names: [String],
    in object: InputObject
  ) -> InputError {
    object.mismatch(
      key,
      value,
      expected: "one of \(names.joined(separator: ", ")), or the path of a YAML file",
      problem: "unknown name",
      advice: nearMatchQuestion(for: name, among: names)
    )
  }
}
