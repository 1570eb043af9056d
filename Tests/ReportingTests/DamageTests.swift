import Files
import Foundation
import Records
import Reporting
import Testing
import Timebase

private let environment = ProcessInfo.processInfo.environment
private let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
private let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 300

@Suite struct DamageTests {
  /// Whatever happens to the bytes, reading ends with a run or an error that names the file.
  @Test func damagedFilesNeverTrap() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      let charts = ChartStub.environment(in: folder)
      try RunFolder(path: path).write(
        SyntheticRun.make(scenarios: ["s"], rates: [60], ticks: 25),
        environment: ChartStub.environment(in: folder)
      )
      for name in [ReportFiles.run, ReportFiles.storedFrames, ReportFiles.storedScreen] {
        let whole = try bytes(path + "/" + name)
        let url = URL(fileURLWithPath: path + "/" + name)
        for round in 0..<iterations {
          var generator = SeededGenerator(seed: seed, index: UInt64(round))
          var damaged = whole
          for _ in 0...generator.nextIndex(below: 3) {
            let place = generator.nextIndex(below: damaged.count)
            switch generator.nextIndex(below: 4) {
            case 0: damaged[place] = UInt8(generator.nextIndex(below: 256))
            case 1: damaged.remove(at: place)
            case 2:
              damaged.insert(Array("\"{[0-9,\n\\".utf8)[generator.nextIndex(below: 9)], at: place)
            default: damaged.removeSubrange(place...)
            }
            if damaged.isEmpty { break }
          }
          try Data(damaged).write(to: url)
          do {
            let run = try RunFile(path: path).read()
            if round % 4 == 0 { _ = try HTMLReport(run).text(environment: charts) }
          } catch {
            #expect("\(error)".contains(path + "/"), "seed \(seed) round \(round)")
          }
        }
        try Data(whole).write(to: url)
      }
    }
  }

  @Test func deepNestingIsRefused() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data(String(repeating: "[", count: 1_000_000).utf8).write(
        to: URL(fileURLWithPath: path + "/run.json")
      )
      let error = try #require(throws: InputError.self) { try RunFile(path: path).read() }
      #expect(error.description.contains("at most 64 levels"))
    }
  }

  @Test func aRunWithoutCellsIsAFailedRunWithAllItsFiles() throws {
    try withTemporaryFolder { folder in
      let run = RunRecord(
        name: "empty",
        clock: .virtual,
        cost: .wall,
        measurer: .fixed,
        environment: [],
        cells: []
      )
      try RunFolder(path: folder + "/run").write(
        run,
        environment: ChartStub.environment(in: folder)
      )
      #expect(try RunFile(path: folder + "/run").read().cells.isEmpty)
      let page = String(decoding: try bytes(folder + "/run/index.html"), as: UTF8.self)
      #expect(page.contains("No configuration was run."))
      #expect(TerminalTable().text(of: run).contains("scenario"))
    }
  }
}
