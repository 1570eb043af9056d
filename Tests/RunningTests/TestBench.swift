import MarkdownBlocks
import ChatSurface
import Foundation
import FrameMetrics
import FramePacing
import LoadGeneration
import Records
import Running
import TextMeasuring
import Timebase

/// Runs loads for tests: virtual clock, modelled cost, fixed measurer, costs of the tests' own.
enum TestBench {
  /// What text is measured and parsed with: the same on every machine.
  static var tools: TextTools {
    TextTools(measurer: FixedAdvanceMeasurer(), parser: MarkdownParser())
  }

  /// Costs that stay as they are when the declared ones are fitted anew.
  static let costs: OperationCosts = {
    var costs = OperationCosts()
    let table: [(FramePacing.Operation, Int)] = [
      (.inputPhase, 300), (.ingestPhase, 300), (.revealPhase, 300), (.measurePhase, 300),
      (.layoutPhase, 300), (.commitPhase, 300), (.event, 500), (.byteChunked, 30),
      (.chunkReleased, 300), (.step, 300), (.fadeEvaluated, 100), (.byteParsed, 20),
      (.byteTaken, 20), (.blockMeasured, 300), (.glyphShaped, 10),
      (.cacheLookup, 60), (.byteHashed, 1), (.indexElement, 8), (.indexElementLoaded, 8),
      (.arrayElementMoved, 1), (.arrayElementRewritten, 2), (.arrayElementLoaded, 2),
      (.itemMade, 3_000), (.itemEstimated, 40), (.entryWritten, 150),
    ]
    for (operation, cost) in table { costs[operation] = cost }
    return costs
  }()

  /// Everything a run gives, its frame log included.
  struct Result {
    var outcome: Runner.Outcome
    var snapshots: [FrameSnapshot]
    var log: [UInt8]

    /// The frames that were made.
    var made: [FrameRecord] { outcome.frames.filter { !$0.isSwallowed } }
  }

  static func settings(depth: Int = 0) -> Runner.Settings {
    Runner.Settings(cost: .modelled, depth: depth, costs: costs)
  }

  static func run(
    _ events: [TimedLoadEvent],
    profile: Profile = .reference,
    device: Device = .iPhoneSE,
    settings: Runner.Settings = settings()
  ) -> Result {
    var runner = Runner(
      events: events,
      profile: profile,
      device: device,
      tools: tools,
      settings: settings
    )
    var writer = FrameLogWriter()
    var log = Array(FrameLogWriter.header.utf8)
    var snapshots: [FrameSnapshot] = []
    let outcome = runner.run { frame, snapshot in
      snapshots.append(snapshot)
      log += writer.line(for: frame, snapshot, rate: device.rate)
    }
    return Result(outcome: outcome, snapshots: snapshots, log: log)
  }

  /// The figures of a run at double buffering, the host's share being the runs' own.
  static func metrics(of outcome: Runner.Outcome, at rate: RefreshRate) -> [MetricValue] {
    Metric.values(of: MetricInput(of: outcome, rate: rate, depth: 0, hostShare: 0.5))
  }

  /// A question, and an answer that comes word by word.
  static func answer(
    words: Int,
    everyMilliseconds: Double = 20,
    from start: Double = 0
  ) -> [TimedLoadEvent] {
    let tokens = (0..<words).map { index in
      StreamToken(
        at: Instant(milliseconds: start + 100 + Double(index) * everyMilliseconds),
        bytes: Array("word\(index) ".utf8)
      )
    }
    return ReplayScript.timeline(tokens)
  }

  /// The events in order of time.
  static func ordered(_ events: [TimedLoadEvent]) -> [TimedLoadEvent] {
    var events = events
    events.sortByInstant()
    return events
  }

  /// The folder of this file.
  static var folder: URL { URL(fileURLWithPath: #filePath).deletingLastPathComponent() }
}

extension CellRecord {
  /// The figure of the metric with this name in files.
  func value(named name: String, _ statistic: Statistic = .value) -> Double? {
    Metric.named(name).flatMap { value($0, statistic) }
  }
}
