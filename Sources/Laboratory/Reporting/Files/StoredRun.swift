import Judging
import Records

/// A run as `run.json`: all of it but the frames.
struct StoredRun: Codable, VersionedRecord {
  /// A fact about the machine and the build.
  private struct Fact: Codable {
    var key: String
    var value: String
  }

  /// What came of the run, for other programs; what is read back is judged anew.
  private struct Verdict: Codable {
    var pass: Bool
    var reasons: [String]
  }

  static let schema = RunRecord.schema

  private var name: String
  private var date: String
  private var command: [String]
  private var shard: Shard?
  private var missingShards: [Int]?
  private var noise: MachineNoise?
  private var clock: ClockChoice
  private var cost: CostChoice
  private var measurer: MeasurerChoice
  private var verdict: Verdict
  private var environment: [Fact]
  private var ablationBase: String?
  private var ablation: [AblationEntry]
  private var files: [RecordedFile]?
  /// The cells.
  let cells: [StoredCell]

  private enum CodingKeys: String, CodingKey {
    case name, date, command, shard, noise, clock, cost, measurer, verdict, environment
    case missingShards = "missing_shards"
    case ablationBase = "ablation_base"
    case ablation, files, cells
  }

  init(_ run: RunRecord) {
    let verdict = RunVerdict(of: run)
    name = run.name
    date = run.date
    command = run.command
    shard = run.shard
    missingShards = run.missingShards.isEmpty ? nil : run.missingShards
    noise = run.noise
    clock = run.clock
    cost = run.cost
    measurer = run.measurer
    self.verdict = Verdict(pass: verdict.isPass, reasons: verdict.reasons)
    environment = run.environment.map { Fact(key: $0.key, value: $0.value) }
    ablationBase = run.ablationBase
    ablation = run.ablation
    files = run.files.isEmpty ? nil : run.files
    cells = run.cells.map(StoredCell.init)
  }

  /// The run, with these cells in the place of its own.
  func run(with cells: [CellRecord]) -> RunRecord {
    var run = RunRecord(
      name: name,
      clock: clock,
      cost: cost,
      measurer: measurer,
      environment: environment.map { ($0.key, $0.value) },
      cells: cells
    )
    run.date = date
    run.command = command
    run.shard = shard
    run.missingShards = missingShards ?? []
    run.noise = noise
    run.ablationBase = ablationBase
    run.ablation = ablation
    run.files = files ?? []
    return run
  }
}
