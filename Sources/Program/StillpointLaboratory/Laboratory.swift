import Running
import StillpointCommand

/// The laboratory as a library: its whole command line, with engines of your own.
///
///     Laboratory.main([Candidate("my-list", summary: "UIKit's list") { MyList($0) }])
///
/// A program that calls it takes the commands of `stillpoint`. `run`, `replay` and `gate` take the names of
/// the candidates for `--profile`, so that their figures stand in one table with those of the built-in
/// designs, and `compare` holds two such runs against each other.
public enum Laboratory {
  /// Runs the command line and ends the process with the command's exit code.
  ///
  /// A run starts this program again for each cell. Call it first in `main`, with the same candidates each time.
  ///
  /// - Parameters:
  ///   - candidates: What is judged beside the built-in designs.
  ///   - standard: The command line of a program that was started without one; empty for the help.
  /// - Precondition: No two candidates have one name.
  public static func main(_ candidates: [Candidate] = [], standard: [String] = []) -> Never {
    Candidates.register(candidates)
    Program.run(standard: standard)
  }
}

/// What is judged under a name of its own; see ``Running/Candidate``.
public typealias Candidate = Running.Candidate
/// What an engine measures and parses text with.
public typealias TextTools = Running.TextTools
