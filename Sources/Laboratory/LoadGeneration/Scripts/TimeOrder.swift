import Files
import Timebase

/// Checks that the times of a file never fall.
struct TimeOrder {
  private let path: String
  private var last = Instant.zero
  private var lastValue: InputValue?

  /// Starts at 0.
  init(path: String) { self.path = path }

  /// Reads `t_ms` of the next line.
  ///
  /// - Throws: ``InputError`` when it is missing, no time, or before the line above.
  mutating func next(_ object: InputObject) throws(InputError) -> Instant {
    let instant = try object.time("t_ms")
    let value = object.value("t_ms")
    guard instant >= last else {
      throw InputError(
        path: path,
        line: value?.line,
        column: value?.column,
        problem: "the time goes backward",
        value: value?.excerpt,
        expected:
          "t_ms of at least \(lastValue?.excerpt ?? "0"), as in line \(lastValue?.line ?? 0)",
        advice: "Sort the lines by t_ms; lines with one time are one flush."
      )
    }
    last = instant
    lastValue = value
    return instant
  }
}
