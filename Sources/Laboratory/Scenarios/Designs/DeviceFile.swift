import ChatSurface
import Files
import LoadGeneration

/// A device's file: its size and what of it is covered, its display, and how fast it is taken to be.
///
/// ```yaml
/// name: my-phone
/// base: iphone-se
/// height_pt: 780
/// keyboard_pt: [291, 336]
/// rate_hz: [60, 120]
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
    /// What numbers it takes.
    let kind: Kind
    /// What a device has; one number, but for a list.
    let numbers: @Sendable (Device) -> [Double]

    /// What numbers a key takes.
    enum Kind: Sendable {
      /// One number, fractions too.
      case number
      /// One whole number.
      case whole
      /// A whole number, or a list of some.
      case wholes
    }

    /// Whether it takes whole numbers alone.
    package var isWhole: Bool { kind != .number }
    /// Whether it takes a list, too.
    package var isList: Bool { kind == .wholes }

    /// The most numbers of a list.
    package static let longestList = 8

    /// What it takes, for people.
    package var values: String {
      let range =
        "\(ProfileValue.decimal(range.lowerBound)) to "
        + ProfileValue.decimal(range.upperBound) + (unit.isEmpty ? "" : " \(unit)")
      return kind == .wholes ? "\(range), or a list of 1 to \(Self.longestList)" : range
    }

    /// What a device has, in YAML.
    package func value(_ device: Device) -> String { Self.yaml(numbers(device)) }

    /// What it is in YAML where there is no base; nil where it has to be said then.
    package var standard: String? { DeviceFile.standards[name].map(ProfileValue.decimal) }

    static func yaml(_ numbers: [Double]) -> String {
      let texts = numbers.map(ProfileValue.decimal)
      return texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]"
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
    Key(
      lists: "keyboard_pt",
      "The height of its keyboard; the part `keyboards` opens several in turn",
      0...1_000,
      "points"
    ) { $0.keyboards.map(\.points) },
    Key(
      lists: "rate_hz",
      "The rate of its display, whole parts of which can be run, too; or each of its rates",
      1...1_000,
      "Hz"
    ) { device in ([device.displayRate] + device.otherRates).map { Double($0.hertz) } },
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

  /// The keys that a device's file alone has.
  static var keyNames: [String] { keys.map(\.name) }

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
    try root.refuseUnknown(
      among: ["name", "base"] + keyNames,
      other: FileKind.advice(forKey:)
    )
    let name = try ProfileFile.name(root)
    var base: Device?
    if root.has("base") {
      let named = try root.choice("base", of: Device.all.map(\.name))
      base = Device.all.first { $0.name == named }
    }
    var values: [String: [Double]] = [:]
    for key in keys {
      if root.has(key.name) {
        values[key.name] = try numbers(of: key, root)
      } else if let base {
        values[key.name] = key.numbers(base)
      } else if let standard = standards[key.name] {
        values[key.name] = [standard]
      } else {
        _ = try root.required(key.name)
      }
    }
    let device = made(name, values)
    let highest = device.keyboards.max() ?? .zero
    let free = device.height - device.safeTop - device.safeBottom - highest
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
  fileprivate static let standards: [String: Double] = [
    "safe_top_pt": 0, "safe_bottom_pt": 0, "keyboard_pt": 0, "host_share": 0.5, "cpu_scale": 1,
  ]

  /// Reads what a key says; of a list every number once.
  private static func numbers(of key: Key, _ root: InputObject) throws(InputError) -> [Double] {
    let written = try root.required(key.name)
    switch key.kind {
    case .number: return [try root.number(key.name, in: key.range, unit: key.unit)]
    case .whole: return [Double(try whole(of: key, written, root))]
    case .wholes: break
    }
    guard case .list(let values) = written.kind else {
      return [Double(try whole(of: key, written, root))]
    }
    guard (1...Key.longestList).contains(values.count) else {
      throw root.mismatch(key.name, written, expected: key.values)
    }
    var numbers: [Double] = []
    for value in values {
      let number = Double(try whole(of: key, value, root))
      guard !numbers.contains(number) else {
        throw root.mismatch(key.name, value, expected: "each number once")
      }
      numbers.append(number)
    }
    return numbers
  }

  private static func whole(
    of key: Key,
    _ value: InputValue,
    _ root: InputObject
  ) throws(InputError) -> Int {
    guard case .number(let text) = value.kind, let whole = Int(text),
      key.range.contains(Double(whole))
    else {
      throw root.mismatch(
        key.name,
        value,
        expected: key.kind == .wholes
          ? "whole numbers: \(key.values)" : "a whole number of \(key.unit): \(key.values)",
        advice: InputObject.rounding(value, in: 1...1_000)
      )
    }
    return whole
  }

  private static func made(_ name: String, _ values: [String: [Double]]) -> Device {
    func numbers(_ key: String) -> [Int] { (values[key] ?? []).map { Int($0) } }
    func whole(_ key: String) -> Int { numbers(key).first ?? 0 }
    let rates = numbers("rate_hz").sorted(by: >)
    return Device(
      name: name,
      width: whole("width_pt"),
      height: whole("height_pt"),
      safeTop: whole("safe_top_pt"),
      safeBottom: whole("safe_bottom_pt"),
      keyboard: whole("keyboard_pt"),
      otherKeyboards: Array(numbers("keyboard_pt").dropFirst()),
      hertz: rates.first ?? 0,
      otherRates: Array(rates.dropFirst()),
      cpuScale: values["cpu_scale"]?.first ?? 1,
      hostShare: values["host_share"]?.first ?? 0.5
    )
  }

  /// A device's keys and what they are, as `device's keyboard_pt`.
  package static func conditions(of device: Device) -> [(String, String)] {
    keys.map { ("device's \($0.name)", "\($0.value(device))") }
  }

  /// The lines of a file that says all of a device.
  package static func yaml(_ device: Device) -> String {
    keys.reduce("name: \(device.name)\n") { text, key in
      text + "\(key.name): \(key.value(device))\n"
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
      kind: isWhole ? .whole : .number,
      numbers: { [value($0)] }
    )
  }

  fileprivate init(
    lists name: String,
    _ summary: String,
    _ range: ClosedRange<Double>,
    _ unit: String,
    _ numbers: @escaping @Sendable (Device) -> [Double]
  ) {
    self.init(
      name: name,
      summary: summary,
      range: range,
      unit: unit,
      kind: .wholes,
      numbers: numbers
    )
  }
}
