/// A length or position in whole 1/64 points.
///
/// Every length inside the engine is a whole number of these units, so that a sum is exact and
/// does not depend on the order in which its terms were added. The public face of the engine takes
/// and gives points. The unit of 1/64 pt is the one browser engines use for layout.
public struct LayoutUnit: RawRepresentable, Hashable, Comparable, Sendable, AdditiveArithmetic {
  /// How many units one point has.
  @inlinable public static var unitsPerPoint: Int64 { 64 }
  /// No length.
  @inlinable public static var zero: LayoutUnit { LayoutUnit(rawValue: 0) }

  @usableFromInline internal var units: Int64

  /// The length in 1/64 points.
  @inlinable public var rawValue: Int64 { units }

  /// Makes a length of `rawValue` units of 1/64 pt.
  @inlinable public init(rawValue: Int64) { units = rawValue }

  /// Makes a length from `points`, rounded up to the next unit.
  ///
  /// - Parameter points: A number; one beyond 2^48 pt counts as that, what is no number as 0.
  @inlinable public init(roundingUp points: Double) {
    units = Int64((Self.taken(points) * 64).rounded(.up))
  }

  /// A number of points that a length can have.
  @inlinable static func taken(_ points: Double) -> Double {
    guard points.magnitude > 0x1p48 || points.isNaN else { return points }
    return points.isNaN ? 0 : points < 0 ? -0x1p48 : 0x1p48
  }

  /// Makes a length from `points`, rounded to the nearest unit, halves away from zero.
  ///
  /// - Parameter points: A number; one beyond 2^48 pt counts as that, what is no number as 0.
  @inlinable public init(nearest points: Double) {
    units = Int64((Self.taken(points) * 64).rounded())
  }

  /// Makes a length of whole points; a number beyond 2^48 counts as that.
  @inlinable public init(points: Int) {
    units = Int64(min(max(points, -(1 << 48)), 1 << 48)) * Self.unitsPerPoint
  }

  /// The length in points; exact while the magnitude is below 2^53 units.
  @inlinable public var points: Double { Double(units) / 64 }

  @inlinable public static func < (left: Self, right: Self) -> Bool { left.units < right.units }
  @inlinable public static func + (left: Self, right: Self) -> Self {
    LayoutUnit(rawValue: left.units + right.units)
  }
  @inlinable public static func - (left: Self, right: Self) -> Self {
    LayoutUnit(rawValue: left.units - right.units)
  }
  @inlinable public static prefix func - (value: Self) -> Self {
    LayoutUnit(rawValue: -value.units)
  }
  @inlinable public static func * (left: Self, right: Int) -> Self {
    LayoutUnit(rawValue: left.units * Int64(right))
  }

  /// The length without its sign.
  @inlinable public var magnitude: LayoutUnit { LayoutUnit(rawValue: abs(units)) }
}

extension LayoutUnit: CustomStringConvertible {
  /// The length in points, as the shortest decimal that is exact.
  public var description: String { "\(points) pt" }
}
