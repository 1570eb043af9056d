import Comparing
import Files
import Foundation

/// The figures that a check compares with, as a file keeps them: one JSON file, for a repository, a CI cache
/// or an artefact.
package struct CheckBaseline: Hashable, Codable, Sendable {
  /// The version of the file's schema.
  package static let schema = 1
  /// The file's name in a folder.
  package static let fileName = "baseline.json"
  private static let kind = "stillpoint-baseline"
  /// No baseline is longer: 64 MiB.
  private static let longest = 64 << 20

  /// When it was accepted, as ISO 8601 in UTC.
  package var date: String
  /// Why.
  package var reason: String
  /// The program's version.
  package var version: String
  /// Facts about the machine that made it.
  package var machine: [CheckSubject.Fact]
  /// What it holds.
  package var subjects: [CheckSubject]

  package init(
    date: String,
    reason: String,
    version: String,
    machine: [CheckSubject.Fact],
    subjects: [CheckSubject]
  ) {
    self.date = date
    self.reason = reason
    self.version = version
    self.machine = machine
    self.subjects = subjects
  }

  /// Where a figure stands that is compared with it, as the end of a sentence.
  package var place: String { "in the baseline of \(date) (\(reason))" }

  /// What got worse of a subject that is not judged yet, with what it was.
  ///
  /// - Complexity: O(figures log figures + samples).
  package func worse(in subject: CheckSubject) -> [FigureComparison] {
    guard let old = subjects.first(where: { $0.name == subject.name }) else { return [] }
    return subject.compared(with: old).filter { $0.verdict == .worse }
  }

  private struct Stored: Codable {
    var kind: String
    var schema: Int
    var baseline: CheckBaseline
  }

  private struct Head: Decodable {
    var kind: String?
    var schema: Int?
  }

  /// Why a baseline is none to compare with, although the file can be read.
  package struct Unusable: Error, Hashable, CustomStringConvertible {
    package var description: String
  }

  /// The file that a path names: itself, or the one in the folder.
  package static func file(at path: String) -> String {
    Folder.isFolder(path) || path.hasSuffix("/") ? FileName.joined(path, fileName) : path
  }

  /// Reads the file at a path, or in the folder there.
  ///
  /// - Throws: ``InputError`` for a file that cannot be read or is no baseline; ``Unusable`` where there is none,
  ///   and for one of another schema.
  package static func read(_ path: String) throws -> CheckBaseline {
    let file = file(at: path)
    guard Folder.exists(file) else {
      throw Unusable(
        description: "there is no baseline at \(file); make one: "
          + "stillpoint check --accept --reason \"the first\""
      )
    }
    // A pipe would be waited for.
    let isFile = SystemCalls.status(of: file)?.isRegular == true
    let data = isFile ? Data(try InputFile.read(file, as: .bytes(longest)).bytes) : Data()
    guard let head = try? JSONDecoder().decode(Head.self, from: data), head.kind == kind else {
      throw InputError(
        path: file,
        problem: "no baseline",
        expected: "a file that stillpoint check --accept wrote",
        advice: "Name that file at compare.with, or accept a baseline again."
      )
    }
    guard head.schema == schema else {
      let age = (head.schema ?? 0) > schema ? "a newer" : "an older"
      throw Unusable(
        description:
          "the baseline \(file) was made by \(age) program (schema "
          + "\(head.schema.map(String.init) ?? "n/a"), this one reads \(schema)); "
          + "accept it again: stillpoint check --accept --reason TEXT"
      )
    }
    guard let baseline = try? JSONDecoder().decode(Stored.self, from: data).baseline,
      baseline.subjects.allSatisfy(\.isPlausible)
    else {
      throw InputError(
        path: file,
        problem: "a damaged baseline",
        expected: "a file that stillpoint check --accept wrote",
        advice: "Restore it, or accept a baseline again: stillpoint check --accept --reason TEXT"
      )
    }
    return baseline
  }

  /// Where it may be written: where nothing is, or a baseline.
  ///
  /// - Parameters:
  ///   - path: A file, or a folder for the file in it.
  ///   - inputs: What the check reads.
  package static func place(_ path: String, inputs: [String]) throws(OutputError) -> OutputPlace {
    try OutputPlace(
      file(at: path),
      replacing: .marked(kind, "a baseline"),
      inputs: inputs,
      makesFolder: true
    )
  }

  /// The file's bytes.
  package func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(Stored(kind: Self.kind, schema: Self.schema, baseline: self))
    return Array(data) + [0x0A]
  }
}
