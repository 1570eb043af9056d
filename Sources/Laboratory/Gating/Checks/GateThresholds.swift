import Files
import LoadGeneration
import Scenarios

/// What the gate tolerates: the numbers of `Gate.yaml`, which is reviewed like code.
package struct GateThresholds: Hashable, Sendable {
  /// The file's name, beside the folder of the scenarios.
  package static let fileName = "Gate.yaml"
  /// The version of the file's schema.
  package static let schema = 1

  /// The scenarios of a round that names none.
  package var scenarios: [String]
  /// The display's rate, in Hz.
  package var refreshHertz: Int
  /// The largest ratio of instructions in a scenario.
  package var instructionRatio: Double
  /// The largest ratio of instructions in one phase.
  package var instructionPhaseRatio: Double
  /// From which share of a scenario's instructions on a phase is judged by itself.
  package var instructionPhaseShare: Double
  /// The ratio of processor time that the whole interval must stay below.
  package var cpuRatio: Double
  /// How sure the interval is.
  package var cpuConfidence: Double
  /// Pairs of runs; and how many they become when the interval straddles the bound.
  package var pairs: Int
  package var extendedPairs: Int
  /// Timed repetitions in each run, the one that warms up among them, of which each frame's least is
  /// taken; 2 at least.
  package var repetitions: Int
  /// From which share of a scenario's processor time on a phase is judged by itself.
  package var cpuPhaseShare: Double
  /// A phase below so many times an empty frame's cost is not judged by itself.
  package var cpuFloorFactor: Double
  /// What the controls plant in a phase, as a share of its processor time.
  package var plantedShare: Double
  /// From how many times its limit on a budget is missed grossly.
  package var grossFactor: Double

  /// Reads the file at `path`.
  ///
  /// - Throws: `InputError` for a file that cannot be read, an unknown or missing key, or a number
  ///   out of range.
  package static func read(_ path: String) throws(InputError) -> GateThresholds {
    let file = try InputFile.read(path, as: .document)
    return try read(InputLines.text(of: file), path: file.path)
  }

  /// Reads `text`; `path` is for messages.
  package static func read(_ text: String, path: String) throws(InputError) -> GateThresholds {
    let expected = "the gate's thresholds"
    let root = try InputObject(
      PositionedYAML.parse(text, path: path),
      path: path,
      expected: expected
    )
    try root.refuseUnknown(
      among: [
        "schema", "scenarios", "refresh_hz", "instructions", "cpu", "controls", "budgets",
      ]
    )
    _ = try root.integer("schema", in: schema...schema, unit: "")
    var scenarios: [String] = []
    for value in try root.list("scenarios") {
      guard case .string(let name) = value.kind else {
        throw root.mismatch("scenarios", value, expected: "names of scenarios")
      }
      scenarios.append(name)
    }
    guard !scenarios.isEmpty else {
      throw root.mismatch(
        "scenarios",
        try root.required("scenarios"),
        expected: "one scenario at least",
        problem: "no scenario"
      )
    }
    func part(_ key: String, _ known: [String]) throws(InputError) -> InputObject {
      let object = try InputObject(root.required(key), path: path, expected: expected)
      try object.refuseUnknown(among: known)
      return object
    }
    let instructions = try part("instructions", ["ratio", "phase_ratio", "phase_share"])
    let cpu = try part(
      "cpu",
      [
        "ratio", "confidence", "pairs", "extended_pairs", "repetitions", "phase_share",
        "floor_factor",
      ]
    )
    let pairs = try cpu.integer("pairs", in: 8...1_000, unit: "pairs")
    return GateThresholds(
      scenarios: scenarios,
      refreshHertz: try root.integer("refresh_hz", in: 1...1_000, unit: "Hz"),
      instructionRatio: try instructions.number("ratio", in: 1...10, unit: "times"),
      instructionPhaseRatio: try instructions.number("phase_ratio", in: 1...10, unit: "times"),
      instructionPhaseShare: try instructions.number("phase_share", in: 0...1, unit: "of 1"),
      cpuRatio: try cpu.number("ratio", in: 1...10, unit: "times"),
      cpuConfidence: try cpu.number("confidence", in: 0.5...0.9999, unit: "of 1"),
      pairs: pairs,
      extendedPairs: try cpu.integer("extended_pairs", in: pairs...1_000, unit: "pairs"),
      repetitions: try cpu.integer("repetitions", in: 2...100, unit: "repetitions"),
      cpuPhaseShare: try cpu.number("phase_share", in: 0...1, unit: "of 1"),
      cpuFloorFactor: try cpu.number("floor_factor", in: 0...100, unit: "times"),
      plantedShare: try part("controls", ["planted_share"])
        .number("planted_share", in: 0.001...10, unit: "of 1"),
      grossFactor: try part("budgets", ["gross_factor"])
        .number("gross_factor", in: 1...100, unit: "times")
    )
  }
}
