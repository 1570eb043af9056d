import Foundation

/// How property tests draw: `SEED` and `ITERATIONS` from the environment, else small defaults.
enum PropertySettings {
  static let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? 1
  static let iterations = iterations(20)

  /// The number of rounds of a test whose default is another one.
  static func iterations(_ standard: Int) -> Int {
    ProcessInfo.processInfo.environment["ITERATIONS"].flatMap(Int.init) ?? standard
  }
}
