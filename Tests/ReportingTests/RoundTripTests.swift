import Files
import Foundation
import Records
import Reporting
import Testing

@Suite struct RoundTripTests {
  /// Says in what two runs differ; nil when they do not. NaN and infinities are written as missing.
  private func difference(_ left: RunRecord, _ right: RunRecord) -> String? {
    if left.name != right.name { return "name" }
    if left.clock != right.clock || left.cost != right.cost { return "clock or cost" }
    if left.measurer != right.measurer { return "measurer" }
    if left.environment.map(\.key) != right.environment.map(\.key) { return "environment keys" }
    if left.environment.map(\.value) != right.environment.map(\.value) { return "environment" }
    if left.date != right.date || left.command != right.command { return "date or command" }
    if left.shard != right.shard { return "shard" }
    if left.noise != right.noise { return "noise" }
    if left.cells.count != right.cells.count { return "cells" }
    for (index, (one, other)) in zip(left.cells, right.cells).enumerated() {
      if [one.scenario, one.profile, one.device] != [other.scenario, other.profile, other.device] {
        return "\(index) names"
      }
      if one.refreshHertz != other.refreshHertz || one.seed != other.seed { return "\(index) seed" }
      if one.verdict != other.verdict { return "\(index) verdict" }
      var metrics = one.metrics
      for position in metrics.indices where metrics[position].value?.isFinite == false {
        metrics[position].value = nil
      }
      if metrics != other.metrics { return "\(index) metrics" }
      if one.budgets != other.budgets { return "\(index) budgets" }
      if one.fallbacks != other.fallbacks { return "\(index) fallbacks" }
      if one.frames != other.frames { return "\(index) frames" }
      if one.textInSHA256 != other.textInSHA256 || one.textOutSHA256 != other.textOutSHA256 {
        return "\(index) hashes"
      }
      if one.frameLogSHA256 != other.frameLogSHA256 { return "\(index) frame log" }
      if one.modelRatio != other.modelRatio { return "\(index) ratio" }
      if one.counts != other.counts { return "\(index) counts" }
      if one.refusals != other.refusals { return "\(index) refusals" }
      if one.busySeconds != other.busySeconds { return "\(index) seconds" }
      if one.loadSHA256 != other.loadSHA256 { return "\(index) load" }
      if one.pictures != other.pictures { return "\(index) pictures" }
    }
    return nil
  }

