import Files
import Timebase

/// When something happens first, how often, and after how long again.
struct Repeats: Sendable {
  /// When it happens first.
  let start: Instant
  /// How many times.
  let count: Int
  /// From one to the next.
  let interval: Nanoseconds

  /// The keys that say it.
  static let keys = ["at_ms", "count", "every_ms"]
  /// The most times that a part repeats something.
  static let range = 1...100_000

  /// Reads it.
  ///
  /// - Parameter unit: What is repeated, for messages.
  init(_ object: InputObject, _ unit: String) throws(InputError) {
    start = try object.time("at_ms")
    count = try object.integer("count", in: Self.range, unit: unit)
    interval = try object.duration("every_ms")
  }
}
