import ArgumentParser
import ChildProcesses
import Foundation
import LoadGeneration
import Reporting

/// Turns the program's own errors into one message and an exit code.
enum Failure {
  /// Runs `work`; an error is printed as one message and becomes exit code 1.
  static func report(on console: Console, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch let exit as ExitCode {
      console.closeLine()
      throw exit
    } catch let usage as ValidationError {
      console.closeLine()
      throw usage
    } catch let interruption as ChildInterruption {
      console.complain("\(interruption): nothing was written")
      throw ExitCode(interruption.exitCode)
    } catch {
      console.complain("error: \(error)")
      throw ExitCode(1)
    }
  }
}
