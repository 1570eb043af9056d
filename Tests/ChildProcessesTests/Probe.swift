import ChildProcesses
import Foundation
import Testing

/// The built `ChildProbe`, and pools whose children it is.
struct Probe {
  /// Stands in the arguments of every child of this probe.
  let token = "token-\(UUID().uuidString)"
  let path: String

  init() throws {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("ChildProbe")
      if FileManager.default.isExecutableFile(atPath: candidate.path) {
        path = candidate.path
        return
      }
      folder.deleteLastPathComponent()
    }
    throw Missing()
  }

  struct Missing: Error, CustomStringConvertible {
    var description: String {
      "no ChildProbe beside \(CommandLine.arguments[0]); run swift build with the same options"
    }
  }

  func command(
    memoryLimit: Int = ChildCommand.defaultMemoryLimit,
    timeLimit: Duration = .seconds(60),
    environment: [String: String] = [:]
  ) -> ChildCommand {
    ChildCommand(
      path: path,
      arguments: ["child", token],
      environment: environment,
      memoryLimit: memoryLimit,
      timeLimit: timeLimit
    )
  }

  /// What a pool gave for scripts of steps.
  struct Run {
    var answers: [[String]]
    var results: [ChildResult?]
    var deliveries: [Int] = []
    var progress: [[String]]
    /// The tasks in the order in which their steps were answered.
    var turns: [Int] = []
  }

  /// Runs a child for each script, which is a list of steps.
  func run(
    _ scripts: [[String]],
    groups: [Int]? = nil,
    jobs: Int = 1,
    command: ChildCommand? = nil
  ) throws -> Run {
    var run = Run(
      answers: Array(repeating: [], count: scripts.count),
      results: Array(repeating: nil, count: scripts.count),
      progress: Array(repeating: [], count: scripts.count)
    )
    let tasks = scripts.indices.map {
      ChildTask(command: command ?? self.command(), group: groups?[$0] ?? 0)
    }
    try ChildPool(jobs: jobs).run(
      tasks,
      next: { task, answer in
        if let answer {
          run.answers[task].append(String(decoding: answer, as: UTF8.self))
          run.turns.append(task)
        }
        let done = run.answers[task].count
        return done < scripts[task].count ? Array(scripts[task][done].utf8) : nil
      },
      progress: { run.progress[$0].append(String(decoding: $1, as: UTF8.self)) },
      deliver: { task, result in
        run.deliveries.append(task)
        run.results[task] = result
      }
    )
    return run
  }

  /// How the child of one script ended.
  func end(_ script: [String], command: ChildCommand? = nil) throws -> ChildResult {
    try #require(try run([script], command: command).results[0])
  }

  #if os(Linux)
    /// Processes whose arguments hold the token and that have not ended.
    func living() throws -> [Int] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int($0) }.filter {
        guard let line = FileManager.default.contents(atPath: "/proc/\($0)/cmdline"),
          String(decoding: line, as: UTF8.self).contains(token),
          let status = FileManager.default.contents(atPath: "/proc/\($0)/stat")
        else { return false }
        // The state stands behind the name in parentheses; Z waits to be reaped.
        let text = String(decoding: status, as: UTF8.self)
        let state = text[(text.lastIndex(of: ")") ?? text.startIndex)...].dropFirst(2).first
        return state != "Z" && state != "X"
      }
    }
  #endif
}
