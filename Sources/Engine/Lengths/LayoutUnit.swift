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
  /// - Parameter points: A finite number whose magnitude is below 2^57 pt.
  /// - Precondition: `points` is finite and within range.
  @inlinable public init(roundingUp points: Double) {
    precondition(points.isFinite, "a length must be finite, got \(points)")
    units = Int64((points * 64).rounded(.up))
  }

  /// Makes a length from `points`, rounded to the nearest unit, halves away from zero.
  ///
  /// - Parameter points: A finite number whose magnitude is below 2^57 pt.
  /// - Precondition: `points` is finite and within range.
  @inlinable public init(nearest points: Double) {
    precondition(points.isFinite, "a length must be finite, got \(points)")
    units = Int64((points * 64).rounded())
  }

  /// Makes a length of whole points.
  @inlinable public init(points: Int) { units = Int64(points) * Self.unitsPerPoint }

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
