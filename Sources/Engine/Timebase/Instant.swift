/// A point in time: whole nanoseconds since the start of a run.
///
/// The engine never reads a clock. Whoever drives it passes an instant to every call, so that the
/// same calls give the same result on every machine.
public struct Instant: InstantProtocol, Hashable, Sendable {
  /// The start of the run.
  @inlinable public static var zero: Instant { Instant(nanoseconds: 0) }
  /// Later than any instant a run can reach.
  @inlinable public static var distantFuture: Instant { Instant(nanoseconds: .max) }
  /// Earlier than any instant a run can reach.
  @inlinable public static var distantPast: Instant { Instant(nanoseconds: .min) }

  @usableFromInline internal var count: Int64

  /// Nanoseconds since the start of the run; negative before it.
  @inlinable public var nanoseconds: Int64 { count }

  /// Makes the instant `nanoseconds` after the start of the run.
  @inlinable public init(nanoseconds: Int64) { count = nanoseconds }

  /// Makes an instant from milliseconds, rounded to the nearest nanosecond.
  ///
  /// - Precondition: `milliseconds` is finite and its magnitude is below 9.2 * 10^12.
  @inlinable public init(milliseconds: Double) {
    count = Nanoseconds(milliseconds: milliseconds).rawValue
  }

  /// Milliseconds since the start of the run.
  @inlinable public var milliseconds: Double { Double(count) / 1_000_000 }

  @inlinable public func advanced(by duration: Nanoseconds) -> Instant {
    Instant(nanoseconds: count + duration.rawValue)
  }
  @inlinable public func duration(to other: Instant) -> Nanoseconds {
    Nanoseconds(rawValue: other.count - count)
  }
  @inlinable public static func < (left: Self, right: Self) -> Bool { left.count < right.count }

  @inlinable public static func + (left: Self, right: Nanoseconds) -> Instant {
    left.advanced(by: right)
  }
  @inlinable public static func - (left: Self, right: Nanoseconds) -> Instant {
    Instant(nanoseconds: left.count - right.rawValue)
  }
  @inlinable public static func - (left: Self, right: Instant) -> Nanoseconds {
    right.duration(to: left)
  }
}

extension Instant: CustomStringConvertible {
  /// Milliseconds since the start, as the shortest exact decimal.
  public var description: String { "\(milliseconds) ms" }
}
