import Timebase

/// What judges of the screen found in a run, over all its windows.
package struct ScreenSamples: Hashable, Sendable {
  /// What became of what was read.
  package var reader = ReaderFigures()
  /// What went back and forth.
  package var flicker = FlickerFigures()
  /// From an input to the frame that shows what it asks for.
  package var inputs: [Nanoseconds] = []
  /// The input that was seen latest, and the sends that were not seen.
  package var moments: [ScreenFault] = []
  /// Inputs that changed nothing on screen.
  package var unseenInputs = 0
  /// Sends, and those of them whose question did not come on screen; nil where the record does not say.
  package var sends: Int?
  package var unseenSends = 0
  /// How far the screen moved; nil where the record does not say.
  package var shift: ScreenShift.Figures?
  /// Where jumps came to rest.
  package var landing = LandingJudge.Figures()
  /// Frames of openings that showed another place than the complete one before.
  package var openingJumps = 0
  /// How often a selection or a screen reader's focus was lost.
  package var focusLost = 0
  /// Frames with a wrong count of unread messages; nil where the engine counts none.
  package var unreadWrong: Int?
  /// Frames that were presented.
  package var frames = 0
  /// Frames of those that showed what the frame before did.
  package var wastedFrames = 0
  /// Frames of those that nothing was due in, outside of every episode.
  package var idleFrames = 0
  /// Frames that no judge of places looked at, by cause.
  package var unlooked: [String: Int] = [:]
  /// Frames whose places a judge was asked about.
  package var lookedAt = 0
  /// The largest drift, in points, of frames that rest on no choice that the design leaves open.
  package var largestDrift = 0.0

  /// What a reader would complain of, in order of time.
  ///
  /// - Complexity: O(faults log faults).
  package var faults: [ScreenFault] {
    (reader.faults + flicker.faults + [flicker.largestVoid].compactMap(\.self) + moments)
      .sorted { $0.instant < $1.instant }
  }

  /// Makes samples of nothing.
  package init() {}

  /// Adds another window's.
  package mutating func add(_ other: ScreenSamples) {
    reader.add(other.reader)
    flicker.add(other.flicker)
    inputs += other.inputs
    moments += other.moments
    unseenInputs += other.unseenInputs
    landing.add(other.landing)
    openingJumps += other.openingJumps
    focusLost += other.focusLost
    if let theirs = other.unreadWrong { unreadWrong = (unreadWrong ?? 0) + theirs }
    if let theirs = other.sends { sends = (sends ?? 0) + theirs }
    unseenSends += other.unseenSends
    if let theirs = other.shift {
      var all = shift ?? ScreenShift.Figures()
      all.add(theirs)
      shift = all
    }
    unlooked.merge(other.unlooked) { $0 + $1 }
    lookedAt += other.lookedAt
    largestDrift = max(largestDrift, other.largestDrift)
  }
}
