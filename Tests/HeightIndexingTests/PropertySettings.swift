import Timebase

/// Seed and number of steps of the property tests, from `SEED` and `ITERATIONS`.
enum PropertySettings {
  static let seed = UInt64(environment("SEED") ?? "") ?? 20_261_121
  static func iterations(_ standard: Int) -> Int {
    Int(environment("ITERATIONS") ?? "") ?? standard
  }

  private static func environment(_ name: String) -> String? {
    CommandLineEnvironment.value(of: name)
  }
}
