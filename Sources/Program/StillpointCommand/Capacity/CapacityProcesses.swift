import ChildProcesses
import Foundation
import LoadGeneration
import Records

/// Looks for capacities, a process each, so many at a time.
struct CapacityProcesses {
  let jobs: Int
  /// The most bytes that a process may have resident.
  let memoryLimit: Int
  /// The longest that one may take.
  let timeLimit: Duration
  /// Whether more is wanted than the doubling.
  let bisects: Bool
  let interruption: Interruption
  let console: Console

  /// Looks for the capacities of `requests`.
  ///
  /// - Parameter ranges: The loads of each.
  /// - Returns: What was found, in their order.
  /// - Throws: `ChildInterruption` when a signal came, `ChildFailure` when no process could be started.
  func run(
    _ requests: [CapacityRequest],
    _ ranges: [(range: ClosedRange<Double>, isWhole: Bool)]
  ) throws -> [CapacityAnswer] {
    var searches = zip(requests, ranges).map { request, loads in
      CapacitySearch(
        loads.range,
        isWhole: loads.isWhole,
        bisects: bisects,
        ending: request.ramp != nil ? .anyMiss : .framesOrLimit
      )
    }
    var ends = [CapacityAnswer.End](repeating: .found, count: requests.count)
    var done = 0
    // What takes longest begins first, so that no process ends long after the others.
    let order = requests.indices.sorted { first, second in
      let (one, other) = (requests[first].dearness, requests[second].dearness)
      return one == other ? first < second : one > other
    }
    try pool.run(
      order.map { ChildTask(command: command, group: $0) },
      next: { task, answer in
        let cell = order[task]
        if let answer {
          if let probe = try Self.probe(answer) {
            searches[cell].take(probe)
          } else {
            searches[cell].stop()
          }
        }
        guard let load = searches[cell].next else { return nil }
        var request = requests[cell]
        request.load = load
        console.progress(done, of: requests.count, request.words)
        return Array(try JSONEncoder().encode(request))
      },
      deliver: { task, result in
        done += 1
        guard let result, !result.end.isOrderly else { return }
        // Of a limit the loads before it are known.
        ends[order[task]] = .stopped(Self.words(of: result))
      }
    )
    var answers = requests.indices.map { index in
      let request = requests[index]
      return CapacityAnswer(
        dimension: request.dimension,
        profile: request.profile,
        device: request.device,
        hertz: request.hertz,
        scale: request.scale,
        search: searches[index],
        end: ends[index]
      )
    }
    if bisects, requests.contains(where: { $0.conditions.cost != .modelled }) {
      try measure(requests, &answers)
    }
    return answers
  }

  var pool: ChildPool { ChildPool(jobs: jobs, interruption: interruption) }

  var command: ChildCommand {
    ChildCommand(
      arguments: [CapacityCellCommand.name],
      memoryLimit: memoryLimit,
      timeLimit: timeLimit
    )
  }

  /// What a process answered; nil for a load that there cannot be.
  static func probe(_ answer: [UInt8]) throws -> CapacityProbe? {
    answer.isEmpty ? nil : try JSONDecoder().decode(CapacityProbe.self, from: Data(answer))
  }

  private static func words(of result: ChildResult) -> String {
    let lines = result.output.text.split(whereSeparator: \.isNewline)
    let said = lines.last { $0.contains("Fatal error") || $0.lowercased().hasPrefix("error:") }
    return "\(result.end)" + (said.map { ": \($0.prefix(200))" } ?? "")
  }
}
