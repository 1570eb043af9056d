#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How often random cases are tried, and from which seed: `ITERATIONS` and `SEED`.
enum PropertySettings {
  static let iterations = number("ITERATIONS") ?? 300
  /// `ITERATIONS`, or as many as asked for without it.
  static func iterations(_ standard: Int) -> Int { number("ITERATIONS") ?? standard }

  static let seed = UInt64(number("SEED") ?? 1)

  private static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }
}
