import Files
import LoadGeneration
import Timebase

/// Times in which nothing of an answer arrives, whatever else there is.
package struct StreamStalls: Hashable, Sendable {
  /// How many.
  package var count: Int
  package var shortest: Nanoseconds
  package var longest: Nanoseconds

  /// Makes stalls; none unless said otherwise.
  package init(
    _ count: Int = 0,
    shortest: Nanoseconds = .milliseconds(300),
    longest: Nanoseconds = .milliseconds(1_600)
  ) {
    self.count = count
    self.shortest = shortest
    self.longest = longest
  }

  /// The keys that say them in a scenario.
  static let keys = ["stalls", "shortest_stall_ms", "longest_stall_ms"]

  /// Reads them from a part that may name them.
  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    var stalls = Self()
    if object.has("stalls") {
      stalls.count = try object.integer("stalls", in: 0...10_000, unit: "stalls")
    }
    if object.has("shortest_stall_ms") {
      stalls.shortest = try object.duration("shortest_stall_ms")
    }
    if object.has("longest_stall_ms") { stalls.longest = try object.duration("longest_stall_ms") }
    try reader.check(
      object,
      "longest_stall_ms",
      stalls.longest,
      isAtLeast: stalls.shortest,
      "shortest_stall_ms, \(stalls.shortest)"
    )
    return stalls
  }

  /// How long the next one is.
  func length(_ chance: inout SeededGenerator) -> Nanoseconds {
    shortest + Nanoseconds(seconds: (longest - shortest).seconds * chance.nextFraction())
  }
}
