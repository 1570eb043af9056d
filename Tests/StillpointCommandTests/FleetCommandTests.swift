import Foundation
import Testing

/// Rows of recordings, shards of them, and a fleet, by the program itself.
@Suite struct FleetCommandTests {
  /// A recording of 20 s; one in three hitches.
  private func recording(_ number: Int) -> String {
    var (text, at) = ("present_ms\n", Double(number))
    for index in 0..<1200 {
      at += (number % 3 == 0 && index % 40 == 20 ? 6 : 1) * 1000 / 60
      text += "\(at)\n"
    }
    return text
  }

  private func recordings(_ program: ShippedProgram) throws -> String {
    let folder = program.path("recordings")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in 0..<12 {
      _ = try program.file("recordings/\(number).csv", recording(number))
    }
    _ = try program.file("recordings/broken.csv", "this is no recording")
    return folder
  }

  private let options = ["--refresh", "60", "--gaps", "stall", "--tag", "version=1.5"]

  @Test func aRecordingThatCannotBeReadIsNamedAndTheRestGoesOn() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let folder = try recordings(program)
    let ending = try program.run(["analyze", "--sessions", program.path("rows"), folder] + options)
    #expect(ending.code == 3, "\(ending.errors)")
    #expect(ending.output.contains("12 sessions of 13 recordings, 12 of them read"))
    #expect(ending.output.split(separator: "\n").count < 24, "one screen")
    let unread = try String(contentsOfFile: program.path("rows/unread.csv"), encoding: .utf8)
    #expect(unread.contains("broken.csv") && unread.split(separator: "\r\n").count == 2)
    let fleet = try program.run(["fleet", program.path("rows"), "--output", program.path("fleet")])
    #expect(fleet.code == 0, "\(fleet.errors)")
    #expect(
      fleet.output.contains("33.3 %") && fleet.output.contains("of 12 sessions hitch over 10 ms/s")
    )
    #expect(fleet.output.contains("1 recording could not be read"))
  }

  /// Each part of the files once, by the variables of a scheduler, and the report of all has the bytes of one.
  @Test func shardsOfRecordingsAreTheWhole() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let folder = try recordings(program)
    _ = try program.run(["analyze", "--sessions", program.path("whole"), folder] + options)
    for number in 1...3 {
      _ = try program.run(
        ["analyze", "--sessions", program.path("parts/\(number)"), folder, "--shard", "auto"]
          + options,
        environment: ["CI_NODE_INDEX": "\(number)", "CI_NODE_TOTAL": "3"]
      )
    }
    func report(_ rows: String, _ name: String) throws -> Data {
      let ending = try program.run(
        ["fleet", program.path(rows), "--quiet", "--output", program.path(name)]
      )
      #expect(ending.code == 0, "\(ending.errors)")
      return try Data(contentsOf: URL(fileURLWithPath: program.path(name) + "/fleet.json"))
    }
    #expect(try report("whole", "a") == report("parts", "b"))
    // One part is gone.
    try FileManager.default.removeItem(atPath: program.path("parts/2"))
    let less = try program.run(["fleet", program.path("parts"), "--output", program.path("c")])
    #expect(less.code == 3 && less.output.contains("missing: shard 2 of 3"))
    // A part of other recordings.
    _ = try program.file("recordings/12.csv", recording(12))
    _ = try program.run(
      ["analyze", "--sessions", program.path("parts/2"), folder, "--shard", "2/3"] + options
    )
    let other = try program.run(["fleet", program.path("parts"), "--output", program.path("d")])
    #expect(other.code == 1 && other.errors.contains("the size of the recordings differs"))
  }

  @Test(arguments: [
    ["--sessions", "x", "--output", "y"], ["--sessions", "x", "--json"], ["--tag", "version=1"],
    ["--shard", "1/2"], ["--sessions", "x", "--tag", "colour=red"],
    ["--sessions", "x", "--tag", "rate=fast"],
  ])
  func whatDoesNotGoTogetherIsRefused(arguments: [String]) throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let ending = try program.run(["analyze", "times.csv"] + arguments)
    #expect(ending.code == 64, "\(ending.errors)")
  }

  @Test func limitsAndComparisonsDecide() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let folder = try recordings(program)
    _ = try program.run(["analyze", "--sessions", program.path("rows"), folder] + options)
    let limits = try program.file(
      "limits.yaml",
      "budgets: {sessions_hitching_over_10_pct: 5}\nby: [version]\n"
    )
    let output = ["--output", program.path("fleet")]
    let missed = try program.run(["fleet", program.path("rows"), "--budgets", limits] + output)
    #expect(missed.code == 2 && missed.output.contains("version 1.5: 33.3 %"), "\(missed.output)")
    let same = try program.run(
      ["fleet", program.path("rows"), "--against", program.path("rows")] + output
    )
    #expect(
      same.code == 0 && same.output.contains("13 sessions are on both sides"),
      "\(same.output)"
    )
    let none = try program.run(
      ["fleet", program.path("rows"), "--compare", "version=1.5,9"] + output
    )
    #expect(none.code == 3 && none.output.contains("there are no sessions on one side"))
  }
}
