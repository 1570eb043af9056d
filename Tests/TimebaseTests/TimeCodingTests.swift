import Foundation
import Testing
import Timebase

private let environment = ProcessInfo.processInfo.environment
private let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
private let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 2_000

/// Times in files are milliseconds.
@Suite struct TimeCodingTests {
  private func roundTrip(_ span: Nanoseconds) throws -> Nanoseconds {
    try JSONDecoder().decode(Nanoseconds.self, from: JSONEncoder().encode(span))
  }

  /// Every whole number of nanoseconds up to 13 days is read back as it was.
  @Test func nothingIsRounded() throws {
    for edge in [0, 1, -1, 999_999, 1 << 50, -(1 << 50), (1 << 50) - 1] as [Int64] {
      #expect(try roundTrip(Nanoseconds(rawValue: edge)).rawValue == edge)
    }
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<iterations {
      let bits = 14 + generator.nextIndex(below: 50)
      let value = Int64(truncatingIfNeeded: generator.next()) >> Int64(bits)
      #expect(try roundTrip(Nanoseconds(rawValue: value)).rawValue == value, "seed \(seed)")
      let instant = Instant(nanoseconds: value)
      let again = try JSONDecoder().decode(Instant.self, from: JSONEncoder().encode(instant))
      #expect(again == instant, "seed \(seed)")
    }
  }

  @Test func aTimeIsItsMilliseconds() throws {
    let text = try JSONEncoder().encode([Nanoseconds(rawValue: 16_666_667)])
    #expect(String(decoding: text, as: UTF8.self) == "[16.666667]")
    #expect(try JSONDecoder().decode(Instant.self, from: Data("2.5".utf8)).nanoseconds == 2_500_000)
  }

  @Test(arguments: ["1e300", "-1e300", "1125899907", "null", "\"1\"", "[]"])
  func whatIsNoTimeIsRefused(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Nanoseconds.self, from: Data(text.utf8))
    }
  }
}
