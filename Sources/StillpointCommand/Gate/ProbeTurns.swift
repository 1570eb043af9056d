import ChildProcesses
import Foundation
import Gating
import Profiling
import Simulation

/// Builds take turns, a repetition each, in processes that live side by side.
///
/// A machine whose speed changes over seconds is as fast for a repetition of one build as for the next
/// of the other, where a whole process of one would meet another speed than the whole process of the
/// other.
///
/// A step's request is a ``Request``. The answer to the last one is the samples: JSON, a line each.
enum ProbeTurns {
  /// What a process is asked for.
  enum Request: Hashable {
    /// To warm up: a repetition of each cell.
    case warmUp
    /// To make a repetition of the cell with this number.
    case measure(Int)
    /// For the samples.
    case samples

    /// As it goes to the process: words, or a number.
    var bytes: [UInt8] {
      switch self {
      case .warmUp: Array("warm up".utf8)
      case .samples: Array("samples".utf8)
      case .measure(let cell): Array("\(cell)".utf8)
      }
    }

    /// Reads a request; nil for what is none.
    init?(_ bytes: [UInt8]) {
      switch String(decoding: bytes, as: UTF8.self) {
      case "warm up": self = .warmUp
      case "samples": self = .samples
      case let number:
        guard let cell = Int(number) else { return nil }
        self = .measure(cell)
      }
    }
  }

  /// What a process has to do.
  struct Work {
    var question: ProbeRun.Question
    /// Repetitions of each scenario, the one that warms up among them.
    var repetitions: Int

    /// What is asked for in a step; nil after the last.
    func request(_ step: Int) -> Request? {
      let count = question.scenarios.count
      let last = count * (repetitions - 1) + 1
      return step > last
        ? nil : step == last ? .samples : step == 0 ? .warmUp : .measure((step - 1) % count)
    }
  }

  /// Does what the gate asks for, one step after the other.
  ///
  /// - Parameter processor: Where it is measured; nil for where the system puts it.
  static func serve(
    _ parent: ParentConnection,
    _ cells: [TimedCell],
    on processor: Int?
  ) throws {
    var cells = cells
    try parent.serve { request, _ in
      switch Request(request) {
      case .warmUp?:
        for index in cells.indices { cells[index].measure() }
        // One that it may not stay on is as good as another.
        if let processor { _ = Processors.stay(on: processor) }
      case .measure(let cell)? where cells.indices.contains(cell): cells[cell].measure()
      case .samples?:
        var lines: [UInt8] = []
        for cell in cells { lines += Array(try GateSample.encoder.encode(cell.sample())) + [10] }
        return lines
      case .measure?, nil: throw ChildFailure.badRequest("\(request) to \(cells.count) cells")
      }
      return []
    }
  }
}

extension ProbeRun {
  /// Has processes take turns, in the order of `works`, until each has given its samples. They warm up
  /// side by side, and are measured one at a time and on one processor.
  ///
  /// - Returns: The samples of each.
  /// - Throws: ``Failure``, and what running children throws.
  func answersInTurns(to works: [ProbeTurns.Work]) throws -> [[GateSample]] {
    let processors = Processors.allowed
    var steps = works.map { _ in 0 }
    var answers = works.map { _ in [UInt8]() }
    let tasks = works.map { work in
      ChildTask(command: command(of: work, on: processors.last), group: 0)
    }
    let pool = ChildPool(
      jobs: max(1, processors.count),
      firstStepAlone: 1,
      interruption: tool.interruption
    )
    try pool.run(
      tasks,
      next: { task, answer in
        if let answer { answers[task] = answer }
        defer { steps[task] += 1 }
        return works[task].request(steps[task])?.bytes
      },
      deliver: { task, result in
        guard let result, !result.end.isOrderly else { return }
        throw Failure(works[task].question.build, result)
      }
    )
    return try zip(works, answers).map { work, answer in
      try Self.decoded(String(decoding: answer, as: UTF8.self), of: work.question)
    }
  }

  private func command(of work: ProbeTurns.Work, on processor: Int?) -> ChildCommand {
    ChildCommand(
      path: work.question.build.program,
      arguments: arguments(of: work.question) + ["--turns"]
        + (processor.map { ["--processor", "\($0)"] } ?? []),
      environment: environment,
      inheritsEnvironment: false,
      timeLimit: ExternalTool.longest
    )
  }
}

extension ProbeRun.Failure {
  /// The failure of a process that did not do all its turns.
  fileprivate init(_ build: ProbeRun.Build, _ result: ChildResult) {
    let lines = result.output?.text.split(whereSeparator: \.isNewline).map(String.init) ?? []
    // What the program does not understand it says first, and how it is called after that.
    let isTooOld = result.end == .exited(code: 64)
    let isItsOwn =
      switch result.end {
      case .exited, .trapped: true
      case .killed, .timedOut, .outOfMemory, .lost: false
      }
    self.init(
      build: build,
      words: isTooOld
        ? lines.first ?? ""
        : (["\(result.end)"] + lines.suffix(4)).joined(separator: "\n"),
      isTooOld: isTooOld,
      isItsOwn: isItsOwn
    )
  }
}

extension GateSample {
  /// Writes samples for the process that asks.
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
