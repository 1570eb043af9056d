import Revealing
import Timebase

/// What of the answers is revealed when: a timeline, and what it is to be told in this frame.
///
/// Complexity: that of `RevealTimeline`.
package struct AnswerReveal {
  /// When what is shown.
  package private(set) var timeline: RevealTimeline
  private var commands: [RevealCommand] = []
  private var releases: [Release] = []
  /// How many of them the frame knows of.
  private var noted = 0

  package init(_ rule: RevealRule) { timeline = RevealTimeline(rule: rule) }

  /// What the timeline is to be told, in order of time.
  package var pending: [RevealCommand] { commands }

  // MARK: Told

  /// Takes a command; none is due before the one before it.
  package mutating func put(_ command: RevealCommand) { commands.append(command) }

  package mutating func forgetCommands() { commands.removeAll(keepingCapacity: true) }

  /// An answer begins, of which so much is shown.
  package mutating func open(_ answer: Answer) {
    timeline.open(
      part: answer.handle,
      message: answer.handle,
      shownUTF8: answer.releasedUTF8,
      shownScalars: answer.releasedScalars
    )
  }

  package mutating func setVisible(_ isVisible: Bool, _ handle: UInt32) {
    timeline.setVisible(isVisible, part: handle)
  }

  /// Performs what is due before `instant`, and takes note of when something was fading.
  package mutating func run(before instant: Instant, noting frame: inout FrameContext) {
    let last = Instant(nanoseconds: instant.nanoseconds - 1)
    while timeline.now < last {
      let isFading = timeline.isFading
      let start = timeline.now
      let next = min(timeline.nextDue ?? last, last)
      timeline.advance(to: max(next, start), into: &releases)
      if isFading { frame.noteActivity(from: start, through: timeline.now) }
    }
    for release in releases[noted...] { frame.noteActivity(release.at) }
    noted = releases.count
  }

  /// Tells the timeline something.
  ///
  /// - Parameters:
  ///   - isVisible: Whether the answer it is about is on screen.
  ///   - mayAnimate: Whether text may fade, as far as the command does not say.
  package mutating func perform(_ command: RevealCommand, isVisible: Bool, mayAnimate: Bool) {
    switch command {
    case .complete(let handle, let chunk):
      timeline.complete(
        chunk,
        part: handle,
        message: handle,
        visible: isVisible,
        into: &releases
      )
    case .snap(let handle, let instant):
      timeline.snap(part: handle, at: instant, into: &releases)
    case .animate(let isOn, let instant):
      timeline.setAnimated(isOn && mayAnimate, at: instant, into: &releases)
    case .end(let handle, let instant):
      timeline.end(message: handle, at: instant, into: &releases)
    case .replace(let handle, let keptUTF8, let keptScalars, let instant):
      timeline.replaceText(
        of: handle,
        keptUTF8: keptUTF8,
        keptScalars: keptScalars,
        at: instant,
        into: &releases
      )
    }
  }

  /// Performs what is due up to `instant`, from which on text may fade or not.
  ///
  /// - Parameter number: The number of a message's answer; nil when it does not stream any more.
  /// - Returns: How many batches were released since the last call.
  package mutating func finish(
    at instant: Instant,
    isAnimated: Bool,
    noting frame: inout FrameContext,
    number: (UInt32) -> UInt32?
  ) -> Int {
    if isAnimated != timeline.isAnimated {
      timeline.setAnimated(isAnimated, at: instant, into: &releases)
    }
    timeline.advance(to: instant, into: &releases)
    for release in releases {
      guard let number = number(release.part) else { continue }
      frame.note(
        FrameObservations.ReleasedBatch(
          handle: number,
          instant: release.at,
          due: release.due,
          chunks: release.chunkCount,
          scalars: release.scalarCount,
          heldFor: release.heldFor
        )
      )
    }
    defer {
      releases.removeAll(keepingCapacity: true)
      noted = 0
    }
    return releases.count
  }

  /// Nothing of the message is to be revealed any more.
  package mutating func forget(_ handle: UInt32) {
    timeline.forget(part: handle)
    timeline.end(message: handle, at: timeline.now, into: &releases)
  }

  package func checkInvariants() { timeline.checkInvariants() }
}
