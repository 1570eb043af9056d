import FrameMetrics
import Judging
import Records
import Reporting
import Testing

@Suite struct RunMergeTests {
  private func whole() -> RunRecord {
    var run = SyntheticRun.make(ticks: 30)
    run.cost = .modelled
    run.command = ["run", "--all", "--cost", "modelled"]
    run.date = "2026-11-22T08:00:00Z"
    for index in run.cells.indices {
      run.cells[index].loadSHA256 = String(repeating: "a", count: 64)
    }
    return run
  }

  private func shards(_ count: Int) throws -> [RunMerge.Part] {
    try (1...count).map { number in
      var shard = try #require(Shard(number: number, count: count))
      var part = whole()
      part.name = "part\(number)"
      part.cells = shard.part(of: part.cells) { $0.metrics.count * $0.refreshHertz }
      part.shard = shard
      part.command += ["--shard", "\(number)/\(count)", "--output", "part\(number)", "--jobs=2"]
      return (path: "part\(number)", run: part)
    }
  }

  private func refusal(_ parts: [RunMerge.Part]) -> RunMerge.Refusal? {
    do throws(RunMerge.Refusal) {
      _ = try RunMerge.merged(parts, name: "whole")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: 1...9)
  func shardsInAnyOrderAreTheWholeRun(count: Int) throws {
    let expected = whole()
    for parts in [try shards(count), try shards(count).reversed()] {
      let merged = try RunMerge.merged(parts, name: "whole")
      #expect(merged.name == "whole" && merged.shard == nil)
      #expect(merged.command == expected.command && merged.date == expected.date)
      let bytes = try merged.cells.map { try CellCoding.bytes(of: $0) }
      #expect(try bytes == expected.cells.map { try CellCoding.bytes(of: $0) })
    }
  }

  @Test func theNoiseOfAMergedRunIsTheWorstOfItsShards() throws {
    var parts = try shards(3)
    #expect(try RunMerge.merged(parts, name: "whole").noise == nil)
    var noise = MachineNoise()
    (noise.cell, noise.processes) = ("one", 3)
    (noise.figures, noise.spread) = (["a p50": 0.1], ["p50": 0.1, "p99": 0.2])
    (noise.others, noise.steal, noise.load) = (0.1, nil, 2)
    parts[0].run.noise = noise
    (noise.cell, noise.spread) = ("two", ["p50": 0.3])
    (noise.others, noise.steal, noise.load) = (0.4, 0.01, 1)
    parts[2].run.noise = noise
    let merged = try #require(try RunMerge.merged(parts, name: "whole").noise)
    #expect(merged.spread == ["p50": 0.3, "p99": 0.2])
    #expect(merged.figures.isEmpty, "they are of two cells")
    #expect(merged.others == 0.4 && merged.steal == 0.01 && merged.load == 2)
  }

  @Test func whatIsNoShardOfOneRunIsRefused() throws {
    #expect(refusal([]) == .nothing)
    #expect(refusal([("whole", whole())]) == .isNoShard(path: "whole"))
    var parts = try shards(3)
    parts[0].run.cells.removeLast()
    guard case .cells = refusal(parts) else {
      Issue.record("a shard without a cell was merged")
      return
    }
  }

  /// Every engine that starts a task again makes a shard twice.
  @Test func aShardThatIsThereTwiceCountsOnceIfItIsEqual() throws {
    let expected = try RunMerge.merged(try shards(3), name: "whole")
    var copy = try shards(3)[1]
    copy.path = "again"
    copy.run.date = "2026-11-23T08:00:00Z"
    for index in copy.run.cells.indices {
      copy.run.cells[index].busySeconds = 9
      let memory = MetricValue(of: .residentPeak, .value, .figure(1e9))
      copy.run.cells[index].metrics.removeAll { $0.metric == memory.metric }
      copy.run.cells[index].metrics.append(memory)
    }
    let merged = try RunMerge.merged(try [copy] + shards(3), name: "whole")
    #expect(merged.cells.count == expected.cells.count && merged.missingShards.isEmpty)
    #expect(merged.cells.map(\.scenario) == expected.cells.map(\.scenario))
    copy.run.cells[0].metrics.removeFirst()
    #expect(
      refusal(try shards(3) + [copy]) == .unequal(number: 2, of: 3, paths: ["again", "part2"])
    )
  }

  @Test func ofMissingShardsTheNumbersAreKeptAndTheRestIsMerged() throws {
    let all = try shards(5)
    let merged = try RunMerge.merged([all[4], all[1], all[2]], name: "rest")
    #expect(merged.missingShards == [1, 4])
    #expect(merged.cells.count == [1, 2, 4].reduce(0) { $0 + all[$1].run.cells.count })
    let verdict = RunVerdict(of: merged)
    #expect(verdict.reasons.first == "missing: shards 1, 4" && !verdict.isPass)
  }

