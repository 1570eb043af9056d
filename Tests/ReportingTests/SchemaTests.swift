import Files
import Foundation
import Records
import Reporting
import Testing

/// The forms of the files of a run: each number stands for one form.
///
/// `STILLPOINT_WRITE_GOLDEN=1 swift test --filter SchemaTests` keeps the keys of a new number.
@Suite struct SchemaTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Schemas")

  /// The paths of all keys of a JSON value, members of lists under `[]`.
  private func keys(of value: Any, at path: String = "") -> Set<String> {
    switch value {
    case let object as [String: Any]:
      object.reduce(into: []) { all, member in
        let place = path.isEmpty ? member.key : "\(path).\(member.key)"
        all.insert(place)
        all.formUnion(keys(of: member.value, at: place))
      }
    case let list as [Any]:
      list.reduce(into: []) { $0.formUnion(keys(of: $1, at: path + "[]")) }
    default: []
    }
  }

  /// A key that comes or goes makes older runs unreadable, or says something else of them.
  @Test func theKeysOfARunAreThoseOfItsSchema() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      try RunFolder(path: path).write(
        SyntheticRun.make(scenarios: ["s"], rates: [60], ticks: 25),
        environment: ChartStub.environment(in: folder)
      )
      let run = try JSONSerialization.jsonObject(with: Data(try bytes(path + "/run.json")))
      let found = keys(of: run).sorted().joined(separator: "\n") + "\n"
      let url = Self.folder.appendingPathComponent("run-\(RunRecord.schema).txt")
      if ProcessInfo.processInfo.environment["STILLPOINT_WRITE_GOLDEN"] == "1" {
        try FileManager.default.createDirectory(
          at: Self.folder,
          withIntermediateDirectories: true
        )
        try Data(found.utf8).write(to: url)
      }
      let kept = try? String(contentsOf: url, encoding: .utf8)
      #expect(
        kept == found,
        "other keys than \(url.lastPathComponent) has: raise RunRecord.schema, and keep the old file"
      )
    }
  }

  @Test(arguments: [-1, 0, 2, RunRecord.schema + 1, 99])
  func aRunOfAnotherProgramSaysSo(schema: Int) throws {
    try expectRefusal(Data("{\n  \"schema\" : \(schema),\n  \"anything\" : []\n}\n".utf8), schema)
  }

  /// What programs before wrote, each list cut to its first member. No program wrote schema 2.
  @Test(arguments: ["run-1", "run-3", "run-4", "run-5", "run-6", "run-6-later"])
  func aRunOfAnOlderProgramSaysSo(sample: String) throws {
    let schema = try #require(Int(sample.dropFirst(4).prefix(1)))
    try expectRefusal(
      Data(contentsOf: Self.folder.appendingPathComponent(sample + ".json")),
      schema
    )
  }

  /// Who raises the number keeps a run of the one before.
  @Test func aSampleOfEachOlderSchemaIsKept() throws {
    let kept = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    for schema in 3..<RunRecord.schema { #expect(kept.contains("run-\(schema).json")) }
  }

  private func expectRefusal(_ run: Data, _ schema: Int) throws {
    try withTemporaryFolder { folder in
      try run.write(to: URL(fileURLWithPath: folder + "/run.json"))
      let error = try #require(throws: InputError.self) { try RunFile(path: folder).read() }
      #expect(error.isOfOtherVersion)
      let age = schema < RunRecord.schema ? "an older" : "a newer"
      #expect(error.description.contains("made by \(age) program: schema \(schema)"))
      #expect(error.advice.contains("un it again"))
    }
  }
}
