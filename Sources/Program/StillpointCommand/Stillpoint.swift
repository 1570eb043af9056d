import ArgumentParser
import Files
import Foundation

/// The program: standard streams, arguments and exit code around one command.
package enum Program {
  /// Runs the command that the process was started with, and ends the process.
  ///
  /// - Parameters:
  ///   - root: The command line.
  ///   - standard: The command line of a process that was started without one.
  package static func run(
    _ root: any ParsableCommand.Type = Stillpoint.self,
    standard: [String] = []
  ) -> Never {
    StandardStreams.prepare()
    let console = Console(isQuiet: false)
    // Linux gives them by a file: where it is not there, nobody knows what was asked for.
    guard !StandardStreams.arguments.isEmpty else {
      console.complain("error: the arguments cannot be read: mount /proc.")
      exit(ExitCode.failure.rawValue)
    }
    var arguments = Array(StandardStreams.arguments.dropFirst())
    if arguments.isEmpty { arguments = standard }
    guard !arguments.isEmpty else {
      console.complain("\(lines: root.helpMessage())\nerror: no command was named.")
      exit(ExitCode.validationFailure.rawValue)
    }
    var name = ""
    var code = ExitCode.success
    do {
      if root == Stillpoint.self { try FormerWord.check(arguments) }
      try checkName(arguments.first, of: root)
      var command = try root.parseAsRoot(arguments)
      name = type(of: command).configuration.commandName ?? ""
      try command.run()
    } catch let usage as ValidationError where !name.isEmpty {
      // One that was found while the command ran: the parser would show the usage of all commands.
      code = .validationFailure
      console.complain(
        "error: \(lines: UsageMessage.shown("\(usage)", arguments))\nSee '\(root._commandName) \(name) --help' for more information."
      )
    } catch {
      code = root.exitCode(for: error)
      let message = UsageMessage.shown(
        UsageMessage.text(of: root.fullMessage(for: error), arguments: arguments),
        arguments
      )
      if !message.isEmpty {
        code.isSuccess ? console.put(message + "\n") : console.complain("\(lines: message)")
      }
      if let failure = console.outputFailure {
        console.complain("error: \(lines: "\(failure)")")
        code = .failure
      }
    }
    exit(code.rawValue)
  }
}

extension Program {
  /// Refuses a command that there is not, with the nearest.
  private static func checkName(_ name: String?, of root: any ParsableCommand.Type) throws {
    let names = root.configuration.subcommands.map { $0._commandName }
    guard let name, !name.hasPrefix("-"), !(names + ["help"]).contains(name) else { return }
    let shown = root.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    throw ValidationError(unknown("command", name, among: shown.map { $0._commandName }))
  }
}

/// What the parser of the command line says, in the form of all other errors.
enum UsageMessage {
  /// The message with each argument in it as it is shown: on one line, and not as long as it may be.
  static func shown(_ message: String, _ arguments: [String]) -> String {
    arguments.reduce(message) { message, argument in
      let value = ShownText.value(argument)
      return value == argument ? message : message.replacing(argument, with: value)
    }
  }

  /// The message with a small first letter; a value below 0, which the parser takes for an option, is
  /// named, and options that would make the line of usage too wide are not.
  static func text(of message: String, arguments: [String]) -> String {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.count <= 100 || !line.uppercased().hasPrefix("USAGE: ")
        ? String(line)
        : line.replacing(#/ \[--[^\]]*\]/#, with: "") + " [<options>]"
    }
    let message = lines.joined(separator: "\n")
    guard message.hasPrefix("Error: ") else { return message }
    let text = "error: " + message.dropFirst("Error: ".count)
    for (option, value) in zip(arguments, arguments.dropFirst())
    where option.hasPrefix("--") && value.hasPrefix("-") && Double(value) != nil
      && message.contains("Missing value for '\(option)")
    {
      let rest = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      return (["error: \(option) \(value): a number below 0 is not taken here."] + rest)
        .joined(separator: "\n")
    }
    return text
  }
}

/// The command line of the laboratory.
package struct Stillpoint: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "stillpoint",
    abstract: "Measures streaming chat screens: late frames, late text and jumps.",
    discussion: """
      `analyze` judges recordings of an app. `run` plays a scenario (a conversation and what \
      happens to it) frame by frame in one or more profiles (designs of a chat screen). Both write \
      a report.

      EXAMPLES
        stillpoint tour
        stillpoint run stream-steady --profile all
        stillpoint compare before after
        stillpoint init && stillpoint check
        stillpoint drive APP.yaml

      EXIT CODES
        0 pass, 1 error, 2 regression or budget missed, 3 invalid or inconclusive,
        64 wrong usage
      """,
    version: "0.1.0",
    subcommands: [
      TourCommand.self, RunCommand.self, ReplayCommand.self, AnalyzeCommand.self,
      CompareCommand.self, InitCommand.self, CheckCommand.self, CapacityCommand.self,
      CapacityCellCommand.self,
      FleetCommand.self, MergeCommand.self, GateCommand.self, ReportCommand.self, ListCommand.self,
      ShowCommand.self, DriveCommand.self, ServeCommand.self, RecordCommand.self,
      DoctorCommand.self, CellCommand.self,
    ]
  )

  package init() {}
}
