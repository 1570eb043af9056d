import Files

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

  /// Makes an identity.
  package init(scenario: String, profile: String, device: String, refreshHertz: Int) {
    self.scenario = scenario
    self.profile = profile
    self.device = device
    self.refreshHertz = refreshHertz
  }

  /// The name of the cell's baseline file: the four parts with dots between them, and `.json`.
  ///
  /// - Throws: ``OutputError`` when a part has a character that would not be safe in the
  ///   name of a file, or would make the parts run into each other.
  package func fileName() throws(OutputError) -> String {
    for (key, part) in [("scenario", scenario), ("profile", profile), ("device", device)] {
      let isSafe = part.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122, 45, 95: true
        default: false
        }
      }
      guard isSafe, !part.isEmpty else {
        throw OutputError(
          path: "\"\(part)\"",
          reason: "it cannot be part of the name of a baseline",
          advice: "Rename the \(key): letters a to z, digits, - and _ only."
        )
      }
    }
    return description + ".json"
  }
}

extension CellIdentity: CustomStringConvertible {
  /// The four parts with dots between them.
  package var description: String { "\(scenario).\(profile).\(device).\(refreshHertz)" }
}
