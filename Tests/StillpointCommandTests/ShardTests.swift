import Foundation
import Testing

/// Parts of a check and of searches for capacity: together they are the whole.
@Suite struct ShardTests {
  private func program() throws -> ShippedProgram {
    let program = try ShippedProgram()
    let folder = program.path("recordings")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["feed", "chat", "settings"] {
      for number in 0..<12 {
        var (text, at) = ("present_ms\n", Double(number))
        for index in 0..<300 {
          at += (name == "chat" && index % 40 == 20 ? 6 : 1) * 1000 / 60
          text += "\(at)\n"
        }
        _ = try program.file("recordings/\(name)-\(number).csv", text)
      }
    }
    _ = try program.file(
      "stillpoint.yaml",
      """
      recordings:
      \(["feed", "chat", "settings"].map {
        "  - {name: \($0), files: recordings/\($0)-*.csv, refresh: 60, gaps: stall}"
      }.joined(separator: "\n"))
      budgets: {hitch_ratio_ms_per_s: 5}
      """
    )
    return program
  }

  private func check(
    _ program: ShippedProgram,
    _ output: String,
    _ more: [String],
    environment: [String: String] = [:]
  ) throws -> ShippedProgram.Ending {
    try program.run(
      ["check", "--file", program.path("stillpoint.yaml"), "--output", program.path(output)] + more,
      environment: environment
    )
  }

