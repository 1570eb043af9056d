/// A span of time in whole nanoseconds.
///
/// `Swift.Duration` counts attoseconds in 128 bits; frames need neither that resolution nor its
/// cost, and whole nanoseconds print as exact decimals in logs.
public struct Nanoseconds: RawRepresentable, DurationProtocol, Hashable, Sendable {
  /// No time.
  @inlinable public static var zero: Nanoseconds { Nanoseconds(rawValue: 0) }

  @usableFromInline internal var count: Int64

  /// The span in nanoseconds.
  @inlinable public var rawValue: Int64 { count }

  /// Makes a span of `rawValue` nanoseconds.
  @inlinable public init(rawValue: Int64) { count = rawValue }

  /// Makes a span of whole milliseconds.
  @inlinable public static func milliseconds(_ milliseconds: Int) -> Nanoseconds {
    Nanoseconds(rawValue: Int64(milliseconds) * 1_000_000)
  }

  /// Makes a span from milliseconds, rounded to the nearest nanosecond.
  ///
  /// - Precondition: `milliseconds` is finite and its magnitude is below 9.2 * 10^12.
  @inlinable public init(milliseconds: Double) {
    precondition(milliseconds.isFinite, "a span must be finite, got \(milliseconds) ms")
    count = Int64((milliseconds * 1_000_000).rounded())
  }

  /// Makes a span from seconds, rounded to the nearest nanosecond.
  ///
  /// - Precondition: `seconds` is finite and its magnitude is below 9.2 * 10^9.
  @inlinable public init(seconds: Double) {
    precondition(seconds.isFinite, "a span must be finite, got \(seconds) s")
    count = Int64((seconds * 1_000_000_000).rounded())
  }

  /// The span in milliseconds.
  @inlinable public var milliseconds: Double { Double(count) / 1_000_000 }
  /// The span in seconds.
  @inlinable public var seconds: Double { Double(count) / 1_000_000_000 }

  @inlinable public static func < (left: Self, right: Self) -> Bool { left.count < right.count }
  @inlinable public static func + (left: Self, right: Self) -> Self {
    Nanoseconds(rawValue: left.count + right.count)
  }
  @inlinable public static func - (left: Self, right: Self) -> Self {
    Nanoseconds(rawValue: left.count - right.count)
  }
  @inlinable public static func * (left: Self, right: Int) -> Self {
    Nanoseconds(rawValue: left.count * Int64(right))
  }
  /// Divides and rounds towards zero.
  @inlinable public static func / (left: Self, right: Int) -> Self {
    Nanoseconds(rawValue: left.count / Int64(right))
  }
  /// How many times `right` goes into `left`, as a fraction.
  @inlinable public static func / (left: Self, right: Self) -> Double {
    Double(left.count) / Double(right.count)
  }
}

extension Nanoseconds: CustomStringConvertible {
  /// The span in milliseconds, as the shortest exact decimal.
  public var description: String { "\(milliseconds) ms" }
}
