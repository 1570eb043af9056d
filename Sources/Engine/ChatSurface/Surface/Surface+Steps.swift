import Lengths

// Wheels and keys: own input that moves the viewport at once.
extension SurfaceEvent {
  /// How far a key moves the viewport, in points: an arrow as in Chromium.
  private static let arrow = 40.0
  /// Which part of what the insets leave of it a page is.
  private static let page = 0.9

  /// How far a wheel or a key moves the viewport, in points, positive towards newer messages; nil for another
  /// event.
  ///
  /// - Parameter free: What the insets leave of the viewport's height.
  package func step(free: LayoutUnit) -> Double? {
    switch self {
    case .wheel(let distance): distance
    case .arrowKey(let edge): edge == .top ? -Self.arrow : Self.arrow
    case .pageKey(let edge): (edge == .top ? -Self.page : Self.page) * max(0, free.points)
    default: nil
    }
  }
}
