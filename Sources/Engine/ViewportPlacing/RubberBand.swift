/// How content gives way beyond the ends of the scroll range under a finger.
///
/// Complexity: O(1) each.
enum RubberBand {
  /// UIScrollView's constant.
  private static let constant = 0.55

  /// The offset that is shown where a finger asks for `offset`.
  ///
  /// - Parameter viewport: The viewport's height in points.
  static func shown(_ offset: Double, in range: ScrollMotion.Range, viewport: Double) -> Double {
    let upper = max(range.lower, range.upper)
    if offset < range.lower {
      return range.lower - rubber(range.lower - offset, viewport: viewport)
    }
    if offset > upper { return upper + rubber(offset - upper, viewport: viewport) }
    return offset
  }

  /// The offset that a finger asks for where the rubber band shows `offset`.
  static func asked(_ offset: Double, in range: ScrollMotion.Range, viewport: Double) -> Double {
    let upper = max(range.lower, range.upper)
    if offset < range.lower {
      return range.lower - pull(range.lower - offset, viewport: viewport)
    }
    if offset > upper { return upper + pull(offset - upper, viewport: viewport) }
    return offset
  }

  /// The inverse of `rubber`; the band never shows as much as a viewport.
  private static func pull(_ shown: Double, viewport: Double) -> Double {
    let part = min(shown / viewport, 0.99)
    return (1 / (1 - part) - 1) * viewport / constant
  }

  private static func rubber(_ excess: Double, viewport: Double) -> Double {
    (1 - 1 / (excess * constant / viewport + 1)) * viewport
  }
}
