import ArgumentParser
import Files
import Foundation
import LoadGeneration
import Records
import Reporting
import Scenarios

/// Which part of a command's work is done: one that is named, or the one that a scheduler names.
enum ShardChoice: Hashable, ExpressibleByArgument {
  case part(Shard)
  case auto

  /// Reads `I/N` or `auto`.
  init?(argument: String) {
    if argument == "auto" {
      self = .auto
      return
    }
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      let shard = Shard(number: number, count: count)
    else { return nil }
    self = .part(shard)
  }

  /// The part.
  ///
  /// - Throws: `SchedulerRefusal` where the environment names none.
  func resolved() throws -> Shard {
    switch self {
    case .part(let shard): shard
    case .auto: try Shard.named(by: ProcessInfo.processInfo.environment)
    }
  }
}

/// The options of a command whose work several machines share.
struct ShardOptions: ParsableArguments {
  @Option(
    help: """
      Does part I of N, as I/N, or the part that the scheduler names: auto reads STILLPOINT_SHARD and STILLPOINT_SHARDS, \
      else the variables of Slurm arrays, Kubernetes indexed jobs, GitLab, Buildkite or CircleCI.
      """
  )
  var shard: ShardChoice?

  @Option(
    help: """
      An earlier run's folder: parts are made equally long by the times in it, which all parts must be given alike. \
      (default: by what each configuration is declared to do)
      """,
    completion: .directory
  )
  var shardCosts: String?

  /// Refuses options that do not go with a part.
  func refuse(_ options: [(name: String, isThere: Bool)]) throws {
    guard shard != nil || shardCosts != nil else { return }
    for option in options where option.isThere {
      throw ValidationError("\(option.name) does not go with a part of the work; leave it out.")
    }
  }
}

/// What configurations are taken to cost, so that the parts of a run take about as long.
struct CellCosts {
  /// Milliseconds by name, from an earlier run.
  private var times: [String: Int] = [:]
  /// The events and the length in seconds of each scenario, by its title.
  private let loads: [String: (events: Int, seconds: Double)]

  /// Reads an earlier run; nil for none.
  init(_ path: String?, loads: [String: (events: Int, seconds: Double)]) throws {
    self.loads = loads
    guard let path else { return }
    for cell in try RunFile(path: path).read().cells {
      guard let seconds = cell.busySeconds else { continue }
      times[CellRequest.name(of: cell)] = Int(min(1e9, max(1, seconds * 1000)))
    }
    guard times.isEmpty else { return }
    throw InputError(
      path: path,
      problem: "no configuration in it says how long it took",
      expected: "a run of `stillpoint run`",
      advice: "Name another run, or leave --shard-costs out."
    )
  }

  /// A configuration's cost: its time in the earlier run; of one that is new the longest there, so that it is given
  /// out first. Without such a run its events and ticks.
  func cost(of request: CellRequest) -> Int {
    if times.isEmpty {
      guard let load = loads[request.title] else { return 1 }
      return load.events + Int(min(1e9, load.seconds * Double(request.hertz)))
    }
    return times[request.name] ?? times.values.max() ?? 1
  }
}

extension CellRequest {
  /// What the record of a request is called.
  static func name(of cell: CellRecord) -> String {
    "\(cell.scenario).\(cell.profile).\(cell.device).\(cell.refreshHertz)"
  }
}

extension Scenario {
  /// How many events it has, and how long it is in seconds.
  var load: (events: Int, seconds: Double) {
    let events = timeline(on: device ?? .iPhone15Pro)
    let last = events.lazy.map(\.instant).max() ?? .zero
    return (events.count, (end.map { min($0, last) } ?? last).milliseconds / 1000)
  }
}
