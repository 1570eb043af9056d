import Foundation

/// How property tests draw: `SEED` and `ITERATIONS` from the environment, else small defaults.
enum PropertySettings {
  static let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? 1
  static let iterations =
    ProcessInfo.processInfo.environment["ITERATIONS"].flatMap(Int.init) ?? 20
}
