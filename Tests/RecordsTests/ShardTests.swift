import Records
import Testing

@Suite struct ShardTests {
  // MARK: Costs

  /// Every element is in one part, in its order, and no part takes longer than it must.
  @Test(arguments: [1, 2, 3, 7, 16])
  func partsTakeAboutAsLong(count: Int) throws {
    let costs = (0..<100).map { ($0 * 7919) % 97 + 1 }
    var sums: [Int] = []
    var all: [Int] = []
    for number in 1...count {
      var shard = try #require(Shard(number: number, count: count))
      let own = shard.part(of: Array(costs.indices)) { costs[$0] }
      #expect(own == own.sorted() && shard.places == own && shard.cells == 100)
      sums.append(own.reduce(0) { $0 + costs[$1] })
      all += own
    }
    #expect(all.sorted() == Array(0..<100))
    // What is given out last is at most the greatest: no part is further ahead.
    #expect((sums.max() ?? 0) - (sums.min() ?? 0) <= 97)
  }

  @Test func partsOfOnePlanAreKnownByIt() throws {
    var (one, other, third) = (
      Shard(number: 1, count: 2), Shard(number: 2, count: 2), Shard(number: 2, count: 2)
    )
    _ = one?.part(of: [1, 2, 3]) { $0 }
    _ = other?.part(of: [1, 2, 3]) { $0 }
    _ = third?.part(of: [1, 2, 4]) { $0 }
    #expect(one?.plan != nil && one?.plan == other?.plan && one?.plan != third?.plan)
  }

  @Test func morePartsThanElementsLeaveSomeEmpty() throws {
    let sizes = try (1...5).map { number in
      var shard = try #require(Shard(number: number, count: 5))
      return shard.part(of: ["a", "b"]) { _ in 0 }.count
    }
    #expect(sizes == [1, 1, 0, 0, 0])
  }

  @Test func missingOnesAreNamedInWords() {
    #expect(Shard.words(missing: [3]) == "missing: shard 3")
    #expect(Shard.words(missing: [1, 2, 3, 7, 9, 10]) == "missing: shards 1 to 3, 7, 9 to 10")
  }

  // MARK: Schedulers

  private func part(_ environment: [String: String]) throws -> String {
    let shard = try Shard.named(by: environment)
    return "\(shard.number)/\(shard.count)"
  }

  private func refusal(_ environment: [String: String]) -> SchedulerRefusal? {
    do throws(SchedulerRefusal) {
      _ = try Shard.named(by: environment)
      return nil
    } catch {
      return error
    }
  }

  /// A scheduler's variables for one part.
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var number: String
    var count: String
    var first: Int
    var rest: [String: String] = [:]

    var testDescription: String { name }

    func environment(_ number: Int, _ count: Int) -> [String: String] {
      rest.merging([self.number: "\(number)", self.count: "\(count)"]) { $1 }
    }
  }

  static let examples = [
    Example(name: "own", number: "STILLPOINT_SHARD", count: "STILLPOINT_SHARDS", first: 1),
    Example(
      name: "Slurm from 0",
      number: "SLURM_ARRAY_TASK_ID",
      count: "SLURM_ARRAY_TASK_COUNT",
      first: 0,
      rest: [
        "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "3", "SLURM_ARRAY_TASK_STEP": "1",
      ]
    ),
    Example(
      name: "Slurm from 1",
      number: "SLURM_ARRAY_TASK_ID",
      count: "SLURM_ARRAY_TASK_COUNT",
      first: 1,
      rest: [
        "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "4", "SLURM_ARRAY_TASK_STEP": "1",
      ]
    ),
    Example(
      name: "Kubernetes",
      number: "JOB_COMPLETION_INDEX",
      count: "STILLPOINT_SHARDS",
      first: 0
    ),
    Example(name: "GitLab", number: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
    Example(
      name: "Buildkite",
      number: "BUILDKITE_PARALLEL_JOB",
      count: "BUILDKITE_PARALLEL_JOB_COUNT",
      first: 0
    ),
    Example(name: "CircleCI", number: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
  ]

  @Test(arguments: examples)
  func variablesOfSchedulers(example: Example) throws {
    for place in 0..<4 {
      #expect(try part(example.environment(example.first + place, 4)) == "\(place + 1)/4")
    }
    // Off by one on both sides.
    for number in [example.first - 1, example.first + 4] {
      guard case .wrong(example.number, "\(number)", _) = refusal(example.environment(number, 4))
      else {
        Issue.record("\(number) of 4 is a part")
        continue
      }
    }
    // Empty, alone, no number, beyond what there may be.
    for name in [example.number, example.count] {
      var environment = example.environment(example.first, 4)
      environment[name] = ""
      #expect(refusal(environment) != nil, "\(name) is empty")
      environment[name] = nil
      guard case .half = refusal(environment) else {
        Issue.record("\(name) is not there")
        continue
      }
      for value in ["x", "1.5", "-2", "+1", " 1", "99999999999999999999"] {
        environment[name] = value
        #expect(refusal(environment) != nil, "\(name) is \(value)")
      }
    }
    #expect(refusal(example.environment(example.first, 10_001)) != nil)
  }

  @Test func ownVariablesGoBeforeAllOthers() throws {
    let gitLab = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"]
    #expect(
      try part(gitLab.merging(["STILLPOINT_SHARD": "1", "STILLPOINT_SHARDS": "3"]) { $1 }) == "1/3"
    )
    #expect(
      refusal(gitLab.merging(["STILLPOINT_SHARD": "1"]) { $1 })
        == .half(present: "STILLPOINT_SHARD", missing: "STILLPOINT_SHARDS")
    )
    #expect(refusal([:]) == .nothing)
    #expect(
      refusal(["STILLPOINT_SHARDS": "4"])
        == .half(present: "STILLPOINT_SHARDS", missing: "STILLPOINT_SHARD")
    )
  }

  @Test func schedulersThatContradictEachOtherAreRefused() throws {
    let circle = ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "5"]
    #expect(try part(circle.merging(["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"]) { $1 }) == "2/5")
    guard
      case .contradiction = refusal(
        circle.merging(["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "5"]) { $1 }
      )
    else {
      Issue.record("two schedulers name two parts")
      return
    }
    guard case .contradiction = refusal(circle.merging(["STILLPOINT_SHARDS": "4"]) { $1 }) else {
      Issue.record("two counts")
      return
    }
    // GitLab says of a job that is not parallel that there is one of it.
    #expect(refusal(["CI_NODE_TOTAL": "1"]) == .nothing)
  }

  @Test func arraysOfSlurmWithGapsAreRefused() throws {
    func slurm(_ id: Int, _ count: Int, _ least: Int, _ most: Int, _ step: Int) -> [String: String]
    {
      [
        "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_COUNT": "\(count)",
        "SLURM_ARRAY_TASK_MIN": "\(least)", "SLURM_ARRAY_TASK_MAX": "\(most)",
        "SLURM_ARRAY_TASK_STEP": "\(step)",
      ]
    }
    #expect(try part(slurm(14, 4, 10, 16, 2)) == "3/4")
    #expect(refusal(slurm(13, 4, 10, 16, 2)) != nil, "no part of a step of 2")
    // --array=1,2,9: nobody knows which parts there are.
    guard case .contradiction = refusal(slurm(2, 3, 1, 9, 1)) else {
      Issue.record("an array with gaps has parts")
      return
    }
  }
}
