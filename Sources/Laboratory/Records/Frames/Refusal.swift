import Files
import Timebase

/// Something that a run was asked for and did not do: an edit, or something about windows.
package struct Refusal: Hashable, Sendable {
  /// When what was refused was due; the frame's instant where only the frame is known.
  package var instant: Instant
  /// The window it was meant for.
  package var window: String
  /// Where it is written; nil for what a generator made, or where only the frame is known.
  package var place: EventPlace?
  /// What was refused and why.
  package var reason: String

  /// Makes a refusal.
  package init(instant: Instant, window: String, place: EventPlace?, reason: String) {
    (self.instant, self.window, self.place) = (instant, window, place)
    self.reason = reason
  }
}

extension Refusal: CustomStringConvertible {
  /// When, where, and why.
  package var description: String {
    let milliseconds = FrameLogWriter.decimal(instant.nanoseconds, digits: 6)
    let whereabouts = place.map { ", \($0)" } ?? ""
    return "at \(milliseconds) ms\(whereabouts): \(reason)"
  }
}

extension Refusal {
  /// How many are named in a verdict; a frame log names all of them.
  static let namedLimit = 50

  /// All of a run's in one sentence; nil when there was none.
  package static func sentence(about refusals: [Refusal]) -> String? {
    guard let first = refusals.first else { return nil }
    guard refusals.count > 1 else { return "an edit was refused \(first)" }
    var text = "\(refusals.count) edits were refused"
    for (index, refusal) in refusals.prefix(namedLimit).enumerated() {
      text += index == 0 ? ": (1) " : "; (\(index + 1)) "
      text += "\(refusal)"
    }
    let rest = refusals.count - namedLimit
    return rest > 0 ? text + "; and \(rest) more, which the frame log names" : text
  }
}
