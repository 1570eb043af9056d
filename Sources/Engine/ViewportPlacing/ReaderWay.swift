import Lengths
import Timebase

/// How the reader's own motion has gone, from a touch to its rest: how far away from the end, and whether
/// it came back there.
///
/// Ways count within the scroll range. What is stretched beyond its ends leads neither away from the end
/// nor towards it.
struct ReaderWay {
  /// A way of no more than this is none, and at rest so near the end is at it: the touch slop of
  /// platforms.
  static let tolerance = LayoutUnit(points: 8)
  /// Steps of a wheel or a key with no more time between them are one way.
  private static let stepGap = Nanoseconds.milliseconds(150)

  /// Whether the reader has scrolled away from the end, and neither came back nor was taken elsewhere since.
  private(set) var isAway = false
  /// How far away from the end the motion has led so far; negative where it came nearer.
  private(set) var away = LayoutUnit.zero
  /// The nearest to the end that it came since it turned towards it; nil while it leads away.
  private var nearest: LayoutUnit?
  /// Whether it touched the end since then.
  private var hasTouchedEnd = false
  /// When the last step came.
  private var lastStep = Instant.distantPast

  /// The reader has scrolled away, or is back, or elsewhere.
  mutating func note(isAway: Bool) { self.isAway = isAway }

  /// Another motion begins.
  mutating func begin() { (away, nearest, hasTouchedEnd) = (.zero, nil, false) }

  /// A wheel or a key takes the next step.
  mutating func step(at instant: Instant) {
    if instant > lastStep + Self.stepGap { begin() }
    lastStep = instant
  }

  /// The viewport was moved by the reader.
  ///
  /// - Parameter range: The offsets that content allows; `upper` is the end.
  mutating func move(from start: LayoutUnit, to end: LayoutUnit, in range: ClosedRange<LayoutUnit>)
  {
    func within(_ offset: LayoutUnit) -> LayoutUnit {
      min(max(offset, range.lowerBound), range.upperBound)
    }
    let way = within(start) - within(end)
    away += way
    let isBeyondEnd = end >= range.upperBound
    if way < .zero || isBeyondEnd && end > start {
      nearest = min(nearest ?? away, away)
      hasTouchedEnd = hasTouchedEnd || isBeyondEnd
    } else if let least = nearest, away - least > Self.tolerance {
      (nearest, hasTouchedEnd) = (nil, false)
    }
  }

  /// Whether it led somewhere.
  var isScroll: Bool { away > Self.tolerance || away < .zero - Self.tolerance }
  /// Whether it led away from the end.
  var leadsAway: Bool { away > Self.tolerance }
  /// Whether it has touched the end, and did not turn back.
  var isAtEnd: Bool { nearest != nil && hasTouchedEnd }

  /// Whether a motion that rests so far above the end came back to it.
  func comesBack(restingAt distance: LayoutUnit) -> Bool {
    nearest != nil && (hasTouchedEnd || distance <= Self.tolerance)
  }
}
