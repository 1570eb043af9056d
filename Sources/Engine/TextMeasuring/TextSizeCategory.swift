import Lengths

/// The reader's text size, in the twelve steps that phones offer.
///
/// Each is told by the size of body text that Apple's Human Interface Guidelines
/// (Typography, Dynamic Type sizes) give for it; every scaled length grows by body size / 17.
public enum TextSizeCategory: UInt8, Hashable, Sendable, CaseIterable, Comparable {
  /// Body text of 14 pt.
  case extraSmall
  /// Body text of 15 pt.
  case small
  /// Body text of 16 pt.
  case medium
  /// Body text of 17 pt: the default; scaled lengths are as stated.
  case large
  /// Body text of 19 pt.
  case extraLarge
  /// Body text of 21 pt.
  case extraExtraLarge
  /// Body text of 23 pt.
  case extraExtraExtraLarge
  /// Body text of 28 pt.
  case accessibilityMedium
  /// Body text of 33 pt.
  case accessibilityLarge
  /// Body text of 40 pt.
  case accessibilityExtraLarge
  /// Body text of 47 pt.
  case accessibilityExtraExtraLarge
  /// Body text of 53 pt.
  case accessibilityExtraExtraExtraLarge

  /// The size of body text, in whole points.
  public var bodyPoints: Int {
    switch self {
    case .extraSmall: 14
    case .small: 15
    case .medium: 16
    case .large: 17
    case .extraLarge: 19
    case .extraExtraLarge: 21
    case .extraExtraExtraLarge: 23
    case .accessibilityMedium: 28
    case .accessibilityLarge: 33
    case .accessibilityExtraLarge: 40
    case .accessibilityExtraExtraLarge: 47
    case .accessibilityExtraExtraExtraLarge: 53
    }
  }

  /// The factor that scaled lengths grow by; 1 for ``large``.
  public var scale: Double { Double(bodyPoints) / 17 }

  /// Scales a length, rounded up to the next unit.
  ///
  /// - Parameter length: A length that is not negative.
  /// - Returns: `length` × body size / 17.
  public func scaled(_ length: LayoutUnit) -> LayoutUnit {
    LayoutUnit(rawValue: (length.rawValue * Int64(bodyPoints) + 16) / 17)
  }

  /// Compares by size.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
