import Files
import Gating
import LoadGeneration

/// Reads a round of the gate back from the folder that `gate --output` wrote.
public enum GateFile {
  /// The file's name.
  public static let name = "gate.json"
  /// No round is longer: 64 MiB.
  private static let longest = 64 << 20
  /// The version of the file's schema.
  static let schema = 2

  /// Reads a round.
  ///
  /// - Parameter path: The folder, or `gate.json` itself.
  /// - Throws: ``InputError`` naming file, line and key.
  public static func read(_ path: String) throws(InputError) -> GateRound {
    let file = Folder.isFolder(path) ? FileName.joined(path, name) : path
    return try round(try InputFile.read(file, as: .bytes(longest)).bytes, path: file)
  }

  /// Reads a round from the bytes of its file.
  static func round(_ bytes: [UInt8], path: String) throws(InputError) -> GateRound {
    let root = try JSONCursor.document(bytes, path: path, schema: Self.schema)
    var results: [CheckResult] = []
    for cursor in try root.member("results").elements() { results.append(try result(cursor)) }
    return GateRound(
      base: try root.member("base").string(),
      head: try root.member("head").string(),
      results: results,
      advice: try root.member("advice").string()
    )
  }

  private static func result(_ cursor: JSONCursor) throws(InputError) -> CheckResult {
    var notes: [String] = []
    for note in try cursor.member("notes").elements() { notes.append(try note.string()) }
    let low = try cursor.optionalMember("low")?.double()
    let high = try cursor.optionalMember("high")?.double()
    var interval: ClosedRange<Double>?
    if let low, let high {
      guard low <= high else { throw try cursor.member("low").invalid("at most high") }
      interval = low...high
    }
    return CheckResult(
      try cursor.member("check").choice(GateCheck.self, of: GateCheck.allCases.map(\.rawValue)),
      CellIdentity(
        scenario: try cursor.member("scenario").string(),
        profile: try cursor.member("profile").string(),
        device: try cursor.member("device").string(),
        refreshHertz: try cursor.member("refresh_hz").whole(Int.self)
      ),
      try cursor.member("verdict").choice(Verdict.self, of: Verdict.allCases.map(\.rawValue)),
      figure: try cursor.member("figure").string(),
      ratio: try cursor.optionalMember("ratio")?.double(),
      interval: interval,
      bound: try cursor.optionalMember("bound")?.double(),
      culprit: try cursor.optionalMember("culprit")?.string(),
      notes: notes
    )
  }
}
