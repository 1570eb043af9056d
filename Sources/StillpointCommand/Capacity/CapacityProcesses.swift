import ChildProcesses
import Foundation
import LoadGeneration
import Simulation
import Statistics
import Timebase

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

  /// Where one stands.
  private struct Cell {
    var search: CapacitySearch
    /// Loads that are tried again, with measured cost, in random order.
    var again: [Double] = []
    var trials: [ChangePoint.Trial] = []
    var isMeasuring = false
  }

  /// How many places the change point is looked for at, and how often each is tried.
  private static let places = 9
  private static let repetitions = 8

  /// Looks for the capacities of `requests`.
  ///
  /// - Parameter ranges: The loads of each.
  /// - Returns: What was found, in their order.
  /// - Throws: `ChildInterruption` when a signal came, `ChildFailure` when no process could be started.
  func run(
    _ requests: [CapacityRequest],
    _ ranges: [(range: ClosedRange<Double>, isWhole: Bool)]
  ) throws -> [CapacityAnswer] {
    var cells = zip(requests, ranges).map { request, loads in
      Cell(
        search: CapacitySearch(
          loads.range,
          isWhole: loads.isWhole,
          bisects: bisects,
          endsAtAnyMiss: request.ramp != nil
        )
      )
    }
    var ends = [CapacityAnswer.End](repeating: .found, count: requests.count)
    var done = 0
    let command = ChildCommand(
      arguments: [CapacityCellCommand.name],
      memoryLimit: memoryLimit,
      timeLimit: timeLimit
    )
    let tasks = requests.indices.map { ChildTask(command: command, group: $0) }
    try ChildPool(jobs: jobs, interruption: interruption).run(
      tasks,
      next: { task, answer in
        if let answer { try take(answer, requests[task], &cells[task]) }
        guard let load = nextLoad(requests[task], &cells[task]) else { return nil }
        var request = requests[task]
        request.load = load
        console.progress(done, of: requests.count, request.words)
        return Array(try JSONEncoder().encode(request))
      },
      deliver: { task, result in
        done += 1
        guard let result, !result.end.isOrderly else { return }
        // Of a limit the loads before it are known.
        ends[task] = .stopped(Self.words(of: result))
      }
    )
    return requests.indices.map { index in
      let request = requests[index]
      var answer = CapacityAnswer(
        dimension: request.dimension,
        profile: request.profile,
        device: request.device,
        hertz: request.hertz,
        scale: request.scale,
        search: cells[index].search,
        end: ends[index]
      )
      answer.change = change(cells[index].trials)
      return answer
    }
  }

  private func take(
    _ answer: [UInt8],
    _ request: CapacityRequest,
    _ cell: inout Cell
  ) throws {
    guard !answer.isEmpty else { return cell.search.stop() }
    let probe = try JSONDecoder().decode(CapacityProbe.self, from: Data(answer))
    guard cell.isMeasuring else { return cell.search.take(probe) }
    let trial = ChangePoint.Trial(place: probe.load, isMissed: probe.miss(of: .frames) != nil)
    cell.trials.append(trial)
  }

  private func nextLoad(_ request: CapacityRequest, _ cell: inout Cell) -> Double? {
    if let next = cell.search.next { return next }
    guard request.cost != CostChoice.modelled.rawValue, bisects else { return nil }
    if !cell.isMeasuring {
      cell.isMeasuring = true
      cell.again = Self.loads(around: cell.search.brackets[.frames], request)
    }
    return cell.again.popLast()
  }

  /// Loads from half to twice the one that the search found, each some times, in random order.
  private static func loads(
    around bracket: CapacitySearch.Bracket?,
    _ request: CapacityRequest
  ) -> [Double] {
    guard let broken = bracket?.broken, bracket?.kept != nil else { return [] }
    let half = places / 2
    var loads = Set<Double>()
    for place in -half...half {
      loads.insert(max(1, (broken * exp2(Double(place) / Double(half))).rounded()))
    }
    let all = loads.sorted().flatMap { Array(repeating: $0, count: repetitions) }
    var chance = SeededGenerator(seed: request.seed ?? 1, index: 54)
    return all.shuffled(using: &chance)
  }

  private func change(_ trials: [ChangePoint.Trial]) -> CapacityAnswer.MeasuredChange? {
    var chance = SeededGenerator(seed: 1, index: 55)
    guard let interval = ChangePoint.interval(of: trials, using: &chance) else { return nil }
    return CapacityAnswer.MeasuredChange(
      load: interval.estimate,
      low: interval.low,
      high: interval.high,
      runs: trials.count
    )
  }

  private static func words(of result: ChildResult) -> String {
    let lines = result.output?.text.split(whereSeparator: \.isNewline) ?? []
    let said = lines.last { $0.contains("Fatal error") || $0.lowercased().hasPrefix("error:") }
    return "\(result.end)" + (said.map { ": \($0.prefix(200))" } ?? "")
  }
}
