import AnchoredLayout
import Lengths
import Timebase

// The one place in which numbers from outside are looked at, before anything is applied.
extension SurfaceEvent {
  /// The first number of the event that no surface takes; nil where all are taken.
  var numberRefusal: SurfaceRefusal? {
    switch self {
    case .touch(_, let y, let x): Self.refusal("a touch at", y, x, in: Self.places)
    case .fling(let velocity): Self.refusal("a fling of", velocity, in: Self.velocities)
    case .scrolled(let distance, _), .wheel(let distance), .partScroll(_, _, let distance):
      Self.refusal("a scroll by", distance, in: Self.velocities)
    case .scroll(.below(_, let distance), _, _):
      Self.refusal("a place at", distance.points, in: Self.places)
    case .focus(let velocity, let travel):
      Self.refusal("a swipe of", velocity, travel, in: Self.velocities)
    case .drop(_, let overlap): Self.refusal("an overlap of", overlap, in: 0...1)
    case .keyboard(let height, let duration, _): Self.refusal(ofKeyboard: height, duration)
    case .keyboardDragged(let height): Self.refusal(ofKeyboard: height, nil)
    case .resize(let width, let height):
      Self.refusal("a viewport of", width.points, height.points, in: Self.sizes)
    case .insets(let top, let bottom):
      Self.refusal("insets of", top.points, bottom.points, in: Self.covers)
    case .composerHeight(let height):
      Self.refusal("a composer of", height?.points ?? 0, in: Self.covers)
    case .imageSize(_, _, let width, let height):
      Self.refusal("an image of", width.points, height.points, in: Self.sizes)
    case .rate(let hertz): Self.refusal("a rate of", Double(hertz), in: 1...1_000)
    case .timestamps(_, let maximum, let band):
      Self.refusal("timestamps over", maximum ?? 1, band ?? 1, in: 0.015625...1_000)
    case .restore(let anchor, _):
      Self.refusal("a place at", anchor.distance.points, in: -1_000_000...1_000_000)
    case .tokenAt(_, _, let scalar):
      Self.refusal("a token at", Double(scalar), in: 0...Double(Surface.longestText))
    case .setHeight(let id, let height?) where !Self.heights.contains(height):
      .heightOutOfRange(id, height)
    case .card(let id, _, let height) where !Self.heights.contains(height):
      .heightOutOfRange(id, height)
    case .partHeight(let id, _, let height?, _) where !Self.heights.contains(height):
      .heightOutOfRange(id, height)
    case .partLimit(let id, _, let height?) where !Self.heights.contains(height):
      .heightOutOfRange(id, height)
    case .auxiliary(let which, let height?) where !Self.heights.contains(height):
      .auxiliaryOutOfRange(which, height)
    default: nil
    }
  }

  private static let places = -100_000.0...100_000.0
  /// In points a second: one that crosses the whole space in a tenth of a second is no hand's.
  private static let velocities = -1e9...1e9
  private static let sizes = 1.0...100_000.0
  private static let covers = 0.0...10_000.0
  private static let heights = LayoutUnit.zero...ContentSpace.tallestItem

  private static func refusal(
    _ what: String,
    _ first: Double,
    _ second: Double? = nil,
    in range: ClosedRange<Double>
  ) -> SurfaceRefusal? {
    // What is no number lies in no range.
    if !range.contains(first) { return .number(what, first, range) }
    guard let second, !range.contains(second) else { return nil }
    return .number(what, second, range)
  }

  private static func refusal(
    ofKeyboard height: LayoutUnit,
    _ duration: Nanoseconds?
  ) -> SurfaceRefusal? {
    let isKnown = (.zero...LayoutUnit(points: 100_000)).contains(height)
    let isTimely = (.zero...Nanoseconds.milliseconds(3_600_000)).contains(duration ?? .zero)
    return isKnown && isTimely ? nil : .keyboard(height)
  }
}
