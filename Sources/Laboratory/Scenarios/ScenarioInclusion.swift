import Files
import LoadGeneration

/// The scenarios that another one includes: their parts come first, and what it does not say itself is
/// as the first of them that says it.
struct ScenarioInclusion {
  /// The most files that include each other in a row.
  static let deepest = 8
  /// The most files that one scenario includes, those counted that they include: a few files that each
  /// name the next one several times would otherwise be read millions of times.
  static let most = 64

  /// The folder of the streams that a `replay` may name; nil when there is none.
  let streams: String?
  /// The files that led here, by their whole names.
  let chain: [String]

  /// Reads what `root` includes.
  ///
  /// - Parameter path: The file that `root` is from.
  /// - Throws: ``InputError`` for a file that cannot be read or is no scenario, one that includes
  ///   itself, too many in a row, and too many in all.
  func scenarios(_ root: InputObject, path: String) throws(InputError) -> [Scenario] {
    var scenarios: [Scenario] = []
    var files = 0
    let chain = chain + [FileName.resolved(path)]
    for value in try root.list("include") {
      guard case .string(let name) = value.kind, !name.isEmpty, name != InputFile.standardInput
      else {
        throw root.mismatch("include", value, expected: "paths or names of scenarios")
      }
      let included = place(of: name, from: path)
      guard !chain.contains(FileName.resolved(included)) else {
        throw root.mismatch(
          "include",
          value,
          expected: "a file that does not include this one",
          problem: "a circle of files"
        )
      }
      guard chain.count <= Self.deepest else {
        throw root.mismatch(
          "include",
          value,
          expected: "at most \(Self.deepest) files in a row",
          problem: "too many files"
        )
      }
      let file = try InputFile.read(included, as: .document)
      var scenario = try ScenarioFile.read(
        InputLines.text(of: file),
        path: file.path,
        ScenarioInclusion(streams: streams, chain: chain)
      )
      scenario.includedFiles = [included] + scenario.includedFiles
      files += scenario.includedFiles.count
      guard files <= Self.most else {
        throw root.mismatch(
          "include",
          value,
          expected: "at most \(Self.most) files in all, those counted that they include",
          problem: "too many files"
        )
      }
      scenarios.append(scenario)
    }
    return scenarios
  }

  /// The file that is included: a path is taken from the file that names it; what is no file there may be
  /// the name of a shipped scenario.
  private func place(of name: String, from path: String) -> String {
    let file = FileName.joined(FileName.folder(of: path), name)
    guard !Folder.exists(file), let streams else { return file }
    return ScenarioCatalog(folder: FileName.folder(of: streams)).path(of: name) ?? file
  }
}

extension Scenario {
  /// Puts the parts of `others` before its own, and takes from them what it does not say.
  mutating func include(_ others: [Scenario], saying root: InputObject) {
    for other in others {
      if !root.has("history"), history == nil { history = other.history }
      if !root.has("device"), device == nil { device = other.device }
      includedFiles += other.includedFiles
      partFiles += other.partFiles
    }
    parts = others.flatMap(\.parts) + parts
  }
}
