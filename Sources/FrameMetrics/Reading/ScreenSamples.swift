import Timebase

/// What judges of the screen found in a run, over all its windows.
public struct ScreenSamples: Hashable, Sendable {
  /// What became of what was read.
  public var reader = ReaderFigures()
  /// What went back and forth.
  public var flicker = FlickerFigures()
  /// From an input to the frame that shows what it asks for.
  public var inputs: [Nanoseconds] = []
  /// Inputs that changed nothing on screen.
  public var unseenInputs = 0
  /// Frames that were presented.
  public var frames = 0
  /// Frames of those that showed what the frame before did.
  public var wastedFrames = 0
  /// Frames of those that nothing was due in, outside of every episode.
  public var idleFrames = 0
  /// Frames that no judge of places looked at, by cause.
  public var unlooked: [String: Int] = [:]
  /// Frames whose places a judge was asked about.
  public var lookedAt = 0

  /// What a reader would complain of, in order of time.
  ///
  /// - Complexity: O(faults log faults).
  public var faults: [ScreenFault] {
    (reader.faults + flicker.faults + [flicker.largestVoid].compactMap(\.self))
      .sorted { $0.instant < $1.instant }
  }

  /// Makes samples of nothing.
  public init() {}

  /// Adds another window's.
  public mutating func add(_ other: ScreenSamples) {
    reader.add(other.reader)
    flicker.add(other.flicker)
    inputs += other.inputs
    unseenInputs += other.unseenInputs
    unlooked.merge(other.unlooked) { $0 + $1 }
    lookedAt += other.lookedAt
  }
}
