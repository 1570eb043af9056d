import ChildProcesses
import Foundation
import Gating
import Profiling
import Running
import StillpointCommand

/// Builds take turns, so many frames of a repetition each, in processes that live side by side.
///
/// A machine whose speed changes, as that of a virtual processor does by the other half of its core, is
/// as fast for some frames of one build as for the same frames of the other, a few milliseconds later. A
/// whole repetition, let alone a whole process, would meet another speed. Between the repetitions of a
/// cell the program's code gets other pages of memory; see `CodePages`.
///
/// A step's request is a ``Request``. The answer to the last one is the samples: JSON, a line each; to
/// one that is not over, ``unfinished``.
enum ProbeTurns {
  /// What a process answers in the midst of a repetition.
  static let unfinished = Array("unfinished".utf8)

  /// What a process is asked for.
  enum Request: Hashable {
    case warmUp
    /// To make a repetition of the cell with this number, up to the end of its first turn.
    case measure(Int)
    /// The same with planted work.
    case plant(Int)
    case goOn
    case samples

    /// As it goes to the process: words.
    var bytes: [UInt8] {
      let words =
        switch self {
        case .warmUp: "warm up"
        case .measure(let cell): "measure \(cell)"
        case .plant(let cell): "plant \(cell)"
        case .goOn: "go on"
        case .samples: "samples"
        }
      return Array(words.utf8)
    }

    /// Reads a request; nil for what is none.
    init?(_ bytes: [UInt8]) {
      let words = String(decoding: bytes, as: UTF8.self)
      switch words {
      case "warm up": self = .warmUp
      case "go on": self = .goOn
      case "samples": self = .samples
      default:
        let parts = words.split(separator: " ")
        guard parts.count == 2, let cell = Int(parts[1]) else { return nil }
        switch parts[0] {
        case "measure": self = .measure(cell)
        case "plant": self = .plant(cell)
        default: return nil
        }
      }
    }
  }

  /// What a process has to do.
  struct Work {
    var question: ProbeRun.Question
    /// Repetitions of each scenario, the one that warms up among them.
    var repetitions: Int
    /// What each is: with planted work or without; both, where it is one after the other.
    var isPlanted = [false]
    /// Those of one lane take turns on one processor; each lane has its own.
    var lane = 0

    /// How many repetitions of each scenario were begun before a step.
    func repetition(_ step: Int) -> Int {
      max(0, step - 1) / (question.scenarios.count * isPlanted.count)
    }

    /// What is asked for in a step; nil after the last.
    func request(_ step: Int) -> Request? {
      let count = question.scenarios.count
      let last = count * isPlanted.count * (repetitions - 1) + 1
      guard step > 0, step < last else {
        return step == 0 ? .warmUp : step == last ? .samples : nil
      }
      let cell = (step - 1) / isPlanted.count % count
      return isPlanted[(step - 1) % isPlanted.count] ? .plant(cell) : .measure(cell)
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
    // What was measured while the program's code lay where it does.
    var measured: Set<Request> = []
    try parent.serve { bytes, _ in
      let request = Request(bytes)
      // Before the first repetition too: the file's own pages are the same in each pair.
      if let request, request != .warmUp, measured.isEmpty || !measured.insert(request).inserted {
        CodePages.renew(seed: Int.random(in: 0...Int.max))
        measured = [request]
      }
      switch request {
      case .warmUp?:
        for index in cells.indices { cells[index].warmUp() }
        // One that it may not stay on is as good as another.
        if let processor { _ = Processors.stay(on: processor) }
      case .measure(let cell)? where cells.indices.contains(cell):
        try measure(&cells[cell], isPlanted: false, parent)
      case .plant(let cell)? where cells.indices.contains(cell):
        try measure(&cells[cell], isPlanted: true, parent)
      case .samples?:
        var lines: [UInt8] = []
        for cell in cells { lines += Array(try GateSample.encoder.encode(cell.sample())) + [10] }
        return lines
      case .measure?, .plant?, .goOn?, nil:
        throw ChildFailure.badRequest(
          "\(String(decoding: bytes, as: UTF8.self)) to \(cells.count) cells"
        )
      }
      return []
    }
  }

  /// Makes a repetition, a turn after the other.
  private static func measure(
    _ cell: inout TimedCell,
    isPlanted: Bool,
    _ parent: ParentConnection
  ) throws {
    var frames = 0
    try cell.measure(isPlanted: isPlanted) {
      frames += 1
      guard frames % ProcessorTimes.framesOfTurn == 0 else { return }
      let request = try parent.pause(unfinished)
      guard Request(request) == .goOn else {
        throw ChildFailure.badRequest(String(decoding: request, as: UTF8.self))
      }
    }
  }
}

extension ProbeRun {
  /// Has processes take turns until each has given its samples. They warm up side by side, and those of
  /// a lane are measured one at a time and on one processor.
  ///
  /// In every second repetition they go in the order of `works`, in the others backwards: who comes later
  /// finds in the caches what an earlier one has just used of the same work, of fonts and of
  /// libraries that both share (1.3 % in pages of history that are shaped).
  ///
  /// - Returns: The samples of each.
  /// - Throws: ``Failure``, and what running children throws.
  func answersInTurns(to works: [ProbeTurns.Work]) throws -> [[GateSample]] {
    let processors = Processors.allowed
    var steps = works.map { _ in 0 }
    var answers = works.map { _ in [UInt8]() }
    // The last first: the system's own work is most on the first.
    let tasks = works.map { work in
      let processor = processors.isEmpty ? nil : processors.reversed()[work.lane % processors.count]
      return ChildTask(command: command(of: work, on: processor), group: 0, lane: work.lane)
    }
    let pool = ChildPool(
      jobs: max(1, processors.count),
      firstStepAlone: 1,
      interruption: tool.interruption
    )
    try pool.run(
      tasks,
      next: { task, answer in
        if answer == ProbeTurns.unfinished { return ProbeTurns.Request.goOn.bytes }
        if let answer { answers[task] = answer }
        defer { steps[task] += 1 }
        return works[task].request(steps[task])?.bytes
      },
      rank: { task in works[task].repetition(steps[task] - 1) % 2 == 0 ? task : -task },
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
    let lines = result.output.text.split(whereSeparator: \.isNewline).map(String.init)
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