  @Test(arguments: [false, true])
  func whatIsWrittenIsRead(isHostile: Bool) throws {
    let run = isHostile ? SyntheticRun.hostileRun() : SyntheticRun.make()
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      try RunFolder(path: path).write(run, environment: ChartStub.environment(in: folder))
      let read = try RunFile(path: path).read()
      #expect(difference(run, read) == nil)
      let first = try bytes(path + "/run.json")
      try RunFolder(path: path).write(read, environment: ChartStub.environment(in: folder))
      #expect(try bytes(path + "/run.json") == first)
    }
  }

  @Test func picturesAreReadBack() throws {
    var run = SyntheticRun.make()
    run.cells[0].pictures = [
      Picture(tick: 3, window: "main", png: Array("a picture of a frame".utf8)),
      Picture(tick: 40, window: "of a name", png: [0, 255, 10]),
    ]
    let cell = try CellCoding.cell(from: CellCoding.bytes(of: run.cells[0])[...])
    #expect(cell.pictures == run.cells[0].pictures)
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      try RunFolder(path: path).write(run, environment: ChartStub.environment(in: folder))
      #expect(difference(run, try RunFile(path: path).read()) == nil)
      // A run without pictures that takes its place has none.
      run.cells[0].pictures = []
      try RunFolder(path: path).write(run, environment: ChartStub.environment(in: folder))
      #expect(!FileManager.default.fileExists(atPath: path + "/pictures.bin"))
      #expect(try RunFile(path: path).read().cells[0].pictures.isEmpty)
    }
  }

  @Test func damagedPicturesAreRefused() throws {
    var run = SyntheticRun.make()
    run.cells[0].pictures = [Picture(tick: 3, window: "main", png: [1, 2, 3])]
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      try RunFolder(path: path).write(run, environment: ChartStub.environment(in: folder))
      let file = path + "/pictures.bin"
      let whole = try bytes(file)
      for damaged in [Array(whole.dropLast()), whole + [0], [], Array("3 main".utf8)] {
        #expect(FileManager.default.createFile(atPath: file, contents: Data(damaged)))
        #expect(throws: InputError.self) { try RunFile(path: path).read() }
      }
    }
  }

  /// A figure of one repetition that is beyond all numbers loses neither the file nor the others.
  @Test func samplesBeyondAllNumbersAreReadBack() throws {
    var run = SyntheticRun.make(ticks: 40)
    run.cells[0].metrics[0].samples = [1, .infinity, -.infinity, .nan]
    let cell = try CellCoding.cell(from: CellCoding.bytes(of: run.cells[0])[...])
    let samples = cell.metrics[0].samples
    #expect(samples.prefix(3) == [1, .infinity, -.infinity] && samples[3].isNaN)
  }

  @Test func aPageIsWrittenAnewFromTheFiles() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      let environment = ChartStub.environment(in: folder)
      try RunFolder(path: path).write(SyntheticRun.make(), environment: environment)
      let page = try bytes(path + "/index.html")
      try FileManager.default.removeItem(atPath: path + "/index.html")
      try RunFolder(path: path).rewritePage(environment: environment)
      #expect(try bytes(path + "/index.html") == page)
    }
  }

  /// Damages one file of a good run and returns the error's words.
  private func message(file: String, replacing old: String, with new: String) throws -> String {
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      try RunFolder(path: path).write(
        SyntheticRun.make(ticks: 40),
        environment: ChartStub.environment(in: folder)
      )
      let text = String(decoding: try bytes(path + "/" + file), as: UTF8.self)
      let range = try #require(text.range(of: old))
      let damaged = text.replacingCharacters(in: range, with: new)
      try Data(damaged.utf8).write(to: URL(fileURLWithPath: path + "/" + file))
      let error = try #require(throws: InputError.self) { try RunFile(path: path).read() }
      return error.description
    }
  }

  @Test func errorsNameFileLineKeyValueAndWhatWasExpected() throws {
    var text = try message(
      file: "run.json",
      replacing: "\"schema\" : \(RunRecord.schema)",
      with: "\"schema\" : 99"
    )
    #expect(
      text.contains(
        "run.json: made by a newer program: schema 99; expected schema \(RunRecord.schema)"
      )
    )
    text = try message(
      file: "run.json",
      replacing: "\"clock\" : \"virtual\"",
      with: "\"clock\" : 3"
    )
    let line = try #require(text.firstMatch(of: /run\.json:(\d+): wrong value for clock: 3;/))
    #expect(try #require(Int(line.1)) > 100, "the cells come before it")
    #expect(text.contains("wrong value for clock: 3; expected virtual"))
    text = try message(file: "run.json", replacing: "\"virtual\"", with: "\"actual\"")
    #expect(text.contains("wrong value for clock: \"actual\"; expected virtual"))
    text = try message(
      file: "run.json",
      replacing: "\"refresh_hz\" : 60",
      with: "\"refresh_hz\" : 0"
    )
    #expect(text.contains("cells[0].refresh_hz: 0; expected 1 to 1000"))
    text = try message(file: "run.json", replacing: "\"seed\" : 1", with: "\"sead\" : 1")
    #expect(text.contains("cells[0].seed: nothing; expected this key"))
    text = try message(file: "run.json", replacing: "\"cells\" : [", with: "\"cells\" : [,")
    #expect(text.contains("expected a value"))
    let schema = "schema \(RunRecord.schema)"
    text = try message(file: "frames.bin", replacing: schema, with: "schema 1")
    #expect(text.contains("frames.bin: header is damaged: other bytes; expected \(schema)"))
  }

  @Test func framesThatWereCutOffOrChangedAreNoticed() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      try RunFolder(path: path).write(
        SyntheticRun.make(ticks: 40),
        environment: ChartStub.environment(in: folder)
      )
      let whole = try bytes(path + "/frames.bin")
      var changed = whole
      changed[changed.count - 9] ^= 1
      for damaged in [Array(whole.prefix(whole.count / 2)), changed, whole + [0]] {
        try Data(damaged).write(to: URL(fileURLWithPath: path + "/frames.bin"))
        let error = try #require(throws: InputError.self) { try RunFile(path: path).read() }
        #expect(error.description.contains("frames.bin"), "\(damaged.count) bytes")
      }
    }
  }

  @Test func aCellTravelsWhole() throws {
    for run in [SyntheticRun.hostileRun(), SyntheticRun.make()] {
      var travelled = run
      travelled.cells = try run.cells.map {
        try CellCoding.cell(from: CellCoding.bytes(of: $0)[...])
      }
      #expect(difference(run, travelled) == nil)
    }
  }

  @Test func aMissingRunIsNamed() throws {
    try withTemporaryFolder { folder in
      let error = try #require(throws: InputError.self) {
        try RunFile(path: folder + "/nowhere").read()
      }
      #expect(error.description.contains(folder + "/nowhere/run.json: no such file"))
    }
  }
}
