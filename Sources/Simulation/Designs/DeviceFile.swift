import ChatSurface
import Files
import LoadGeneration

/// A device's file: its size and what of it is covered, its display, and how fast it is taken to be.
///
/// ```yaml
/// name: my-phone
/// base: iphone-se
/// height_pt: 780
/// cpu_scale: 1.8
/// ```
///
/// A `cpu_scale` other than 1 makes every cost an estimate, and reports say so.
package enum DeviceFile {
  /// One key of the file.
  package struct Key: Sendable {
    /// The key.
    package let name: String
    /// What it says.
    package let summary: String
    /// What it takes.
    package let range: ClosedRange<Double>
    /// In what.
    package let unit: String
    /// Whether it takes a fraction.
    let isWhole: Bool
    /// What a device has.
    package let value: @Sendable (Device) -> Double

    /// What it takes, for people.
    package var values: String {
      "\(ProfileValue.decimal(range.lowerBound)) to \(ProfileValue.decimal(range.upperBound)) \(unit)"
    }
  }

  /// Every key but `name` and `base`.
  package static let keys = [
    Key("width_pt", "Width of the viewport", 280...10_000, "points") { $0.width.points },
    Key("height_pt", "Height of the viewport", 280...10_000, "points") { $0.height.points },
    Key("safe_top_pt", "What the top safe area covers", 0...200, "points") { $0.safeTop.points },
    Key("safe_bottom_pt", "What the bottom safe area covers", 0...200, "points") {
      $0.safeBottom.points
    },
    Key("keyboard_pt", "The height of its keyboard", 0...1_000, "points") { $0.keyboard.points },
    Key("rate_hz", "The rate of its display; whole parts of it can be run, too", 1...1_000, "Hz") {
      Double($0.rate.hertz)
    },
    Key(
      "host_share",
      "The part of each period that the host draws in",
      0...0.99,
      "",
      isWhole: false
    ) {
      $0.hostShare
    },
    Key(
      "cpu_scale",
      "Factor on every cost, an estimate; 1 is this machine",
      0.01...100,
      "times",
      isWhole: false
    ) { $0.cpuScale },
  ]

  /// Reads the device at `path`.
  ///
  /// - Throws: ``InputError`` when the file cannot be read, is not YAML, or has a key or value that a
  ///   device cannot have; also for the name of a built-in device over other values than its own.
  package static func read(_ path: String) throws(InputError) -> Device {
    let file = try InputFile.read(path, as: .document)
    let device = try read(InputLines.text(of: file), path: file.path)
    if let taken = Device.all.first(where: { $0.name == device.name }), taken != device {
      throw InputError(
        path: file.path,
        problem: "the name is that of a built-in device with other values",
        value: device.name,
        expected: "a name of its own",
        advice: "Call it \"my-\(device.name)\", or name the built-in one as its base."
      )
    }
    return device
  }

  /// Reads the device `text`; `path` is for messages.
  ///
  /// - Throws: ``InputError`` as ``read(_:)`` does, but for reading and for the name.
  package static func read(_ text: String, path: String) throws(InputError) -> Device {
    let root = try InputObject(
      PositionedYAML.parse(text, path: path, as: "a device in YAML"),
      path: path,
      expected: "a device: name, base, and what differs"
    )
    try root.refuseUnknown(among: ["name", "base"] + keys.map(\.name))
    let name = try ProfileFile.name(root)
    var base: Device?
    if root.has("base") {
      let named = try root.choice("base", of: Device.all.map(\.name))
      base = Device.all.first { $0.name == named }
    }
    var values: [String: Double] = [:]
    for key in keys {
      if root.has(key.name) {
        values[key.name] =
          key.isWhole
          ? Double(
            try root.integer(
              key.name,
              in: Int(key.range.lowerBound)...Int(key.range.upperBound),
              unit: key.unit
            )
          ) : try root.number(key.name, in: key.range, unit: key.unit)
      } else if let base {
        values[key.name] = key.value(base)
      } else if let standard = standards[key.name] {
        values[key.name] = standard
      } else {
        _ = try root.required(key.name)
      }
    }
    let device = made(name, values)
    let free = device.height - device.safeTop - device.safeBottom - device.keyboard
    guard free.points >= 100 else {
      let field = root.fields.last { $0.key != "name" && $0.key != "base" }
      throw InputError(
        path: path,
        line: field?.line ?? root.line,
        column: field?.column ?? root.column,
        problem: "nothing is left between the safe areas and the keyboard",
        value: "\(ProfileValue.decimal(free.points)) points",
        expected: "100 points at least",
        advice: "Make height_pt larger, or keyboard_pt and the safe areas smaller."
      )
    }
    return device
  }

  /// What is taken without a base.
  private static let standards = [
    "safe_top_pt": 0, "safe_bottom_pt": 0, "keyboard_pt": 0, "host_share": 0.5, "cpu_scale": 1,
  ]

  private static func made(_ name: String, _ values: [String: Double]) -> Device {
    func whole(_ key: String) -> Int { Int(values[key] ?? 0) }
    return Device(
      name: name,
      width: whole("width_pt"),
      height: whole("height_pt"),
      safeTop: whole("safe_top_pt"),
      safeBottom: whole("safe_bottom_pt"),
      keyboard: whole("keyboard_pt"),
      hertz: whole("rate_hz"),
      cpuScale: values["cpu_scale"] ?? 1,
      hostShare: values["host_share"] ?? 0.5
    )
  }

  /// The lines of a file that says all of a device.
  package static func yaml(_ device: Device) -> String {
    keys.reduce("name: \(device.name)\n") { text, key in
      text + "\(key.name): \(ProfileValue.decimal(key.value(device)))\n"
    }
  }
}

extension DeviceFile.Key {
  fileprivate init(
    _ name: String,
    _ summary: String,
    _ range: ClosedRange<Double>,
    _ unit: String,
    isWhole: Bool = true,
    _ value: @escaping @Sendable (Device) -> Double
  ) {
    self.init(
      name: name,
      summary: summary,
      range: range,
      unit: unit,
      isWhole: isWhole,
      value: value
    )
  }
}
