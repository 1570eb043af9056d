import ChatSurface
import Files
import LoadGeneration

/// The profiles, devices and rates that a scenario asks to be run with, each with each.
package struct ScenarioMatrix: Sendable {
  /// The profiles; empty for what the command or the scenario says otherwise.
  package var profiles: [Profile] = []
  /// The devices; empty likewise.
  package var devices: [Device] = []
  /// The refresh rates in Hz; empty likewise. A device that does not have one is not run at it.
  package var rates: [Int] = []

  /// How many cells there are at most.
  package var cellCount: Int {
    max(1, profiles.count) * max(1, devices.count) * max(1, rates.count)
  }

  /// Reads the value of `matrix`.
  ///
  /// - Parameters:
  ///   - root: The scenario.
  ///   - path: The scenario's file.
  /// - Throws: ``InputError`` for a matrix without any of these, a profile or device that there is not, one that stands twice, a rate
  ///   that no device has, and a matrix beyond the limit on cells.
  static func read(_ root: InputObject, path: String) throws(InputError) -> ScenarioMatrix {
    let value = try root.required("matrix")
    let object = try InputObject(value, path: path, expected: "profiles, devices, rates_hz")
    try object.refuseUnknown(among: ["profiles", "devices", "rates_hz"])
    var matrix = ScenarioMatrix()
    let designs = ScenarioDesigns(folder: FileName.folder(of: path))
    for value in object.has("profiles") ? try object.list("profiles") : [] {
      let profile = try designs.profile(value, "profiles", in: object)
      guard !matrix.profiles.contains(where: { $0.name == profile.name }) else {
        throw object.mismatch("profiles", value, expected: "each profile once")
      }
      matrix.profiles.append(profile)
    }
    for value in object.has("devices") ? try object.list("devices") : [] {
      let device = try designs.device(value, "devices", in: object)
      guard !matrix.devices.contains(where: { $0.name == device.name }) else {
        throw object.mismatch("devices", value, expected: "each device once")
      }
      matrix.devices.append(device)
    }
    try matrix.readRates(object)
    guard !matrix.profiles.isEmpty || !matrix.devices.isEmpty || !matrix.rates.isEmpty else {
      throw root.mismatch("matrix", value, expected: "profiles, devices or rates_hz, one at least")
    }
    let most = try InputLimit.cells.value()
    guard matrix.cellCount <= most else {
      throw InputLimit.cells.error(
        path: path,
        line: value.line,
        column: value.column,
        value: "\(matrix.cellCount)",
        limit: most,
        advice: "Take some profiles, devices or rates out."
      )
    }
    return matrix
  }

  private mutating func readRates(_ object: InputObject) throws(InputError) {
    guard object.has("rates_hz") else { return }
    for value in try object.list("rates_hz") {
      guard case .number(let text) = value.kind, let rate = Int(text), (1...1_000).contains(rate),
        !rates.contains(rate)
      else {
        throw object.mismatch("rates_hz", value, expected: "whole numbers of Hz, each once")
      }
      let known = devices.isEmpty ? Device.all : devices
      guard known.contains(where: { $0.has(hertz: rate) }) else {
        let rates = known.map { device in
          let rates = device.rates.map { "\($0)" }.joined(separator: " and ")
          return "\(rates) (\(device.name))"
        }
        .joined(separator: ", ")
        throw object.mismatch(
          "rates_hz",
          value,
          expected: "a rate that a device has, or a whole part of it: \(rates)"
        )
      }
      rates.append(rate)
    }
  }
}
