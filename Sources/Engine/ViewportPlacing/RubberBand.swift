/// How content gives way beyond the ends of the scroll range under a finger.
package enum RubberBand {
  /// UIScrollView's constant.
  private static let constant = 0.55

  /// The offset that is shown where a finger asks for `offset`.
  ///
  /// - Parameter viewport: The viewport's height in points.
  static func shown(_ offset: Double, in range: ScrollMotion.Range, viewport: Double) -> Double {
    changed(offset, in: range) { rubber($0, length: viewport) }
  }

  /// The offset that a finger asks for where the rubber band shows `offset`.
  static func asked(_ offset: Double, in range: ScrollMotion.Range, viewport: Double) -> Double {
    changed(offset, in: range) { shown in
      // The band never shows as much as a viewport.
      let part = min(shown / viewport, 0.99)
      return (1 / (1 - part) - 1) * viewport / constant
    }
  }

  private static func changed(
    _ offset: Double,
    in range: ScrollMotion.Range,
    _ change: (Double) -> Double
  ) -> Double {
    let upper = max(range.lower, range.upper)
    if offset < range.lower { return range.lower - change(range.lower - offset) }
    return offset > upper ? upper + change(offset - upper) : offset
  }

  /// How far a band of a length gives way when it is pulled; both in points.
  package static func rubber(_ excess: Double, length: Double) -> Double {
    (1 - 1 / (excess * constant / length + 1)) * length
  }
}
