/// The units of time that tables name.
enum PlainUnits {
  /// The nanoseconds of the unit that is a word of a name in small letters; nil for none.
  static func nanoseconds(named name: String) -> Double? {
    let units: [(String, Double)] = [
      ("ns", 1), ("nanos", 1), ("nanoseconds", 1), ("us", 1e3), ("µs", 1e3), ("micros", 1e3),
      ("microseconds", 1e3), ("ms", 1e6), ("millis", 1e6), ("milliseconds", 1e6), ("s", 1e9),
      ("sec", 1e9), ("seconds", 1e9), ("secs", 1e9),
    ]
    let words = name.split { !($0.isLetter || $0 == "µ") }
    for (word, unit) in units where words.contains(where: { $0 == word }) { return unit }
    return nil
  }

  /// A unit of so many nanoseconds in words.
  static func words(of unit: Double) -> String {
    switch unit {
    case 1: "nanoseconds"
    case 1e3: "microseconds"
    case 1e6: "milliseconds"
    default: "seconds"
    }
  }
}
