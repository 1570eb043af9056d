import Lengths
import Revealing
import Timebase

/// The three dots that stand for an answer without text.
///
/// A pure function of time: the host runs it, and it makes no tick active. The numbers are those of
/// the SwiftUI translation: dots of 8 pt, 4 pt apart, padded 16/12, growing from 0.8 to 1.2 and back
/// by ease-in-out in 0.4 s each way, each 0.15 s after the one before.
package enum TypingDots {
  package static let count = 3
  /// A dot's diameter at scale 1.
  package static let diameter = LayoutUnit(points: 8)
  package static let spacing = LayoutUnit(points: 4)
  package static let horizontalPadding = LayoutUnit(points: 16)
  package static let verticalPadding = LayoutUnit(points: 12)
  package static let scaleRange = 0.8...1.2
  /// How long a dot takes from one to the other.
  package static let swing = Nanoseconds.milliseconds(400)
  /// How much later than the dot before it a dot starts.
  package static let delay = Nanoseconds.milliseconds(150)

  /// Three dots, two spaces and the padding: 64 pt.
  package static var width: LayoutUnit {
    diameter * count + spacing * (count - 1) + horizontalPadding * 2
  }

  /// A dot and the padding: 32 pt.
  package static var height: LayoutUnit { diameter + verticalPadding * 2 }

  /// The scale of one dot.
  ///
  /// - Parameters:
  ///   - dot: 0, 1 or 2, from the left.
  ///   - time: Since the dots appeared; the least scale before a dot has started.
  /// - Returns: A number in `scaleRange`.
  /// - Complexity: O(1).
  /// - Precondition: `dot` is 0, 1 or 2.
  package static func scale(ofDot dot: Int, after time: Nanoseconds) -> Double {
    precondition((0..<count).contains(dot), "there is no dot \(dot); dots are 0, 1 and 2")
    let running = time - delay * dot
    guard running > .zero else { return scaleRange.lowerBound }
    let period = swing.rawValue * 2
    let phase = Nanoseconds(rawValue: running.rawValue % period)
    let part = phase <= swing ? phase / swing : 2 - phase / swing
    let span = scaleRange.upperBound - scaleRange.lowerBound
    return scaleRange.lowerBound + span * TimingCurve.easeInOut.value(at: part)
  }
}
