import Files
import Foundation
import Records

/// What a part of a command's work came to, and which part it is: `part.json` beside the part's own report.
///
/// A part says of which command, program and input it is; those of others are not put together.
package struct WorkPart<Content: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  package var schema = 1
  /// Which part it is; nil for all.
  package var shard: Shard?
  /// The program that made it; `n/a` where that is not known.
  package var revision: String
  /// The command, without what may differ from part to part.
  package var command: [String]
  /// A hash of the files that say what is to be done; nil where the shard's plan has it.
  package var input: String?
  /// What it came to; nil where that stands in other files.
  package var content: Content?

  package init(
    shard: Shard?,
    revision: String,
    command: [String],
    input: String? = nil,
    content: Content? = nil
  ) {
    (self.shard, self.revision, self.command) = (shard, revision, command)
    (self.input, self.content) = (input, content)
  }

  /// The file's bytes: the same for the same part.
  package func bytes() throws(OutputError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // What has no number is infinitely far from its limit.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    do {
      return Array(try encoder.encode(self)) + [0x0A]
    } catch {
      throw OutputError(path: WorkPartFile.name, reason: "\(error)")
    }
  }

  /// Reads which part a folder has; nil where it does not say.
  ///
  /// - Throws: `InputError` for a file that says what cannot be.
  package init?(of folder: String) throws(InputError) {
    let file = FileName.joined(folder, WorkPartFile.name)
    guard Folder.exists(file) else { return nil }
    let bytes = try InputFile.read(file, as: .bytes(1 << 30)).bytes
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    guard let found = try? decoder.decode(Self.self, from: Data(bytes)), found.schema == 1
    else {
      throw InputError(
        path: file,
        problem: "it does not say which part it is",
        expected: "what a command with --shard wrote",
        advice: "Make the part again."
      )
    }
    self = found
  }

  /// Puts the parts of one command in order, each once.
  ///
  /// - Parameters:
  ///   - parts: Parts with shards, and where they are; one at least.
  ///   - plan: What differs where the parts were not cut from the same whole.
  /// - Returns: The parts, and the numbers of those that are not there.
  /// - Throws: ``RunMerge/Refusal`` unless they are of one command, program and input.
  package static func ordered(
    _ parts: [(path: String, part: Self)],
    plan: String
  ) throws(RunMerge.Refusal) -> (parts: [Self], missing: [Int]) {
    func same(_ what: String, _ value: (Self) -> String) throws(RunMerge.Refusal) {
      try RunMerge.same(what, parts, path: \.path) { value($0.part) }
    }
    try same("the command") { $0.command.joined(separator: " ") }
    try same("the program's revision", \.revision)
    try same("the input") { $0.input ?? "n/a" }
    let found = try RunMerge.ordered(parts, path: \.path, plan: plan, shard: \.part.shard) {
      $0.part.content == $1.part.content
    }
    return (found.parts.map(\.part), found.missing)
  }
}

/// The file of a ``WorkPart``.
package enum WorkPartFile {
  package static let name = "part.json"
}