  /// A report's findings, words and figures, and its tests.
  private func report(_ program: ShippedProgram, _ name: String) throws -> [String] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: program.path("\(name)/check.json")))
    var object = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    object["date"] = nil
    let verdict = try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    return [
      String(decoding: verdict, as: UTF8.self),
      try String(contentsOfFile: program.path("\(name)/junit.xml"), encoding: .utf8),
      try String(contentsOfFile: program.path("\(name)/sessions.csv"), encoding: .utf8),
    ]
  }

  @Test func partsOfACheckAreTheWhole() throws {
    let program = try program()
    defer { #expect(throws: Never.self) { try program.remove() } }
    #expect(try check(program, "first", ["--accept", "--reason", "the first"]).code == 2)
    let whole = try check(program, "whole", [])
    #expect(whole.code == 2 && whole.output.contains("chat"), "\(whole.output)")
    var codes: [Int32] = []
    for number in 0..<4 {
      let ending = try check(
        program,
        "parts/\(number)",
        ["--shard", "auto"],
        environment: ["CIRCLE_NODE_INDEX": "\(number)", "CIRCLE_NODE_TOTAL": "4"]
      )
      codes.append(ending.code)
    }
    // A part is judged by what it measured; the fourth has nothing to do.
    #expect(codes.sorted() == [0, 0, 0, 2])
    let merged = try check(program, "merged", ["--parts", program.path("parts")])
    #expect(merged.code == 2, "\(merged.errors)")
    #expect(try report(program, "merged") == report(program, "whole"))
    // Twice counts once.
    let twice = try check(
      program,
      "twice",
      ["--parts", program.path("parts"), program.path("parts/1")]
    )
    #expect(twice.code == 2)
    #expect(try report(program, "twice") == report(program, "whole"))
    // Of the parts in which all is well nothing is known of the rest.
    let bad = try #require(codes.firstIndex(of: 2))
    try FileManager.default.removeItem(atPath: program.path("parts/\(bad)"))
    let less = try check(program, "less", ["--parts", program.path("parts")])
    #expect(less.code == 3 && less.output.contains("missing: shard \(bad + 1) of 4"))
    #expect(!less.output.contains("was not measured"), "\(less.output)")
  }

  @Test func partsOfAnotherCheckAreRefused() throws {
    let program = try program()
    defer { #expect(throws: Never.self) { try program.remove() } }
    _ = try check(program, "parts/1", ["--shard", "1/2"])
    _ = try program.file(
      "recordings/feed-12.csv",
      "present_ms\n" + String(repeating: "1\n", count: 99_999)
    )
    _ = try check(program, "parts/2", ["--shard", "2/2"])
    let sizes = try check(program, "out", ["--parts", program.path("parts")])
    #expect(sizes.code == 1 && sizes.errors.contains("the size of what is checked differs"))
    let file = program.path("stillpoint.yaml")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    _ = try program.file("stillpoint.yaml", text.replacingOccurrences(of: ": 5}", with: ": 50}"))
    let other = try check(program, "out", ["--parts", program.path("parts")])
    #expect(other.code == 1 && other.errors.contains("the check's file differs"))
    let whole = try check(program, "out", ["--parts", program.path("recordings")])
    #expect(whole.code == 1 && whole.errors.contains("is a whole run"), "\(whole.errors)")
    let merge = try program.run(["merge", program.path("parts")])
    #expect(merge.code == 1 && merge.errors.contains("stillpoint check --parts"))
  }

  @Test(arguments: [
    ["--shard", "1/2", "--accept", "--reason", "why"], ["--shard", "1/2", "--keep"],
    ["--shard", "0/2"], ["--shard", "3/2"], ["--shard", "1/2", "--parts", "x"],
  ])
  func whatDoesNotGoWithAPartIsWrongUsage(arguments: [String]) throws {
    let program = try program()
    defer { #expect(throws: Never.self) { try program.remove() } }
    #expect(try check(program, "out", arguments).code == 64)
  }

  @Test func partsOfSearchesForCapacityAreTheWhole() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let command =
      ["capacity", "--dimension", "page-messages", "--profile", "reference", "swiftui-tips"]
      + ["--measurer", "fixed", "--refresh", "60", "--doubling"]
    func run(_ output: String, _ more: [String], _ environment: [String: String] = [:]) throws {
      let ending = try program.run(
        command + ["--output", program.path(output)] + more,
        environment: environment
      )
      #expect(ending.code == 0, "\(ending.errors)")
    }
    try run("whole", [])
    for number in 1...3 {
      try run(
        "parts/\(number)",
        ["--shard", "auto"],
        [
          "SLURM_ARRAY_TASK_ID": "\(number + 6)", "SLURM_ARRAY_TASK_COUNT": "3",
          "SLURM_ARRAY_TASK_MIN": "7", "SLURM_ARRAY_TASK_MAX": "9", "SLURM_ARRAY_TASK_STEP": "1",
        ]
      )
    }
    func files(_ name: String) throws -> [Data] {
      try ["capacity.csv", "capacity.json", "capacity.md", "index.html"].map {
        try Data(contentsOf: URL(fileURLWithPath: program.path("\(name)/\($0)")))
      }
    }
    func merge(_ output: String, _ parts: [String]) throws -> ShippedProgram.Ending {
      try program.run(["merge"] + parts.map(program.path) + ["--output", program.path(output)])
    }
    #expect(try merge("merged", ["parts/3", "parts/1", "parts/2", "parts/1"]).code == 0)
    #expect(try files("merged") == files("whole"))
    // One that is missing, one that says something else, one of another command.
    let less = try merge("less", ["parts/1", "parts/3"])
    #expect(less.code == 3 && less.errors.contains("missing: shard 2"))
    #expect(
      try String(contentsOfFile: program.path("less/capacity.md"), encoding: .utf8)
        .contains("missing: shard 2")
    )
    let part = program.path("parts/1/part.json")
    let text = try String(contentsOfFile: part, encoding: .utf8)
    let load = try #require(text.firstRange(of: "\"cost_mean_ms\" : "))
    try FileManager.default.createDirectory(
      atPath: program.path("changed"),
      withIntermediateDirectories: true
    )
    for name in ["capacity.json", "part.json"] {
      try FileManager.default.copyItem(
        atPath: program.path("parts/1/\(name)"),
        toPath: program.path("changed/\(name)")
      )
    }
    _ = try program.file(
      "changed/part.json",
      text.replacingCharacters(in: load, with: "\"cost_mean_ms\" : 1")
    )
    let unequal = try merge("out", ["parts", "changed"])
    #expect(unequal.code == 1 && unequal.errors.contains("says different things"))
    try run("parts/2", ["--shard", "2/3", "--seed", "7"])
    let other = try merge("out", ["parts"])
    #expect(other.code == 1 && other.errors.contains("the command differs"), "\(other.errors)")
    let whole = try merge("out", ["whole"])
    #expect(whole.code == 1)
  }
}
