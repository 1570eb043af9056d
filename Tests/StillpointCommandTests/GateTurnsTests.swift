import Foundation
import Testing

/// Processor time of two builds whose processes take turns.
@Suite(.serialized) struct GateTurnsTests {
  /// A base whose program is this one, and which does otherwise in its turns as a file says.
  @Test func processesTakeTurnsAndOneThatDoesNotIsNamed() throws {
    let repository = try GateRepository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.write("Package.swift", GateRepository.old)
    let mood = repository.program.path("mood")
    try repository.write(
      "Sources/stillpoint/main.swift",
      try GateRepository.thisProgram(
        first: """
          if arguments.contains("--turns"), let mood = try? String(contentsOfFile: "\(mood)", encoding: .utf8) {
            switch mood {
            case "old": print("Error: Unknown option"); exit(64)
            case "trap": fatalError("a base that traps")
            case "deaf": sleep(1); exit(0)
            default: kill(getpid(), SIGKILL)
            }
          }
          """
      )
    )
    try repository.commit()
    let limits = try repository.program.file(
      "few.yaml",
      try String(contentsOfFile: "\(repository.folder)/Gate.yaml", encoding: .utf8)
        .replacing(/\ pairs: \d+/, with: " pairs: 8")
        .replacing(/extended_pairs: \d+/, with: "extended_pairs: 9")
        .replacing(/repetitions: \d+/, with: "repetitions: 2")
    )
    func gate(_ mode: String? = nil) throws -> ShippedProgram.Ending {
      if let mode { try Data(mode.utf8).write(to: URL(fileURLWithPath: mood)) }
      return try repository.gate([
        "small", "--base", "main", "--only", "cpu", "controls", "--thresholds", limits,
        "--output", repository.program.path("out"),
      ])
    }
    // What it comes to depends on the machine, not whether it was measured.
    let whole = try gate()
    #expect([0, 2, 3, 4].contains(whole.code), "\(whole.output)\(whole.errors)")
    let summary = try String(
      contentsOfFile: repository.program.path("out/gate.json"),
      encoding: .utf8
    )
    #expect(summary.contains(/[89] pairs/), "\(summary)")
    #expect(summary.contains("base against itself"), "\(summary)")

    for (mode, words) in [
      ("old", "older than the gate's questions"), ("trap", "a base that traps"),
      ("deaf", "ended with an error"), ("kill", "SIGKILL"),
    ] {
      let ending = try gate(mode)
      #expect(ending.code == 3, "\(mode): \(ending.output)\(ending.errors)")
      #expect(ending.output.contains(words), "\(mode): \(ending.output)")
    }
  }

  /// More scenarios than one lane has: each is measured in all pairs, and none loses its figures to another.
  @Test func manyScenariosAreMeasuredInLanes() throws {
    let repository = try GateRepository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    let names = (1...9).map { "small-\($0)" }
    for name in names {
      try repository.write(
        "Scenarios/\(name).yaml",
        GateRepository.scenario.replacing("name: small", with: "name: \(name)")
      )
    }
    try repository.write("Package.swift", GateRepository.old)
    let asked = repository.program.path("asked")
    try repository.write(
      "Sources/stillpoint/main.swift",
      try GateRepository.thisProgram(
        first: """
          if arguments.contains("--turns"), let place = arguments.firstIndex(of: "--processor") {
            let line = "\\(arguments[place + 1]) \\(arguments.contains("small-1"))\\n"
            let file = fopen("\(asked)", "a")
            fputs(line, file)
            fclose(file)
          }
          """
      )
    )
    try repository.commit()
    let limits = try repository.program.file(
      "few.yaml",
      try String(contentsOfFile: "\(repository.folder)/Gate.yaml", encoding: .utf8)
        .replacing(/\ pairs: \d+/, with: " pairs: 8")
        .replacing(/extended_pairs: \d+/, with: "extended_pairs: 8")
        .replacing(/repetitions: \d+/, with: "repetitions: 2")
    )
    let ending = try repository.gate(
      names + [
        "--base", "main", "--only", "cpu", "controls", "--thresholds", limits,
        "--output", repository.program.path("out"),
      ]
    )
    #expect([0, 2, 3, 4].contains(ending.code), "\(ending.output)\(ending.errors)")
    let json = try String(contentsOfFile: repository.program.path("out/gate.json"), encoding: .utf8)
    for name in names {
      #expect(json.contains("\"scenario\" : \"\(name)\""), "\(name): \(json)")
    }
    #expect(json.contains("base against itself"), "\(json)")
    #expect(json.matches(of: /8 pairs/).count >= 9, "\(json)")
    #if os(Linux)
      let lines = try String(contentsOfFile: asked, encoding: .utf8).split(separator: "\n")
      let processors = Set(lines.map { $0.split(separator: " ")[0] })
      let ofFirst = Set(lines.filter { $0.hasSuffix("true") }.map { $0.split(separator: " ")[0] })
      #expect(processors.count == min(2, ProcessInfo.processInfo.activeProcessorCount), "\(lines)")
      #expect(ofFirst.count == 1, "\(lines)")
    #endif
  }
}
