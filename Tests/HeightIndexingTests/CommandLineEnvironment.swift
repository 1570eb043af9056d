import Foundation

/// Reads variables of the process environment.
enum CommandLineEnvironment {
  static func value(of name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
