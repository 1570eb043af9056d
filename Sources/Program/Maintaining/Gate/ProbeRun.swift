import Foundation
import Gating
import Profiling
import StillpointCommand

/// Asks builds for samples: a process for each question, in an environment that is the same for both.
struct ProbeRun {
  struct Build {
    /// The program's path.
    var program: String
    /// What it is called in messages: `base` or `head`.
    var role: String
  }

  /// Why a build does not answer.
  struct Failure: Error, CustomStringConvertible {
    var build: Build
    var words: String
    /// Whether the build does not know the question.
    var isTooOld: Bool
    /// Whether it ended by itself, and nobody ended it.
    var isItsOwn = true

    /// What it says of a cell: a head that fails where its base does not has become worse.
    func result(for cell: CellIdentity) -> CheckResult {
      let isWorse = build.role == "head" && !isTooOld && isItsOwn
      return CheckResult(.exact, cell, isWorse ? .regression : .invalid, notes: [description])
    }

    var description: String {
      isTooOld
        ? "not comparable: the \(build.role) is older than the gate's questions and cannot be "
          + "asked (\(words)). Name a newer base."
        : "the \(build.role) ended with an error: \(words)"
    }
  }

  let tool: ExternalTool
  /// The package's root: both builds run its scenarios.
  let root: String
  let scenarioFolder: String
  let refreshHertz: Int
  /// A built-in profile's name, or the whole path of a file.
  let profile: String
  /// SHA-256 of what the profile chose, as the head reads it.
  let design: String

  /// What a build is asked.
  struct Question {
    var build: Build
    var mode: ProbeMode
    var scenarios: [String]
    var plant: PlantArgument?
    /// A program and its arguments that runs the build; empty for none.
    var wrapper: [String] = []
  }

  /// Asks a question.
  ///
  /// - Throws: ``Failure``.
  func samples(
    of build: Build,
    _ mode: ProbeMode,
    _ scenarios: [String],
    plant: PlantArgument? = nil
  ) throws -> [GateSample] {
    let question = Question(
      build: build,
      mode: mode,
      scenarios: scenarios,
      plant: plant
    )
    return try answers(to: [question])[0]
  }

  /// Asks questions side by side: those whose answers do not depend on what else the machine does.
  ///
  /// - Returns: The samples of each.
  /// - Throws: ``Failure``.
  func answers(to questions: [Question]) throws -> [[GateSample]] {
    var running: [ExternalTool.Running] = []
    do {
      for question in questions {
        let command = question.wrapper + [question.build.program] + arguments(of: question)
        running.append(
          try tool.start(
            command[0],
            Array(command.dropFirst()),
            in: root,
            environment: environment
          )
        )
      }
    } catch {
      _ = try? tool.finish(running)
      throw error
    }
    return try zip(questions, try tool.finish(running)).map(Self.samples)
  }

  func arguments(of question: Question) -> [String] {
    var arguments =
      [ProbeCommand.name, question.mode.rawValue] + question.scenarios
      + ["--refresh", "\(refreshHertz)", "--profile", profile]
    if let plant = question.plant { arguments += ["--plant", plant.text] }
    if question.mode == .instructions { arguments.append("--apart") }
    return arguments
  }

  /// Reads a build's answer.
  private static func samples(
    of question: Question,
    from ending: ExternalTool.Ending
  ) throws -> [GateSample] {
    let build = question.build
    guard ending.code == 0 else {
      let isTooOld =
        ending.code == 64
      throw Failure(
        build: build,
        words: isTooOld
          ? ending.errors.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
          : "exit \(ending.code); \(ending.lastWords(4))",
        isTooOld: isTooOld,
        isItsOwn: ![SIGKILL, SIGTERM, SIGINT, SIGHUP].contains { ending.code == 128 + $0 }
      )
    }
    return try decoded(ending.output, of: question)
  }

  /// Reads samples, a line each.
  ///
  /// - Throws: ``Failure`` where they are not those of the question's scenarios.
  static func decoded(_ text: String, of question: Question) throws -> [GateSample] {
    let (build, scenarios) = (question.build, question.scenarios)
    let decoder = JSONDecoder()
    let samples = try text.split(whereSeparator: \.isNewline).map { line in
      do {
        return try decoder.decode(GateSample.self, from: Data(line.utf8))
      } catch {
        throw Failure(build: build, words: "its samples are of another form", isTooOld: true)
      }
    }
    guard samples.count == scenarios.count else {
      throw Failure(
        build: build,
        words: "\(samples.count) samples of \(scenarios.count)",
        isTooOld: false
      )
    }
    return samples
  }

  /// All of a probe's environment: what changes code paths is fixed, what finds libraries is kept.
  var environment: [String: String] {
    var environment = [
      "LC_ALL": "C", "TZ": "UTC", "SWIFT_DETERMINISTIC_HASHING": "1",
      "MALLOC_CONF": "dirty_decay_ms:-1,muzzy_decay_ms:-1",
      "STILLPOINT_SCENARIOS": scenarioFolder,
      // A list of images would be the last that a build that traps says, for its reason.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    let own = ProcessInfo.processInfo.environment
    for name in [
      "PATH", "HOME", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
      "XDG_DATA_HOME", "XDG_DATA_DIRS", "VALGRIND_LIB", CellPlantedEnd.variable,
    ] {
      environment[name] = own[name]
    }
    return environment
  }
}
