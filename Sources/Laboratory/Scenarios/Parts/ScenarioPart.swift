import LoadGeneration
import Timebase

/// One thing that happens in a scenario: data that was read, and the events it makes.
package struct ScenarioPart: Sendable {
  /// Adds the events of a part. The chance belongs to the seed and the part's place among the others.
  typealias Events = @Sendable (inout TimelineComposer, inout SeededGenerator) -> Void

  /// What kind of part it is, as a file names it.
  package internal(set) var name = ""
  /// About how many events it makes, pages counted by their messages: known before any is made.
  let size: Double
  /// The events that somebody wrote; none for a part that makes its own.
  package private(set) var written: [TimedLoadEvent] = []
  /// The parts that happen in it: those of windows.
  package private(set) var inner: [ScenarioPart] = []
  let add: Events

  init(size: Double, add: @escaping Events) { (self.size, self.add) = (size, add) }

  /// Something that happens again and again, each time as `each` adds it.
  init(
    _ times: Repeats,
    eventsEach: Double = 1,
    each:
      @escaping @Sendable (
        _ index: Int, _ instant: Instant, inout TimelineComposer, inout SeededGenerator
      ) -> Void
  ) {
    self.init(size: Double(times.count) * eventsEach) { timeline, chance in
      for index in 0..<times.count {
        each(index, times.start + times.interval * index, &timeline, &chance)
      }
    }
  }

  /// Events as they are, in order of time.
  init(written events: [TimedLoadEvent]) {
    self.init(size: Double(events.count)) { timeline, _ in timeline.events += events }
    written = events
  }

  /// A part in which other parts happen.
  init(size: Double, inner: [ScenarioPart], add: @escaping Events) {
    self.init(size: size, add: add)
    self.inner = inner
  }

  /// Whether `isTrue` of an event that somebody wrote in it, or in a part of it.
  package func hasWritten(where isTrue: (TimedLoadEvent) -> Bool) -> Bool {
    written.contains(where: isTrue) || inner.contains { $0.hasWritten(where: isTrue) }
  }
}
