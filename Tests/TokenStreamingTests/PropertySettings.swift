import Foundation

/// How many rounds a property test makes and from which seed: `ITERATIONS`, `SEED`.
enum PropertySettings {
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? 1
  }

  static func iterations(_ standard: Int) -> Int {
    ProcessInfo.processInfo.environment["ITERATIONS"].flatMap(Int.init) ?? standard
  }
}
