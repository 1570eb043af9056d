import Foundation

/// What the environment says about property tests.
enum TestSettings {
  /// The seed of every random test.
  static var seed: UInt64 { value("SEED").flatMap { UInt64($0) } ?? 1 }

  /// How often a random test runs.
  static func iterations(_ standard: Int) -> Int {
    value("ITERATIONS").flatMap { Int($0) } ?? standard
  }

  /// A variable of the environment.
  static func value(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
