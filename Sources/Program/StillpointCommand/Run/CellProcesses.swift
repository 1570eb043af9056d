import ChildProcesses
import Foundation
import FrameMetrics
import FramePacing
import Profiling
import Records
import Reporting

/// Runs cells, a process each, so many at a time.
struct CellProcesses {
  let jobs: Int
  /// The most bytes that a cell may have resident.
  let memoryLimit: Int
  /// The longest that a cell may take.
  let timeLimit: Duration
  /// Whether the cells of one scenario take turns, a repetition each, so that what is measured of
  /// them is spread over the same stretch of time.
  let takesTurns: Bool
  let interruption: Interruption
  let console: Console

  /// Runs `requests`.
  ///
  /// - Returns: Their records, in their order; a process that came to an end of its own has one too.
  /// - Throws: ``CellOutputFailure`` when a cell could not write its frame log, `ChildInterruption` when
  ///   a signal came, `ChildFailure` when no process could be
  ///   started, `InputError` when one handed back what is no record.
  func run(_ requests: [CellRequest]) throws -> [CellRecord] {
    var records = [CellRecord?](repeating: nil, count: requests.count)
    let progress = RunProgress(requests, jobs: jobs, console: console)
    let command = ChildCommand(
      arguments: [CellCommand.name],
      memoryLimit: memoryLimit,
      timeLimit: timeLimit
    )
    var tasks: [ChildTask] = []
    for (index, request) in requests.enumerated() {
      let isSameGroup =
        takesTurns && index > 0 && requests[index - 1].load == request.load
        && tasks.count { $0.group == tasks[index - 1].group } < ChildPool.largestGroup
      tasks.append(
        ChildTask(command: command, group: isSameGroup ? tasks[index - 1].group : index)
      )
    }
    try ChildPool(jobs: jobs, interruption: interruption).run(
      tasks,
      next: { task, answer in
        guard let answer else { return Array(try JSONEncoder().encode(requests[task])) }
        if answer.first == CellCommand.couldNotWrite {
          throw CellOutputFailure(words: String(decoding: answer.dropFirst(), as: UTF8.self))
        }
        guard answer.first == CellCommand.isDone else { return [] }
        records[task] = try CellCoding.cell(from: answer.dropFirst())
        return nil
      },
      progress: { task, message in
        progress.note(try JSONDecoder().decode(CellProgress.self, from: Data(message)), of: task)
      },
      tick: { progress.tick() },
      deliver: { task, result in
        progress.end(task)
        guard let result else { return }
        if !result.end.isOrderly || records[task] == nil {
          records[task] = Self.record(of: requests[task], result)
        }
        records[task]?.busySeconds = result.busy / .seconds(1)
      }
    )
    return records.compactMap { $0 }
  }

  /// The record of a cell whose process came to an end of its own.
  private static func record(of request: CellRequest, _ result: ChildResult) -> CellRecord {
    let rate = RefreshRate(hertz: request.hertz)
    let share = request.conditions.hostShare ?? (try? request.chosenDevice())?.hostShare ?? 0
    var input = MetricInput(
      timeline: FrameTimeline(
        of: FrameTable(),
        rate: rate,
        depth: request.conditions.depth,
        hostShare: share
      ),
      episodes: []
    )
    input.sessions = (1, 1)
    input.residentPeak = result.peakResidentBytes
    var record = CellRecord(
      scenario: request.title,
      profile: request.profile,
      device: request.device,
      refreshHertz: request.hertz,
      seed: request.seed,
      verdict: .ended(CellRecord.ProcessEnd(result)),
      metrics: Metric.values(of: input)
    )
    record.depth = request.conditions.depth
    record.hostShare = share
    record.latePolicy = request.conditions.latePolicy
    request.sign(&record)
    return record
  }
}

/// Why a cell's process could not write a file that was asked for: the run has no result then.
struct CellOutputFailure: Error, CustomStringConvertible {
  var words: String
  var description: String { words }
}

extension CellRecord.ProcessEnd {
  /// The end of a process, with what it said last.
  fileprivate init(_ result: ChildResult) {
    var detail = "\(result.end)"
    let lines = result.output.text.split(whereSeparator: \.isNewline)
    let fatal = lines.last { $0.contains("Fatal error") }
    // An error is what and where, and then what to do.
    let error = lines.last { $0.lowercased().hasPrefix("error:") }
    if let said = fatal ?? error ?? lines.last, !said.isEmpty { detail += ": \(said.prefix(300))" }
    self.init(Kind(rawValue: result.end.name) ?? .lost, detail: detail)
  }
}