  @Test func shardsOfOtherCostsAreRefused() throws {
    var parts = try shards(2)
    var other = try #require(Shard(number: 2, count: 2))
    parts[1].run.cells = other.part(of: whole().cells) { _ in 1 }
    parts[1].run.shard = other
    guard case .differ(let what, _, _) = refusal(parts) else {
      Issue.record("shards of two plans were merged")
      return
    }
    #expect(what.contains("cost"))
  }

  /// Parts that were made before they said which configurations they have.
  @Test func shardsOfOlderProgramsHaveEveryNth() throws {
    let expected = whole()
    let parts = (1...3).map { number in
      var part = whole()
      part.shard = Shard(number: number, count: 3)
      part.shard?.cells = expected.cells.count
      part.cells = part.cells.indices.filter { $0 % 3 == number - 1 }.map { part.cells[$0] }
      return (path: "\(number)", run: part)
    }
    let merged = try RunMerge.merged(parts, name: "whole")
    #expect(merged.cells.map(\.scenario) == expected.cells.map(\.scenario))
    #expect(merged.cells.map(\.profile) == expected.cells.map(\.profile))
  }

  @Test func shardsOfDifferentCommandsBuildsAndFilesAreRefused() throws {
    func refused(_ what: String, _ change: (inout RunRecord) -> Void) throws {
      var parts = try shards(2)
      change(&parts[1].run)
      guard case .differ(let found, let paths, let values) = refusal(parts) else {
        Issue.record("\(what) may differ")
        return
      }
      #expect(found.contains(what) && paths == ["part1", "part2"] && values[0] != values[1])
    }
    try refused("command") { $0.command.append("--depth=1") }
    try refused("cost") { $0.measurer = .fixed }
    try refused("git_revision") { run in
      let index = run.environment.firstIndex { $0.key == "git_revision" } ?? 0
      run.environment[index].value = "another"
    }
    try refused("the file of fling-through-history") { run in
      for index in run.cells.indices { run.cells[index].loadSHA256 = "b" }
    }
    try refused("the device iphone-15-pro") { run in
      for index in run.cells.indices { run.cells[index].deviceText = "name: iphone-15-pro" }
    }
  }

  /// What is said of a part's own cells is said of the whole run's.
  @Test func estimatesOfDevicesAreThoseOfAllParts() throws {
    var parts = try shards(3)
    parts[1].run.environment.append(("cpu_scale", "a: costs x 2, an estimate"))
    parts[2].run.environment.append(
      ("cpu_scale", "b: costs x 3, an estimate; a: costs x 2, an estimate")
    )
    let merged = try RunMerge.merged(parts, name: "whole")
    let scales = merged.environment.filter { $0.key == "cpu_scale" }.map(\.value)
    #expect(scales == ["a: costs x 2, an estimate; b: costs x 3, an estimate"])
  }

  @Test func shardsThatDoNotSayTheirRevisionAreKnown() throws {
    var parts = try shards(2)
    #expect(!RunMerge.hasUnknownRevision(try RunMerge.merged(parts, name: "whole")))
    for part in parts.indices {
      let index = parts[part].run.environment.firstIndex { $0.key == "git_revision" } ?? 0
      parts[part].run.environment[index].value = "n/a"
    }
    #expect(RunMerge.hasUnknownRevision(try RunMerge.merged(parts, name: "whole")))
  }

  /// A part without a cell of the reference is not judged by the published profiles.
  @Test func theProfilesOfTheWholeRunDecide() throws {
    var run = whole()
    run.cells = run.cells.filter { $0.profile != "reference" }
    for index in run.cells.indices { run.cells[index].verdict = .budgetMissed([]) }
    #expect(!RunVerdict(of: run).isPass, "of a run without the reference all decide")
    var shard = try #require(Shard(number: 2, count: 2))
    (shard.cells, shard.profiles) = (8, ["reference", "messaging-ui"])
    run.shard = shard
    #expect(RunVerdict(of: run).isPass)
    shard.profiles = ["messaging-ui"]
    run.shard = shard
    #expect(!RunVerdict(of: run).isPass)
  }

  @Test func otherMachinesAreNamedWithModelledCostAndRefusedWithMeasured() throws {
    var parts = try shards(2)
    parts[1].run.environment[0].value = "Another CPU"
    let merged = try RunMerge.merged(parts, name: "whole")
    #expect(merged.environment[0].value == "Intel Xeon, 2 cores; Another CPU")
    for index in parts.indices { parts[index].run.cost = .cpu }
    guard case .differ(what: "cpu", _, _) = refusal(parts) else {
      Issue.record("measured cost of two machines was merged")
      return
    }
  }
}
