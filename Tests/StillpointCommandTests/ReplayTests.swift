import Foundation
import Testing

@Suite struct ReplayTests {
  private static let stream = "Scenarios/streams/f3-cloud-gpt-oss-20b-burst.ndjson"

  @Test(arguments: ["reference", "messaging-ui"])
  func theFrameLogIsTheSameBytesInAnyLocaleAndTimeZone(profile: String) throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    var logs: [Data] = []
    for (index, environment) in [
      ["TZ": "UTC", "LC_ALL": "C"], ["TZ": "Asia/Kathmandu", "LC_ALL": "de_DE.UTF-8"],
    ].enumerated() {
      let log = program.path("log-\(index)")
      let ending = try program.run(
        [
          "replay", Self.stream, "--report-only", "--profile", profile, "--clock", "virtual",
          "--cost", "modelled", "--measurer", "fixed", "--frames", log, "--output",
          program.path("out"), "--quiet",
        ],
        environment: environment
      )
      #expect(ending.code == 0, "\(ending.errors)")
      logs.append(try Data(contentsOf: URL(fileURLWithPath: log)))
    }
    #expect(logs[0] == logs[1])
    #expect(logs[0].count > 10_000)
  }

  /// A scenario's configuration has a frame log as a script has one; of several there is none.
  @Test func aRunWritesTheFrameLogOfOneConfiguration() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let fixed = ["--cost", "modelled", "--measurer", "fixed", "--quiet"]
    func run(_ options: [String]) throws -> ShippedProgram.Ending {
      try program.run(
        ["run", "first-message"] + options + fixed + ["--output", program.path("out")]
      )
    }
    let log = program.path("log")
    let several = try run(["--frames", log])
    #expect(several.code == 1)
    #expect(several.errors.contains("--frames is for one configuration, and these are 2"))
    #expect(!FileManager.default.fileExists(atPath: log))
    let ending = try run(["--refresh", "60", "--frames", log])
    #expect(ending.code == 0, "\(ending.errors)")
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(lines.first?.contains("stillpoint-frame-log") == true)
    #expect(lines.count > 100 && lines.dropFirst().allSatisfy { $0.hasPrefix("{\"frame\":") })
    #expect(try run(["--refresh", "60", "--frames", "-"]).output.split(separator: "\n") == lines)
  }

  @Test func chunksConcatenateToTheText() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let text = "One  two,\n\nthree 👩‍👩‍👧 vier\u{301} 四五六七。 done"
    let file = try program.file("text.txt", text)
    let ending = try program.run(["chunk", file], of: "stillpoint-maintain")
    #expect(ending.code == 0)
    let chunks = try ending.output.split(separator: "\n").map { line in
      try JSONDecoder().decode([String].self, from: Data("[\(line)]".utf8))[0]
    }
    #expect(chunks.joined() == text)
    #expect(chunks.count > 6)
  }

  @Test func aRunCanBeReportedAnew() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let out = program.path("out")
    _ = try program.run([
      "replay", Self.stream, "--measurer", "fixed", "--cost", "modelled", "--output", out,
    ])
    let page = try Data(contentsOf: URL(fileURLWithPath: out + "/index.html"))
    let ending = try program.run(["report", out])
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: out + "/index.html")) == page)
  }
}
