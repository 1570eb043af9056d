import ChatSurface
import Records
import Running
import Scenarios

/// What names a design. A profile or device that is not built in travels with it, as the text of its file.
protocol DesignRequest {
  var profile: String { get }
  var profileText: String? { get }
  var device: String { get }
  var deviceText: String? { get }
}

extension DesignRequest {
  /// The profile that it is run with.
  ///
  /// - Throws: `InputError` or `BadRequest` when the request names none.
  func chosenProfile() throws -> Profile {
    if let profileText {
      return try DesignText.profile(profileText, called: profile)
    }
    if let brought = Candidates.profile(named: profile) { return brought }
    guard let found = Profile.all.first(where: { $0.name == profile }) else {
      throw BadRequest(what: "a profile", name: profile)
    }
    return found
  }

  /// The device that it is run on.
  ///
  /// - Throws: `InputError` or `BadRequest` when the request names none.
  func chosenDevice() throws -> Device {
    if let deviceText { return try DeviceFile.read(deviceText, path: device) }
    guard let found = Device.all.first(where: { $0.name == device }) else {
      throw BadRequest(what: "a device", name: device)
    }
    return found
  }
}

extension CapacityRequest: DesignRequest {}

extension CellRequest: DesignRequest {
  /// Takes note of what the cell is run with.
  mutating func describe(_ profile: Profile, on device: Device) {
    // An engine that somebody brings makes choices of its own.
    if Candidates.named(profile.name)?.isEngine != true {
      profileSHA256 = ProfileChoices(of: profile).sha256
      profileText = DesignText.text(of: profile)
    }
    deviceText =
      Device.all.contains { $0 == device.at(hertz: $0.rate.hertz) } ? nil : DeviceFile.yaml(device)
  }

  /// Says in a record what it was run with.
  func sign(_ record: inout CellRecord) {
    record.profileSHA256 = profileSHA256
    record.profileText = profileText
    record.deviceText = deviceText
  }
}
