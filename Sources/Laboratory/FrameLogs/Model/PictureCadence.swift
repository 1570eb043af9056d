import Timebase

/// At how many refreshes of an assumed display after the one before each picture was.
///
/// A picture half a refresh late alone is the writer's clock; one that is a third late each time loses a
/// refresh in three. So what is over is carried to the next picture. A clock that runs off the display's by
/// up to ``tolerance`` loses nothing: the carry fades as fast.
struct PictureCadence {
  /// How far the display's rate may be from the assumed one: a rate that is stated as 60 Hz may be of 59.94.
  static let tolerance = 0.005

  private let period: Double
  /// The part of the carry that stays from one picture to the next.
  private let kept: Double
  private var carry = 0.0

  /// - Parameters:
  ///   - period: The display's period, above 0.
  ///   - tolerance: How far it may be off, as a share of it.
  init(period: Nanoseconds, tolerance: Double) {
    self.period = Double(period.rawValue)
    kept = 1 - 2 * tolerance
  }

  func periods(_ interval: Nanoseconds) -> Double { Double(interval.rawValue) / period }

  /// The refreshes from the picture before to this one; at least 1.
  mutating func refreshes(after interval: Nanoseconds) -> Int {
    let due = min(periods(interval), 1e9) + carry
    let whole = max(1, due.rounded())
    // Of two pictures at one refresh the second gives next to no time to what follows.
    carry = max(due < 0.5 ? -0.25 : -0.5, due - whole) * kept
    return Int(whole)
  }

  /// Begins with a picture that nothing is carried to.
  mutating func restart() { carry = 0 }
}
