#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How often random cases are tried, and from which seed: `ITERATIONS` and `SEED`.
enum PropertySettings {
  static let seed = UInt64(number("SEED") ?? 1)

  /// How often, unless the environment says otherwise.
  static func iterations(_ usual: Int) -> Int { number("ITERATIONS") ?? usual }

  private static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }
}
