/// Which cell of a run counts belong to: one scenario, profile, device and rate.
package struct CellIdentity: Hashable, Sendable, Codable {
  /// The scenario's name.
  package var scenario: String
  /// The profile's name.
  package var profile: String
  /// The device's name.
  package var device: String
  /// The display's rate in Hz.
  package var refreshHertz: Int

  package init(scenario: String, profile: String, device: String, refreshHertz: Int) {
    self.scenario = scenario
    self.profile = profile
    self.device = device
    self.refreshHertz = refreshHertz
  }
}

extension CellIdentity: CustomStringConvertible {
  /// The four parts with dots between them.
  package var description: String { "\(scenario).\(profile).\(device).\(refreshHertz)" }
}
