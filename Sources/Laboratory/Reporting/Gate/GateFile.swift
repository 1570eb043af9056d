import Files
import Gating

/// A round of the gate as `gate --output` keeps it: `gate.json`.
package enum GateFile {
  /// The file's name.
  package static let name = "gate.json"
  /// The version of its schema.
  static let schema = 2
  /// No round is longer: 64 MiB.
  private static let longest = 64 << 20

  /// Reads a round.
  ///
  /// - Parameter path: The folder, or `gate.json` itself.
  /// - Throws: ``InputError`` naming file, line and key.
  package static func read(_ path: String) throws(InputError) -> GateRound {
    let file = Folder.isFolder(path) ? FileName.joined(path, name) : path
    return try round(try InputFile.read(file, as: .bytes(longest)).bytes, path: file)
  }

  /// Reads a round from the bytes of its file.
  static func round(_ bytes: [UInt8], path: String) throws(InputError) -> GateRound {
    try RecordCoding.read(StoredRound.self, from: bytes, path: path).round
  }

  /// The bytes of a round's file.
  static func bytes(of round: GateRound) throws(OutputError) -> [UInt8] {
    try RecordCoding.bytes(of: StoredRound(round), for: name)
  }
}

/// A round as its file has it.
private struct StoredRound: Codable, VersionedRecord {
  static let schema = GateFile.schema

  private var base: String
  private var head: String
  /// For other programs; what is read back follows from the results.
  private var verdict: GateVerdict
  private var exitCode: Int32
  private var advice: String
  private var results: [StoredResult]

  private enum CodingKeys: String, CodingKey {
    case base, head, verdict
    case exitCode = "exit_code"
    case advice, results
  }

  init(_ round: GateRound) {
    base = round.base
    head = round.head
    verdict = round.verdict
    exitCode = round.verdict.exitCode
    advice = round.advice
    results = round.results.map(StoredResult.init)
  }

  var round: GateRound {
    GateRound(base: base, head: head, results: results.map(\.result), advice: advice)
  }
}

/// A result as its file has it: the cell's parts and the interval's ends beside the rest.
private struct StoredResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case check, scenario, profile, device
    case refreshHertz = "refresh_hz"
    case verdict, figure, ratio, low, high, bound, culprit, notes
  }

  let result: CheckResult

  init(_ result: CheckResult) { self.result = result }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let low = try container.decodeIfPresent(Double.self, forKey: .low)
    let high = try container.decodeIfPresent(Double.self, forKey: .high)
    var interval: ClosedRange<Double>?
    if let low, let high {
      guard low <= high else {
        throw DecodingError.dataCorruptedError(
          forKey: .low,
          in: container,
          debugDescription: "at most high"
        )
      }
      interval = low...high
    }
    result = CheckResult(
      try container.decode(GateCheck.self, forKey: .check),
      CellIdentity(
        scenario: try container.decode(String.self, forKey: .scenario),
        profile: try container.decode(String.self, forKey: .profile),
        device: try container.decode(String.self, forKey: .device),
        refreshHertz: try container.decode(Int.self, forKey: .refreshHertz)
      ),
      try container.decode(GateVerdict.self, forKey: .verdict),
      figure: try container.decode(String.self, forKey: .figure),
      ratio: try container.decodeIfPresent(Double.self, forKey: .ratio),
      interval: interval,
      bound: try container.decodeIfPresent(Double.self, forKey: .bound),
      culprit: try container.decodeIfPresent(String.self, forKey: .culprit),
      notes: try container.decode([String].self, forKey: .notes)
    )
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(result.check, forKey: .check)
    try container.encode(result.cell.scenario, forKey: .scenario)
    try container.encode(result.cell.profile, forKey: .profile)
    try container.encode(result.cell.device, forKey: .device)
    try container.encode(result.cell.refreshHertz, forKey: .refreshHertz)
    try container.encode(result.verdict, forKey: .verdict)
    try container.encode(result.figure, forKey: .figure)
    try container.encodeIfPresent(result.ratio, forKey: .ratio)
    try container.encodeIfPresent(result.interval?.lowerBound, forKey: .low)
    try container.encodeIfPresent(result.interval?.upperBound, forKey: .high)
    try container.encodeIfPresent(result.bound, forKey: .bound)
    try container.encodeIfPresent(result.culprit, forKey: .culprit)
    try container.encode(result.notes, forKey: .notes)
  }
}
