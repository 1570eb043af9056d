import ArgumentParser
import ChildProcesses
import Files
import Foundation
import LoadGeneration
import Reporting

/// Turns the program's own errors into one message and an exit code.
package enum Failure {
  /// Runs `work`; an error is printed as one message and becomes exit code 1, and so does standard
  /// output that could not be written.
  package static func report(on console: Console, _ work: () throws -> Void) throws {
    defer { console.closeLine() }
    do {
      try end(console, work)
    } catch {
      if let failure = console.outputFailure {
        console.complain("error: \(lines: "\(failure)")")
        throw ExitCode(1)
      }
      throw error
    }
    if let failure = console.outputFailure {
      console.complain("error: \(lines: "\(failure)")")
      throw ExitCode(1)
    }
  }

  private static func end(_ console: Console, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch let exit as ExitCode {
      throw exit
    } catch let usage as ValidationError {
      throw usage
    } catch let interruption as ChildInterruption {
      console.complain("\(interruption): nothing was written")
      throw ExitCode(interruption.exitCode)
    } catch {
      let words = UsageMessage.shown(words(of: error), StandardStreams.arguments)
      console.complain("error: \(lines: words)")
      throw ExitCode(1)
    }
  }

  /// An error in words; those of Foundation say more than a person can use.
  private static func words(of error: any Error) -> String {
    let text = "\(error)"
    guard error is CocoaError || error is POSIXError || text.hasPrefix("Error Domain=") else {
      return text
    }
    let outer = error as NSError
    let inner = outer.userInfo[NSUnderlyingErrorKey] as? NSError ?? outer
    let reason =
      inner.domain == NSPOSIXErrorDomain
      ? SystemCalls.words(Int32(inner.code)) : "the system refused it (\(inner.code))"
    return "\(outer.userInfo[NSFilePathErrorKey] as? String ?? "a file"): \(reason)"
  }
}
